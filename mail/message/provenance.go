package message

import (
	"regexp"
	"strings"
)

// Every mail program and language marks the end of the sender's own words in its own way. The patterns below are the usual ones. What they
// miss only makes the list of loose lines longer, because orders are found by their form.
var (
	// "On Fri, 20 Nov 2026 at 18:22, Fieldpost <orders@example.org> wrote:"
	attributionWords = regexp.MustCompile(`(?i)^\W*(on\b.*\bwrote|le\b.*\ba écrit|am\b.*\bschrieb.*|.*\bschrieb\b.*|il\b.*\bha scritto|el\b.*\bescribió|em\b.*\bescreveu|op\b.*\bschreef.*|den\b.*\bskrev.*|dne\b.*\bnapsal\S*|w dniu\b.*\bnapisał\S*|.*さんは書きました)\s*:?\s*$`)
	// in any language: a line that ends with a colon and holds an address or a clock time
	attributionShape = regexp.MustCompile(`(\S@\S|\b\d{1,2}[:h.]\d{2}\b|\b(19|20)\d\d\b).*[:：]\s*$`)
	attributionStart = regexp.MustCompile(`(?i)^(on|le|am|il|el|em|op|den|dne)\b.*\d`)

	originalMessage = regexp.MustCompile(`(?i)^\W*-{2,}\s*(original message|original-nachricht|ursprüngliche nachricht|message d'origine|message original|messaggio originale|mensaje original|mensagem original|oorspronkelijk bericht|元のメッセージ|原始邮件)\s*-{2,}\W*$`)
	forwardedMark   = regexp.MustCompile(`(?i)^\W*(-{2,}\s*(forwarded message|forwarded by.*|message transféré|message transmis|message réexpédié|weitergeleitete nachricht|messaggio inoltrato|mensaje reenviado|doorgestuurd bericht|転送メッセージ|forwarded message.*)\s*-{2,}|begin forwarded message:|début du message (réexpédié|transféré) ?:|anfang der weitergeleiteten nachricht:|inizio messaggio inoltrato:)\W*$`)

	// the block of header fields that Outlook and webmail put above the mail that is answered
	blockFirst = regexp.MustCompile(`(?i)^\*?(from|de|von|da|van|från|fra|od|差出人|发件人)\s*[:：]\*?\s*\S`)
	blockNext  = regexp.MustCompile(`(?i)^\*?(sent|date|to|cc|subject|reply-to|envoyé( le)?|à|objet|répondre à|gesendet( am)?|datum|an|betreff|antwort an|inviato|data|a|oggetto|enviado( el)?|fecha|para|asunto|verzonden|aan|onderwerp|skickat|till|ämne|送信日時|日付|宛先|件名|发送时间|收件人|主题)\s*[:：]\*?(\s|$)`)

	phoneSignature = regexp.MustCompile(`(?i)^\W*(sent (from|via|with|using) (my |the )?(\w+ for )?(iphone|ipad|phone|mobile|smartphone|android|samsung|galaxy|blackberry|windows phone|mail for windows|outlook|yahoo|gmail|proton|k-9|fairemail|aqua mail|spark|thunderbird|bluemail|fastmail|xiaomi|huawei|pixel|tablet).*|get outlook for .*|envoyé (de|depuis|à partir de|avec) (mon |ma |l'appareil |l'application )?(iphone|ipad|téléphone|mobile|smartphone|android|appareil|samsung|galaxy|outlook|yahoo|courrier|mail pour|proton|messagerie|orange|thunderbird).*|téléchargez outlook pour .*|obtenir outlook pour .*|(von|mit) (meinem|meiner) .*(gesendet|verschickt)\.?|gesendet (von|mit|aus) .*|diese nachricht wurde von .* gesendet\.?|holen sie sich outlook für .*|inviato da(l mio)? (iphone|ipad|smartphone|outlook).*|enviado (desde|do) (mi|meu) (iphone|ipad|smartphone|móvil).*|iphone(から|より)送信.*|android(から|より)送信.*|verstuurd vanaf mijn .*|skickat från min .*|please excuse (my brevity|typos).*|veuillez excuser ma brièveté.*)\W*$`)

	disclaimerStart = regexp.MustCompile(`(?i)^\W*((this|the information in this|the contents of this) (e-?mail|message|communication|transmission)\b.{0,80}\b(confidential|privileged|intended (only|solely)|virus)|confidentiality notice|disclaimer\s*:|ce (message|courriel|mail)\b.{0,80}\b(confidentiel|destiné)|cet? (e-?mail|courriel) (et|est)\b.{0,80}\b(confidentiel|destiné)|avis de confidentialité|diese (e-?mail|nachricht)\b.{0,80}\b(vertraulich|bestimmt)|der inhalt dieser e-?mail|questo messaggio\b.{0,80}\briservat|please consider the environment|pensez à l'environnement|l'absence de virus dans ce courrier|cet e-mail a été vérifié par|this (e-?mail|message) has been (checked|scanned)|virus-?free\.|diese e-?mail wurde .*virus|garanti sans virus|you (received|are receiving) this (message|email) because you|to unsubscribe from this)`)
	listFooter      = regexp.MustCompile(`^_{40,}$`)
)

