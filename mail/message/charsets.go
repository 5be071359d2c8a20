package message

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// oldCharset is a charset that a text may be in without saying so. What is declared wrongly is mostly an old charset of the country that the
// mail comes from.
type oldCharset struct {
	name  string
	worth func(chars []char) float64 // how much the text is like one of its language: 1 about as such a text is, 0 and less as none is
}

// oldCharsets are tried in this order: of two that are worth the same, the first.
var oldCharsets = []oldCharset{
	{westernCharset, latinWorth(usualWestern)}, {"iso-8859-15", latinWorth(usualWestern)}, {"windows-1250", latinWorth(usualCentral)}, {"iso-8859-2", latinWorth(usualCentral)},
	{"windows-1251", cyrillicWorth}, {"koi8-r", cyrillicWorth},
	{"euc-kr", average(koreanWorth)}, {"shift_jis", average(japaneseWorth(0x98))}, {"euc-jp", average(japaneseWorth(0xcf))},
	{"big5", average(chineseWorth(0xa4, 0xc6))}, {"gb18030", average(chineseWorth(0xb0, 0xd7))},
}

// sampled is how many bytes are looked at, of lines that are not ASCII.
const sampled = 16 << 10

// hintWeight is what a hint of the mail adds to the worth of a charset: enough to decide between two that both could be, not to make a text of
// what is none in it.
const hintWeight = 0.3

// likeliest returns the charset in which a text is most like one that somebody wrote.
func likeliest(text []byte, hinted []string) string {
	var sample []byte
	for line := range bytes.Lines(text) {
		if manyBytes(line) && len(sample) < sampled {
			sample = append(sample, line[:min(len(line), sampled)]...)
		}
	}
	best, most := westernCharset, 0.0
	for _, c := range oldCharsets {
		coding, _ := charset.Lookup(c.name)
		worth := c.worth(decodedBy(coding, sample))
		if slices.Contains(hinted, c.name) {
			worth += hintWeight
		}
		if worth > most {
			best, most = c.name, worth
		}
	}
	return best
}

// char is a character of a decoded text.
type char struct {
	is   rune
	lead byte // the first of its bytes
	size int  // how many bytes it has
}

// decodedBy decodes a text character by character.
func decodedBy(coding encoding.Encoding, text []byte) (chars []char) {
	decoder := coding.NewDecoder()
	out := make([]byte, 16)
	for len(text) > 0 {
		if text[0] < utf8.RuneSelf {
			chars, text = append(chars, char{rune(text[0]), text[0], 1}), text[1:]
			continue
		}
		decoder.Reset()
		wrote, read, _ := decoder.Transform(out, text[:1], true)
		for size := 2; size <= min(4, len(text)) && (wrote == 0 || string(out[:wrote]) == "\ufffd"); size++ {
			decoder.Reset()
			wrote, read, _ = decoder.Transform(out, text[:size], true)
			if read < size || utf8.RuneCount(out[:wrote]) > 1 { // one that is none, and others after it
				wrote, read = 0, 1
				break
			}
		}
		is, _ := utf8.DecodeRune(out[:wrote])
		if wrote == 0 || is == utf8.RuneError {
			is, read = utf8.RuneError, 1
		}
		chars, text = append(chars, char{is, text[0], read}), text[read:]
	}
	return chars
}

// damage is the worth of a character that the charset does not have. One in a text that is otherwise right may be damage.
const damage = -3

// average makes the worth of a text that of its characters beyond ASCII, by themselves.
func average(worth func(c char) float64) func(chars []char) float64 {
	return func(chars []char) float64 {
		sum, n := 0.0, 0
		for _, c := range chars {
			if c.lead >= utf8.RuneSelf {
				n++
				if c.is == utf8.RuneError {
					sum += damage
				} else {
					sum += worth(c)
				}
			}
		}
		return sum / float64(max(n, 1))
	}
}

// The characters that are most of a text in each language: the first hundred or so of lists of frequency.
const (
	usualKorean  = "이다는에을의가를하고은로지도사한대서기자어시리인으아그나해수일라있과정들부전게만주보니여제스구내안동적거것상원조까면요습입저음"
	usualChinese = "的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後作里用道行所然家" +
		"种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只從从想实實第三请請谢謝"
	usualRussian = "оеаинтс" // half of a text
	usualWestern = "éèàùçâêîôûëïüöäßñáíóúåæøœãõ"
	usualCentral = "ěščřžůťďňąęłńśźżćáíéýóúőű"
)

// koreanWorth weighs a character of a Korean text: syllables, hardly ever a Chinese character.
func koreanWorth(c char) float64 {
	switch {
	case strings.ContainsRune(usualKorean, c.is) || strings.ContainsRune("ㅋㅎㅠㅜ", c.is): // and what laughs and weeps
		return 1
	case unicode.Is(unicode.Hangul, c.is) && c.is >= 0xac00 && c.lead >= 0xb0: // the syllables of KS X 1001
		return 0.8
	case unicode.IsPunct(c.is):
		return 0.5
	}
	return -0.5
}

// japaneseWorth weighs a character of a Japanese text: kana among Chinese characters, of which those in use come first, up to a leading byte.
func japaneseWorth(last byte) func(c char) float64 {
	return func(c char) float64 {
		switch {
		case unicode.Is(unicode.Hiragana, c.is):
			return 1
		case unicode.Is(unicode.Katakana, c.is) && c.is < 0xff00 && c.size > 1: // not of half the width, which any byte is
			return 0.9
		case unicode.Is(unicode.Han, c.is) && c.lead <= last && c.size == 2:
			return 0.6
		case unicode.IsPunct(c.is) && c.size > 1:
			return 0.5
		}
		return -0.3
	}
}

