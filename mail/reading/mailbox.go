package reading

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	netmail "net/mail"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/message"
	"fieldpost/projections/audit"
)

// readLimits are the limits of an audit, which reads letters of ours with maps, not mails of strangers.
var readLimits = message.Limits{Bytes: 64 << 20, HeaderBytes: 1 << 20, HeaderFields: 5000, Text: 16 << 20, Line: 1 << 20}

// Tongue returns the order language of a rulebook.
type Tongue func(rulebook string) orders.Language

// Mailbox is a player's mailbox as it is read: the letters about a game, their readers, and everything else, of which only mails from the
// readers to the game's host count.
type Mailbox struct {
	tongue         Tongue
	box            audit.Mailbox
	games          []string // that it holds letters about
	readers, hosts []string // addresses
	rest           []*message.Incoming
	letters        map[string][]byte      // by message id: what his mails may quote
	mails          map[events.Hash][]byte // by key: the others, likewise
}

// Open reads a mailbox as a player keeps it. Only letters about the named game count; Games lists the games that there are letters
// about.
func Open(tongue Tongue, name string, mails []message.Kept, game string) *Mailbox {
	g := &Mailbox{tongue: tongue, box: audit.Mailbox{Name: name}, letters: map[string][]byte{}, mails: map[events.Hash][]byte{}}
	for _, m := range mails {
		in, err := message.Read(m.Raw, readLimits)
		if in == nil || err != nil && in.MessageID == "" {
			continue
		}
		l, about, ok := letterOf(m, in)
		if !ok {
			g.rest = append(g.rest, in)
			g.mails[in.Key] = m.Raw
			continue
		}
		if !slices.Contains(g.games, about) {
			g.games = append(g.games, about)
		}
		if about != game {
			continue
		}
		g.box.Letters = append(g.box.Letters, l)
		g.letters[in.MessageID] = m.Raw
		g.readers = append(g.readers, in.Recipients...)
		g.hosts = append(g.hosts, in.From.Address, in.ReplyTo.Address)
	}
	return g
}

// Games lists the games that the mailbox holds letters about.
func (g *Mailbox) Games() []string { return g.games }

// Evidence returns what the mailbox proves by itself.
func (g *Mailbox) Evidence(game string) audit.Mailbox {
	g.sent(g.rest, game)
	return g.box
}

// sent collects those mails that a reader of the mailbox wrote to the game's host.
func (g *Mailbox) sent(mails []*message.Incoming, game string) {
	for _, in := range mails {
		if !slices.Contains(g.readers, in.From.Address) || !slices.ContainsFunc(in.Recipients, func(a string) bool { return slices.Contains(g.hosts, a) || sameHost(g.hosts, a) }) {
			continue
		}
		said := message.Find(in)
		at := int64(0)
		if !in.Date.IsZero() {
			at = in.Date.UnixMilli()
		}
		g.box.Sent = append(g.box.Sent, audit.Sent{
			Key: in.Key, MessageID: in.MessageID, Subject: in.Subject, At: at, Orders: len(said.Blocks) > 0 && aboutGame(said, in, game), Read: g.reread(in, said),
		})
	}
}

// Together merges mailboxes of the same player into one: the files of his inbox and of what he sent, or those of one year and the next.
func Together(all []*Mailbox, game string) []audit.Mailbox {
	var players []*Mailbox
	var others []*Mailbox
	for _, g := range all {
		if len(g.box.Letters) == 0 {
			others = append(others, g)
			continue
		}
		i := slices.IndexFunc(players, func(p *Mailbox) bool {
			return slices.ContainsFunc(p.readers, func(a string) bool { return slices.Contains(g.readers, a) })
		})
		if i < 0 {
			players = append(players, g)
			continue
		}
		p := players[i]
		p.box.Name += ", " + g.box.Name
		p.box.Letters = append(p.box.Letters, g.box.Letters...)
		p.readers, p.hosts, p.rest = append(p.readers, g.readers...), append(p.hosts, g.hosts...), append(p.rest, g.rest...)
		maps.Copy(p.letters, g.letters)
		maps.Copy(p.mails, g.mails)
	}
	var boxes []audit.Mailbox
	for _, o := range others {
		used := false
		for _, p := range players {
			if slices.ContainsFunc(o.rest, func(in *message.Incoming) bool { return slices.Contains(p.readers, in.From.Address) }) {
				p.rest, used = append(p.rest, o.rest...), true
				maps.Copy(p.mails, o.mails)
				p.box.Name += ", " + o.box.Name
			}
		}
		if !used {
			boxes = append(boxes, o.box) // the audit reports what is missing in it
		}
	}
	for i, p := range slices.Backward(players) {
		p.sent(p.rest, game)
		boxes = slices.Insert(boxes, 0, players[i].box)
	}
	return boxes
}

