package officetest

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
)

// The default secrets of every game of a hall.
const (
	knownDice = "thirty-two bytes of known dice.."
	knownLog  = "thirty-two bytes of a log's key."
)

// Keys keeps the keys of games in memory. All of them are known.
type Keys struct {
	Dice map[string][32]byte // dice keys that differ from the known one, by game

	mu    sync.Mutex
	made  map[string]bool
	later map[string][]dice.Key
	logs  map[string]checkpoint.Key

	laterLogs map[string][]checkpoint.Key
}

// NewKeys returns a ring without keys.
func NewKeys() *Keys {
	return &Keys{Dice: map[string][32]byte{}, made: map[string]bool{}, later: map[string][]dice.Key{}, logs: map[string]checkpoint.Key{},
		laterLogs: map[string][]checkpoint.Key{}}
}

// Make returns the dice key of a new game.
func (k *Keys) Make(game string) (dice.Key, error) {
	k.mu.Lock()
	k.made[game] = true
	k.mu.Unlock()
	return k.Key(game)
}

// Key returns the dice key of a game.
func (k *Keys) Key(game string) (dice.Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.made[game] {
		return dice.Key{}, events.ErrNotFound
	}
	if secret, ok := k.Dice[game]; ok {
		return dice.Key(secret), nil
	}
	return dice.Key([]byte(knownDice)), nil
}

// Later returns the dice keys that a game switched to after its first.
func (k *Keys) Later(game string) ([]dice.Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.later[game], nil
}

// Rotate makes the next dice key of a game.
func (k *Keys) Rotate(game string) (dice.Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key := dice.Key(sha256.Sum256(fmt.Appendf(nil, "%s %s %d", knownDice, game, len(k.later[game]))))
	k.later[game] = append(k.later[game], key)
	return key, nil
}

// MakeLog makes the log key of a new game.
func (k *Keys) MakeLog(game, origin string) (checkpoint.Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.logs[game] = checkpoint.NewKey(origin, [32]byte([]byte(knownLog)))
	return k.logs[game], nil
}

// RotateLog makes the next log key of a game.
func (k *Keys) RotateLog(game, origin string) (checkpoint.Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key := checkpoint.NewKey(origin, sha256.Sum256(fmt.Appendf(nil, "%s %s %d", knownLog, game, len(k.laterLogs[game]))))
	k.laterLogs[game] = append(k.laterLogs[game], key)
	return key, nil
}

// LaterLogs returns the log keys that RotateLog made.
func (k *Keys) LaterLogs(game string) ([]checkpoint.Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.laterLogs[game], nil
}

// Log returns the log key of a game.
func (k *Keys) Log(game string) (checkpoint.Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key, ok := k.logs[game]
	if !ok {
		return key, events.ErrNotFound
	}
	return key, nil
}
