package office

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/projections/letter"
)

// fairly does what a seat's mail asks for about the dice: a code, a new chain of codes, consent, a witness' signature. Orders in the same
// mail are read afterwards.
func (v *exchange) fairly(ctx context.Context, m *adjudicator.Match, seat table.Seat) (_ *adjudicator.Match, done bool, err error) {
	for _, c := range v.said.Commands {
		switch c.Word {
		case "CODE":
			m, n, err := v.reveal(ctx, m, seat, c.Args)
			if err != nil || len(v.blocks(m)) > 0 {
				return m, err != nil, err // the receipt of the orders is enough
			}
			m, err = v.tell(ctx, m, seat, n)
			return m, true, err
		case "ANCHOR":
			m, n, err := v.anchorChain(ctx, m, seat, c.Args)
			if err == nil {
				m, err = v.tell(ctx, m, seat, n)
			}
			return m, true, err
		case "AGREE":
			m, n, err := v.agree(ctx, m, seat, c.Args)
			if err == nil {
				m, err = v.tell(ctx, m, seat, n)
			}
			return m, true, err
		case "WITNESS":
			m, n, err := v.witness(ctx, m)
			if err == nil {
				m, err = v.tell(ctx, m, seat, n)
			}
			return m, true, err
		case "BEACON":
			m, told, err := v.round(ctx, m, c.Args)
			if err == nil {
				m, err = v.tell(ctx, m, seat, letter.Notice{Topic: "beacon." + told})
			}
			return m, true, err
		}
	}
	return m, false, nil
}

// tell answers a mail with a notice.
func (v *exchange) tell(ctx context.Context, m *adjudicator.Match, seat table.Seat, n letter.Notice) (*adjudicator.Match, error) {
	w := v.st.writer(m, seat)
	n.Head = w.head()
	e := w.toSeat("notice", 0, v.in.Key)
	e.answers, e.thread = v.in.MessageID, v.in.References
	return v.st.issue(ctx, m, e, w.dress(n))
}

// codeIn finds a code among the words of a command: in one piece or with blanks between its groups.
func codeIn(args string) (dice.Code, error) {
	words := strings.Fields(args)
	for i := range words {
		if c, err := dice.ParseCode(strings.Join(words[i:], "")); err == nil {
			return c, nil
		}
		if c, err := dice.ParseCode(words[i]); err == nil {
			return c, nil
		}
	}
	return dice.ParseCode(args)
}

func (v *exchange) reveal(ctx context.Context, m *adjudicator.Match, seat table.Seat, args string) (*adjudicator.Match, letter.Notice, error) {
	code, err := codeIn(args)
	if err != nil {
		return m, letter.Notice{Topic: "code.mistyped", Alarm: true}, nil
	}
	s := m.Fair.Seat(string(seat))
	if p := m.Fair.Profile(); p != adjudicator.Coded && p != adjudicator.Doubled || s == nil || !s.Anchored {
		return m, letter.Notice{Topic: "code.unused"}, nil
	}
	m, n, err := v.st.codeOf(ctx, m, seat, code, v.in.Key)
	if n == 0 {
		return m, letter.Notice{Topic: "code.unknown", Alarm: true, Args: []table.FactArg{table.A("number", int(m.Fair.Codes+1-s.Base))}}, err
	}
	return m, letter.Notice{Topic: "code.taken", Args: []table.FactArg{table.A("number", int(n-s.Base))}}, err
}

func (v *exchange) anchorChain(ctx context.Context, m *adjudicator.Match, seat table.Seat, args string) (*adjudicator.Match, letter.Notice, error) {
	code, err := codeIn(args)
	if err != nil {
		return m, letter.Notice{Topic: "code.mistyped", Alarm: true}, nil
	}
	m, seq, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		s := m.Fair.Seat(string(seat))
		if p := m.Fair.Profile(); p != adjudicator.Coded && p != adjudicator.Doubled || s == nil || s.Anchored || m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), events.CodesAnchored{Seat: string(seat), Mail: v.in.Key, Anchor: code}, nil, nil
	})
	if seq == 0 {
		return m, letter.Notice{Topic: "code.unused"}, err
	}
	return m, letter.Notice{Topic: "code.anchored"}, err
}

