package mail_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"fieldpost/mail/message"
)

// The mails in testdata/clients are made from the lists below: what mail programs write (clients), in which languages they introduce a
// quotation (tongues), how text is put into bytes (dresses), where a player types (manners) and what happens to a mail on its way
// (damages). They are kept as files because a file can be looked at, and because anybody can add one: NAME.eml with NAME.orders beside
// it, which tells the orders that must be read from it. `go test ./mail -run TestMakeClients -make-clients` writes them anew.
var makeClients = flag.Bool("make-clients", false, "write testdata/clients anew")

// client is how a mail program writes.
type client struct {
	name      string
	header    string
	form      string // "plain", "flowed", "alternative", "html"
	block     bool   // introduces the quotation by a block of header fields instead of a line, without quote signs
	signature map[string]string
	html      [2]string // what stands before and after the quotation in HTML
}

var clients = []client{
	{name: "gmail-web", header: "X-Gm-Message-State: AOJu0Y\r\nMIME-Version: 1.0\r\n", form: "alternative", html: [2]string{`<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">%s<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">`, `</blockquote></div>`}},
	{name: "gmail-html", header: "X-Received: by 2002:a05\r\nMIME-Version: 1.0\r\n", form: "html", html: [2]string{`<div class="gmail_quote"><div dir="ltr" class="gmail_attr">%s<br></div><blockquote class="gmail_quote">`, `</blockquote></div>`}},
	{name: "outlook-desktop", header: "X-Mailer: Microsoft Outlook 16.0\r\nThread-Index: AQHa\r\nMIME-Version: 1.0\r\n", form: "plain", block: true},
	{name: "outlook-html", header: "X-MS-Has-Attach:\r\nThread-Index: AQHb\r\nMIME-Version: 1.0\r\n", form: "html", block: true, html: [2]string{`<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">%s</p></div></div>`, ``}},
	{name: "outlook-web", header: "X-MS-Exchange-Organization-SCL: -1\r\nMIME-Version: 1.0\r\n", form: "alternative", block: true, html: [2]string{`<hr style="display:inline-block;width:98%%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">%s</font></div>`, ``}},
	{name: "apple-mail", header: "X-Mailer: Apple Mail (2.3776)\r\nMime-Version: 1.0 (Mac OS X Mail 16.0)\r\n", form: "alternative", html: [2]string{`<div><br><blockquote type="cite"><div>%s</div><br class="Apple-interchange-newline"><div>`, `</div></blockquote></div>`}},
	{name: "iphone", header: "X-Mailer: iPhone Mail (21F90)\r\nMime-Version: 1.0 (1.0)\r\n", form: "plain", signature: map[string]string{
		"en": "Sent from my iPhone", "fr": "Envoyé de mon iPhone", "de": "Von meinem iPhone gesendet", "it": "Inviato da iPhone", "es": "Enviado desde mi iPhone", "nl": "Verstuurd vanaf mijn iPhone", "ja": "iPhoneから送信"}},
	{name: "thunderbird", header: "User-Agent: Mozilla Thunderbird\r\nMIME-Version: 1.0\r\n", form: "flowed"},
	{name: "thunderbird-html", header: "User-Agent: Mozilla Thunderbird\r\nMIME-Version: 1.0\r\n", form: "html", html: [2]string{`<div class="moz-cite-prefix">%s<br></div><blockquote type="cite" cite="mid:x@y"><pre class="moz-quote-pre" wrap="">`, `</pre></blockquote>`}},
	{name: "k9", header: "User-Agent: K-9 Mail for Android\r\nMIME-Version: 1.0\r\n", form: "plain", signature: map[string]string{
		"en": "Sent from my Android device with K-9 Mail. Please excuse my brevity.", "fr": "Envoyé de mon appareil Android avec K-9 Mail. Veuillez excuser ma brièveté.", "de": "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet."}},
	{name: "samsung", header: "X-Mailer: SamsungMail/6.1\r\nMIME-Version: 1.0\r\n", form: "plain", signature: map[string]string{
		"en": "Sent from my Galaxy", "fr": "Envoyé depuis mon appareil Galaxy", "de": "Von meinem Galaxy gesendet"}},
	{name: "outlook-ios", header: "X-Mailer: Outlook for iOS\r\nMIME-Version: 1.0\r\n", form: "plain", block: true, signature: map[string]string{
		"en": "Get Outlook for iOS<https://aka.ms/o0ukef>", "fr": "Télécharger Outlook pour iOS", "de": "Holen Sie sich Outlook für iOS"}},
	{name: "yahoo", header: "X-Mailer: WebService/1.1.22\r\nMIME-Version: 1.0\r\n", form: "plain"},
	{name: "proton", header: "X-Pm-Message-Id: 1\r\nMIME-Version: 1.0\r\n", form: "plain", signature: map[string]string{"en": "Sent with Proton Mail secure email.", "fr": "Envoyé avec la messagerie sécurisée Proton Mail."}},
	{name: "mutt", header: "User-Agent: Mutt/2.2.12\r\nMIME-Version: 1.0\r\n", form: "plain"},
	{name: "neomutt", header: "User-Agent: NeoMutt/20231103\r\nMIME-Version: 1.0\r\n", form: "flowed"},
	{name: "evolution", header: "User-Agent: Evolution 3.52.1\r\nMIME-Version: 1.0\r\n", form: "plain"},
	{name: "roundcube", header: "User-Agent: Roundcube Webmail\r\nMIME-Version: 1.0\r\n", form: "plain"},
	{name: "fairemail", header: "X-Mailer: FairEmail\r\nMIME-Version: 1.0\r\n", form: "html", html: [2]string{`<p>%s</p><blockquote dir="ltr" style="margin:0">`, `</blockquote>`}},
	{name: "becky", header: "X-Mailer: Becky! ver. 2.82.01 [ja]\r\nMIME-Version: 1.0\r\n", form: "plain"},
}

