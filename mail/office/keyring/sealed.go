package keyring

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
)

// A sealed file of keys is sealMagic, a salt of 16 bytes, a nonce of 12 bytes, and the JSON of the key files under AES-256-GCM with the key
// that PBKDF2 (SHA-256, sealRounds) makes of passphrase and salt. Magic and salt are authenticated with it.
const (
	sealMagic  = "fieldpost keys 1\n"
	sealRounds = 600_000
	SaltSize   = 16 // bytes
)

// ShortestPassphrase is how many characters a passphrase must have: a backup lies on other people's disks for years.
const ShortestPassphrase = 12

// ErrPassphrase means that keys are sealed and no passphrase was given.
var ErrPassphrase = errors.New("the keys are sealed: --passphrase-file, or FIELDPOST_PASSPHRASE")

// ReadPassphrase returns the first line of a file.
func ReadPassphrase(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line), nil
}

// Seal seals key files with a passphrase.
func Seal(keys []File, passphrase string) ([]byte, error) {
	plain, err := json.Marshal(keys)
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(sealMagic)+SaltSize)
	copy(head, sealMagic)
	if _, err := rand.Read(head[len(sealMagic):]); err != nil {
		return nil, err
	}
	seal, err := Cipher(passphrase, head[len(sealMagic):])
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, seal.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return append(append(bytes.Clone(head), nonce...), seal.Seal(nil, nonce, plain, head)...), nil
}

// Unseal opens what Seal made. It fails with ErrPassphrase if no passphrase is given.
func Unseal(sealed []byte, passphrase string) (keys []File, err error) {
	if !bytes.HasPrefix(sealed, []byte(sealMagic)) || len(sealed) < len(sealMagic)+SaltSize {
		return nil, errors.New("keys.sealed is not a file of sealed keys of version 1")
	}
	if passphrase == "" {
		return nil, ErrPassphrase
	}
	head, rest := sealed[:len(sealMagic)+SaltSize], sealed[len(sealMagic)+SaltSize:]
	seal, err := Cipher(passphrase, head[len(sealMagic):])
	if err != nil {
		return nil, err
	}
	if len(rest) < seal.NonceSize() {
		return nil, errors.New("keys.sealed is cut off")
	}
	plain, err := seal.Open(nil, rest[:seal.NonceSize()], rest[seal.NonceSize():], head)
	if err != nil {
		return nil, errors.New("the keys do not open: the passphrase is another, or keys.sealed is damaged")
	}
	return keys, json.Unmarshal(plain, &keys)
}

// Cipher returns what seals under a passphrase and a salt of SaltSize bytes.
func Cipher(passphrase string, salt []byte) (cipher.AEAD, error) {
	key, err := derive(passphrase, salt)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// mostDerived is how many keys are kept that were derived last: who opens a safe opens it several times in a row, and deriving takes most of a
// second on a slow machine. Whoever can read them in the memory of this program can read the passphrase there too.
const mostDerived = 4

// derivation is a key and what it was derived of.
type derivation struct{ of, key []byte }

var derived struct {
	sync.Mutex
	latest []derivation
}

// derive makes a key of a passphrase and a salt.
func derive(passphrase string, salt []byte) ([]byte, error) {
	of := slices.Concat(salt, []byte(passphrase)) // all salts have one length
	derived.Lock()
	defer derived.Unlock()
	for _, d := range derived.latest {
		if bytes.Equal(d.of, of) {
			return d.key, nil
		}
	}
	key, err := pbkdf2.Key(sha256.New, passphrase, salt, sealRounds, 32)
	if err != nil {
		return nil, err
	}
	derived.latest = append([]derivation{{of, key}}, derived.latest[:min(len(derived.latest), mostDerived-1)]...)
	return key, nil
}
