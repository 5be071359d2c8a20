package message

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Find picks what a mail says to us from its lines.
//
// A block whose header was typed (or stands in an attached text) always counts. One whose header came back quoted counts if lines were
// typed into it, or if it carries a form's mark and differs from that form. A forwarded one counts if it is not an unfilled form. Among the
// blocks for one game, those of the highest rank count (typed, then quoted, then forwarded), and the same block twice (text and attachment)
// counts once. If there is no block but the Subject is a block's header, the typed lines are its block; otherwise the lines below a CHECK
// are.
func Find(in *Incoming) Contents {
	f := finder{in: in, used: make([]bool, len(in.Lines)), kinds: make([]lineKind, len(in.Lines))}
	for i, line := range in.Lines {
		f.kinds[i] = kindOf(line.Text)
	}
	for from := 0; from < len(in.Lines); {
		to := from
		for to < len(in.Lines) && in.Lines[to].Part == in.Lines[from].Part {
			to++
		}
		f.part(from, to)
		from = to
	}
	f.choose()
	if len(f.out.Blocks) == 0 {
		f.subjectBlock()
	}
	if len(f.out.Blocks) == 0 {
		f.checkBlock()
	}
	f.tried()
	f.commands()
	f.ignored()
	return f.out
}

// lineKind is what a line can be by its form alone.
type lineKind uint8

const (
	otherLine   lineKind = iota
	sureHeader           // no one writes such a line in a sentence
	maybeHeader          // a header if an END follows
	endOfBlock
)

func kindOf(text string) lineKind {
	if _, _, sure, ok := blockHeader(text); ok {
		if sure {
			return sureHeader
		}
		return maybeHeader
	}
	if isEnd(text) {
		return endOfBlock
	}
	return otherLine
}

// deepest is the quote depth down to which blocks are looked for. Text quoted more often than that is never meant as orders.
const deepest = 8

// candidate is a block with what is needed to decide whether it counts.
type candidate struct {
	Block
	at     int   // index of the header line
	lines  []int // indices of all its lines, END included
	typed  bool  // lines were typed between quoted ones
	filled bool  // it differs from the form whose mark it carries, and is not the beginning of one that was cut off
}

type finder struct {
	in    *Incoming
	kinds []lineKind
	used  []bool // lines that are part of a block that counts, or a command
	found []candidate
	out   Contents
	drops []Ignored
}

// part looks for blocks in the lines [from,to) of one part.
func (f *finder) part(from, to int) {
	for i := from; i < to; i++ {
		if f.kinds[i] != sureHeader && f.kinds[i] != maybeHeader {
			continue
		}
		line := f.in.Lines[i]
		switch line.From {
		case Typed, Quoted, Forwarded:
		default:
			continue
		}
		if line.Depth > deepest {
			continue
		}
		if last, ok := f.open(i, to); ok && line.From != Quoted {
			i = last
		}
	}
}

// belongs reports whether a line may be part of the block that line open began.
func belongs(open, line Line) bool {
	if open.From == line.From && open.Depth == line.Depth {
		return true
	}
	return open.From == Quoted && line.From == Typed
}

// open reads the block whose header is line i and returns the index of its last line.
func (f *finder) open(i, to int) (int, bool) {
	head := f.in.Lines[i]
	sure := f.kinds[i] == sureHeader
	var lines []int
	closed, broken := false, -1
	j := i + 1
scan:
	for ; j < to; j++ {
		line := f.in.Lines[j]
		if !belongs(head, line) {
			if broken < 0 && line.Text != "" && (head.From != Quoted || line.From == Signature || line.From == Attribution) {
				broken = len(lines) // an unclosed block ends where something else begins
			}
			continue
		}
		switch kind := f.kinds[j]; {
		case kind == endOfBlock:
			lines, closed = append(lines, j), true
			break scan
		case kind == sureHeader, kind == maybeHeader && !sure:
			break scan
		}
		if line.Text != "" {
			lines = append(lines, j)
		}
	}
	if !closed {
		if !sure {
			return 0, false
		}
		if broken >= 0 {
			lines = lines[:broken]
		}
		for head.From == Quoted && len(lines) > 0 && f.in.Lines[lines[len(lines)-1]].From == Typed {
			lines = lines[:len(lines)-1]
		}
	}
	f.found = append(f.found, f.candidate(i, lines, closed))
	if len(lines) == 0 {
		return i, true
	}
	return lines[len(lines)-1], true
}