// tongue is how a language introduces a quotation and opens a mail.
type tongue struct {
	name        string
	attribution []string // in turn
	block       [4]string
	greeting    string
	latin       bool // its words fit one-byte charsets of the west
}

var tongues = []tongue{
	{"en", []string{"On Fri, 20 Nov 2026 at 18:22, Fieldpost <orders@example.org> wrote:", "On 20/11/2026 18:22, Fieldpost wrote:", "On Nov 20, 2026, at 18:22, Fieldpost <orders@example.org> wrote:"}, [4]string{"From: Fieldpost <orders@example.org>", "Sent: Friday, November 20, 2026 6:22 PM", "To: Camille <camille@example.net>", "Subject: [hill] Turn 3: report"}, "Hello, here are my orders.", true},
	{"fr", []string{"Le ven. 20 nov. 2026 à 18:22, Fieldpost <orders@example.org> a écrit :", "Le 20/11/2026 à 18:22, Fieldpost a écrit :"}, [4]string{"De : Fieldpost <orders@example.org>", "Envoyé : vendredi 20 novembre 2026 18:22", "À : Camille <camille@example.net>", "Objet : [hill] Tour 3 : compte rendu"}, "Bonjour, voici mes ordres.", true},
	{"de", []string{"Am Fr., 20. Nov. 2026 um 18:22 Uhr schrieb Fieldpost <orders@example.org>:", "Am 20.11.26 um 18:22 schrieb Fieldpost:"}, [4]string{"Von: Fieldpost <orders@example.org>", "Gesendet: Freitag, 20. November 2026 18:22", "An: Camille <camille@example.net>", "Betreff: [hill] Turn 3: report"}, "Hallo, hier sind meine Befehle.", true},
	{"it", []string{"Il giorno ven 20 nov 2026 alle ore 18:22 Fieldpost <orders@example.org> ha scritto:"}, [4]string{"Da: Fieldpost <orders@example.org>", "Inviato: venerdì 20 novembre 2026 18:22", "A: Camille <camille@example.net>", "Oggetto: [hill] Turn 3: report"}, "Buongiorno, ecco gli ordini.", true},
	{"es", []string{"El vie, 20 nov 2026 a las 18:22, Fieldpost (<orders@example.org>) escribió:"}, [4]string{"De: Fieldpost <orders@example.org>", "Enviado: viernes, 20 de noviembre de 2026 18:22", "Para: Camille <camille@example.net>", "Asunto: [hill] Turn 3: report"}, "Hola, mis órdenes.", true},
	{"nl", []string{"Op vr 20 nov 2026 om 18:22 schreef Fieldpost <orders@example.org>:"}, [4]string{"Van: Fieldpost <orders@example.org>", "Verzonden: vrijdag 20 november 2026 18:22", "Aan: Camille <camille@example.net>", "Onderwerp: [hill] Turn 3: report"}, "Hallo, mijn bevelen.", true},
	{"sv", []string{"Den fre 20 nov. 2026 kl 18:22 skrev Fieldpost <orders@example.org>:"}, [4]string{"Från: Fieldpost <orders@example.org>", "Skickat: den 20 november 2026 18:22", "Till: Camille <camille@example.net>", "Ämne: [hill] Turn 3: report"}, "Hej, mina order.", true},
	{"pt", []string{"Em sex., 20 de nov. de 2026 às 18:22, Fieldpost <orders@example.org> escreveu:"}, [4]string{"De: Fieldpost <orders@example.org>", "Enviado: 20 de novembro de 2026 18:22", "Para: Camille <camille@example.net>", "Assunto: [hill] Turn 3: report"}, "Olá, as minhas ordens.", true},
	{"ja", []string{"2026年11月20日(金) 18:22 Fieldpost <orders@example.org>:", "On Fri, 20 Nov 2026 18:22:36 +0000\r\nFieldpost <orders@example.org> wrote:"}, [4]string{"差出人: Fieldpost <orders@example.org>", "送信日時: 2026年11月20日 18:22", "宛先: Camille <camille@example.net>", "件名: [hill] Turn 3: report"}, "こんにちは、命令です。", false},
	{"pl", []string{"pt., 20 lis 2026 o 18:22 Fieldpost <orders@example.org> napisał(a):"}, [4]string{"Od: Fieldpost <orders@example.org>", "Wysłano: piątek, 20 listopada 2026 18:22", "Do: Camille <camille@example.net>", "Temat: [hill] Turn 3: report"}, "Dzień dobry, rozkazy.", false},
}

