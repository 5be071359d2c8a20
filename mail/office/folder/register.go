package folder

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sync"

	"fieldpost/events/durable"
	"fieldpost/mail/office"
)

// Register keeps the cards of games in one file: a line for each card that was renewed, of which the last of a game counts. It is a
// cache and not synced: what is lost in a power cut is read from the log again.
type Register struct {
	path string

	mu    sync.Mutex
	file  *os.File
	lines int
	cards map[string]office.Card
}

// NewRegister returns the register that is kept in a file, which need not be there.
func NewRegister(path string) *Register {
	return &Register{path: path, cards: make(map[string]office.Card)}
}

// Cards reads the file, and writes it anew with one line for each game.
func (r *Register) Cards() ([]office.Card, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cards = make(map[string]office.Card)
	data, err := os.Open(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = data.Close() }() // only read
	lines := bufio.NewScanner(data)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var c office.Card
		if json.Unmarshal(lines.Bytes(), &c) == nil && c.Game != "" { // the last line may have been cut
			r.cards[c.Game] = c
		}
	}
	var list []office.Card
	for _, c := range r.cards {
		list = append(list, c)
	}
	return list, errors.Join(lines.Err(), r.rewrite())
}

// Keep adds a line.
func (r *Register) Keep(c office.Card) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cards[c.Game] = c
	if r.lines > 1000+10*len(r.cards) {
		return r.rewrite()
	}
	if r.file == nil {
		var err error
		if r.file, err = os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
			return err
		}
	}
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	r.lines++
	_, err = r.file.Write(append(line, '\n'))
	return err
}

func (r *Register) rewrite() error {
	var data []byte
	for _, c := range r.cards {
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		data = append(append(data, line...), '\n')
	}
	if err := r.close(); err != nil {
		return err
	}
	r.lines = len(r.cards)
	return durable.Replace(r.path, data)
}

func (r *Register) close() error {
	if r.file == nil {
		return nil
	}
	err := r.file.Close()
	r.file = nil
	return err
}

// Close closes the file.
func (r *Register) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.close()
}