func (f *finder) candidate(at int, lines []int, closed bool) candidate {
	head := f.in.Lines[at]
	game, rest, _, _ := blockHeader(head.Text)
	c := candidate{Block: Block{Game: game, Words: rest, From: head.From, Part: head.Part, Closed: closed}, at: at, lines: lines}
	content := lines
	if closed {
		content = lines[:len(lines)-1]
	}
	digest := newMark(head.Text)
	for _, i := range content {
		line := f.in.Lines[i]
		text := plainText(line.Text)
		if m := formMark.FindStringSubmatch(text); m != nil {
			c.Form = m[1]
			continue
		}
		digest.add(text)
		if n := len(c.Lines); line.Rest && n > 0 {
			c.Lines[n-1].Text += " " + text
			continue
		}
		back := line.From != Typed
		if head.From == Quoted && !back {
			c.typed = true
		}
		c.Lines = append(c.Lines, BlockLine{Text: text, Typed: line.Text, Number: i + 1, Quoted: back})
	}
	c.filled = c.Form == "" || digest.String() != c.Form && (closed || slices.ContainsFunc(c.Lines, func(l BlockLine) bool { return !silent(l.Text) }))
	c.join()
	return c
}

// unfilled reports whether a line of a form was left empty.
func unfilled(text string) bool {
	return strings.HasSuffix(text, ":") || strings.HasSuffix(text, ": ...")
}

// silent reports whether a line of a form orders nothing.
func silent(text string) bool { return strings.HasPrefix(text, "#") || unfilled(text) }

// choose selects the blocks that count.
func (f *finder) choose() {
	rank := map[string]Provenance{}
	var counting []candidate
	for _, c := range f.found {
		switch {
		case !c.filled && !c.typed:
			f.drop("mail.ignored.form", c)
			continue
		case c.From == Quoted && !c.typed && c.Form == "":
			continue // the lines are reported as quoted ones
		}
		if best, seen := rank[c.Game]; !seen || order(c.From) < order(best) {
			rank[c.Game] = c.From
		}
		counting = append(counting, c)
	}
	if best, named := rank[""]; named { // a block that names no game means the one that the mail is about
		for game, from := range rank {
			if order(best) < order(from) {
				rank[game] = best
			}
		}
	}
	for _, c := range counting {
		if c.From != rank[c.Game] {
			f.drop("mail.ignored.outranked", c)
			continue
		}
		if slices.ContainsFunc(f.out.Blocks, func(b Block) bool { return sameBlock(b, c.Block) }) {
			f.drop("mail.ignored.repeated", c)
			continue
		}
		f.use(c)
		if f.asked(&c.Block) && len(c.Lines) == 0 {
			continue
		}
		f.out.Blocks = append(f.out.Blocks, c.Block)
	}
}

// asked takes the questions out of a block, and lines that are withdrawn by their numbers: what can be ordered, and what would come of it, is no
// order, and is asked as if it stood beside the block. A block in which its sender wrote nothing else is none: he takes no orders back by asking. It
// reports whether there was such a line.
func (f *finder) asked(b *Block) bool {
	n := len(f.out.Commands)
	rest := slices.DeleteFunc(slices.Clone(b.Lines), func(l BlockLine) bool {
		c, ok := command(l.Text, false)
		ok = ok && !l.Quoted && (slices.Contains(questions, c.Word) || takesBack(c))
		if ok {
			f.out.Commands = append(f.out.Commands, c)
		}
		return ok
	})
	if len(f.out.Commands) == n {
		return false
	}
	if !slices.ContainsFunc(rest, func(l BlockLine) bool { return !silent(l.Text) }) {
		rest = nil
	}
	b.Lines = rest
	return true
}

