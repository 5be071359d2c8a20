package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// windows1252 is what Windows-1252 puts where Latin-1 has control characters, 0x80 to 0x9F; zero where it has nothing.
var windows1252 = [32]rune{
	'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
}

// decode reads text as UTF-8; a byte that is not, or a control character that only Windows-1252 can have meant, is read
// as Windows-1252.
func decode(s string) []rune {
	out := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			r = rune(s[i])
		}
		if r >= 0x80 && r <= 0x9F {
			if w := windows1252[r-0x80]; w != 0 {
				r = w
			}
		}
		out, i = append(out, r), i+n
	}
	return out
}

// byte1252 returns the byte that Windows-1252 writes for a character.
func byte1252(r rune) (byte, bool) {
	if r < 0x80 || r >= 0xA0 && r <= 0xFF || r >= 0x80 && r <= 0x9F {
		return byte(r), true
	}
	for i, w := range windows1252 {
		if w == r {
			return byte(0x80 + i), true
		}
	}
	return 0, false
}

// mojibake reads a character at the start of rs that was UTF-8 taken for Windows-1252 ("Ã©" for "é"), and how many
// characters stand for it; n is 0 where there is none. Only lead bytes that no word can begin with count.
func mojibake(rs []rune) (r rune, n int) {
	switch rs[0] {
	case 'Ã', 'Â', 'Å':
		n = 2
	case 'â':
		n = 3
	default:
		return 0, 0
	}
	if len(rs) < n {
		return 0, 0
	}
	var raw [3]byte
	for i := range n {
		b, ok := byte1252(rs[i])
		if !ok || i > 0 && (b < 0x80 || b > 0xBF) {
			return 0, 0
		}
		raw[i] = b
	}
	r, size := utf8.DecodeRune(raw[:n])
	if size != n {
		return 0, 0
	}
	return r, n
}

// plain returns what a keyboard has in place of a typographic character. Zero-width characters become "".
func plain(r rune) string {
	switch r {
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹣':
		return "-"
	case '‘', '’', '‛', 'ʼ', '´', '`', '′':
		return "'"
	case '“', '”', '„', '«', '»', '″', '"', '‹', '›':
		return " "
	case '→', '➔', '⇒', '➜', '►':
		return ">"
	case '≥':
		return ">="
	case '≤':
		return "<="
	case '≠':
		return "!="
	case '×':
		return "x"
	case '…':
		return "..."
	case '▪', '◦', '‣', '·', '●':
		return "•"
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', utf8.RuneError:
		return ""
	}
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		return string(r - 0xFEE0)
	case unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u3000':
		return " "
	}
	return string(r)
}

// keyed is plain for characters of the keyboard, which are most of the input.
func keyed(r rune) rune {
	switch {
	case r == '`':
		return '\''
	case r == '"' || r < ' ' || r == 0x7f:
		return ' '
	}
	return r
}

// normalise returns a line in keyboard characters and, for each of them, the column (1-based) of the typed character that
// it stands for.
func normalise(typed []rune) (out []rune, cols []int) {
	out, cols = make([]rune, 0, len(typed)), make([]int, 0, len(typed))
	for i := 0; i < len(typed); {
		if r := typed[i]; r < utf8.RuneSelf {
			out, cols = append(out, keyed(r)), append(cols, i+1)
			i++
			continue
		}
		r, n := mojibake(typed[i:])
		if n == 0 {
			r, n = typed[i], 1
		}
		for _, p := range plain(r) {
			out, cols = append(out, p), append(cols, i+1)
		}
		i += n
	}
	return out, cols
}

// folds are the letters that lose their accents when words are compared.
var folds = func() map[rune]string {
	m := map[rune]string{'œ': "oe", 'æ': "ae", 'ß': "ss", 'ø': "o", 'đ': "d", 'ł': "l", 'þ': "th"}
	for _, row := range []struct{ to, from string }{
		{"a", "àáâãäåāăą"}, {"c", "çćĉċč"}, {"d", "ď"}, {"e", "èéêëēĕėęě"}, {"g", "ĝğġģ"}, {"h", "ĥħ"}, {"i", "ìíîïĩīĭįı"},
		{"j", "ĵ"}, {"k", "ķ"}, {"l", "ĺļľ"}, {"n", "ñńņň"}, {"o", "òóôõöōŏő"}, {"r", "ŕŗř"}, {"s", "śŝşšș"}, {"t", "ţťț"},
		{"u", "ùúûüũūŭůűų"}, {"w", "ŵ"}, {"y", "ýÿŷ"}, {"z", "źżž"},
	} {
		for _, r := range row.from {
			m[r] = row.to
		}
	}
	return m
}()

// Fold returns the form in which words and names are compared: lower case, without accents, "_" as a blank, single blanks,
// typographic characters as typed on a keyboard. "Désencombré" and "desencombre" fold to the same.
func Fold(s string) string {
	if isTidy(s) {
		return strings.ToLower(s)
	}
	runes, _ := normalise(decode(s))
	return fold(runes)
}

// isTidy reports whether Fold changes nothing in a text but capitals, as in nearly all names. It recognizes only texts of keyboard characters.
func isTidy(s string) bool {
	blank := true
	for i := range len(s) {
		c := s[i]
		switch {
		case c == ' ':
			if blank {
				return false
			}
		case c < ' ' || c > '~' || c == '_' || c == '"' || c == '`':
			return false
		}
		blank = c == ' '
	}
	return !blank
}

func fold(runes []rune) string {
	text, _ := folding(runes, nil)
	return text
}

// foldAll is fold, and tells where in the folded text what stands before each character ends, and all of it. A blank belongs to the character behind it.
func foldAll(runes []rune) (text string, ends []int) {
	return folding(runes, make([]int, 0, len(runes)+1))
}

func folding(runes []rune, ends []int) (string, []int) {
	var b strings.Builder
	b.Grow(len(runes))
	blank := false
	for _, r := range runes {
		if ends != nil {
			ends = append(ends, b.Len())
		}
		if r < 0x80 {
			if r == ' ' || r == '_' {
				blank = b.Len() > 0
				continue
			}
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
		} else {
			if r >= 0x300 && r <= 0x36F { // combining accents
				continue
			}
			r = unicode.ToLower(r)
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		if r >= 0x80 {
			if f, ok := folds[r]; ok {
				b.WriteString(f)
				continue
			}
		}
		b.WriteRune(r)
	}
	if ends != nil {
		ends = append(ends, b.Len())
	}
	return b.String(), ends
}

// loose returns a folded name without blanks and hyphens: "mg 3", "MG-3" and "MG3" are one.
func loose(folded string) string {
	if !strings.ContainsAny(folded, " -") {
		return folded
	}
	return strings.ReplaceAll(strings.ReplaceAll(folded, " ", ""), "-", "")
}

// phrase returns a folded word or words as aliases are compared: a hyphen is a blank.
func phrase(folded string) string {
	if !strings.Contains(folded, "-") {
		return folded
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(folded, "-", " ")), " ")
}
