package office

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// letterAgain is the kind of a letter that goes out a second time. What is said about its first issue (of what it tells, and up to which event)
// stays true of that one alone.
const letterAgain = "again"

// ResendRequest names letters of a game.
type ResendRequest struct {
	Game   string
	Number int64  // of the letter's event, as the status shows it
	Seat   string // instead: every letter to this seat that was refused since its player was last heard from
}

// ResendLetter sends letters once more, byte for byte, to whoever has the seat now. That they were sent again stands in the log.
func (st *Office) ResendLetter(ctx context.Context, r ResendRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	sent := 0
	err := st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		numbers, err := lettersToResend(m, r)
		for _, n := range numbers {
			if err != nil {
				return m, err
			}
			m, err = st.issueAgain(ctx, m, n)
			sent++
		}
		return m, err
	})
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%s of %s will be sent again.\n", counted(sent, "letter"), r.Game), nil
}

// lettersToResend returns the events of the letters that a request means.
func lettersToResend(m *adjudicator.Match, r ResendRequest) (numbers []int64, err error) {
	for _, l := range m.Letters {
		again := slices.ContainsFunc(m.Letters, func(x adjudicator.Letter) bool {
			return x.Issued.Letter == letterAgain && x.Issued.About == l.Seq
		})
		switch named := l.Seq == r.Number; {
		case named && !l.Sent && !l.Bounced:
			return nil, fmt.Errorf("letter %d of %s still waits to be sent for the first time: that is tried again and again by itself", r.Number, m.Game)
		case named && again:
			return nil, fmt.Errorf("letter %d of %s was sent again already; its newer number is the one to name", r.Number, m.Game)
		case named || r.Number == 0 && r.Seat != "" && l.Issued.Seat == r.Seat && l.Bounced && !again:
			numbers = append(numbers, l.Seq)
		}
	}
	switch {
	case len(numbers) > 0:
		return numbers, nil
	case r.Number > 0:
		return nil, fmt.Errorf("event %d of %s is no letter", r.Number, m.Game)
	case m.Player(table.Seat(r.Seat)) == nil:
		return nil, fmt.Errorf("%s has no seat %q", m.Game, r.Seat)
	}
	return nil, errors.New("no letter to " + r.Seat + " was refused")
}

// issueAgain owes a letter anew.
func (st *Office) issueAgain(ctx context.Context, m *adjudicator.Match, number int64) (*adjudicator.Match, error) {
	i := slices.IndexFunc(m.Letters, func(l adjudicator.Letter) bool { return l.Seq == number })
	l := m.Letters[i]
	address := l.Address
	if p := m.Player(table.Seat(l.Issued.Seat)); p != nil {
		address = p.Address
	}
	if address == "" {
		return m, fmt.Errorf("the address for letter %d of %s is not known any more", number, m.Game)
	}
	if _, err := st.Service.Store.Get(ctx, l.Issued.Digest); err != nil {
		return m, fmt.Errorf("letter %d of %s: %w", number, m.Game, err)
	}
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Issued(letterAgain, table.Seat(l.Issued.Seat), number) {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(l.Issued.Seat, st.salt(m.Game, fmt.Sprintf("letter %d again", number)), events.Player{Address: address})
		return "master", events.ReportIssued{
			Seat: l.Issued.Seat, Letter: letterAgain, About: number, MessageID: l.Issued.MessageID, Digest: l.Issued.Digest, AddressSealed: hash,
		}, []events.Secret{secret}, err
	})
	return m, err
}

// AddressRequest names a player's new address.
type AddressRequest struct{ Game, Seat, Address, Reason string }

// ChangeAddress sends a player's letters to another address from now on, and takes his mails from there. To the log this is a change of player:
// nobody but the game master says that it is the same person.
func (st *Office) ChangeAddress(ctx context.Context, r AddressRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	var p adjudicator.Player
	err := st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		found := m.Player(table.Seat(r.Seat))
		if found == nil || !found.Taken {
			return m, fmt.Errorf("seat %q of %s has no player", r.Seat, r.Game)
		}
		if strings.EqualFold(found.Address, r.Address) {
			return m, fmt.Errorf("that is the address of seat %s already", r.Seat)
		}
		p = *found
		return m, nil
	})
	if err != nil {
		return nil, err
	}
	_, err = st.AmendGame(ctx, AmendRequest{
		What: adjudicator.DeedReplace, Game: r.Game, Reason: cmp.Or(r.Reason, "the player's address has changed"),
		Player: SeatedPlayer{Seat: r.Seat, Address: r.Address, Name: p.Name, Language: p.Language, Zone: p.Zone},
	})
	return fmt.Appendf(nil, "Letters to seat %s of %s go to %s from now on; everybody is told.\n", r.Seat, r.Game, r.Address), err
}
