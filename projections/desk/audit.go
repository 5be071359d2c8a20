package desk

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events/beacon"
	"fieldpost/mail/message"
	"fieldpost/projections/audit"
	"fieldpost/projections/hearing"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// exportBegin is how exports of all versions begin; package archive describes the rest.
const exportBegin = "fieldpost export "

// box holds every mail that was opened, for an audit: letters, and what the player sent.
type box struct {
	parts  []hearing.Mails // one for each mailbox, and one for mails that came alone
	known  map[[32]byte]bool
	export *audit.Export
}

func newBox() box { return box{known: map[[32]byte]bool{}} }

// keep keeps a mail and reports whether it is one. many says that the file is a mailbox.
func (b *box) keep(name string, raw []byte, many bool) bool {
	sum := sha256.Sum256(raw)
	if b.known[sum] {
		return true
	}
	if top := message.Header(raw); top == (message.Top{}) {
		return false
	}
	b.known[sum] = true
	part := name
	if !many {
		part = "" // files of one mail each are one mailbox
	}
	i := slices.IndexFunc(b.parts, func(m hearing.Mails) bool { return m.Name == part })
	if i < 0 {
		i = len(b.parts)
		b.parts = append(b.parts, hearing.Mails{Name: part})
	}
	m := &b.parts[i]
	if many {
		name = fmt.Sprintf("%s, mail %d", name, len(m.Mails)+1)
	}
	m.Mails = append(m.Mails, message.Kept{Name: name, Raw: bytes.Clone(raw)})
	return true
}

// export keeps an export for an audit.
func (d *Desk) export(name string, data []byte) Opened {
	x, err := hearing.Export(bytes.NewReader(data))
	if err != nil {
		return Opened{Name: name, Fault: FaultNoLetter}
	}
	d.box.export = x
	return Opened{Name: name, Game: x.Game, Kept: 1}
}

// Audited is the outcome of an audit.
type Audited struct {
	Game    string     `json:"game"`
	Games   []string   `json:"games"`   // those that the mails are about, if one must be chosen; then there is nothing else
	Page    audit.Page `json:"page"`    // in plain words; Page.Level is the exit code of `fieldpost audit`
	Chart   string     `json:"chart"`   // the dice drawn, as SVG; "" for none
	Verdict string     `json:"verdict"` // for machines, as `fieldpost audit --json` prints it
	Proof   string     `json:"proof"`   // of two histories that the host has signed, as equivocation.proof; "" for none
}

// Audit audits a game, "" for the only one, from all that was opened: mails and an export. It is the audit of `fieldpost audit`, with the same
// verdict to the byte. The rules of games that are not in this page cannot be asked.
func (d *Desk) Audit(game, lang string) (Audited, error) {
	h := hearing.Hearing{
		Books:  func(lang, rulebook string) *words.Book { return d.book(lang, rulebook) },
		Tongue: func(rulebook string) orders.Language { return tongue(rulebook) },
		Document: func(engine table.Engine, scenario string) []byte {
			doc, err := scenarios.Load(engine.Name(), scenario, engine.Document())
			if err != nil {
				return nil
			}
			return doc.Document
		},
		Means: audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify, Now: time.Now().UnixMilli()},
	}
	ev, game, err := h.Evidence(game, d.box.export, d.box.parts)
	if several, ok := errors.AsType[*hearing.SeveralError](err); ok {
		return Audited{Games: several.Games}, nil
	}
	if err != nil {
		return Audited{}, err
	}
	v := audit.Run(ev, h.Means)
	out := Audited{Game: game, Games: []string{}, Page: h.Pages(ev, v).Page(v, lang)}
	out.Chart, out.Page.Chart = string(out.Page.Chart), nil
	text, err := audit.JSON(v)
	out.Verdict = string(text)
	if v.Contradiction != nil {
		out.Proof = v.Contradiction.String()
	}
	return out, err
}

// book returns the words of a rulebook in a language, or in English.
func (d *Desk) book(lang, rulebook string) *words.Book {
	for _, l := range []string{lang, "en"} {
		if book, err := words.Of(rulebook, l); err == nil {
			return book
		}
	}
	book, err := words.Of("", "en")
	if err != nil {
		panic(err) // they are in the program
	}
	return book
}

// tongue returns the order language of a rulebook; none if the rulebook is not in this program.
func tongue(rulebook string) orders.Language {
	engine, ok := adjudicator.Game(rulebook)
	if !ok {
		return orders.Language{}
	}
	language, err := words.Language(engine)
	if err != nil {
		return orders.Language{}
	}
	return language
}
