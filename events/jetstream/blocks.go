package jetstream

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fieldpost/events"
)

// The head of a record in the files in which nats-server keeps a stream (server/filestore.go): length, sequence, time, length of the subject; then
// the subject.
const (
	blockExt    = ".blk"
	recordHead  = 22
	withHeaders = 1 << 31 // in the length
	erased      = 1 << 63 // in the sequence
	tombstone   = 1 << 62
)

// widestGap is how far the sequences of two neighbours in a block may lie apart: messages between them were taken away, and a block has room for
// less than a tenth of it.
const widestGap = 1 << 20

// checkBlocks refuses a folder of an embedded server in whose streams one bit of a sequence was flipped. Reading such a block, the server notes each
// message that seems to be missing, and takes all memory of the machine before it comes to the sum that would tell it better. All other damage it
// finds itself, or the chain of a game does.
func checkBlocks(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil // that a stream is gone is found when it is opened
	}
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != blockExt {
			return err
		}
		return checkBlock(path)
	})
}

func checkBlock(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	var head [recordHead]byte
	var last uint64
	for at := int64(0); ; {
		if _, err := f.ReadAt(head[:], at); err == io.EOF {
			return nil // the end, or a record that was cut: the server looks for that
		} else if err != nil {
			return err
		}
		length := binary.LittleEndian.Uint32(head[0:]) &^ withHeaders
		if length < recordHead {
			return nil // no record: the server says so
		}
		if seq := binary.LittleEndian.Uint64(head[4:]); seq&tombstone == 0 {
			seq &^= erased
			if last > 0 && max(seq, last)-min(seq, last) > widestGap {
				subject := make([]byte, binary.LittleEndian.Uint16(head[20:]))
				_, _ = f.ReadAt(subject, at+recordHead) // for the sentence alone
				return fmt.Errorf("%w: in stream %s message %d%s comes after message %d", events.ErrDamaged, filepath.Base(filepath.Dir(filepath.Dir(path))), seq, about(subject), last)
			}
			last = seq
		}
		at += int64(length)
	}
}

// about names the game of a message, if its subject tells one.
func about(subject []byte) string {
	if game, ok := strings.CutPrefix(string(subject), subjectPrefix); ok {
		return " of game " + game
	}
	return ""
}
