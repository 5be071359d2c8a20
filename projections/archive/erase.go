package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fieldpost/events"
	"fieldpost/events/durable"
)

// Erased is what was taken out of an archive.
type Erased struct {
	Secrets int
	Blobs   int
}

// Erase takes secrets out of the records of a game, and blobs out of the archive. The bytes of the events, and with them chain, tree and
// every signature, stay what they are: an event holds no more than a commitment to a secret, and the hash of a blob. choose is asked for each
// event what of it shall go. Which blobs are gone stands in games/<id>.erased, so that no check takes them for lost.
//
// Everything else that holds the same, such as the log, must be made anew from the archive afterwards.
func Erase(ctx context.Context, a *Archive, game string, choose Choice) (n Erased, err error) {
	list, err := Trace(ctx, a, game, choose)
	if err != nil {
		return n, err
	}
	return Forget(ctx, a, game, list)
}

// Choice says what of an event shall be erased: which of its secrets, and which blobs.
type Choice func(e events.Event, r events.Record) (gone func(events.Secret) bool, blobs []events.Hash, err error)

// Traces name what shall be erased from a game: secrets by the commitments that they open, and blobs. They tell nothing of what it was.
type Traces struct {
	Secrets []events.Hash `json:",omitempty"`
	Blobs   []events.Hash `json:",omitempty"`
}

// None reports whether nothing is named.
func (t Traces) None() bool { return len(t.Secrets)+len(t.Blobs) == 0 }

// With adds other traces.
func (t Traces) With(other Traces) Traces {
	return Traces{Secrets: union(t.Secrets, other.Secrets), Blobs: union(t.Blobs, other.Blobs)}
}

func union(list, other []events.Hash) []events.Hash {
	list = slices.Clone(list)
	for _, h := range other {
		if !slices.Contains(list, h) {
			list = append(list, h)
		}
	}
	return list
}

// Trace finds what Erase would take out, and changes nothing.
func Trace(ctx context.Context, a *Archive, game string, choose Choice) (list Traces, err error) {
	if err := a.Damage(game); err != nil {
		return list, err
	}
	for r, err := range a.Records(game) {
		var e events.Event
		if err == nil {
			e, err = events.Decode(r.Bytes)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return list, err
		}
		gone, blobs, err := choose(e, r)
		if err != nil {
			return list, err
		}
		list.Blobs = union(list.Blobs, blobs)
		if gone == nil {
			continue
		}
		for _, s := range r.Secrets {
			if gone(s) {
				list.Secrets = append(list.Secrets, s.Opens())
			}
		}
	}
	return list, nil
}

// Forget takes out of a game what traces name, as far as it is there. The game may be none of the archive's yet: what comes to it later knows that
// the blobs are gone on purpose.
func Forget(ctx context.Context, a *Archive, game string, list Traces) (n Erased, err error) {
	if a.lock == nil {
		return n, errView
	}
	if err := a.Damage(game); err != nil {
		return n, err
	}
	digests := a.erased(game)
	had := len(digests)
	digests = union(digests, list.Blobs)
	n.Blobs = len(digests) - had
	var b bytes.Buffer
	b.WriteString(magic)
	for r, err := range a.Records(game) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return n, err
		}
		secrets := len(r.Secrets)
		r = r.Without(func(s events.Secret) bool { return slices.Contains(list.Secrets, s.Opens()) })
		n.Secrets += secrets - len(r.Secrets)
		framed, err := frame(r)
		if err != nil {
			return n, err
		}
		b.Write(framed)
	}
	switch {
	case a.Head(game).Seq == 0 && n.Blobs > 0:
		return n, a.writeErased(game, digests)
	case n != (Erased{}):
		return n, a.replace(game, b.Bytes(), digests)
	}
	return n, a.drop(digests)
}

// Forgotten reports whether all that traces name is gone from a game.
func Forgotten(ctx context.Context, a *Archive, game string, list Traces) (bool, error) {
	if len(union(a.erased(game), list.Blobs)) > len(a.erased(game)) {
		return false, nil
	}
	left, err := Trace(ctx, a, game, func(events.Event, events.Record) (func(events.Secret) bool, []events.Hash, error) {
		return func(s events.Secret) bool { return slices.Contains(list.Secrets, s.Opens()) }, nil, nil
	})
	return left.None(), err
}

// replace puts another file of a game in place, with the same events, and takes the blobs away that are erased.
func (a *Archive) replace(game string, content []byte, erased []events.Hash) error {
	f := a.file(game)
	f.mu.Lock()
	defer f.mu.Unlock()
	head := f.chain.Head()
	if err := a.writeErased(game, erased); err != nil {
		return err
	}
	if err := durable.Replace(f.path, content); err != nil {
		return err
	}
	f.unread, f.offsets, f.end = false, nil, 0
	var s scanner
	if err := s.scan(f, game); err != nil {
		return err
	}
	if f.damage != nil || f.chain.Head().Seq < head.Seq {
		return fmt.Errorf("%w: the archive of game %s does not read as it was written anew", events.ErrDamaged, game)
	}
	if f.cold {
		if err := a.writeMark(f, game); err != nil {
			return err
		}
	}
	return a.drop(erased)
}

// drop takes away the blobs that are erased, and those of them that a crash has left.
func (a *Archive) drop(erased []events.Hash) error {
	for _, d := range erased {
		if err := os.Remove(a.blob(d)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (a *Archive) writeErased(game string, erased []events.Hash) error {
	var list strings.Builder
	for _, d := range erased {
		fmt.Fprintln(&list, d)
	}
	return durable.Replace(a.erasedPath(game), []byte(list.String()))
}

func (a *Archive) erasedPath(game string) string {
	return filepath.Join(a.dir, "games", game+".erased")
}

// erased lists the blobs of a game that were erased.
func (a *Archive) erased(game string) (list []events.Hash) {
	data, err := os.ReadFile(a.erasedPath(game))
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(data)) {
		if d, err := events.ParseHash(strings.TrimSpace(line)); err == nil {
			list = append(list, d)
		}
	}
	return list
}