func (v *exchange) agree(ctx context.Context, m *adjudicator.Match, seat table.Seat, args string) (*adjudicator.Match, letter.Notice, error) {
	asked := int64(0)
	for _, f := range strings.Fields(args) {
		if n, err := strconv.ParseInt(strings.Trim(f, ".:#"), 10, 64); err == nil {
			asked = n
		}
	}
	open := m.Fair.Proposals()
	if asked == 0 && len(open) == 1 {
		asked = open[0].Seq
	}
	m, seq, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		ok := slices.ContainsFunc(m.Fair.Proposals(), func(p adjudicator.Proposal) bool {
			return p.Seq == asked && slices.Contains(p.Missing, string(seat))
		})
		if !ok || m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), events.ConsentGiven{Seat: string(seat), Proposal: asked, Mail: v.in.Key}, nil, nil
	})
	if seq == 0 {
		return m, letter.Notice{Topic: "agree.none"}, err
	}
	return m, letter.Notice{Topic: "agree.taken", Args: []table.FactArg{table.A("proposal", int(asked))}}, err
}

// witness takes a cosigned checkpoint: a note of ours with a line of the witness, and his verifier key.
func (v *exchange) witness(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, letter.Notice, error) {
	signed, name, key, ok := v.cosigned()
	wrong := letter.Notice{Topic: "witness.wrong", Alarm: true}
	if !ok || m.Fair.Terms == nil || signed.Origin != m.Fair.Terms.Origin || signed.Size < 1 || signed.Size > int64(m.Fair.Tree.Size()) ||
		m.Fair.Tree.Root(int(signed.Size)) != signed.Root {
		return m, wrong, nil
	}
	line, seconds, err := signed.Of(name, key)
	if err != nil || seconds > v.st.Now().Add(time.Hour).Unix() {
		return m, wrong, nil
	}
	m, seq, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "fieldpost", events.CheckpointWitnessed{
			Size: signed.Size, Root: signed.Root, Witness: name, Key: key, Time: seconds, Signature: line.Data[8:], Mail: v.in.Key,
		}, nil, nil
	})
	if seq == 0 {
		return m, wrong, err
	}
	return m, letter.Notice{Topic: "witness.taken", Args: []table.FactArg{table.A("witness", name), table.A("size", int(signed.Size))}}, err
}

// cosigned finds a checkpoint with signatures, and a witness' key, in the typed lines of a mail.
func (v *exchange) cosigned() (s checkpoint.Signed, name string, key events.Hash, ok bool) {
	var lines []string
	for _, l := range v.in.Lines {
		text := strings.TrimRight(l.Text, " \t\r")
		if n, k, err := checkpoint.ParseWitnessKey(strings.TrimSpace(text)); err == nil {
			name, key = n, k
			continue
		}
		lines = append(lines, text)
	}
	for i := range lines {
		end := i + 4
		for end < len(lines) && strings.HasPrefix(lines[end], "— ") {
			end++
		}
		if end <= i+4 || end > len(lines) {
			continue
		}
		if s, err := checkpoint.Parse(strings.Join(lines[i:end], "\n") + "\n"); err == nil {
			return s, name, key, name != ""
		}
	}
	return s, name, key, false
}

// round reads "BEACON palace 34334400 SIGNATURE", the signature as 96 hexadecimal digits.
func (v *exchange) round(ctx context.Context, m *adjudicator.Match, args string) (*adjudicator.Match, string, error) {
	round, signature, ok := roundIn(args)
	if !ok {
		return m, "mistyped", nil
	}
	return v.st.takeRound(ctx, m, round, signature, v.in.Key)
}

func roundIn(args string) (round int64, signature []byte, ok bool) {
	for _, f := range strings.Fields(args) {
		if b, err := hex.DecodeString(f); err == nil && len(b) == 48 {
			signature = b
		} else if n, err := strconv.ParseInt(f, 10, 64); err == nil {
			round = n
		}
	}
	return round, signature, round > 0 && signature != nil
}

// anyRound takes a round from someone who has no seat: it proves itself. done is false for any other mail.
func (v *exchange) anyRound(ctx context.Context, m *adjudicator.Match) (_ *adjudicator.Match, done bool, err error) {
	c, ok := v.command("BEACON")
	if !ok || m.Seen(v.in.Key) {
		return m, false, nil
	}
	m, told, err := v.round(ctx, m, c.Args)
	return m, told == "taken" || told == "late", err
}

// anchor returns what a newcomer adds to the salt: with codes the anchor of his sheet, else the digest of his mail. ok is false if a sheet
// is needed and none was named.
func (v *exchange) anchor(m *adjudicator.Match) (anchor [32]byte, ok bool) {
	p := m.Fair.Profile()
	if p != adjudicator.Coded && p != adjudicator.Doubled {
		return sha256.Sum256(v.raw), true
	}
	for _, c := range v.said.Commands {
		if c.Word != "CODE" && c.Word != "ANCHOR" && c.Word != "JOIN" {
			continue
		}
		if code, err := codeIn(c.Args); err == nil {
			copy(anchor[:], code[:])
			return anchor, true
		}
	}
	return anchor, false
}