// reread returns how a player's own copy of a mail is read: as the clerk reads mails that come in, with the letters and mails of the mailbox
// for those of the log.
func (g *Mailbox) reread(in *message.Incoming, said message.Contents) func(m *adjudicator.Match, seat string) audit.Reread {
	return func(m *adjudicator.Match, seat string) audit.Reread {
		if m.Engine == nil || m.Now == nil || m.Open == nil {
			return audit.Reread{Whole: true}
		}
		in, said, whole := Recognized(m, table.Seat(seat), in, said,
			func(l adjudicator.Letter) *message.Quotable {
				return inBox(g.letters[l.Issued.MessageID], message.NewQuotable)
			},
			func(o adjudicator.OrderMail) *message.Quotable {
				return inBox(g.mails[o.Mail], message.NewQuotableMail)
			})
		r := m.Read(table.Seat(seat), g.tongue(m.Announced.Rulebook), Writing(in, said))
		return audit.Reread{Orders: r.Orders, Took: r.Took && r.Untimely == "", Whole: whole}
	}
}

// inBox returns a text that the mailbox holds, or nil if it holds none.
func inBox(raw []byte, read func(raw []byte) *message.Quotable) *message.Quotable {
	if raw == nil {
		return nil
	}
	return read(raw)
}

// aboutGame reports whether orders name this game or no game.
func aboutGame(said message.Contents, in *message.Incoming, game string) bool {
	if s := SubjectGame(in.Subject); s != "" {
		return s == game
	}
	return slices.ContainsFunc(said.Blocks, func(b message.Block) bool { return b.Game == "" || b.Game == game })
}

// sameHost reports whether an address is one of the host's: orders@, or orders+token@ of the same domain.
func sameHost(hosts []string, address string) bool {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	local, _, _ = strings.Cut(local, "+")
	return slices.ContainsFunc(hosts, func(h string) bool {
		l, d, _ := strings.Cut(strings.ToLower(h), "@")
		l, _, _ = strings.Cut(l, "+")
		return h != "" && l == local && d == domain
	})
}

// letterOf reads a letter of ours: one with a checkpoint, or one that says so. A letter that lost its checkpoint is a letter still, and the
// audit must compare it.
func letterOf(m message.Kept, in *message.Incoming) (l audit.Letter, game string, ok bool) {
	l = audit.Letter{Name: m.Name, MessageID: in.MessageID, Answers: in.InReplyTo, Received: receivedAt(m.Raw)}
	var proofs []checkpoint.Proof
	var receipts []audit.Paper
	for _, f := range message.Files(m.Raw) {
		switch {
		case strings.HasSuffix(f.Name, ".checkpoint"):
			if a, err := checkpoint.ParseAdvance(string(f.Data)); err == nil {
				l.Advance, ok = &a, true
				_, game, _ = strings.Cut(a.Origin, "/g/")
			}
		case strings.HasSuffix(f.Name, ".tlog-proof"):
			if p, err := checkpoint.ParseProof(string(f.Data)); err == nil {
				proofs = append(proofs, p)
			}
		case strings.HasSuffix(f.Name, "-papers.json"):
			papersOf(f.Data, &l)
		case strings.HasSuffix(f.Name, ".json"):
			if p, ok := receiptOf(f.Data); ok {
				receipts = append(receipts, p)
			}
		}
	}
	for _, p := range receipts {
		for _, x := range proofs {
			if x.Index == p.Seq-1 {
				p.Proof = &x
			}
		}
		l.Papers = append(l.Papers, p)
	}
	if !ok {
		game, ok = in.Claims, in.Claims != "" && in.Claims != NoGame
	}
	if ok {
		l.Digests = digestsOf(m.Raw)
	}
	return l, game, ok
}

