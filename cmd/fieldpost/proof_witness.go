package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/events/durable"
	"fieldpost/mail/message"
	"fieldpost/mail/office/keyring"
	"fieldpost/mail/office/library"
	"fieldpost/mail/reading"
	"fieldpost/projections/audit"
)

// WitnessCmd cosigns the checkpoints in a mailbox.
type WitnessCmd struct {
	Mbox []string `required:"" sep:"none" placeholder:"PATH" help:"Mail with letters of the game: mbox, Maildir, folder of .eml files, or one of them."`
	Key  string   `default:"witness.key" type:"path" help:"File of your key and of what you have seen; made if absent. Keep it."`
	Name string   `placeholder:"NAME" help:"Name of a new key, such as anne.example.org."`
	Game string   `placeholder:"ID" help:"Which game, if the mail is about several."`
}

// Help says what a witness does.
func (WitnessCmd) Help() string {
	return `A witness signs that he has seen a checkpoint, and when. From then on the host cannot show
anybody a different beginning of the log, nor say that a seal was made earlier than it was.
The key signs only what follows from what it has signed before.

What is printed is a mail: send it to the game's address.

Example:
  fieldpost witness --mbox ~/Mail/palace.mbox --name anne.example.org | mail -s '[palace] witness' orders@example.org`
}

// witnessed is what a witness keeps between his visits.
type witnessed struct {
	Name string          `json:"name"`
	Seed string          `json:"seed"` // hexadecimal; secret
	Seen map[string]seen `json:"seen"` // by origin
}

// seen is the last checkpoint of one log.
type seen struct {
	LogKey string `json:"log_key"` // hexadecimal; the first one seen
	Size   int64  `json:"size"`
	Root   string `json:"root"`
}

// Run cosigns the newest checkpoint.
func (w *WitnessCmd) Run(_ context.Context, c *Console) error {
	state, err := w.open()
	if err != nil {
		return err
	}
	phrases, err := library.Phrases(c.Scenarios)
	if err != nil {
		return err
	}
	var letters []audit.Letter
	for _, path := range w.Mbox {
		mails, err := message.ReadMailbox(path)
		if err != nil {
			return err
		}
		games := reading.Open(phrases.Language, filepath.Base(path), mails, "").Games()
		game := w.Game
		if game == "" && len(games) == 1 {
			game = games[0]
		}
		if game == "" {
			return fmt.Errorf("%s holds letters of the games %v: choose one with --game", path, games)
		}
		letters = append(letters, reading.Open(phrases.Language, filepath.Base(path), mails, game).Evidence(game).Letters...)
	}
	newest, err := state.walk(letters)
	if err != nil {
		return withCode{exitFraud, err}
	}
	seed, err := hex.DecodeString(state.Seed)
	if err != nil || len(seed) != 32 {
		return fmt.Errorf("%s holds no key", w.Key)
	}
	me := checkpoint.NewWitness(state.Name, [32]byte(seed))
	newest.Signatures = append(newest.Signatures, me.Cosign(newest.Checkpoint, time.Now().Unix()))
	if err := state.keep(w.Key); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "WITNESS\n%s\n\n%s", me.Key(), newest.Note())
	return err
}

// open reads the witness' file, or makes a key.
func (w *WitnessCmd) open() (*witnessed, error) {
	data, err := os.ReadFile(w.Key)
	if err == nil {
		var state witnessed
		if err := json.Unmarshal(data, &state); err != nil {
			return nil, fmt.Errorf("%s: %w", w.Key, err)
		}
		if state.Seen == nil {
			state.Seen = map[string]seen{}
		}
		return &state, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if w.Name == "" || strings.ContainsAny(w.Name, " \t+\n") {
		return nil, withCode{exitUsage, fmt.Errorf("%s does not exist yet: give the new key a --name without spaces", w.Key)}
	}
	secret, err := keyring.FreshSecret()
	return &witnessed{Name: w.Name, Seed: hex.EncodeToString(secret), Seen: map[string]seen{}}, err
}

func (s *witnessed) keep(path string) error {
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	if err := durable.Replace(path, append(data, '\n')); err != nil {
		return err
	}
	return os.Chmod(path, 0o600)
}

// walk goes from the last checkpoint seen to the newest in the letters, each an extension of the one before.
func (s *witnessed) walk(letters []audit.Letter) (checkpoint.Signed, error) {
	letters = slices.DeleteFunc(letters, func(l audit.Letter) bool { return l.Advance == nil })
	if len(letters) == 0 {
		return checkpoint.Signed{}, errors.New("there is no checkpoint in this mail")
	}
	slices.SortStableFunc(letters, func(a, b audit.Letter) int { return cmp.Compare(a.Advance.Size, b.Advance.Size) })
	origin := letters[0].Advance.Origin
	last := s.Seen[origin]
	if last.LogKey == "" {
		for _, l := range letters {
			for _, p := range l.Papers {
				if e, err := events.Decode(p.Event); err == nil {
					if t, ok := e.Body.(events.TermsSet); ok && t.Origin == origin && last.LogKey == "" {
						last.LogKey = t.LogKey.String()
					}
				}
			}
		}
	}
	key, err := events.ParseHash(last.LogKey)
	if err != nil {
		return checkpoint.Signed{}, errors.New("the letter with the log key (the welcome) is not among these; it is needed once")
	}
	root := events.Root(nil)
	if last.Size > 0 {
		if root, err = events.ParseHash(last.Root); err != nil {
			return checkpoint.Signed{}, err
		}
	}
	var newest checkpoint.Signed
	for _, l := range letters {
		a := l.Advance
		switch {
		case a.Verify(key) != nil:
			return newest, fmt.Errorf("%s: the checkpoint is not signed by the key of this log", l.Name)
		case a.Size < last.Size:
			continue
		case a.Size == last.Size && a.Root != root:
			return newest, fmt.Errorf("%s: TWO HISTORIES: another checkpoint of %d events was signed before", l.Name, a.Size)
		case a.Size > last.Size && a.Old == last.Size && !a.Follows(root), a.Size > last.Size && a.Old < last.Size && last.Size > 0 && !s.bridges(letters, a, last.Size, root):
			return newest, fmt.Errorf("%s: the checkpoint of %d events does not grow out of that of %d", l.Name, a.Size, last.Size)
		case a.Size > last.Size && a.Old > last.Size && last.Size > 0:
			return newest, fmt.Errorf("%s: letters between %d and %d events are missing", l.Name, last.Size, a.Old)
		}
		last.Size, last.Root, root, newest = a.Size, a.Root.String(), a.Root, a.Signed
	}
	if newest.Size == 0 {
		return newest, errors.New("this mail holds nothing newer than what was signed before")
	}
	s.Seen[origin] = last
	return newest, nil
}

// bridges joins a checkpoint that leads from an older one than the last seen, as between two players' mailboxes, by the leaf
// hashes in the letters.
func (s *witnessed) bridges(letters []audit.Letter, a *checkpoint.Advance, size int64, root events.Hash) bool {
	leaves := map[int64]events.Hash{}
	for _, l := range letters {
		for i, h := range l.Leaves {
			leaves[l.From+int64(i)] = h
		}
	}
	var tree events.Tree
	for seq := int64(1); seq <= a.Size; seq++ {
		h, ok := leaves[seq]
		if !ok {
			return false
		}
		tree.Add(h)
	}
	return tree.Root(int(size)) == root && tree.Root(int(a.Size)) == a.Root
}