// dress is a charset and a transfer encoding.
type dress struct {
	name, charset, transfer string
	encoding                encoding.Encoding // nil: UTF-8
	west, japan             bool              // only texts of the west, of Japan
}

var dresses = []dress{
	{"utf8-8bit", "utf-8", "8bit", nil, false, false},
	{"utf8-qp", "UTF-8", "quoted-printable", nil, false, false},
	{"utf8-base64", "utf-8", "base64", nil, false, false},
	{"latin1-qp", "iso-8859-1", "quoted-printable", charmap.Windows1252, true, false},
	{"cp1252-8bit", "Windows-1252", "8bit", charmap.Windows1252, true, false},
	{"latin9-qp", "iso-8859-15", "quoted-printable", charmap.ISO8859_15, true, false},
	{"jis", "ISO-2022-JP", "7bit", japanese.ISO2022JP, false, true},
	{"sjis", "Shift_JIS", "8bit", japanese.ShiftJIS, false, true},
	{"eucjp", "EUC-JP", "base64", japanese.EUCJP, false, true},
	{"utf16", "utf-16", "base64", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), false, false},
	{"undeclared", "", "8bit", nil, false, false},
	{"lying", "us-ascii", "8bit", nil, false, false},
}

// turn is a set of orders: the lines, and how its form went out.
type turn struct {
	head  string
	lines []string
	form  []string // the open lines of its form, in step with lines
	end   string
}

var turnsOfClients = []turn{
	{"ORDERS hill turn 3", []string{"G1: move D5 D6; fire priority", "G2: hold", "standing watch entry=fire riposte=hold"}, []string{"G1:", "G2:", "standing watch:"}, "END"},
	{"ORDERS michael-7 turn 12 foot", []string{"move 18 Div: 2114-2115-2116", "attack 2217 with 18 Div, 50 Res; lead 18 Div"}, []string{"move 18 Div:", "attack 2217 with:"}, "END"},
	{"ORDRES colline tour 3", []string{"G1: avancer D5 D6", "CH: rallier G1 | sinon: guetter", "consigne retraite: vers D2"}, []string{"G1:", "CH:", "consigne retraite:"}, "FIN"},
	{"ORDERS cambrai-2 turn 1", []string{"when G1 pinned then CH: rally G1 | otherwise: watch"}, []string{"when G1 pinned then CH:"}, "END"},
}

// report is the mail that is answered: with orders that must never be taken from it, and the form.
func (u turn) report() []string {
	lines := []string{"[report] IN SHORT   You took 2116; lost nothing.", "", "What you ordered:", "  1  G9: surrender", "", "YOUR ORDER FORM"}
	return append(lines, message.Form(u.head, u.form)...)
}

func quoted(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.TrimRight("> "+l, " ")
	}
	return out
}

// manners are where a player types.
var manners = []struct {
	name  string
	write func(u turn, intro, signature []string, quote func([]string) []string) []string
}{
	{"top", func(u turn, intro, signature []string, quote func([]string) []string) []string {
		return join(block(u), signature, intro, quote(u.report()))
	}},
	{"bottom", func(u turn, intro, signature []string, quote func([]string) []string) []string {
		return join(intro, quote(u.report()), []string{""}, block(u), signature)
	}},
	{"between", func(u turn, intro, signature []string, quote func([]string) []string) []string {
		back := quote(u.report())
		at := len(back) - len(u.form) - 1
		mixed := append([]string{}, back[:at]...)
		for i, l := range u.lines {
			mixed = append(mixed, back[at+i], l)
		}
		return join(intro, append(mixed, back[len(back)-1]), signature)
	}},
	{"filled", func(u turn, intro, signature []string, quote func([]string) []string) []string {
		filled := u.report()
		copy(filled[len(filled)-1-len(u.lines):], u.lines)
		return join(intro, quote(filled), signature)
	}},
	{"alone", func(u turn, _, signature []string, _ func([]string) []string) []string {
		return join(block(u), signature)
	}},
}

