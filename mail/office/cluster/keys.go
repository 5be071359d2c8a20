package cluster

import (
	"bytes"
	"context"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/events/durable"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office"
	"fieldpost/mail/office/keyring"
)

// keySafe hands the key files of an installation from server to server through the cluster, each sealed with a passphrase that the cluster never
// sees: key.NAME holds a nonce of 12 bytes and the file under AES-256-GCM with the key that PBKDF2 (SHA-256, 600,000 rounds) makes of the
// passphrase and keys.salt; the name is authenticated with it. How far logs were signed (GAME.signed) is each server's own knowledge and is
// not handed over.
//
// A key never changes under its name, but for the installation's mail key and the two files beside it. The fingerprint of the one in force is
// keys.mail; keys.former.FINGERPRINT says of another that it was in force before. So a server that was away when the mail key was changed takes the
// new one, and one with a mail key of its own making is refused.
//
// Without a passphrase nothing is handed over; then only a server that has the installation's mail key by other means can be at work.
type keySafe struct {
	cabinet *jetstream.Cabinet
	folder  keyring.Folder
	seal    cipher.AEAD // nil without a passphrase
	writing sync.Mutex  // of fetch
}

const (
	saltName     = "keys.salt"
	mailKeyMark  = "keys.mail"    // the fingerprint of the installation's mail key
	formerMarkOf = "keys.former." // and those of the former ones, in hexadecimal digits
)

// handed reports whether a file of the folder of keys is handed over.
func handed(name string) bool { return !keyring.IsMark(name) && name != keyring.MailNext }

// markOf is the fingerprint of a mail key that the cluster sees.
func markOf(secret []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("fieldpost mail key"))
	return mac.Sum(nil)
}

// openSafe opens the safe, and makes it if absent.
func openSafe(ctx context.Context, s Settings, cabinet *jetstream.Cabinet) (*keySafe, error) {
	k := &keySafe{cabinet: cabinet, folder: s.Keys}
	if s.Passphrase == nil {
		return k, nil
	}
	passphrase, err := s.Passphrase()
	if err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	if len([]rune(passphrase)) < keyring.ShortestPassphrase {
		return nil, Misfit{fmt.Errorf("nats: passphrase_file: a passphrase has at least %d characters", keyring.ShortestPassphrase)}
	}
	salt, err := cabinet.Get(ctx, saltName)
	if errors.Is(err, events.ErrNotFound) {
		salt = make([]byte, keyring.SaltSize)
		_, _ = rand.Read(salt) // never fails
		if err = cabinet.Create(ctx, saltName, salt); errors.Is(err, events.ErrConflict) {
			salt, err = cabinet.Get(ctx, saltName)
		}
	}
	if err != nil {
		return nil, err
	}
	k.seal, err = keyring.Cipher(passphrase, salt)
	return k, err
}

// exchange brings the keys of this server and of the cluster together: each gets what it lacks. It fails where they differ, and where this
// server lacks the installation's mail key: whoever goes on without it writes letters that no player can answer.
func (k *keySafe) exchange(ctx context.Context) error {
	if err := k.fetch(ctx); err != nil {
		return err
	}
	secret, err := k.ownMailKey(ctx)
	if err != nil {
		return err
	}
	mark := markOf(secret)
	known, err := k.cabinet.Get(ctx, mailKeyMark)
	if errors.Is(err, events.ErrNotFound) {
		if err = k.cabinet.Create(ctx, mailKeyMark, mark); err == nil {
			known = mark
		}
	}
	if err != nil {
		return err
	}
	if !bytes.Equal(known, mark) {
		return Misfit{fmt.Errorf("the mail key in %s is not the one of the installation whose log this is; if this server has never been at work elsewhere, move its folder of keys away", k.folder)}
	}
	return k.store(ctx)
}

