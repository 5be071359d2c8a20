package office

import (
	"context"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/mail/reading"
)

// A mail mostly quotes the letter that it answers, and sometimes an older mail of its sender. Both are in the log, so that what is quoted is
// known by its text (message.Incoming.Recognize), whatever a mail program put above it.

// mostGames is in how many games quotations are looked for, as long as it is not known which one a mail is about.
const mostGames = 6

// recognize finds out which lines of the mail are quoted from letters and mails of its seat.
func (v *exchange) recognize(ctx context.Context, m *adjudicator.Match, seat table.Seat) {
	v.in, v.said, _ = reading.Recognized(m, seat, v.in, v.said, func(l adjudicator.Letter) *message.Quotable { return v.st.quotable(ctx, l.Issued.Digest) },
		func(o adjudicator.OrderMail) *message.Quotable { return v.st.quotableMail(ctx, o.Raw) })
}

// atTheDoor finds out what a mail quotes before it is known which game it is about: nobody who quotes a JOIN or a command of the game master
// wants it, and a game that is only named in a quotation is not the one he means. It looks at the letters of this installation and of all
// games that the mail or the register names. What a mail wants of a game is read anew in that game, from its log alone.
func (v *exchange) atTheDoor(ctx context.Context) error {
	var named []string
	name := func(game string) {
		if game = strings.ToLower(game); game != "" && !slices.Contains(named, game) {
			named = append(named, game)
		}
	}
	name(v.to.Game)
	name(reading.SubjectGame(v.in.Subject))
	for _, b := range v.said.Blocks {
		name(b.Game)
	}
	acts := false
	for _, c := range v.said.Commands {
		if c.Word == "JOIN" || c.Word == "MASTER" || c.Word == "NEW" {
			acts = true
			name(firstWord(c.Args))
		}
	}
	if !acts && len(named) < 2 {
		return nil
	}
	own, _, err := v.st.gamesOf(ctx, v.in.From.Address)
	if err != nil {
		return err
	}
	for _, g := range own {
		name(g)
	}
	var texts []*message.Quotable
	for _, g := range append([]string{OwnLog}, named[:min(len(named), mostGames)]...) {
		if exists, err := v.st.Exists(ctx, g); err != nil || !exists && g != OwnLog {
			if err != nil {
				return err
			}
			continue
		}
		if err := v.st.With(ctx, g, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			texts = append(texts, v.lettersToSender(ctx, m)...)
			if g == OwnLog {
				texts = append(texts, v.carriedOut(ctx, m)...)
			}
			return m, nil
		}); err != nil {
			return err
		}
	}
	v.recognizeIn(texts)
	return nil
}

// lettersToSender returns the letters of a log that went to the sender's address and that his mail may quote.
func (v *exchange) lettersToSender(ctx context.Context, m *adjudicator.Match) (texts []*message.Quotable) {
	for _, l := range reading.LettersOf(m, v.in, func(l adjudicator.Letter) bool { return strings.EqualFold(l.Address, v.in.From.Address) }) {
		if q := v.st.quotable(ctx, l.Issued.Digest); q != nil {
			texts = append(texts, q)
		}
	}
	return texts
}

// carriedOut returns the mails of the game master whose commands he has confirmed, the newest first: who quotes one does not want it again.
func (v *exchange) carriedOut(ctx context.Context, m *adjudicator.Match) (texts []*message.Quotable) {
	if !v.fromMaster() {
		return nil
	}
	for _, h := range slices.Backward(m.Held) {
		if h.Cause != "confirmed" || h.Mail == v.in.Key {
			continue
		}
		if q := v.st.quotableMail(ctx, h.Raw); q != nil {
			texts = append(texts, q)
		}
		if len(texts) == reading.MostMails {
			break
		}
	}
	return texts
}

// recognizeIn finds out which lines of the mail are quoted from some texts.
func (v *exchange) recognizeIn(texts []*message.Quotable) {
	again := *v.in
	again.Recognize(texts...)
	v.in, v.said = &again, message.Find(&again)
}

// quotable returns a letter of the store ready to be looked up in, or nil if it cannot be read now.
func (st *Office) quotable(ctx context.Context, digest events.Hash) *message.Quotable {
	return st.lookup(ctx, digest, message.NewQuotable)
}

// quotableMail returns a mail that came in likewise.
func (st *Office) quotableMail(ctx context.Context, digest events.Hash) *message.Quotable {
	return st.lookup(ctx, digest, message.NewQuotableMail)
}

func (st *Office) lookup(ctx context.Context, digest events.Hash, read func(raw []byte) *message.Quotable) *message.Quotable {
	if q := st.texts.find(digest); q != nil {
		return q
	}
	raw, err := st.Service.Store.Get(ctx, digest)
	if err != nil {
		st.Log.Warn("a letter or mail that another may quote cannot be read", "digest", short(digest), "error", err)
		return nil
	}
	q := read(raw)
	st.texts.keep(digest, q)
	return q
}

// quotables keeps the texts that were looked up last: a player who answers one letter often answers it again.
type quotables struct {
	mu    sync.Mutex
	texts map[events.Hash]*message.Quotable
	order []events.Hash // the oldest first
}

const mostTexts = 32

func (x *quotables) find(digest events.Hash) *message.Quotable {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.texts[digest]
}

func (x *quotables) keep(digest events.Hash, q *message.Quotable) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.texts == nil {
		x.texts = map[events.Hash]*message.Quotable{}
	}
	if x.texts[digest] != nil {
		return
	}
	if len(x.order) == mostTexts {
		delete(x.texts, x.order[0])
		x.order = x.order[1:]
	}
	x.texts[digest] = q
	x.order = append(x.order, digest)
}

// lastLetters returns the texts of the last letters that went to an address.
func (st *Office) lastLetters(ctx context.Context, m *adjudicator.Match, address string) (texts []*message.Quotable) {
	for _, l := range slices.Backward(m.Letters) {
		if !strings.EqualFold(l.Address, address) {
			continue
		}
		if q := st.quotable(ctx, l.Issued.Digest); q != nil {
			texts = append(texts, q)
		}
		if len(texts) == reading.MostNamed {
			break
		}
	}
	return texts
}

// held reports whether a line stands in one of some texts.
func held(texts []*message.Quotable, line string) bool {
	return slices.ContainsFunc(texts, func(q *message.Quotable) bool { return q.Holds(line) })
}
