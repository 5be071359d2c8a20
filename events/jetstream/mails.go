package jetstream

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// Mails are the mails that some server of an installation has taken in and that have not had their effect: what a spool folder is to a single
// server. They lie in a stream of their own, MAILS, with as many copies as the log, so that nothing is left behind on a machine that dies.
//
// A mail is one message: the length of its head (4 bytes, big-endian), the head in JSON, and the mail. One that is too large for that stands in
// messages on mail.part before it, whose sequences the head names. The message lies on mail.head when it has just come, and on mail.for.PART
// once it is known which part of the work it belongs to (Move): a part's mails are only looked at by the server that has the part.
type Mails struct {
	s      *Store
	stream natsjs.Stream
	added  chan struct{} // holds a token when some server has added one
}

const (
	mailStream   = "MAILS"
	mailHead     = "mail.head"
	mailPart     = "mail.part"
	mailFor      = "mail.for."
	mailPartSize = 512 << 10
	mostMails    = 100_000 // and parts of mails; after that none is taken for a while

	mailsPoll   = time.Second
	orphanAfter = 24 * time.Hour
)

var mailSubjects = []string{mailHead, mailPart, mailFor + ">"}

// mailHeader is the head of a mail.
type mailHeader struct {
	Envelope json.RawMessage
	Parts    []uint64 `json:",omitempty"` // what comes before the rest of the mail in this message
}

// Mails opens the queue, and makes it if absent.
func (s *Store) Mails(ctx context.Context) (*Mails, error) {
	q := &Mails{s: s, added: make(chan struct{}, 1)}
	var err error
	q.stream, err = s.streamNamed(ctx, mailStream)
	if errors.Is(err, natsjs.ErrStreamNotFound) {
		q.stream, err = s.js.CreateStream(ctx, natsjs.StreamConfig{
			Name: mailStream, Description: "Fieldpost: mails that wait for their effect", Subjects: mailSubjects,
			Storage: natsjs.FileStorage, Replicas: s.stream.CachedInfo().Config.Replicas, Discard: natsjs.DiscardNew,
			MaxMsgs: mostMails, MaxBytes: -1, MaxMsgsPerSubject: -1,
		})
	}
	if err != nil {
		return nil, err
	}
	if c := q.stream.CachedInfo().Config; c.Storage != natsjs.FileStorage || c.MaxAge != 0 || c.Discard != natsjs.DiscardNew || c.Retention != natsjs.LimitsPolicy || c.AllowDirect {
		return nil, fmt.Errorf("jetstream: the stream %s is not as it was made: mails could be lost", mailStream)
	}
	if c := q.stream.CachedInfo().Config; !slices.Equal(c.Subjects, mailSubjects) { // made before the work was divided
		c.Subjects = mailSubjects
		if q.stream, err = s.js.UpdateStream(ctx, c); err != nil {
			return nil, err
		}
	}
	for _, subject := range []string{mailHead, mailFor + ">"} {
		if _, err = s.nc.Subscribe(subject, func(*nats.Msg) {
			select {
			case q.added <- struct{}{}:
			default:
			}
		}); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// Name tells the queue from every other one, such as that of a cluster which was made anew.
func (q *Mails) Name() string {
	return q.stream.CachedInfo().Created.UTC().Format(time.RFC3339Nano)
}

// Add returns nil once a mail is safe in the cluster. After an error it may be there nevertheless.
func (q *Mails) Add(ctx context.Context, envelope, raw []byte) error {
	head := mailHeader{Envelope: envelope}
	for len(raw) > mailPartSize {
		at, err := q.publish(ctx, mailPart, raw[:mailPartSize])
		if err != nil {
			return err
		}
		head.Parts, raw = append(head.Parts, at), raw[mailPartSize:]
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	data := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(text)+len(raw)), uint32(len(text)))
	_, err = q.publish(ctx, mailHead, append(append(data, text...), raw...))
	return err
}

func (q *Mails) publish(ctx context.Context, subject string, data []byte) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, q.s.timeout)
	defer cancel()
	ack, err := q.s.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data}, natsjs.WithExpectStream(mailStream))
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// Mail is one of them.
type Mail struct {
	Number        uint64 // grows from mail to mail
	Envelope, Raw []byte
	Part          string // to which it was moved, "" if it has just come
	parts         []uint64
}

// Next returns the first mail behind a number among those that were moved to a part of the work, "" for those that have just come, as the leader
// has it, or a mail with Number 0 if there is none. An error with a number means that this one will never be readable.
func (q *Mails) Next(ctx context.Context, part string, behind uint64) (Mail, error) {
	return q.first(ctx, subjectOf(part), behind)
}

func subjectOf(part string) string {
	if part == "" {
		return mailHead
	}
	return mailFor + part
}