func block(u turn) []string { return join([]string{u.head}, u.lines, []string{u.end}) }

func join(parts ...[]string) []string {
	var all []string
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// damages are what happens to a mail on its way, to its text or to its bytes; the orders stay what they are.
var damages = []struct {
	name  string
	text  func([]string) []string
	bytes func([]byte) []byte
}{
	{"whole", nil, nil},
	{"lf", nil, func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), "\r\n", "\n")) }},
	{"nbsp", func(l []string) []string {
		return each(l, func(s string) string { return strings.ReplaceAll(s, ": ", ":\u00a0") })
	}, nil},
	{"trailing", func(l []string) []string { return each(l, func(s string) string { return s + "   " }) }, nil},
	{"invisible", func(l []string) []string {
		return each(l, func(s string) string { return strings.Replace(s, " ", " \u200b", 1) })
	}, nil},
	{"footer", func(l []string) []string {
		return append(l, "", "_______________________________________________", "wargames mailing list", "To unsubscribe from this list: see the web page")
	}, nil},
	{"disclaimer", func(l []string) []string {
		return append(l, "", "This e-mail is confidential and intended solely for the addressee.", "ORDERS hill turn 3 are not in this notice.")
	}, nil},
	{"spaced", func(l []string) []string {
		var out []string
		for _, s := range l {
			out = append(out, s, "")
		}
		return out
	}, nil},
}

func each(lines []string, change func(string) string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = change(l)
	}
	return out
}

// body puts lines into the form, charset and encoding of a mail.
func body(c client, d dress, lines []string, page string) (head, text string) {
	put := func(kind, s string) string {
		raw := []byte(s)
		if d.encoding != nil {
			encoded, err := encoding.ReplaceUnsupported(d.encoding.NewEncoder()).Bytes(raw)
			if err != nil {
				panic(err)
			}
			raw = encoded
		}
		head := "Content-Type: " + kind
		if d.charset != "" {
			head += "; charset=" + d.charset
		}
		if c.form == "flowed" && kind == "text/plain" {
			head += "; format=flowed"
		}
		return head + "\r\nContent-Transfer-Encoding: " + d.transfer + "\r\n\r\n" + transfer(d.transfer, raw)
	}
	plain := strings.Join(lines, "\r\n") + "\r\n"
	switch c.form {
	case "html":
		return split(put("text/html", page))
	case "alternative":
		return "Content-Type: multipart/alternative; boundary=\"000000000000a1b2\"\r\n",
			"--000000000000a1b2\r\n" + put("text/plain", plain) + "\r\n--000000000000a1b2\r\n" + put("text/html", page) + "\r\n--000000000000a1b2--\r\n"
	}
	return split(put("text/plain", plain))
}

func split(part string) (head, text string) {
	head, text, _ = strings.Cut(part, "\r\n\r\n")
	return head + "\r\n", text
}

// transfer is what a mail program does to bytes; quoted-printable breaks its lines at 60 characters, which no other writer here does.
func transfer(name string, raw []byte) string {
	var b strings.Builder
	switch name {
	case "base64":
		text := base64.StdEncoding.EncodeToString(raw)
		for len(text) > 76 {
			b.WriteString(text[:76] + "\r\n")
			text = text[76:]
		}
		return b.String() + text + "\r\n"
	case "quoted-printable":
		for line := range strings.SplitSeq(strings.TrimSuffix(string(raw), "\r\n"), "\r\n") {
			n := 0
			for i := 0; i < len(line); i++ {
				c := line[i]
				s := string([]byte{c})
				if c >= 0x80 || c == '=' || c < ' ' || c == ' ' && i == len(line)-1 {
					s = fmt.Sprintf("=%02X", c)
				}
				if n += len(s); n > 60 {
					b.WriteString("=\r\n")
					n = len(s)
				}
				b.WriteString(s)
			}
			b.WriteString("\r\n")
		}
		return b.String()
	}
	return string(raw)
}