// notice writes the letters that fairness requires. It returns false for any other kind.
func (w *writer) notice(o adjudicator.Owed) (letter.Letter, bool) {
	n := letter.Notice{Head: w.head(), Topic: o.Letter, Root: fingerprintOf(w.m)}
	f := w.m.Fair
	switch o.Letter {
	case "sealed":
		waits := f.Awaited()
		if waits == nil || waits.RoundSeq != o.Seq {
			n.Topic = "sealed.past"
			return n, true
		}
		n.Args = []table.FactArg{table.A("round", int(waits.Round.Round)), table.A("time", w.instant(waits.RoundTime)), table.A("attempt", int(waits.Round.Attempt))}
		n.Fixed = []string{"BEACON " + w.m.Game + " " + strconv.FormatInt(waits.Round.Round, 10) + " <signature>"}
		if waits.Window == 0 && !f.Opened {
			n.Topic = "sealed.start"
		} else if waits.Round.Attempt > 1 {
			n.Topic = "sealed.again"
		}
	case "codes":
		n.Alarm = true
		number, s := f.Codes+1, f.Seat(string(w.seat))
		if f.Wait == nil || f.Wait.AskedSeq != o.Seq || s == nil || !s.Anchored {
			n.Topic, n.Alarm = "codes.past", false
			return n, true
		}
		n.Args = []table.FactArg{table.A("number", int(number-s.Base)), table.A("due", "")}
		if f.Wait.Asked.Due > 0 {
			n.Args[1] = table.A("due", w.instant(f.Wait.Asked.Due))
		}
		n.Fixed = []string{"CODE <" + w.book.Say("letter.notice.codes.line", n.Args...) + ">"}
	case "proposal":
		n.Alarm = true
		for _, p := range f.Proposals() {
			if p.Seq == o.Seq {
				what, seat, _ := strings.Cut(p.Asked.What, " ")
				n.Topic = "proposal." + what
				n.Args = []table.FactArg{table.A("window", int(p.Asked.Window)), table.A("reason", p.Asked.Reason), table.A("proposal", int(p.Seq)), table.A("seat", w.Side(table.Seat(seat)))}
				n.Fixed = []string{"AGREE " + strconv.FormatInt(p.Seq, 10)}
				if b := p.Asked.Beacon; p.Asked.What == "beacon" { // what he agrees to
					n.Fixed = append(n.Fixed, "", "chain "+b.Chain.String())
					for key := hex.EncodeToString(b.PublicKey); key != ""; key = key[min(64, len(key)):] {
						n.Fixed = append(n.Fixed, "key   "+key[:min(64, len(key))])
					}
					n.Fixed = append(n.Fixed, "round 1 at "+w.instant(b.Genesis*1000)+", one every "+strconv.Itoa(int(b.Period))+" s")
				}
				return n, true
			}
		}
		n.Topic, n.Alarm = "proposal.past", false
	case "amended":
		i := slices.IndexFunc(f.Deeds, func(d adjudicator.Deed) bool { return d.Seq == o.Seq })
		if i < 0 {
			n.Topic = "amended"
			return n, true
		}
		d := f.Deeds[i]
		n.Topic = "amended." + d.What
		n.Args = []table.FactArg{
			table.A("reason", d.Reason), table.A("window", int(d.Window)), table.A("seat", w.Side(table.Seat(d.Seat))), table.A("target", int(d.Target)),
			table.A("event", int(d.Seq)), table.A("consents", len(d.Consents)),
		}
		if d.What == adjudicator.DeedMoved {
			n.Alarm, n.Args = true, append(n.Args, table.A("address", d.Address))
		}
		if d.What == adjudicator.DeedRestored {
			n.Args = append(n.Args, table.A("kept", int(d.Seq-1)), table.A("turn", ""))
			if w.m.Opened {
				n.Args[len(n.Args)-1] = table.A("turn", w.m.Now.Turn())
			}
		}
	default:
		return nil, false
	}
	return n, true
}

// instant writes a time in the reader's zone.
func (w *writer) instant(ms int64) string {
	return time.UnixMilli(ms).In(w.zone).Format("2006-01-02 15:04:05 MST")
}