// lineNumbers are the numbers of lines, which no place and no unit has: "8", "8, 9", "8 and 9".
var lineNumbers = regexp.MustCompile(`^\d{1,2}([ ,;.]+(\pL+ )?\d{1,2})*[.!]?$`)

// questions are the commands that ask about orders, which no order begins with.
var questions = []string{"OPTIONS", "TARGETS", "REACH", "LOS", "ODDS"}

func order(from Provenance) int {
	switch from {
	case Typed:
		return 0
	case Quoted:
		return 1
	}
	return 2
}

func sameBlock(a, b Block) bool {
	return a.Game == b.Game && strings.EqualFold(a.Words, b.Words) &&
		slices.EqualFunc(a.Lines, b.Lines, func(x, y BlockLine) bool { return x.Text == y.Text })
}

func (f *finder) use(c candidate) {
	f.used[c.at] = true
	for _, i := range c.lines {
		f.used[i] = true
	}
}

func (f *finder) drop(reason string, c candidate) {
	f.use(c)
	f.drops = append(f.drops, Ignored{Reason: reason, Lines: 1 + len(c.lines), Sample: Sample(f.in.Lines[c.at].Text)})
}

// subjectPrefix is what mail programs put before the subject of an answer or a forwarded mail.
var subjectPrefix = regexp.MustCompile(`(?i)^\s*(re|aw|sv|antw|ref|rép|fw|fwd|tr|wg|i|enc|rv)\s*(\[\d+\])?\s*[:：]`)

// forwardSubject is such a prefix of a forwarded mail.
var forwardSubject = regexp.MustCompile(`(?i)^\s*(fw|fwd|tr|wg|enc|rv|転送)\s*[:：]`)

// ownSubject returns the Subject if the sender wrote it himself: not that of an answer, and not one of ours with the game in brackets.
func (f *finder) ownSubject() string {
	s := strings.TrimSpace(f.in.Subject)
	if subjectPrefix.MatchString(s) || strings.HasPrefix(s, "[") {
		return ""
	}
	return s
}

// subjectBlock makes a block of the typed lines if the Subject is a header.
func (f *finder) subjectBlock() {
	subject := f.ownSubject()
	if kindOf(subject) != sureHeader {
		return
	}
	game, rest, _, _ := blockHeader(subject)
	b := Block{Game: game, Words: rest, From: Typed}
	for i, line := range f.in.Lines {
		if line.Part != 0 || line.From != Typed || line.Text == "" || f.used[i] {
			continue
		}
		f.used[i] = true
		if f.kinds[i] == endOfBlock {
			b.Closed = true
			break
		}
		b.Lines = append(b.Lines, BlockLine{Text: plainText(line.Text), Typed: line.Text, Number: i + 1})
	}
	if len(b.Lines) > 0 {
		f.out.Blocks = append(f.out.Blocks, b)
	}
}

