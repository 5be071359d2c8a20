package message

import "strings"

// rawLine is a line before its provenance is known: cleaned, without quote signs.
type rawLine struct {
	text  string
	depth int
	sort  Provenance // what is known of it: Quoted or Attribution by its text, Struck, Hidden, Doubtful; else Typed
}

// plainLines cuts plain text into lines and takes off the quote signs ("> > text", ">> text").
// CRLF, LF and a lone CR end a line.
func plainLines(text string) []rawLine {
	var lines []rawLine
	EachLine(text, func(line string) {
		depth, rest := unquote(line)
		lines = append(lines, rawLine{text: CleanLine(rest), depth: depth})
	})
	return lines
}

// EachLine calls f with every line of text without its end.
func EachLine(text string, f func(string)) {
	for len(text) > 0 {
		at := strings.IndexAny(text, "\r\n")
		if at < 0 {
			f(text)
			return
		}
		f(text[:at])
		if strings.HasPrefix(text[at:], "\r\n") {
			at++
		}
		text = text[at+1:]
	}
}

// unquote takes quote signs off: any run of ">" with at most one space before each, and one space after the last.
func unquote(line string) (depth int, rest string) {
	rest = line
	for {
		switch {
		case strings.HasPrefix(rest, ">"):
			rest = rest[1:]
		case strings.HasPrefix(rest, " >"):
			rest = rest[2:]
		default:
			if depth > 0 {
				rest = strings.TrimPrefix(rest, " ")
			}
			return depth, rest
		}
		depth++
	}
}

// flowedLines cuts format=flowed text into paragraphs (RFC 3676 section 4): a line that ends with a space goes on in
// the next line of the same quote depth; with delSp that space is not part of the text. "-- " never flows.
func flowedLines(text string, delSp bool) []rawLine {
	var lines []rawLine
	var paragraph strings.Builder
	depth, open := 0, false
	flush := func() {
		if open {
			lines = append(lines, rawLine{text: CleanLine(paragraph.String()), depth: depth})
			paragraph.Reset()
			open = false
		}
	}
	EachLine(text, func(line string) {
		quotes := len(line) - len(strings.TrimLeft(line, ">"))
		line = strings.TrimPrefix(line[quotes:], " ") // unstuff
		if open && (quotes != depth || line == "-- ") {
			flush()
		}
		if line == "-- " {
			lines = append(lines, rawLine{text: "--", depth: quotes})
			return
		}
		depth, open = quotes, true
		if !strings.HasSuffix(line, " ") {
			paragraph.WriteString(line)
			flush()
			return
		}
		if delSp {
			line = line[:len(line)-1]
		}
		paragraph.WriteString(line)
	})
	flush()
	return lines
}
