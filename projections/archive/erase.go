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
func Erase(ctx context.Context, a *Archive, game string, choose func(e events.Event, r events.Record) (gone func(events.Secret) bool, blobs []events.Hash, err error)) (n Erased, err error) {
	if a.lock == nil {
		return n, errView
	}
	if err := a.Damage(game); err != nil {
		return n, err
	}
	var b bytes.Buffer
	b.WriteString(magic)
	digests := a.erased(game)
	for r, err := range a.Records(game) {
		if err != nil {
			return n, err
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return n, err
		}
		gone, blobs, err := choose(e, r)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return n, err
		}
		for _, d := range blobs {
			if !slices.Contains(digests, d) {
				digests, n.Blobs = append(digests, d), n.Blobs+1
			}
		}
		if gone != nil {
			had := len(r.Secrets)
			r = r.Without(gone)
			n.Secrets += had - len(r.Secrets)
		}
		framed, err := frame(r)
		if err != nil {
			return n, err
		}
		b.Write(framed)
	}
	if n == (Erased{}) {
		return n, nil
	}
	return n, a.replace(game, b.Bytes(), digests)
}

// replace puts another file of a game in place, with the same events, and takes the blobs away that are erased.
func (a *Archive) replace(game string, content []byte, erased []events.Hash) error {
	f := a.file(game)
	f.mu.Lock()
	defer f.mu.Unlock()
	head := f.chain.Head()
	var list strings.Builder
	for _, d := range erased {
		fmt.Fprintln(&list, d)
	}
	if err := durable.Replace(a.erasedPath(game), []byte(list.String())); err != nil {
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
	for _, d := range erased {
		if err := os.Remove(a.blob(d)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
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