// meetMailKey brings the mail key here and the installation's together where one took the place of the other. A server that changed it tells the
// cluster; one that has the former one forgets it, and fetch brings the other. Any other difference is left for exchange to judge.
func (k *keySafe) meetMailKey(ctx context.Context) error {
	secret, err := os.ReadFile(k.folder.File(keyring.MailKey))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	known, err := k.cabinet.Get(ctx, mailKeyMark)
	mark := markOf(secret)
	if errors.Is(err, events.ErrNotFound) || err == nil && bytes.Equal(known, mark) {
		return nil
	}
	if err != nil {
		return err
	}
	former, err := k.folder.Former()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(former, func(f keyring.FormerSecret) bool { return bytes.Equal(markOf(f.Secret), known) }) {
		return k.tellMailKey(ctx, known, mark)
	}
	if _, err := k.cabinet.Get(ctx, formerMarkOf+hex.EncodeToString(mark)); errors.Is(err, events.ErrNotFound) || k.seal == nil {
		return nil
	} else if err != nil {
		return err
	}
	for _, name := range keyring.MailFiles() {
		if err := os.Remove(k.folder.File(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// tellMailKey puts the mail key of this server in the place of the installation's. The fingerprint comes last: until it is there, it is all done
// again.
func (k *keySafe) tellMailKey(ctx context.Context, before, mark []byte) error {
	if err := k.cabinet.Put(ctx, formerMarkOf+hex.EncodeToString(before), nil); err != nil {
		return err
	}
	for _, name := range keyring.MailFiles() {
		data, err := os.ReadFile(k.folder.File(name))
		if err == nil && k.seal != nil {
			err = k.cabinet.Put(ctx, "key."+name, k.sealed(name, data))
		}
		if err != nil {
			return err
		}
	}
	return k.cabinet.Put(ctx, mailKeyMark, mark)
}

// sealed is a key file as the cluster holds it.
func (k *keySafe) sealed(name string, data []byte) []byte {
	nonce := make([]byte, k.seal.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return append(nonce, k.seal.Seal(nil, nonce, data, []byte(name))...)
}

// ownMailKey reads the mail key, and makes it where the installation has none yet.
func (k *keySafe) ownMailKey(ctx context.Context) ([]byte, error) {
	path := k.folder.File(keyring.MailKey)
	secret, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	if _, err := k.cabinet.Get(ctx, mailKeyMark); err == nil {
		return nil, Misfit{fmt.Errorf("this server does not have the keys of the installation whose log this is: give it nats.passphrase_file, as the others have it, or copy their folder of keys to %s", k.folder)}
	} else if !errors.Is(err, events.ErrNotFound) {
		return nil, err
	}
	return keyring.Private(path, keyring.FreshSecret)
}

// fetch writes the key files that only the cluster has.
func (k *keySafe) fetch(ctx context.Context) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	if err := k.meetMailKey(ctx); err != nil || k.seal == nil {
		return err
	}
	names, err := k.cabinet.Names(ctx, "key")
	if err != nil {
		return err
	}
	for _, name := range names {
		if !handed(name) {
			continue
		}
		path := k.folder.File(name)
		if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
			return fmt.Errorf("%q is no name of a key file", name)
		}
		data, err := k.get(ctx, name)
		if err != nil {
			return err
		}
		own, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := durable.MakeDir(string(k.folder)); err != nil {
				return err
			}
			if err := durable.Create(path, data); err != nil {
				return err
			}
		case err != nil:
			return err
		case !bytes.Equal(own, data) && !slices.Contains(keyring.MailFiles(), name): // of these the fingerprint tells
			return Misfit{fmt.Errorf("%s is not the key that the other servers have; if this server has never been at work elsewhere, move its folder of keys away", path)}
		}
	}
	return nil
}

// get reads one key file of the cluster.
func (k *keySafe) get(ctx context.Context, name string) ([]byte, error) {
	sealed, err := k.cabinet.Get(ctx, "key."+name)
	if err != nil {
		return nil, err
	}
	n := k.seal.NonceSize()
	if len(sealed) < n {
		return nil, fmt.Errorf("the key %s in the cluster is cut off", name)
	}
	data, err := k.seal.Open(nil, sealed[:n], sealed[n:], []byte(name))
	if err != nil {
		return nil, Misfit{fmt.Errorf("the key %s in the cluster does not open: the passphrase is another than the other servers'", name)}
	}
	return data, nil
}

// store gives the cluster what only this server has.
func (k *keySafe) store(ctx context.Context) error {
	if k.seal == nil {
		return nil
	}
	files, err := k.folder.Files(handed)
	if err != nil {
		return err
	}
	names, err := k.cabinet.Names(ctx, "key")
	if err != nil {
		return err
	}
	have := make(map[string]bool, len(names))
	for _, name := range names {
		have[name] = true
	}
	for _, f := range files {
		if have[f.Name] {
			continue // fetch has compared it
		}
		if err := k.cabinet.Create(ctx, "key."+f.Name, k.sealed(f.Name, f.Data)); err != nil {
			return err
		}
	}
	return nil
}

// Keys is a folder of keys whose new keys are in the cluster before anything is done with them.
type Keys struct {
	keyring.Folder
	safe *keySafe
}

var (
	_ office.Keys  = Keys{}
	_ office.Marks = Keys{}
)

// Make returns the dice key of a new game.
func (s Keys) Make(game string) (dice.Key, error) {
	return firstKey(s, func(k keyring.Folder) (dice.Key, error) { return k.Make(game) })
}

// Rotate makes the next dice key of a game.
func (s Keys) Rotate(game string) (dice.Key, error) {
	return handedOver(s, func() (dice.Key, error) { return s.Folder.Rotate(game) })
}

// MakeLog makes the log key of a new game.
func (s Keys) MakeLog(game, origin string) (checkpoint.Key, error) {
	return firstKey(s, func(k keyring.Folder) (checkpoint.Key, error) { return k.MakeLog(game, origin) })
}

// RotateLog makes the next log key of a game.
func (s Keys) RotateLog(game, origin string) (checkpoint.Key, error) {
	return handedOver(s, func() (checkpoint.Key, error) { return s.Folder.RotateLog(game, origin) })
}

// firstKey returns a key of a game that nobody has announced yet, and makes it if absent. The cluster has it before this server's own folder: if
// another server was opening a game of that name, its key is the one that both have.
func firstKey[K any](s Keys, make func(keyring.Folder) (K, error)) (key K, err error) {
	ctx := context.Background()
	if s.safe.seal == nil {
		return make(s.Folder)
	}
	if err := s.safe.fetch(ctx); err != nil {
		return key, err
	}
	aside, err := os.MkdirTemp(filepath.Dir(string(s.Folder)), ".keys")
	if err != nil {
		return key, err
	}
	defer func() { _ = os.RemoveAll(aside) }() // what was made there is in the cluster, or of no use
	if _, err := make(keyring.Folder(aside)); err != nil {
		return key, err
	}
	files, err := keyring.Folder(aside).Files(handed)
	if err != nil {
		return key, err
	}
	for _, f := range files {
		if _, err := os.Stat(s.File(f.Name)); err == nil {
			continue // it was made before
		}
		if err := s.safe.cabinet.Create(ctx, "key."+f.Name, s.safe.sealed(f.Name, f.Data)); err != nil && !errors.Is(err, events.ErrConflict) {
			return key, err
		}
	}
	if err := s.safe.fetch(ctx); err != nil {
		return key, err
	}
	return handedOver(s, func() (K, error) { return make(s.Folder) })
}

// handedOver makes a key and returns it once the cluster has it.
func handedOver[K any](s Keys, make func() (K, error)) (K, error) {
	key, err := make()
	if err == nil {
		err = s.safe.store(context.Background())
	}
	return key, err
}