// chineseWorth weighs a character of a Chinese text: those in use have leading bytes from first to last, then come the rare ones.
func chineseWorth(first, last byte) func(c char) float64 {
	return func(c char) float64 {
		switch {
		case strings.ContainsRune(usualChinese, c.is):
			return 1
		case unicode.Is(unicode.Han, c.is) && c.size == 2 && first <= c.lead && c.lead <= last:
			return 0.7
		case unicode.IsPunct(c.is) && c.size == 2:
			return 0.5
		}
		return -0.3
	}
}

// cyrillicWorth weighs a text in Cyrillic letters. KOI8 and windows-1251 have capitals and small letters in each other's places, so that which
// is which shows in words: capitals begin them. A few letters say less than a few characters of two bytes each.
func cyrillicWorth(chars []char) float64 {
	high := 0
	for _, c := range chars {
		if c.lead >= utf8.RuneSelf {
			high++
		}
	}
	return float64(high) / float64(high+1) * letterByLetter(chars, func(before, c, after rune) float64 {
		switch {
		case !unicode.Is(unicode.Cyrillic, c):
			return symbolWorth(before, c, after)
		case ascii(before) || ascii(after):
			return -1 // words are in one script
		case strings.ContainsRune(usualRussian, c):
			return 1.2
		case unicode.IsLower(c):
			return 0.8
		case unicode.IsLower(before):
			return -1
		case unicode.IsLower(after) || !unicode.IsLetter(after):
			return 0.8
		}
		return 0.4
	})
}

// latinWorth weighs a text in Latin letters, of which few are beyond ASCII: they stand among those of ASCII.
func latinWorth(usual string) func(chars []char) float64 {
	weigh := func(before, c, after rune) float64 {
		switch {
		case !unicode.IsLetter(c) || c == 'ª' || c == 'º':
			return symbolWorth(before, c, after)
		case unicode.IsUpper(c) && unicode.IsLower(before):
			return -1
		case (ascii(before) || ascii(after)) && strings.ContainsRune(usual, unicode.ToLower(c)):
			return 1
		case ascii(before) || ascii(after):
			return 0.7
		case !unicode.IsLetter(before) && !unicode.IsLetter(after):
			return 0.6 // à: a word of its own
		case strings.ContainsRune(usual, c):
			return 0.3
		}
		return 0
	}
	return func(chars []char) float64 { return letterByLetter(chars, weigh) }
}

// symbolWorth weighs what is no letter: quotation marks, dashes and the like stand beside words, nothing stands in them.
func symbolWorth(before, c, after rune) float64 {
	switch {
	case c == utf8.RuneError || unicode.IsControl(c):
		return damage
	case c == '’' || c == '\u00a0' || c == '\u00ad':
		return 0.5
	case unicode.IsLetter(before) && unicode.IsLetter(after):
		return -1
	case strings.ContainsRune("“”„«»–—…‘‚‹›€°£§•", c):
		return 0.5
	case !unicode.IsLetter(before) && !unicode.IsLetter(after):
		return 0
	}
	return -0.5
}

// letterByLetter makes the worth of a text from those of its characters beyond ASCII, each seen between its neighbours.
func letterByLetter(chars []char, worth func(before, c, after rune) float64) float64 {
	sum, n := 0.0, 0
	for i, c := range chars {
		if c.lead < utf8.RuneSelf {
			continue
		}
		before, after := ' ', ' '
		if i > 0 {
			before = chars[i-1].is
		}
		if i+1 < len(chars) {
			after = chars[i+1].is
		}
		sum, n = sum+worth(before, c.is, after), n+1
	}
	return sum / float64(max(n, 1))
}

func ascii(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }

// charsetsOf are the charsets that mails in a language were written in before UTF-8.
var charsetsOf = map[string][]string{
	"ko": {"euc-kr"}, "ja": {"shift_jis", "euc-jp"}, "zh": {"gb18030", "big5"}, "zh-tw": {"big5"}, "zh-hk": {"big5"}, "zh-hant": {"big5"}, "zh-cn": {"gb18030"}, "zh-hans": {"gb18030"},
	"ru": {"windows-1251", "koi8-r"}, "uk": {"windows-1251"}, "bg": {"windows-1251"},
	"pl": {"windows-1250", "iso-8859-2"}, "cs": {"windows-1250", "iso-8859-2"}, "sk": {"windows-1250", "iso-8859-2"}, "hu": {"windows-1250", "iso-8859-2"},
}

// encodedWord finds the charset of a word of a header that is not ASCII (RFC 2047).
var encodedWord = regexp.MustCompile(`=\?([A-Za-z0-9_-]+)(?:\*[A-Za-z-]+)?\?[bBqQ]\?`)

// hints returns the charsets that a header speaks for: those of its encoded words, and those of the language that it declares.
func hints(h Fields) (charsets []string) {
	for _, name := range []string{"from", "subject", "to"} {
		for _, word := range encodedWord.FindAllStringSubmatch(h.Get(name), -1) {
			if _, canonical := charset.Lookup(word[1]); canonical != "" && canonical != "utf-8" {
				charsets = append(charsets, canonical)
			}
		}
	}
	for _, tag := range strings.FieldsFunc(strings.ToLower(h.Get("content-language")), func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		language, _, _ := strings.Cut(tag, "-")
		if of, ok := charsetsOf[tag]; ok {
			charsets = append(charsets, of...)
		} else {
			charsets = append(charsets, charsetsOf[language]...)
		}
	}
	return charsets
}
