package message

import "bytes"

// SplitMbox extracts the mails from an mbox file: each begins with a "From " line after an empty line and ends with an empty line; its
// own lines that look like that are quoted by one more ">".
func SplitMbox(data []byte) [][]byte {
	var mails [][]byte
	var one bytes.Buffer
	flush := func() {
		if one.Len() > 0 {
			raw := bytes.Clone(one.Bytes())
			raw = bytes.TrimSuffix(raw, []byte("\n"))
			mails = append(mails, bytes.TrimSuffix(raw, []byte("\r")))
		}
		one.Reset()
	}
	empty := true
	for line := range bytes.Lines(data) {
		text := bytes.TrimRight(line, "\r\n")
		if empty && bytes.HasPrefix(text, []byte("From ")) {
			flush()
			empty = false
			continue
		}
		empty = len(text) == 0
		if unquoted := bytes.TrimLeft(line, ">"); len(unquoted) < len(line) && bytes.HasPrefix(unquoted, []byte("From ")) {
			line = line[1:]
		}
		one.Write(line)
	}
	flush()
	return mails
}