// page is the HTML of the same mail.
func page(c client, lines, intro []string, manner string) string {
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\u00a0", "&nbsp;").Replace
	var b strings.Builder
	b.WriteString("<html><head><style>p{margin:0}</style></head><body>")
	open := false
	div := func(s string) {
		if s == "" {
			s = "<br>"
		}
		b.WriteString("<div>" + s + "</div>\r\n")
	}
	skip := len(intro)
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		back := strings.HasPrefix(line, ">") && !c.block
		if skip > 0 && i+skip <= len(lines) && slices.EqualFunc(lines[i:i+skip], intro, func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }) {
			b.WriteString(fmt.Sprintf(c.html[0], strings.Join(each(intro, escape), "<br>")))
			i += skip - 1
			open, skip = true, 0
			continue
		}
		if back {
			if !open {
				b.WriteString("<blockquote>")
				open = true
			}
			div(escape(strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")))
			continue
		}
		if open && !c.block && line != "" {
			b.WriteString("</blockquote>")
			open = false
		}
		div(escape(line))
	}
	if open {
		b.WriteString(c.html[1])
	}
	b.WriteString("</body></html>\r\n")
	return b.String()
}

// TestMakeClients writes testdata/clients from the lists: every client in every language that it can have, with manners, dresses, turns and
// damages going round so that all of them meet.
func TestMakeClients(t *testing.T) {
	if !*makeClients {
		t.Skip("only with -make-clients")
	}
	dir := filepath.Join("testdata", "clients")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	n := 0
	for ci, c := range clients {
		for ti, tongue := range tongues {
			for round := range 2 {
				k := ci + 3*ti + 7*round
				manner, u, damage := manners[k%len(manners)], turnsOfClients[(k/2)%len(turnsOfClients)], damages[(k*3+ti)%len(damages)]
				if c.block && (manner.name == "bottom" || manner.name == "between" || manner.name == "filled") {
					manner = manners[0] // below such a block everything is quoted: who types there marks it by other means
				}
				d := dresses[(k*5+round)%len(dresses)]
				if d.west && (!tongue.latin || damage.name == "invisible") || d.japan && tongue.name != "ja" {
					d = dresses[k%3]
				}
				if tongue.name == "ja" && round == 0 {
					d = dresses[6+ci%3]
					if damage.name == "nbsp" || damage.name == "invisible" {
						damage = damages[0]
					}
				}
				n++
				name := fmt.Sprintf("%s-%s-%s-%s-%s-%d", c.name, tongue.name, manner.name, d.name, damage.name, round)
				writeClient(t, filepath.Join(dir, name), c, tongue, d, u, k, manner.name, manner.write, damage.text, damage.bytes)
			}
		}
	}
	t.Logf("%d mails", n)
}

func writeClient(t *testing.T, path string, c client, l tongue, d dress, u turn, k int, manner string,
	write func(turn, []string, []string, func([]string) []string) []string, damageText func([]string) []string, damageBytes func([]byte) []byte) {
	t.Helper()
	intro := strings.Split(l.attribution[k%len(l.attribution)], "\r\n")
	quote := quoted
	if c.block {
		intro = append([]string{"", "________________________________"}, l.block[:]...)
		intro = append(intro, "")
		quote = func(lines []string) []string { return lines }
	}
	var signature []string
	if s := c.signature[l.name]; s != "" {
		signature = []string{"", s, ""}
	} else if k%3 == 0 {
		signature = []string{"", "-- ", "Camille Dupont", "Secretary of the club"}
	}
	lines := write(u, intro, signature, quote)
	if manner == "top" || manner == "alone" {
		lines = append([]string{l.greeting, ""}, lines...)
	}
	if damageText != nil {
		lines = damageText(lines)
	}
	if c.form == "flowed" { // a space at a line's end would join it with the next
		lines = each(lines, func(s string) string {
			if s == "-- " {
				return s
			}
			return strings.TrimRight(s, " ")
		})
	}
	head, text := body(c, d, lines, page(c, lines, intro, manner))
	raw := "From: Camille Dupont <camille@example.net>\r\nTo: orders+hill.south.abcdefghijklmnop@example.org\r\nSubject: Re: [hill] Turn 3: report\r\n" +
		"Date: Sat, 21 Nov 2026 18:22:36 +0100\r\nMessage-ID: <" + filepath.Base(path) + "@mail.example.net>\r\nIn-Reply-To: <fieldpost.hill.41@example.org>\r\n" +
		c.header + head + "\r\n" + text
	data := []byte(raw)
	if damageBytes != nil {
		data = damageBytes(data)
	}
	if err := os.WriteFile(path+".eml", data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".orders", []byte(strings.Join(block(u), "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
