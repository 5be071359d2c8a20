package office

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"
)

// MailTrouble is an account on a mail server that has stopped working.
type MailTrouble struct {
	Account string // "orders@imap.example.org:993"
	Sends   bool   // letters leave by it; otherwise mails are read from it
	Since   int64  // Unix ms
	Why     string // for the game master alone
}

// String says what cannot be done, for anybody.
func (t MailTrouble) String() string {
	if t.Sends {
		return fmt.Sprintf("No letter can leave by %s since %s.", t.Account, instant(t.Since))
	}
	return fmt.Sprintf("No mail can be read from %s since %s.", t.Account, instant(t.Since))
}

// troubleWaits is how long an account may fail before the game master is told: most outages of a mail server are shorter.
const troubleWaits = 5 * time.Minute

// WarnOfMail tells the game master, once for each outage of an account, that mails are not read or letters do not leave. The letter goes out as
// soon as one can.
func (st *Office) WarnOfMail(ctx context.Context) {
	if st.MailTroubles == nil {
		return
	}
	for _, t := range st.MailTroubles() {
		if st.Now().Sub(time.UnixMilli(t.Since)) < troubleWaits {
			continue
		}
		code := "unread-account"
		if t.Sends {
			code = "unsent-account"
		}
		key := sha256.Sum256(fmt.Appendf(nil, "mail account\x00%s\x00%t\x00%d", t.Account, t.Sends, t.Since))
		st.warnMaster(ctx, warning{code: code, game: t.Account, who: t.Why, key: key})
	}
}
