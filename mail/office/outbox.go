package office

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"
)

// LateLetter tells the game master of a letter that has waited for hours.
func (st *Station) LateLetter(ctx context.Context, l mail.Letter) {
	if l.Game != OwnLog { // those may be the warnings themselves
		st.warnMaster(ctx, warning{code: "waiting", game: l.Game, who: l.To, key: sha256.Sum256(fmt.Appendf(nil, "waiting %s %d", l.Game, l.Issue))})
	}
}

// Outgoing shows an outbox which letters wait.
func (st *Station) Outgoing() mail.Pending { return outgoing{st} }

type outgoing struct{ st *Station }

// Pending lists the letters that were issued and neither sent nor given up, oldest first.
func (o outgoing) Pending(ctx context.Context) ([]mail.Letter, error) {
	games, err := o.st.Service.Store.Games(ctx)
	if err != nil {
		return nil, err
	}
	var waiting []mail.Letter
	for _, g := range games {
		err := o.st.With(ctx, g, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			for _, l := range m.Letters {
				if !l.Sent && !l.Bounced && l.Address != "" {
					waiting = append(waiting, mail.Letter{
						Game: g, Issue: l.Seq, Issued: time.UnixMilli(l.Time),
						From: o.st.Post.BounceAddress(g, l.Seq), To: l.Address,
					})
				}
			}
			return m, nil
		})
		if err != nil {
			o.st.Log.Error("letters of a game cannot be listed now", "game", g, "error", err)
		}
	}
	return waiting, nil
}

// Bytes gives a letter's bytes, the same at every try.
func (o outgoing) Bytes(ctx context.Context, l mail.Letter) (data []byte, err error) {
	err = o.st.With(ctx, l.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, issued := range m.Letters {
			if issued.Seq == l.Issue {
				data, err = o.st.Service.Store.Get(ctx, issued.Issued.Digest)
				return m, err
			}
		}
		return m, events.ErrNotFound
	})
	return data, err
}

// Sent records that a server took the letter.
func (o outgoing) Sent(ctx context.Context, l mail.Letter) error {
	return o.note(ctx, l, events.MailSent{Issue: l.Issue})
}

// Bounced records that the letter was given up.
func (o outgoing) Bounced(ctx context.Context, l mail.Letter, why mail.Failure) error {
	return o.note(ctx, l, events.MailBounced{Issue: l.Issue, Permanent: true, Code: why.Enhanced})
}

func (o outgoing) note(ctx context.Context, l mail.Letter, body events.Body) error {
	return o.st.With(ctx, l.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		m, _, err := o.st.append(ctx, m, func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
			return "fieldpost", body, nil, nil
		})
		return m, err
	})
}
