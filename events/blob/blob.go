// Package blob is the form in which stores keep mails, letters and documents: small, and exactly what was put in.
//
// A letter is mostly attachments in base64, which no compression sees through. So the lines of base64 are kept as the bytes
// that they stand for; pictures are left as they are, for they are compressed, and all the rest is deflated together, as a
// letter says the same in text and in HTML. A letter of 340 KB with a map takes about 110.
//
// # The form
//
//	byte    1, the version of the form
//	uvarint how many segments follow
//	        each: its kind (1 byte: 't' text, 'b' base64, 'p' base64 of what is dense: compressed already) and its length (uvarint),
//	        in bytes as they are kept, base64 decoded
//	bytes   the segments of kind 'p', one after the other
//	deflate (RFC 1951) the segments of the other kinds, one after the other
//
// Segments of kinds 'b' and 'p' are written as lines of 76 characters that end in CRLF, the last one shorter or not and with its padding.
// Stored bytes that themselves have the digest are not in this form: they were stored before it existed and are used as they are.
//
//	stored := blob.Pack(letter)
//	letter, err := blob.Unpack(stored, digest)
package blob

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"fieldpost/events"
)

const (
	version   = 1
	lineWide  = 76      // characters of a line of base64
	lineBytes = 57      // that they stand for
	worth     = 4       // lines of base64 that are worth a segment of their own
	most      = 1 << 28 // bytes that anything unpacks to
)

// Kinds of a segment.
const (
	text  = 't'
	coded = 'b'
	dense = 'p'
)

// segment is a part of a blob as it is kept.
type segment struct {
	kind byte
	data []byte
}

// writers deflate. One needs a megabyte of tables, and clearing them costs more than most letters do.
var writers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		panic("blob: deflate has lost a level: " + err.Error())
	}
	return w
}}

// Packed returns the form in which a parcel is kept, and has it packed if nobody has done so.
func Packed(p *events.Parcel) []byte {
	if p.Packed == nil {
		p.Packed = Pack(p.Data)
	}
	return p.Packed
}

// Pack returns the form in which data is kept.
func Pack(data []byte) []byte {
	segments := split(data)
	out := binary.AppendUvarint([]byte{version}, uint64(len(segments)))
	for _, s := range segments {
		out = binary.AppendUvarint(append(out, s.kind), uint64(len(s.data)))
	}
	var rest bytes.Buffer
	w := writers.Get().(*flate.Writer)
	defer writers.Put(w)
	w.Reset(&rest)
	for _, s := range segments {
		if s.kind == dense {
			out = append(out, s.data...)
		} else if _, err := w.Write(s.data); err != nil {
			panic("blob: writing into memory: " + err.Error())
		}
	}
	if err := w.Close(); err != nil {
		panic("blob: writing into memory: " + err.Error())
	}
	return append(out, rest.Bytes()...)
}

// split finds the runs of base64 in data.
func split(data []byte) []segment {
	var out []segment
	from := 0
	for at := 0; at < len(data); {
		end := lineEnd(data, at)
		if end-at != lineWide+2 {
			at = end
			continue
		}
		if decoded, next := run(data, at); decoded != nil {
			if at > from {
				out = append(out, segment{text, data[from:at]})
			}
			kind := byte(coded)
			if compressed(decoded) {
				kind = dense
			}
			out = append(out, segment{kind, decoded})
			from, at = next, next
			continue
		}
		at = end
	}
	if from < len(data) || len(out) == 0 {
		out = append(out, segment{text, data[from:]})
	}
	return out
}

// lineEnd returns where the line after this one begins.
func lineEnd(data []byte, at int) int {
	if n := bytes.IndexByte(data[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(data)
}

// run decodes the lines of base64 that begin at a place, and returns where they end. It returns nil if they are not worth it or could not
// be restored exactly.
func run(data []byte, at int) ([]byte, int) {
	end := at
	var chars []byte
	for end < len(data) {
		next := lineEnd(data, end)
		line, whole := bytes.CutSuffix(data[end:next], []byte("\r\n"))
		if !whole || len(line) == 0 || len(line) > lineWide || !isBase64(line) {
			break
		}
		chars, end = append(chars, line...), next
		if len(line) < lineWide || line[len(line)-1] == '=' {
			break
		}
	}
	decoded, err := base64.StdEncoding.Strict().DecodeString(string(chars))
	if err != nil || len(decoded) < worth*lineBytes {
		return nil, at
	}
	return decoded, end
}

func isBase64(line []byte) bool {
	for _, c := range line {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '+' && c != '/' && c != '=' {
			return false
		}
	}
	return true
}

// compressed reports whether deflating would gain nothing.
func compressed(data []byte) bool {
	for _, magic := range []string{"\x89PNG", "\x1f\x8b", "PK\x03\x04", "\xff\xd8\xff"} {
		if bytes.HasPrefix(data, []byte(magic)) {
			return true
		}
	}
	return false
}

// errForm means that a blob is not in the form of this package.
var errForm = errors.New("it is not in a form that can be read")

// Unpack returns what was packed, or events.ErrDamaged if it does not have the digest.
func Unpack(stored []byte, digest events.Hash) ([]byte, error) {
	if sha256.Sum256(stored) == digest {
		return stored, nil
	}
	data, err := open(stored)
	if err != nil {
		return nil, fmt.Errorf("%w: blob %s: %w", events.ErrDamaged, digest, err)
	}
	if sha256.Sum256(data) != digest {
		return nil, fmt.Errorf("%w: blob %s has other content", events.ErrDamaged, digest)
	}
	return data, nil
}

func open(stored []byte) ([]byte, error) {
	if len(stored) == 0 || stored[0] != version {
		return nil, errForm
	}
	rest := stored[1:]
	number := func() (int, bool) {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > most {
			return 0, false
		}
		rest = rest[size:]
		return int(n), true
	}
	many, ok := number()
	if !ok || many > len(rest)/2 {
		return nil, errForm
	}
	segments, sizes, plain := make([]segment, many), make([]int, many), 0
	for i := range segments {
		if len(rest) == 0 {
			return nil, errForm
		}
		segments[i].kind, rest = rest[0], rest[1:]
		if sizes[i], ok = number(); !ok {
			return nil, errForm
		}
		if segments[i].kind == dense {
			plain += sizes[i]
		}
	}
	if plain > len(rest) {
		return nil, errForm
	}
	in := flate.NewReader(bytes.NewReader(rest[plain:]))
	for i := range segments {
		s := &segments[i]
		switch s.kind {
		case dense:
			s.data, rest = rest[:sizes[i]], rest[sizes[i]:]
		case text, coded:
			var b bytes.Buffer // grows by what is there, not by what is claimed
			if n, err := io.Copy(&b, io.LimitReader(in, int64(sizes[i]))); err != nil || n != int64(sizes[i]) {
				return nil, errors.Join(errForm, err)
			}
			s.data = b.Bytes()
		default:
			return nil, errForm
		}
	}
	return join(segments), nil
}

// join writes segments as they were.
func join(segments []segment) []byte {
	size := 0
	for _, s := range segments {
		size += len(s.data)*3/2 + 4
	}
	out := make([]byte, 0, size)
	for _, s := range segments {
		if s.kind == text {
			out = append(out, s.data...)
			continue
		}
		for data := s.data; len(data) > 0; {
			n := min(lineBytes, len(data))
			out = append(base64.StdEncoding.AppendEncode(out, data[:n]), "\r\n"...)
			data = data[n:]
		}
	}
	return out
}