// papersOf reads a papers file into a letter; malformed parts are left out and so found missing.
func papersOf(data []byte, l *audit.Letter) {
	var p Papers
	if json.Unmarshal(data, &p) != nil || p.Schema != PapersSchema {
		return
	}
	if leaves, err := base64.StdEncoding.DecodeString(p.Leaves); err == nil && len(leaves)%32 == 0 && p.From > 0 {
		l.From = p.From
		for ; len(leaves) > 0; leaves = leaves[32:] {
			l.Leaves = append(l.Leaves, events.Hash(leaves[:32]))
		}
	}
	for _, e := range p.Events {
		paper := audit.Paper{Seq: e.Seq, Event: e.Event}
		if proof, err := checkpoint.ParseProof(e.Proof); err == nil {
			paper.Proof = &proof
		}
		for _, s := range e.Secrets {
			if salt, err := events.ParseHash(s.Salt); err == nil {
				paper.Secrets = append(paper.Secrets, events.Secret{Salt: salt, Plain: s.Plain})
			}
		}
		l.Papers = append(l.Papers, paper)
	}
}

func receiptOf(data []byte) (audit.Paper, bool) {
	var p Proof
	if json.Unmarshal(data, &p) != nil || p.Schema != ProofSchema {
		return audit.Paper{}, false
	}
	paper := audit.Paper{Seq: p.Seq, Event: p.Event, Receipt: true}
	if salt, err := events.ParseHash(p.Salt); err == nil && len(p.Plain) > 0 {
		paper.Secrets = []events.Secret{{Salt: salt, Plain: p.Plain}}
	}
	return paper, true
}

// localFields are header fields that mail programs write into their own copies.
var localFields = []string{"status", "x-status", "x-keywords", "x-uid", "content-length", "lines", "x-mozilla-status", "x-mozilla-status2", "x-mozilla-keys", "x-gmail-labels", "x-gm-thrid"}

// headerOf splits a mail into the fields of its top header, each with its continuation lines, and the rest.
func headerOf(raw []byte) (fields [][]byte, rest []byte) {
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\n')
		if i < 0 {
			i = len(raw) - 1
		}
		line := raw[:i+1]
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			return fields, raw
		}
		if (line[0] == ' ' || line[0] == '\t') && len(fields) > 0 {
			last := len(fields) - 1
			fields[last] = fields[last][:len(fields[last])+len(line)] // they are adjacent
		} else {
			fields = append(fields, line)
		}
		raw = raw[i+1:]
	}
	return fields, nil
}

// digestsOf returns the SHA-256 of a letter as we mailed it, for every number of header fields that mail servers may have put
// on top, without what mail programs add to their copies.
func digestsOf(raw []byte) []events.Hash {
	if !bytes.Contains(raw, []byte("\r\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
	}
	fields, rest := headerOf(bytes.Clone(raw))
	fields = slices.DeleteFunc(fields, func(f []byte) bool {
		name, _, _ := bytes.Cut(f, []byte(":"))
		return slices.Contains(localFields, strings.ToLower(string(name)))
	})
	body := bytes.TrimRight(rest, "\r\n")
	var all []events.Hash
	for i := range fields {
		head := bytes.Join(fields[i:], nil)
		for _, end := range []string{"\r\n", "", "\r\n\r\n"} {
			h := sha256.New()
			h.Write(head)
			h.Write(body)
			h.Write([]byte(end))
			all = append(all, events.Hash(h.Sum(nil)))
		}
	}
	return all
}

// receivedAt returns when the reader's own host took a mail in: the time of the topmost Received field (RFC 5321 section 4.4), or 0 if
// there is none.
func receivedAt(raw []byte) int64 {
	fields, _ := headerOf(bytes.Clone(raw))
	for _, f := range fields {
		name, value, _ := bytes.Cut(f, []byte(":"))
		if !strings.EqualFold(string(name), "Received") {
			continue
		}
		text := strings.Join(strings.Fields(string(value)), " ")
		i := strings.LastIndexByte(text, ';')
		if i < 0 {
			return 0
		}
		at, err := netmail.ParseDate(strings.TrimSpace(text[i+1:]))
		if err != nil {
			return 0
		}
		return at.UnixMilli()
	}
	return 0
}
