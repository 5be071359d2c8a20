package office

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"
)

// LateLetter tells the game master of a letter that has waited for hours.
func (st *Office) LateLetter(ctx context.Context, l mail.Letter) {
	if l.Game != OwnLog { // the office's own letters may be such warnings
		st.warnMaster(ctx, warning{code: "waiting", game: l.Game, who: l.To, key: sha256.Sum256(fmt.Appendf(nil, "waiting %s %d", l.Game, l.Issue))})
	}
}

// Outgoing shows an outbox which letters wait.
func (st *Office) Outgoing() mail.Pending { return outgoing{st} }

type outgoing struct{ st *Office }

// Pending lists the letters that were issued and neither sent nor given up, oldest first within each game.
func (o outgoing) Pending(ctx context.Context) ([]mail.Letter, error) {
	var waiting []mail.Letter
	for _, c := range o.st.register.letters() {
		if !o.st.mine(c.Game) {
			continue
		}
		for _, l := range c.Waiting {
			waiting = append(waiting, mail.Letter{
				Game: c.Game, Issue: l.Issue, Issued: time.UnixMilli(l.Issued), From: o.st.Post.BounceAddress(c.Game, l.Issue), To: l.To,
			})
		}
	}
	return waiting, nil
}

// Bytes returns a letter's bytes, the same at every try.
func (o outgoing) Bytes(ctx context.Context, l mail.Letter) ([]byte, error) {
	digest, ok := o.st.register.waiting(l.Game, l.Issue)
	if !ok {
		return nil, events.ErrNotFound
	}
	return o.st.Service.Store.Get(ctx, digest)
}

// Sent records that a server took the letter.
func (o outgoing) Sent(ctx context.Context, l mail.Letter) error {
	return o.note(ctx, l, events.MailSent{Issue: l.Issue}, true)
}

// Bounced records that the letter was given up.
func (o outgoing) Bounced(ctx context.Context, l mail.Letter, why mail.Failure) error {
	return o.note(ctx, l, events.MailBounced{Issue: l.Issue, Permanent: true, Code: why.Enhanced}, false) // the others are told who cannot be reached
}

// note notes what happened to a letter; quietly, if that is not news for anyone.
func (o outgoing) note(ctx context.Context, l mail.Letter, body events.Body, quiet bool) error {
	return o.st.with(ctx, l.Game, quiet, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		m, _, err := o.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			if known := letterOf(m, l.Issue); known == nil || known.Sent || known.Bounced {
				return "", nil, nil, nil // another server was first
			}
			return "fieldpost", body, nil, nil
		})
		return m, err
	})
}

// letterOf finds a letter by the event that issued it, or returns nil.
func letterOf(m *adjudicator.Match, issue int64) *adjudicator.Letter {
	i := slices.IndexFunc(m.Letters, func(l adjudicator.Letter) bool { return l.Seq == issue })
	if i < 0 {
		return nil
	}
	return &m.Letters[i]
}
