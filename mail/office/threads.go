package office

import (
	"context"
	"sync"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail/message"
)

// messageIDs remembers the message ids of mails taken in lately, by their key, so that answers join their thread. What it has forgotten is read
// again from the mail, if the log keeps the mail.
type messageIDs struct {
	mu  sync.Mutex
	ids map[events.Hash][]string // its own, and then those that it refers to
}

const mostMessageIDs = 10_000

func (x *messageIDs) note(key events.Hash, id string, references ...string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ids == nil || len(x.ids) >= mostMessageIDs {
		x.ids = make(map[events.Hash][]string)
	}
	x.ids[key] = append([]string{id}, references...)
}

// find returns the message id of a mail, and those that it refers to.
func (x *messageIDs) find(key events.Hash) (id string, references []string, known bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if ids := x.ids[key]; len(ids) > 0 {
		return ids[0], ids[1:], true
	}
	return "", nil, false
}

// answersTo returns the message id of the mail that a letter answers and those that it refers to, so that mail programs show them together.
// raw is the digest of the mail's bytes, zero if the log does not keep them.
func (st *Office) answersTo(ctx context.Context, key, raw events.Hash) (id string, references []string) {
	if key.IsZero() {
		return "", nil
	}
	if id, references, known := st.messageIDs.find(key); known || raw.IsZero() {
		return id, references
	}
	data, err := st.Service.Store.Get(ctx, raw)
	if err != nil {
		st.Log.Warn("a mail cannot be read again; its answer does not join its thread", "key", short(key), "error", err)
		return "", nil
	}
	in, _ := message.Read(data, message.Limits{}) // of a mail that cannot be read whole, the header is enough
	st.messageIDs.note(key, in.MessageID, in.References...)
	return in.MessageID, in.References
}

// rawOf returns the digest of the mail that an event of a game keeps, zero if it keeps none.
func rawOf(m *adjudicator.Match, seq int64) events.Hash {
	if o, ok := m.OrderMail(seq); ok {
		return o.Raw
	}
	for _, h := range m.Held {
		if h.Seq == seq {
			return h.Raw
		}
	}
	return events.Hash{}
}
