package mail

import (
	"errors"
	"fmt"

	"github.com/emersion/go-smtp"

	"fieldpost/mail/message"
)

// Failure is why a host did not take a letter, or why we refuse one. It is an error.
type Failure struct {
	Permanent bool
	Code      int    // SMTP reply code, 0 if there was no reply
	Enhanced  string // "5.1.1" (RFC 3463), "" if there was none
	Detail    string // what the other side said, one line
	Err       error  // what lay underneath, or nil
}

// Error returns the reply for the operator.
func (f *Failure) Error() string {
	kind := "temporary"
	if f.Permanent {
		kind = "permanent"
	}
	text := kind + " failure"
	if f.Code != 0 {
		text += fmt.Sprintf(" %d", f.Code)
	}
	if f.Enhanced != "" {
		text += " " + f.Enhanced
	}
	if f.Detail != "" {
		text += ": " + f.Detail
	}
	if f.Err != nil {
		text += fmt.Sprintf(" (%v)", f.Err)
	}
	return text
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// reply returns the failure as an SMTP reply.
func (f *Failure) reply() *smtp.SMTPError {
	reply := &smtp.SMTPError{Code: f.Code, Message: message.Sample(message.CleanLine(f.Detail))}
	if reply.Code < 400 || reply.Code > 599 || f.Permanent != (reply.Code >= 500) {
		reply.Code = 451
		if f.Permanent {
			reply.Code = 554
		}
	}
	var e smtp.EnhancedCode
	if n, err := fmt.Sscanf(f.Enhanced, "%d.%d.%d", &e[0], &e[1], &e[2]); n == 3 && err == nil && e[0] == reply.Code/100 {
		reply.EnhancedCode = e
	}
	return reply
}

// failureOf classifies an error of a submission. loggedIn means that the server had accepted our login before: a refused login is the
// operator's problem, not the letter's, and therefore temporary.
func failureOf(err error, loggedIn bool) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	reply, ok := errors.AsType[*smtp.SMTPError](err)
	if !ok {
		return &Failure{Err: err}
	}
	f := &Failure{Code: reply.Code, Detail: message.CleanLine(reply.Message), Permanent: reply.Code/100 == 5 && loggedIn}
	if e := reply.EnhancedCode; e[0] > 0 {
		f.Enhanced = fmt.Sprintf("%d.%d.%d", e[0], e[1], e[2])
	}
	// replies that say "later" in the words of "never": not logged in, policy of the hour, too many connections
	if f.Permanent && (reply.Code == 530 || reply.Code == 535 || f.Enhanced == "5.7.8" || f.Enhanced == "5.7.0" || f.Enhanced == "5.4.5") {
		f.Permanent = false
	}
	return f
}
