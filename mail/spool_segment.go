package mail

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fieldpost/events/durable"
)

// segment is one file of a Spool: `<number>.spool`, where the numbers grow. It is only ever appended to, and removed when nothing in it or
// in an older one waits any more. It holds frames, one after the other:
//
//	length  4 bytes, big-endian: of what follows, without the sum
//	kind    1 byte: 'm' a mail, 'd' a mail is done, in whichever segment it lies
//	number  8 bytes, big-endian: of the mail; it grows from mail to mail
//	body    of a mail: the length of its envelope (4 bytes, big-endian), the envelope in JSON, and the mail's own bytes
//	sum     4 bytes, big-endian: CRC-32C (Castagnoli) of kind, number and body
//
// A mail counts once the file was synced behind its frame. A frame that is torn was never acknowledged, and neither is anything behind it:
// after a fault nothing more is written into that segment.
type segment struct {
	path    string
	file    *os.File
	end     int64
	waiting int  // mails in it
	broken  bool // nothing more is written
}

const (
	segmentSuffix = ".spool"
	segmentSize   = 16 << 20 // after which a new one is begun
	segmentIdle   = 1 << 20  // after which a new one is begun if no mail waits, so that this one can go
)

// Kinds of frames.
const (
	frameMail = 'm'
	frameDone = 'd'
)

const (
	frameHead = 9 // kind and number
	frameSum  = 4
	frameMost = 256 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func appendFrame(b []byte, kind byte, number int64, body []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(frameHead+len(body)))
	from := len(b)
	b = binary.BigEndian.AppendUint64(append(b, kind), uint64(number))
	b = append(b, body...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b[from:], castagnoli))
}

// errTorn means that a frame is not whole.
var errTorn = errors.New("the frame is torn")

// readFrame reads one frame of at most left bytes.
func readFrame(r io.Reader, left int64) (kind byte, number int64, body []byte, size int64, err error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, 0, nil, 0, errTorn
	}
	length := int64(binary.BigEndian.Uint32(head[:]))
	if length < frameHead || length > frameMost || 4+length+frameSum > left {
		return 0, 0, nil, 0, errTorn
	}
	b := make([]byte, length+frameSum)
	if _, err := io.ReadFull(r, b); err != nil {
		return 0, 0, nil, 0, errTorn
	}
	if crc32.Checksum(b[:length], castagnoli) != binary.BigEndian.Uint32(b[length:]) {
		return 0, 0, nil, 0, errTorn
	}
	return b[0], int64(binary.BigEndian.Uint64(b[1:])), b[frameHead:length], 4 + length + frameSum, nil
}

// open returns the segment to be written to; a new one where there is none yet, the last one is full, or has failed. The spool is locked.
func (s *Spool) open() (*segment, error) {
	if len(s.segments) > 0 {
		g := s.segments[len(s.segments)-1]
		if !g.broken && g.end < segmentSize && (g.end < segmentIdle || len(s.waiting) > 0) {
			return g, nil
		}
		g.broken = true
	}
	s.last++ // a number is never used again, not even one that a file alone has
	g := &segment{path: filepath.Join(s.config.Dir, fmt.Sprintf("%012d", s.last)+segmentSuffix)}
	var err error
	if g.file, err = durable.Begin(g.path); err != nil {
		return nil, err
	}
	s.segments = append(s.segments, g)
	return g, nil
}

// clear removes the oldest segments as long as nothing in them waits and nothing more is written to them. The spool is locked.
func (s *Spool) clear() {
	for len(s.segments) > 0 {
		g := s.segments[0]
		if !g.broken && len(s.segments) == 1 && !s.closed || g.waiting > 0 {
			return
		}
		if err := errors.Join(g.close(), durable.Remove(g.path)); err != nil {
			s.config.Log.Warn("a file of the spool cannot be removed", "file", g.path, "error", err)
		}
		s.segments = s.segments[1:]
	}
}

func (g *segment) close() error { return g.file.Close() }

// body returns the body of the frame of a mail.
func (m *spooled) body() ([]byte, error) {
	whole := int64(4 + frameHead + m.size + frameSum)
	_, number, body, _, err := readFrame(io.NewSectionReader(m.segment.file, m.at, whole), whole)
	if err != nil || number != m.number || len(body) < 4 {
		return nil, errors.Join(fmt.Errorf("mail %d in %s cannot be read", m.number, m.segment.path), err)
	}
	return body, nil
}

// read returns a mail as it was taken.
func (m *spooled) read() (raw []byte, env Envelope, err error) {
	body, err := m.body()
	if err != nil {
		return nil, env, err
	}
	n := binary.BigEndian.Uint32(body)
	if int64(n) > int64(len(body)-4) {
		return nil, env, fmt.Errorf("mail %d in %s has no envelope", m.number, m.segment.path)
	}
	err = json.Unmarshal(body[4:4+n], &env)
	return body[4+n:], env, err
}

// recover reads what the last process left, and lets the mails wait that were not done.
func (s *Spool) recover() error {
	entries, err := os.ReadDir(s.config.Dir) // by name, and so by number
	if err != nil {
		return err
	}
	left := make(map[int64]*spooled)
	for _, entry := range entries {
		number, ok := strings.CutSuffix(entry.Name(), segmentSuffix)
		if _, err := strconv.ParseInt(number, 10, 64); !ok || err != nil {
			continue
		}
		g := &segment{path: filepath.Join(s.config.Dir, entry.Name()), broken: true}
		if g.file, err = os.Open(g.path); err != nil {
			return err
		}
		s.segments = append(s.segments, g)
		info, err := g.file.Stat()
		if err != nil {
			return err
		}
		first, _ := strconv.ParseInt(number, 10, 64)
		s.last = max(s.last, first)
		in := bufio.NewReader(g.file)
		for {
			kind, number, body, size, err := readFrame(in, info.Size()-g.end)
			if err != nil {
				break
			}
			switch kind {
			case frameMail:
				left[number] = &spooled{number: number, segment: g, at: g.end, size: len(body)}
				s.last = max(s.last, number)
			case frameDone:
				delete(left, number)
			}
			g.end += size
		}
	}
	for _, n := range slices.Sorted(maps.Keys(left)) {
		m := left[n]
		raw, env, err := m.read()
		if err != nil {
			return err
		}
		m.lanes = lanesOf(raw, env)
		s.enter(m)
	}
	s.clear()
	return nil
}
