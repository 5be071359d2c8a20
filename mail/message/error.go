package message

import (
	"errors"
	"fmt"
)

// Error is a fault with a stable Code that words can be found for, and a Detail for the operator's log.
type Error struct {
	Code   string // one of the Code constants
	Detail string
	Err    error // what lay underneath, or nil
}

// Codes of errors. They are keys of the words and never change.
const (
	CodeTooBig          = "mail.too-big"          // raw mail larger than Limits.Bytes
	CodeHeaderTooBig    = "mail.header-too-big"   // header larger than Limits.HeaderBytes or with more than Limits.HeaderFields
	CodeTooDeep         = "mail.too-deep"         // parts nested deeper than Limits.Depth
	CodeTooManyParts    = "mail.too-many-parts"   // more than Limits.Parts
	CodeTextTooBig      = "mail.text-too-big"     // decoded text larger than Limits.Text
	CodeLineTooLong     = "mail.line-too-long"    // a line of decoded text longer than Limits.Line
	CodeOrdersTooBig    = "mail.orders-too-big"   // more than MostOrders bytes or MostOrderLines lines of orders
	CodeMalformed       = "mail.malformed"        // not a mail, or its parts cannot be separated
	CodeDuplicateHeader = "mail.duplicate-header" // two From, Subject, Date, To or Message-ID: which one was signed cannot be known
	CodeNoSender        = "mail.no-sender"        // From names no one, or more than one sender
	CodeNoText          = "mail.no-text"          // nothing readable in it
	CodeBadAddress      = "mail.bad-address"      // an address that cannot be written in a header or envelope
	CodeBadHeader       = "mail.bad-header"       // a header value of ours with CR, LF or NUL
	CodeBadLetter       = "mail.bad-letter"       // an Outgoing without what every letter needs
	CodeConfig          = "mail.config"           // settings that cannot work
)

// Error returns code and detail for the operator; players read the words of the code.
func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Detail, e.Err)
	}
	return e.Code + ": " + e.Detail
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrorCode returns the code of the first Error in err's chain, or "" if there is none.
func ErrorCode(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

func Fault(code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}