// first is Next for a subject, which may be a pattern.
func (q *Mails) first(ctx context.Context, subject string, behind uint64) (Mail, error) {
	msg, err := q.next(ctx, behind+1, subject)
	if errors.Is(err, natsjs.ErrMsgNotFound) {
		return Mail{}, nil
	}
	if err != nil {
		return Mail{}, err
	}
	m := Mail{Number: msg.Sequence}
	m.Part, _ = strings.CutPrefix(msg.Subject, mailFor)
	if msg.Subject == mailHead {
		m.Part = ""
	}
	var head mailHeader
	if len(msg.Data) < 4 {
		return m, errNoMail
	}
	n, rest := uint64(binary.BigEndian.Uint32(msg.Data)), msg.Data[4:]
	if n > uint64(len(rest)) || json.Unmarshal(rest[:n], &head) != nil {
		return m, errNoMail
	}
	m.Envelope, m.parts = head.Envelope, head.Parts
	for _, at := range head.Parts {
		part, err := q.get(ctx, at)
		if errors.Is(err, natsjs.ErrMsgNotFound) {
			return m, fmt.Errorf("a part of it, message %d, is gone", at)
		}
		if err != nil {
			return Mail{}, err
		}
		m.Raw = append(m.Raw, part.Data...)
	}
	m.Raw = append(m.Raw, rest[n:]...)
	return m, nil
}

var errNoMail = errors.New("it is no mail of ours")

func (q *Mails) next(ctx context.Context, from uint64, subject string) (*natsjs.RawStreamMsg, error) {
	return again(ctx, q.s.timeout, func(ctx context.Context) (*natsjs.RawStreamMsg, error) {
		return q.stream.GetMsg(ctx, from, natsjs.WithGetMsgSubject(subject))
	})
}

func (q *Mails) get(ctx context.Context, at uint64) (*natsjs.RawStreamMsg, error) {
	return again(ctx, q.s.timeout, func(ctx context.Context) (*natsjs.RawStreamMsg, error) { return q.stream.GetMsg(ctx, at) })
}

// Move gives a mail to a part of the work. It has another number there. After an error it may lie in both places: that a mail which comes twice has
// one effect is its reader's to see to.
func (q *Mails) Move(ctx context.Context, m Mail, part string) error {
	msg, err := q.get(ctx, m.Number)
	if errors.Is(err, natsjs.ErrMsgNotFound) {
		return nil // it was moved, or had its effect
	}
	if err != nil {
		return err
	}
	if _, err := q.publish(ctx, subjectOf(part), msg.Data); err != nil {
		return err
	}
	return q.remove(ctx, m.Number)
}

// Done takes a mail out. That it is already gone is no error.
func (q *Mails) Done(ctx context.Context, m Mail) error {
	for _, at := range append([]uint64{m.Number}, m.parts...) {
		if err := q.remove(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

func (q *Mails) remove(ctx context.Context, at uint64) error {
	ctx, cancel := context.WithTimeout(ctx, q.s.timeout)
	defer cancel()
	err := q.stream.DeleteMsg(ctx, at)
	if err == nil {
		return nil
	}
	if _, gone := q.stream.GetMsg(ctx, at); errors.Is(gone, natsjs.ErrMsgNotFound) {
		return nil
	}
	return err
}

// Last returns the number that no mail which was added by now exceeds.
func (q *Mails) Last(ctx context.Context) (uint64, error) {
	info, err := q.s.infoOf(ctx, q.stream)
	if err != nil {
		return 0, err
	}
	return info.State.LastSeq, nil
}

// Wait returns when there may be another mail, or ctx ends.
func (q *Mails) Wait(ctx context.Context) {
	timer := time.NewTimer(mailsPoll)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-q.added:
	case <-timer.C:
	}
}

// Clear removes the parts of mails whose taking was broken off long ago: their heads never came.
func (q *Mails) Clear(ctx context.Context) error {
	named := map[uint64]bool{}
	for _, subject := range []string{mailHead, mailFor + ">"} { // in this order: a mail that moves meanwhile is seen in one place at least
		for behind := uint64(0); ; {
			m, err := q.first(ctx, subject, behind)
			if m.Number == 0 && err != nil {
				return err
			}
			if m.Number == 0 {
				break
			}
			for _, at := range m.parts {
				named[at] = true
			}
			behind = m.Number
		}
	}
	for from := uint64(1); ; {
		part, err := q.next(ctx, from, mailPart)
		if errors.Is(err, natsjs.ErrMsgNotFound) {
			return nil
		}
		if err != nil || time.Since(part.Time) < orphanAfter {
			return err
		}
		if from = part.Sequence + 1; named[part.Sequence] {
			continue
		}
		if err := q.remove(ctx, part.Sequence); err != nil {
			return err
		}
	}
}