// checkBlock takes what is typed right below a CHECK, without ORDERS and END, as the lines to be tried: up to an empty line, an END or
// another command, if something in it has a colon or a number as orders do ("CHECK", "Thanks, Ann" tries nothing).
func (f *finder) checkBlock() {
	at, args, first := -1, "", true
	for i, line := range f.in.Lines {
		if line.Part != 0 || line.From != Typed || line.Text == "" {
			continue
		}
		c, ok := command(line.Text, first)
		if first = false; ok && c.Word == "CHECK" {
			at, args = i, c.Args
			break
		}
	}
	if at < 0 {
		return
	}
	b := Block{From: Typed}
	if game, rest, _, ok := blockHeader("ORDERS " + args); ok {
		b.Game, b.Words = game, rest
	}
	to, orders := at+1, false
	for ; to < len(f.in.Lines); to++ {
		line := f.in.Lines[to]
		_, asks := command(line.Text, false)
		if line.Part != 0 || line.From != Typed || line.Text == "" || asks {
			break
		}
		if f.kinds[to] == endOfBlock {
			b.Closed = true
			to++
			break
		}
		orders = orders || strings.ContainsAny(line.Text, ":0123456789")
		b.Lines = append(b.Lines, BlockLine{Text: plainText(line.Text), Typed: line.Text, Number: to + 1})
	}
	if !orders {
		return
	}
	for i := at; i < to; i++ {
		f.used[i] = true
	}
	f.out.Blocks = append(f.out.Blocks, b)
	f.out.Commands = append(f.out.Commands, Command{Word: "CHECK", Args: args}) // with its block, or the block would be filed as orders
}

// tried treats a CHECK alone on a line between ORDERS and END as the command that it is meant to be: a player who wants his orders tried
// must not find them filed.
func (f *finder) tried() {
	for i := range f.out.Blocks {
		b := &f.out.Blocks[i]
		n := len(b.Lines)
		b.Lines = slices.DeleteFunc(b.Lines, func(l BlockLine) bool {
			c, ok := command(l.Text, true)
			return ok && c.Word == "CHECK" && c.Args == "" && !l.Quoted
		})
		if len(b.Lines) < n {
			f.out.Commands = append(f.out.Commands, Command{Word: "CHECK"})
		}
	}
}

// commands takes commands and loose lines from what was typed outside blocks.
func (f *finder) commands() {
	first := true
	for i := 0; i < len(f.in.Lines); i++ {
		line := f.in.Lines[i]
		if line.Part != 0 || line.From != Typed || line.Text == "" || f.used[i] {
			continue
		}
		c, ok := command(line.Text, first)
		first = false
		if !ok {
			f.loose(i)
			continue
		}
		f.used[i] = true
		if c.Word == "PRESS" {
			c.Text = f.pressText(i + 1)
		}
		f.out.Commands = append(f.out.Commands, c)
	}
	if len(f.out.Commands) == 0 && len(f.out.Blocks) == 0 {
		c, ok := command(f.ownSubject(), true)
		if c.Subject = true; !ok {
			return
		}
		if c.Word == "PRESS" {
			c.Text, f.out.Loose = f.pressText(0), nil
		}
		f.out.Commands = append(f.out.Commands, c)
	}
}

// pressText takes the typed lines from i on up to END or the end of what was typed. Where END closes the message, quoted lines in it do not:
// they are left out, since the letter that they come from may tell what its readers must not know.
func (f *finder) pressText(i int) []string {
	var text []string
	closed := f.pressEnd(i)
	for ; i < len(f.in.Lines); i++ {
		line := f.in.Lines[i]
		if line.Part != 0 || line.From != Typed || f.used[i] && line.Text != "" {
			if line.Text == "" || closed {
				continue
			}
			break
		}
		f.used[i] = true
		if f.kinds[i] == endOfBlock {
			break
		}
		text = append(text, line.Text)
	}
	for len(text) > 0 && text[0] == "" {
		text = text[1:]
	}
	for len(text) > 0 && text[len(text)-1] == "" {
		text = text[:len(text)-1]
	}
	return text
}

// pressEnd reports whether a typed END closes a message that begins at line i, with no order, command or attachment in between.
func (f *finder) pressEnd(i int) bool {
	for ; i < len(f.in.Lines) && f.in.Lines[i].Part == 0 && (!f.used[i] || f.in.Lines[i].Text == ""); i++ {
		if f.in.Lines[i].From == Typed && f.kinds[i] == endOfBlock {
			return true
		}
	}
	return false
}