// TextLines returns a text that is no mail in lines with their provenance.
func TextLines(text string) []Line { return classify(plainLines(text), 0, false) }

// classify finds out where every line of a body comes from. forwarded says that the Subject or the structure calls the
// whole mail a forwarded one.
func classify(raw []rawLine, part int, forwarded bool) []Line {
	lines := make([]Line, len(raw))
	for i, r := range raw {
		lines[i] = Line{Text: r.text, Depth: r.depth, Part: part}
		if r.sort == Quoted {
			lines[i].Depth = max(r.depth, 1) // as if a mark stood before it
		}
	}
	c := classifier{lines: lines, raw: raw, forwarded: forwarded}
	for c.at = 0; c.at < len(lines); c.at++ {
		c.step()
	}
	return lines
}

// classifier walks over the lines once; each look ahead is bounded.
type classifier struct {
	lines     []Line
	raw       []rawLine
	at        int
	state     Provenance // of lines without quote signs from here on
	below     int        // depth of such lines, where a header block said that all below is quoted
	forwarded bool
}

func (c *classifier) step() {
	line := &c.lines[c.at]
	if sort := c.raw[c.at].sort; sort != Typed {
		if line.From = sort; sort == Quoted {
			c.state, c.below = Typed, 0 // no header is needed to know what is quoted and where that ends
		}
		return
	}
	if c.state == Forwarded || c.below > 0 {
		line.From, line.Depth, line.Presumed = c.state, line.Depth+c.below, c.below > 0
		if n := c.separator(); n > 0 {
			c.mark(n, Attribution)
		}
		return
	}
	if line.Depth > 0 {
		line.From = Quoted
		if c.state == Signature || c.state == Disclaimer {
			c.state = Typed
		}
		return
	}
	if line.Text == "" {
		line.From = c.state
		return
	}
	switch {
	case len(line.Text) < longestMark && forwardedMark.MatchString(line.Text):
		line.From, c.state = Attribution, Forwarded
		if n := c.headerBlock(c.at + 1); n > 0 {
			c.at++
			c.mark(n, Attribution)
		}
	case c.separator() > 0:
		n := c.separator()
		c.mark(n, Attribution)
		if c.forwarded {
			c.state = Forwarded
		} else {
			c.state, c.below = Quoted, 1
		}
	case c.attribution() > 0:
		n := c.attribution()
		c.mark(n, Attribution)
		c.state = Typed
		if !c.quotedNext() {
			c.state, c.below = Quoted, 1
		}
	case line.Text == "--" || line.Text == "—":
		line.From, c.state = Signature, Signature
	case len(line.Text) < 200 && phoneSignature.MatchString(line.Text):
		line.From = Signature
	case disclaimerStart.MatchString(head(line.Text, 300)):
		line.From, c.state = Disclaimer, Disclaimer
	case listFooter.MatchString(line.Text) && c.state != Signature && c.nearEnd():
		line.From, c.state = Disclaimer, Disclaimer
	case (c.state == Signature || c.state == Disclaimer) && isBlockHeader(line.Text):
		// orders below a signature are orders
		line.From, c.state = Typed, Typed
	default:
		line.From = c.state
	}
}

