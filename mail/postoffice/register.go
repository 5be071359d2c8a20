package postoffice

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"mime"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"fieldpost/events/durable"
)

// A mailbox keeps a register of its mails, so that one which the disk has damaged or lost is noticed, and given again where the log of the games has
// it: a line for each mail that came or went, of JSON and its CRC-32. That a mail went is on the disk before its file goes. What came last may be
// missing after a power cut; such a mail is entered when the mailbox is next swept.
const registerFile = "register"

// entry is a line of the register. The last of a UID counts.
type entry struct {
	UID     imap.UID
	At      int64  // Unix ms
	Size    int64  // of the file
	Digest  digest // of the file
	Letter  digest // of what stands below the trace
	Trace   string // the header fields that were put above it on its way
	Subject string `json:",omitempty"`
	Gone    bool   `json:",omitempty"` // it was removed, or is lost and its reader knows
}

// digest is a SHA-256 digest.
type digest [sha256.Size]byte

func (d digest) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%x", d[:]), nil }

func (d *digest) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(d) {
		return errors.New("postoffice: no digest")
	}
	_, err := hex.Decode(d[:], text)
	return err
}

// entryOf describes a mail.
func entryOf(uid imap.UID, at time.Time, raw []byte) entry {
	trace := traceOf(raw)
	e := entry{UID: uid, At: at.UnixMilli(), Size: int64(len(raw)), Digest: sha256.Sum256(raw), Letter: sha256.Sum256(raw[len(trace):]), Trace: string(trace)}
	header, _ := textproto.NewReader(bufio.NewReader(bytes.NewReader(raw))).ReadMIMEHeader() // as much of it as can be read
	e.Subject = header.Get("Subject")
	if decoded, err := new(mime.WordDecoder).DecodeHeader(e.Subject); err == nil {
		e.Subject = decoded
	}
	return e
}

// traceOf returns the header fields that mail hosts put above a mail.
func traceOf(raw []byte) []byte {
	rest := raw
	for {
		name, _, _ := bytes.Cut(rest, []byte(":"))
		switch strings.ToLower(string(name)) {
		case "received", "return-path", "delivered-to":
		default:
			return raw[:len(raw)-len(rest)]
		}
		for first := true; first || len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t'); first = false {
			_, rest, _ = bytes.Cut(rest, []byte("\n"))
		}
	}
}

func (e entry) line() ([]byte, error) {
	data, err := json.Marshal(e)
	return fmt.Appendf(nil, "%s %08x\n", data, crc32.ChecksumIEEE(data)), err
}

// readRegister reads the register of a folder. damaged means that lines of it are, or that it is missing.
func readRegister(dir string) (entries map[imap.UID]entry, lines int, damaged bool, err error) {
	entries = map[imap.UID]entry{}
	data, err := os.ReadFile(filepath.Join(dir, registerFile))
	if errors.Is(err, fs.ErrNotExist) {
		return entries, 0, true, nil
	}
	if err != nil {
		return nil, 0, false, err
	}
	for line := range bytes.Lines(data) {
		lines++
		text, sum, whole := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte("} "))
		text = append(bytes.Clone(text), '}')
		var e entry
		if !whole || fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) != string(sum) || json.Unmarshal(text, &e) != nil {
			damaged = damaged || bytes.HasSuffix(line, []byte("\n")) // otherwise a power cut has cut it off
			continue
		}
		entries[e.UID] = e
	}
	return entries, lines, damaged, nil
}

// enter adds lines to the register. The caller holds the mutex.
func (m *mailbox) enter(sync bool, list ...entry) error {
	var lines []byte
	for _, e := range list {
		line, err := e.line()
		if err != nil {
			return err
		}
		lines = append(lines, line...)
	}
	f, err := os.OpenFile(filepath.Join(m.dir, registerFile), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(lines)
	if err == nil && sync {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	for _, e := range list {
		m.entries[e.UID] = e
	}
	m.lines += len(list)
	return nil
}

// tidy writes the register anew without what is gone. The caller holds the mutex.
func (m *mailbox) tidy() error {
	var lines []byte
	n := 0
	for _, msg := range m.messages {
		if e, ok := m.entries[msg.uid]; ok {
			line, err := e.line()
			if err != nil {
				return err
			}
			lines, n = append(lines, line...), n+1
		}
	}
	if err := durable.Replace(filepath.Join(m.dir, registerFile), lines); err != nil {
		return err
	}
	m.lines = n
	for uid, e := range m.entries {
		if e.Gone {
			delete(m.entries, uid)
		}
	}
	return nil
}
