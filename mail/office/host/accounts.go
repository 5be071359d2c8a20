package host

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/office"
)

// watchedAccount is one account on an outside mail server that the server works with.
type watchedAccount struct {
	name      string
	sends     bool
	condition *mail.Condition
	probe     func(ctx context.Context) error
}

// Name tells an account from others: its user and its server.
func (a MailAccount) Name() string {
	if a.User == "" {
		return a.Server
	}
	return a.User + "@" + a.Server
}

// mailTroubles lists the accounts that do not work now.
func (s *Server) mailTroubles() (list []office.MailTrouble) {
	for _, a := range s.accounts {
		if since, err := a.condition.Fault(s.Now()); err != nil {
			list = append(list, office.MailTrouble{Account: a.name, Sends: a.sends, Since: since.UnixMilli(), Why: err.Error()})
		}
	}
	return list
}

// How often accounts are looked after, and how often the way out is tried while no letter takes it.
const (
	accountsEvery = time.Minute
	wayOutEvery   = time.Hour
)

// watchAccounts tries the way out for letters at the start, each hour, and each minute while it is closed, and tells the game master of
// accounts that do not work. Those that mails are read from are tried by their intakes.
func (s *Server) watchAccounts(ctx context.Context) error {
	tick := time.NewTicker(accountsEvery)
	defer tick.Stop()
	var tried time.Time
	for {
		for _, a := range s.accounts {
			if _, err := a.condition.Fault(s.Now()); a.sends && (err != nil || s.Now().Sub(tried) >= wayOutEvery) {
				tried = s.Now()
				if err := a.probe(ctx); err != nil && ctx.Err() == nil {
					s.Log.Warn("letters cannot leave now", "account", a.name, "error", err)
				}
			}
		}
		s.WarnOfMail(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Health says "ok", or with status 503 which accounts do not work.
func (s *Server) Health(w http.ResponseWriter, r *http.Request) {
	troubles := s.mailTroubles()
	if len(troubles) == 0 {
		fmt.Fprintln(w, "ok")
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	for _, t := range troubles {
		fmt.Fprintln(w, t)
	}
}

// accountFigures writes for each account whether it works, for the operator's tools.
func (s *Server) accountFigures(w http.ResponseWriter) {
	for _, a := range s.accounts {
		works, does := 1, "reads"
		if _, err := a.condition.Fault(s.Now()); err != nil {
			works = 0
		}
		if a.sends {
			does = "sends"
		}
		fmt.Fprintf(w, "fieldpost_mail_account_works{account=%q,does=%q} %d\n", a.name, does, works)
	}
}