// ignored reports what was left out, in the order of the reasons below, so that receipts look alike.
func (f *finder) ignored() {
	reasons := []string{"mail.ignored.signature", "mail.ignored.quoted", "mail.ignored.forwarded", "mail.ignored.disclaimer", "mail.ignored.attached-text",
		"mail.ignored.struck", "mail.ignored.hidden"}
	sums := make([]Ignored, len(reasons))
	for i, line := range f.in.Lines {
		if f.used[i] || line.Text == "" {
			continue
		}
		if line.From == Doubtful {
			f.out.Doubtful = append(f.out.Doubtful, DoubtfulLine{Text: plainText(line.Text), Why: line.Doubt})
			continue
		}
		at := 0
		switch {
		case line.Part > 0:
			at = 4
		case line.From == Typed:
			continue
		case line.From == Quoted, line.From == Attribution:
			at = 1
		case line.From == Forwarded:
			at = 2
		case line.From == Disclaimer:
			at = 3
		case line.From == Struck:
			at = 5
		case line.From == Hidden:
			at = 6
		}
		if sums[at].Lines++; sums[at].Sample == "" {
			sums[at].Sample = Sample(line.Text)
		}
	}
	f.out.Ignored = f.drops
	for i, s := range sums {
		if s.Lines > 0 {
			s.Reason = reasons[i]
			f.out.Ignored = append(f.out.Ignored, s)
		}
	}
	for _, a := range f.in.Attachments {
		if a.Part == 0 && (a.Type == "application/ms-tnef" || strings.EqualFold(a.Name, "winmail.dat")) {
			f.out.Ignored = append(f.out.Ignored, Ignored{Reason: "mail.ignored.winmail", Sample: Sample(a.Name)})
		} else if a.Part == 0 {
			f.out.Ignored = append(f.out.Ignored, Ignored{Reason: "mail.ignored.attachment", Sample: Sample(a.Name)})
		}
	}
}

// Sample cuts a line to 60 characters.
func Sample(text string) string {
	n := 0
	for i := range text {
		if n == 60 {
			return text[:i]
		}
		n++
	}
	return text
}

// markDigest makes a form's mark: of all characters but white space, so that a mail program may wrap lines.
type markDigest struct{ text strings.Builder }

func newMark(header string) *markDigest {
	m := &markDigest{}
	m.add(plainText(header))
	return m
}

func (m *markDigest) add(text string) {
	for _, r := range text {
		if !unicode.IsSpace(r) {
			m.text.WriteRune(r)
		}
	}
}

// String returns eight hexadecimal digits.
func (m *markDigest) String() string {
	sum := sha256.Sum256([]byte(m.text.String()))
	return hex.EncodeToString(sum[:4])
}

// Form returns the lines of a blank order form: header, mark, lines, END in the language of the header. That is "ORDERS cambrai-2
// turn 3 foot", lines are what the player may fill in ("move 1/Essex:") or leave. Every block that we print in a letter must be
// made by Form, else it would count as orders when it comes back.
func Form(header string, lines []string) []string {
	mark := newMark(header)
	for _, line := range lines {
		mark.add(plainText(line))
	}
	end := ""
	first, _, _ := strings.Cut(header, " ")
	for _, t := range ourWords().tongues {
		if end == "" || strings.EqualFold(first, t.Orders[0]) {
			end = strings.ToUpper(t.End[0])
		}
	}
	form := make([]string, 0, len(lines)+3)
	form = append(form, header, "#form "+mark.String())
	form = append(form, lines...)
	return append(form, end)
}

// Added returns the lines of b that are not lines of the form as it went out (what Form gave): what the player typed or filled
// in. A line that the form has twice may come back twice.
func (b Block) Added(form []string) []BlockLine {
	known := map[string]int{}
	for _, line := range form {
		known[plainText(line)]++
	}
	var added []BlockLine
	for _, line := range b.Lines {
		if line.Quoted && known[line.Text] > 0 {
			known[line.Text]--
			continue
		}
		added = append(added, line)
	}
	return added
}
