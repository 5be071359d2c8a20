package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office"
)

// effects counts what the log holds of each mail: facts, and letters by kind and seat. Orders of a forged mail are an error.
func (j *journey) effects() (facts map[events.Hash]int, letters map[string]int, err error) {
	facts, letters = map[events.Hash]int{}, map[string]int{}
	forged := map[events.Hash]bool{}
	for _, p := range j.mails {
		forged[p.key] = p.forged
	}
	for _, game := range []string{"hill", office.OwnLog} {
		about := map[int64]events.Hash{}
		for r, err := range j.log.Read(context.Background(), game, 1) {
			if err != nil {
				return nil, nil, err
			}
			e, err := events.Decode(r.Bytes)
			if err != nil {
				return nil, nil, err
			}
			field := reflect.ValueOf(e.Body).FieldByName("Mail")
			if !field.IsValid() {
				continue
			}
			key := field.Interface().(events.Hash)
			about[e.Seq] = key
			switch x := e.Body.(type) {
			case events.OrdersReceived:
				if forged[key] {
					return nil, nil, errors.New("orders were taken that no player wrote")
				}
				facts[key]++
			case events.ReportIssued:
				if key.IsZero() && (x.Letter == "receipt" || x.Letter == "refusal") { // owed by what the mail did
					key = about[x.About]
				}
				letters[fmt.Sprint(key, " ", x.Letter, " ", x.Seat)]++
			case events.SenderProven: // what the mail did follows
				letters[fmt.Sprint(key, " proof ", x.Seat)]++
			default:
				facts[key]++
			}
		}
	}
	return facts, letters, nil
}

// done tells how often a mail had its effect, by the model: the mail's own key stands once in the log, for its last act or for the letter that
// answers it.
func (p posting) done(facts map[events.Hash]int, letters map[string]int) int {
	if p.line != "" || !p.asks {
		return facts[p.key]
	}
	return letters[fmt.Sprint(p.key, " status ", p.seat)]
}

// lettersIn lists what answered a mail.
func (p posting) lettersIn(letters map[string]int) (list []string) {
	for what, n := range letters {
		if strings.HasPrefix(what, p.key.String()) {
			list = append(list, fmt.Sprint(n, " times ", what[64:]))
		}
	}
	return list
}

// of finds which mail some bytes are.
func (j *journey) of(raw []byte) *posting {
	for i := range j.mails {
		if strings.HasSuffix(string(raw), string(j.mails[i].raw)) {
			return &j.mails[i]
		}
	}
	return nil
}

// kept: whatever happened, a mail that the program has put away has had its effect.
func (j *journey) kept() error {
	facts, letters, err := j.effects()
	if err != nil {
		return err
	}
	for _, a := range j.names {
		for _, m := range j.host.accounts[a][hostDone].mails {
			if p := j.of(m.raw); !p.forged && p.done(facts, letters) != 1 {
				return fmt.Errorf("%s: a mail lies among those done and had its effect %d times:\n%s", a, p.done(facts, letters), p.raw)
			}
		}
	}
	return nil
}

// compare holds the end against the model.
func (j *journey) compare() error {
	facts, letters, err := j.effects()
	if err != nil {
		return err
	}
	for what, n := range letters {
		if n > 1 && !strings.HasPrefix(what, events.Hash{}.String()) {
			return fmt.Errorf("%d letters: %s", n, what)
		}
	}
	for _, a := range j.names {
		for _, name := range []string{hostInbox, hostDone, hostJunk} {
			for _, m := range j.host.accounts[a][name].mails {
				if p := j.of(m.raw); p.done(facts, letters) == 0 && !p.forged && (name != hostJunk || p.token) {
					return fmt.Errorf("a mail in %s %s was lost:\n%s", a, name, p.raw)
				}
			}
		}
	}
	desks := map[table.Seat]posting{}
	for i, p := range j.mails {
		n := p.done(facts, letters)
		if n > 1 {
			return fmt.Errorf("mail %d had its effect %d times:\n%s", i, n, p.raw)
		}
		if p.forged {
			continue // it waits for the player's word, or is one too many
		}
		if first := facts[adjudicator.ActKey(p.key, 0)]; p.press && (p.asks || p.line != "") && (first > 1 || first < n) {
			return fmt.Errorf("the message of mail %d was passed on %d times, and the mail taken %d times:\n%s", i, first, n, p.raw)
		}
		if n == 1 && p.line != "" && letters[fmt.Sprint(p.key, " receipt ", p.seat)]+letters[fmt.Sprint(p.key, " refusal ", p.seat)] != 1 {
			return fmt.Errorf("mail %d has not one receipt: %s\n%s", i, p.lettersIn(letters), p.raw)
		}
		if n == 1 && p.line != "" && (desks[p.seat].line == "" || p.sent.After(desks[p.seat].sent)) {
			desks[p.seat] = p
		}
	}
	return j.st.With(j.ctx, "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, s := range []table.Seat{"republic", "italian_ctv"} {
			got := ""
			for _, l := range m.Desk(s).Draft() {
				got += l.Text
			}
			if got != desks[s].line {
				return m, fmt.Errorf("on the desk of %s %q, by the model %q", s, got, desks[s].line)
			}
		}
		return m, nil
	})
}
