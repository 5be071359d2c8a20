package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/table"
	"fieldpost/events/checkpoint"
	"fieldpost/projections/audit"
)

// contradiction checks a proof that a host has signed two histories. The person who shows it need not be trusted: the proof holds by itself
// for the key in it. That the key is the host's is known from one's own letters or an export.
func (a *AuditCmd) contradiction(c *Console) error {
	book, err := c.Book("")
	if err != nil {
		return withCode{exitNoAudit, err}
	}
	data, err := os.ReadFile(a.Proof)
	if err != nil {
		return withCode{exitNoAudit, err}
	}
	p, err := checkpoint.ParseContradiction(string(data))
	if err != nil {
		return withCode{exitNoAudit, fmt.Errorf("%s: %w", a.Proof, err)}
	}
	say := func(key string, args ...table.FactArg) {
		fmt.Fprint(c.Out, columns.Wrap(book.Say(key, args...), 78, "", ""))
	}
	name, public, err := checkpoint.ParseVerifierKey(p.Key)
	if err != nil || name != p.First.Origin || !p.Proves(public) {
		say("audit.proof.fails")
		return withCode{audit.Unproven, errors.New("the file proves nothing")}
	}
	own, excused := "", false
	if a.Log != "" || len(a.Mbox) > 0 {
		h, err := a.hearing(c)
		if err != nil {
			return withCode{exitNoAudit, err}
		}
		ev, err := a.evidence(c, h)
		if err != nil {
			return withCode{exitNoAudit, err}
		}
		h.Means.NoRules = true
		v := audit.Run(ev, h.Means)
		own, excused = v.LogKey, audit.Excuses(v.Log, p)
		if slices.Contains(v.LogKeys, p.Key) {
			own = p.Key
		}
	}
	args := []table.FactArg{table.A("origin", p.First.Origin), table.A("first", int(p.First.Size)), table.A("second", int(p.Second.Size)), table.A("key", p.Key), table.A("own", own)}
	say("audit.proof.holds", args...)
	switch own {
	case "":
		say("audit.proof.key", args...)
	case p.Key:
		if excused {
			say("audit.proof.restored", args...)
			return withCode{audit.Unproven, errors.New("the host has declared that he restored an older copy in between")}
		}
		say("audit.proof.known", args...)
	default:
		say("audit.proof.other", args...)
		return withCode{audit.Unproven, errors.New("the file is about another key than yours")}
	}
	return withCode{audit.Fraud, errors.New("two histories were signed: see above")}
}
