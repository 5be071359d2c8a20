package postoffice

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldpost/events/durable"
)

// passwordFile holds the passwords that users have of their own, as hashes, in the office's folder. It may be replaced while the office is at
// work.
const passwordFile = "passwords.json"

// ownPassword is the hash of one password: PBKDF2 with SHA-256.
type ownPassword struct {
	Salt   []byte `json:"salt"`
	Rounds int    `json:"rounds"`
	Key    []byte `json:"key"`
}

// passwordRounds is what a new password costs to check, and to guess.
const passwordRounds = 200_000

// SetPassword gives a user of the office in a folder a password of his own. From then on nobody reads his letters, or writes in his name, with
// the password that everybody has. An empty password takes it away again.
func SetPassword(dir, user, password string) error {
	user = strings.ToLower(user)
	if !accountName.MatchString(user) {
		return fmt.Errorf("postoffice: %q cannot be an account: a to z, 0 to 9, dot, hyphen, underscore", user)
	}
	own, err := readPasswords(dir)
	if err != nil {
		return err
	}
	if password == "" {
		delete(own, user)
	} else {
		p := ownPassword{Salt: make([]byte, 16), Rounds: passwordRounds}
		if _, err := rand.Read(p.Salt); err != nil {
			return err
		}
		if p.Key, err = pbkdf2.Key(sha256.New, password, p.Salt, p.Rounds, sha256.Size); err != nil {
			return err
		}
		own[user] = p
	}
	data, err := json.Marshal(own)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return durable.Replace(filepath.Join(dir, passwordFile), data)
}

// NewPassword returns a password by lot: 16 characters, 80 bits.
func NewPassword() string { return strings.ToLower(rand.Text()[:16]) }

func readPasswords(dir string) (map[string]ownPassword, error) {
	own := map[string]ownPassword{}
	data, err := os.ReadFile(filepath.Join(dir, passwordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return own, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &own); err != nil {
		return nil, fmt.Errorf("postoffice: %s: %w", passwordFile, err)
	}
	return own, nil
}

// passwords are those of an office at work: the file is read again when it was replaced. Whoever logs in often is not hashed each time.
type passwords struct {
	dir string

	mu      sync.Mutex
	read    time.Time // when the file that was read was written
	own     map[string]ownPassword
	fault   error
	checked map[string][sha256.Size]byte // the last right password of a user, under a hash of this process
	secret  [16]byte
}

// owners returns the passwords of users who have their own. It returns an error while the file cannot be read: then nobody can log in, for it
// might be anybody's.
func (p *passwords) owners() (map[string]ownPassword, error) {
	var written time.Time
	info, err := os.Stat(filepath.Join(p.dir, passwordFile))
	switch {
	case err == nil:
		written = info.ModTime()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if p.own == nil || !written.Equal(p.read) {
		p.own, p.fault = readPasswords(p.dir)
		p.read, p.checked = written, map[string][sha256.Size]byte{}
		if p.secret == ([16]byte{}) {
			if _, err := rand.Read(p.secret[:]); err != nil {
				return nil, err
			}
		}
	}
	return p.own, p.fault
}

// any reports whether some user has a password of his own.
func (p *passwords) any() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	own, err := p.owners()
	return len(own) > 0 || err != nil
}

// has reports whether a user has a password of his own.
func (p *passwords) has(user string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	own, err := p.owners()
	_, has := own[user]
	return has || err != nil
}

// opens reports whether a password is the user's own; owned is false if he has none.
func (p *passwords) opens(user, password string) (opens, owned bool) {
	p.mu.Lock()
	own, err := p.owners()
	w, owned := own[user]
	mark := sha256.Sum256(append(append(p.secret[:len(p.secret):len(p.secret)], password...), user...))
	known, before := p.checked[user]
	read := p.read
	p.mu.Unlock()
	if err != nil {
		return false, true
	}
	if !owned {
		return false, false
	}
	if before && known == mark {
		return true, true
	}
	key, err := pbkdf2.Key(sha256.New, password, w.Salt, w.Rounds, len(w.Key))
	if err != nil || subtle.ConstantTimeCompare(key, w.Key) != 1 {
		return false, true
	}
	p.mu.Lock()
	if p.read.Equal(read) { // else he may have another password by now
		p.checked[user] = mark
	}
	p.mu.Unlock()
	return true, true
}

// Owners lists the users who have a password of their own.
func (o *Office) Owners() ([]string, error) {
	o.passwords.mu.Lock()
	defer o.passwords.mu.Unlock()
	own, err := o.passwords.owners()
	return slices.Sorted(maps.Keys(own)), err
}
