package keyring

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/events/durable"
)

// Folder is the folder of an installation's keys: one file each, readable only by the owner. Beside the dice key of a game (GAME.dice) are its log
// key (GAME.log), which signs only checkpoints, the keys that took their places later (GAME.dice.2, GAME.log.2 ...), and how far its log was signed
// (GAME.signed): the size and the root of the tree, outside the folders in which the log is kept. mail.key and its neighbours are in mail.go.
type Folder string

// File returns the path of a file of the folder.
func (k Folder) File(name string) string { return filepath.Join(string(k), name) }

func (k Folder) path(game string) string { return filepath.Join(string(k), game+".dice") }

// Key reads the key of a game; events.ErrNotFound if it is not here.
func (k Folder) Key(game string) (dice.Key, error) {
	data, err := os.ReadFile(k.path(game))
	if errors.Is(err, os.ErrNotExist) {
		return dice.Key{}, events.ErrNotFound
	}
	if err != nil {
		return dice.Key{}, err
	}
	return parseKey(data)
}

// Make returns the key of a new game.
func (k Folder) Make(game string) (dice.Key, error) {
	data, err := Private(k.path(game), func() ([]byte, error) {
		b, err := FreshSecret()
		return []byte(hex.EncodeToString(b) + "\n"), err
	})
	if err != nil {
		return dice.Key{}, err
	}
	return parseKey(data)
}

func parseKey(data []byte) (dice.Key, error) {
	seed, err := hex.DecodeString(strings.TrimSpace(string(data)))
	if err != nil || len(seed) != 32 {
		return dice.Key{}, errors.New("a dice key file holds 64 hexadecimal digits; this one does not")
	}
	return dice.Key(seed), nil
}

// Log returns the log key of a game, as MakeLog made it.
func (k Folder) Log(game string) (checkpoint.Key, error) {
	origin, err := os.ReadFile(filepath.Join(string(k), game+".log"))
	if err != nil {
		return checkpoint.Key{}, err
	}
	return parseLogKey(string(origin))
}

// MakeLog makes the log key of a new game.
func (k Folder) MakeLog(game, origin string) (checkpoint.Key, error) {
	data, err := Private(filepath.Join(string(k), game+".log"), func() ([]byte, error) {
		b, err := FreshSecret()
		return []byte(hex.EncodeToString(b) + " " + origin + "\n"), err
	})
	if err != nil {
		return checkpoint.Key{}, err
	}
	return parseLogKey(string(data))
}

// RotateLog makes the next log key of a game, in a file GAME.log.2, .3 ...
func (k Folder) RotateLog(game, origin string) (checkpoint.Key, error) {
	later, err := k.LaterLogs(game)
	if err != nil {
		return checkpoint.Key{}, err
	}
	data, err := Private(k.laterLog(game, len(later)+2), func() ([]byte, error) {
		b, err := FreshSecret()
		return []byte(hex.EncodeToString(b) + " " + origin + "\n"), err
	})
	if err != nil {
		return checkpoint.Key{}, err
	}
	return parseLogKey(string(data))
}

// LaterLogs returns the log keys that RotateLog made.
func (k Folder) LaterLogs(game string) (keys []checkpoint.Key, err error) {
	for n := 2; ; n++ {
		data, err := os.ReadFile(k.laterLog(game, n))
		if errors.Is(err, os.ErrNotExist) {
			return keys, nil
		}
		if err != nil {
			return nil, err
		}
		key, err := parseLogKey(string(data))
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
}

func (k Folder) laterLog(game string, n int) string {
	return filepath.Join(string(k), fmt.Sprintf("%s.log.%d", game, n))
}

func parseLogKey(text string) (checkpoint.Key, error) {
	seed, origin, ok := strings.Cut(strings.TrimSpace(text), " ")
	b, err := hex.DecodeString(seed)
	if !ok || err != nil || len(b) != 32 {
		return checkpoint.Key{}, errors.New("a log key file holds 64 hexadecimal digits and an origin; this one does not")
	}
	return checkpoint.NewKey(origin, [32]byte(b)), nil
}

// Later returns the dice keys to which a game switched after its first.
func (k Folder) Later(game string) ([]dice.Key, error) {
	var keys []dice.Key
	for n := 2; ; n++ {
		data, err := os.ReadFile(fmt.Sprintf("%s.%d", k.path(game), n))
		if errors.Is(err, os.ErrNotExist) {
			return keys, nil
		}
		if err != nil {
			return nil, err
		}
		key, err := parseKey(data)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
}

// Rotate makes the next dice key of a game.
func (k Folder) Rotate(game string) (dice.Key, error) {
	later, err := k.Later(game)
	if err != nil {
		return dice.Key{}, err
	}
	data, err := Private(fmt.Sprintf("%s.%d", k.path(game), len(later)+2), func() ([]byte, error) {
		b, err := FreshSecret()
		return []byte(hex.EncodeToString(b) + "\n"), err
	})
	if err != nil {
		return dice.Key{}, err
	}
	return parseKey(data)
}

func (k Folder) markPath(game string) string { return filepath.Join(string(k), game+".signed") }

// Mark returns how far the log of a game was signed.
func (k Folder) Mark(game string) (size int64, root events.Hash, err error) {
	data, err := os.ReadFile(k.markPath(game))
	if errors.Is(err, os.ErrNotExist) {
		return 0, root, nil
	}
	if err != nil {
		return 0, root, err
	}
	number, hash, ok := strings.Cut(strings.TrimSpace(string(data)), " ")
	size, err = strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || size < 1 {
		return 0, root, fmt.Errorf("%s holds a number and a hash; this one does not", k.markPath(game))
	}
	root, err = events.ParseHash(hash)
	return size, root, err
}

// SetMark notes how far the log of a game was signed.
func (k Folder) SetMark(game string, size int64, root events.Hash) error {
	return durable.Overwrite(k.markPath(game), fmt.Appendf(nil, "%d %s\n", size, root))
}