// longestMark is how long a line that separates mails may be.
const longestMark = 300

// mark sets the provenance of n lines from here and leaves the walk on the last of them.
func (c *classifier) mark(n int, from Provenance) {
	for i := 0; i < n; i++ {
		line := &c.lines[c.at+i]
		line.From = from
		if i > 0 {
			line.Depth += c.below
			line.Presumed = c.below > 0
		}
	}
	c.at += n - 1
}

// separator returns the number of lines of an "Original Message" line or header block that starts here, or 0.
func (c *classifier) separator() int {
	text := c.lines[c.at].Text
	if len(text) < longestMark && originalMessage.MatchString(text) {
		n := 1
		if block := c.headerBlock(c.at + 1); block > 0 {
			n += block
		}
		return n
	}
	if len(text) >= 20 && strings.Trim(text, "_") == "" || len(text) >= 20 && strings.Trim(text, "-") == "" {
		if block := c.headerBlock(c.at + 1); block > 0 {
			return 1 + block
		}
		return 0
	}
	return c.headerBlock(c.at)
}

// headerBlock returns the number of lines of a block "From: ... Sent: ... To: ... Subject: ..." that starts at i (after at
// most two empty lines), or 0. It needs two more fields besides the first within the next eight lines.
func (c *classifier) headerBlock(i int) int {
	start := i
	for i < len(c.lines) && i < start+2 && c.lines[i].Text == "" {
		i++
	}
	if i >= len(c.lines) || !blockFirst.MatchString(head(c.lines[i].Text, 100)) {
		return 0
	}
	fields, last := 0, i
	for j := i + 1; j < len(c.lines) && j <= i+8; j++ {
		switch text := head(c.lines[j].Text, 100); {
		case blockNext.MatchString(text):
			fields++
			last = j
		case text == "" && fields >= 2:
			return last - start + 1
		}
	}
	if fields < 2 {
		return 0
	}
	return last - start + 1
}

// attribution returns the number of lines (one to three, for they are wrapped) of a line that introduces a quotation, or 0.
// One in an unknown language is recognised by its shape and by the quotation that follows.
func (c *classifier) attribution() int {
	joined := ""
	for n := 1; n <= 3 && c.at+n <= len(c.lines); n++ {
		line := c.lines[c.at+n-1]
		if line.Depth > 0 || line.Text == "" || len(line.Text) > 300 {
			return 0
		}
		if n > 1 && !attributionStart.MatchString(joined) && !strings.Contains(joined, "<") {
			return 0
		}
		joined = strings.TrimSpace(joined + " " + line.Text)
		if !strings.HasSuffix(joined, ":") && !strings.HasSuffix(joined, "：") {
			continue // every such line ends like this, and the patterns below are expensive
		}
		if attributionWords.MatchString(joined) && strings.HasSuffix(strings.TrimSpace(joined), ":") && attributionHas(joined) {
			return n
		}
		if attributionShape.MatchString(joined) && c.quotedAfter(c.at+n) {
			return n
		}
	}
	return 0
}

// attributionHas asks for a digit or an address, so that "am Abend schrieb ich dir:" does not count as an attribution.
func attributionHas(s string) bool { return strings.ContainsAny(s, "0123456789@") }

// quotedNext reports whether a line with a quote sign follows this one.
func (c *classifier) quotedNext() bool { return c.quotedAfter(c.at + 1) }

// quotedAfter reports whether the first line from i on that is not empty has a quote sign; it looks at four lines.
func (c *classifier) quotedAfter(i int) bool {
	for j := i; j < len(c.lines) && j < i+4; j++ {
		if c.lines[j].Depth > 0 {
			return true
		}
		if c.lines[j].Text != "" {
			return false
		}
	}
	return false
}

// nearEnd reports whether at most ten lines follow.
func (c *classifier) nearEnd() bool { return len(c.lines)-c.at <= 11 }

// head returns the first n bytes of s, for patterns that need no more.
func head(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}
