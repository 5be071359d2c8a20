package mail

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldpost/events/durable"

	"fieldpost/mail/message"
)

// Spool keeps mails from the moment in which their host is told that it may forget them until they have had their effect. Its Take is the
// Handler of intakes: it returns once the mail is safe on the disk, and mails that come at the same time share one fsync. Run then hands
// them to the handler that does the work, many at a time, and after a crash those again that it had not finished.
//
// Mails of one sender, and mails to one address that bears a token, are handed over in the order in which they came; a mail that the handler
// did not take is offered again after a while, and those behind it need not wait for that.
//
// The mails lie in a folder of their own: see the comment of segment.
type Spool struct {
	config SpoolConfig
	lock   *durable.Lock
	taking chan *taking
	stop   chan struct{} // closed when the writer is to end
	ended  chan struct{} // closed when it has
	ready  chan struct{} // holds a token while a mail may be ready

	mu       sync.Mutex
	closed   bool
	segments []*segment // oldest first; the last one is written to, if it is open
	last     int64      // number of the last mail
	waiting  map[int64]*spooled
	lanes    map[string]*spooled // the last mail of each
	queue    []*spooled          // ready to be handed over, in order
	untried  []*spooled          // not handed over yet, or not come back, in order; with others that have
	bytes    int64               // of the mails that are being handled
	rest     chan struct{}       // closed and replaced when no mail waits any more
}

// SpoolConfig says where and how a Spool keeps mails. Only Dir is needed.
type SpoolConfig struct {
	Dir   string
	Most  int           // mails that may wait, 100,000 if 0; after that none is taken for a while
	Bytes int64         // of mails that are handled at the same time; 64 MiB if 0
	Pause time.Duration // before a mail that was not taken is offered again, longer each time, up to an hour; a minute if 0
	Tried func()        // called when a mail has come back from the handler; may be nil
	Clock Clock         // the machine's if nil
	Log   *slog.Logger  // slog.Default if nil
}

// taking is a mail that is being written.
type taking struct {
	frame   []byte
	mail    *spooled
	instead *spooled // that it is written anew for; nil for one that has just come
	kept    chan error
}

// spooled is a mail that waits for its effect.
type spooled struct {
	number  int64
	segment *segment
	at      int64 // offset of its frame
	size    int
	taken   time.Time // zero if an earlier process took it
	tries   int       // how often it has come back from the handler
	lanes   []string
	ahead   int        // mails that must be handled first
	behind  []*spooled // that wait for this one
}

// OpenSpool opens a folder, makes it if absent, and finds the mails in it that wait.
func OpenSpool(config SpoolConfig) (*Spool, error) {
	if config.Most == 0 {
		config.Most = 100_000
	}
	if config.Bytes == 0 {
		config.Bytes = 64 << 20
	}
	if config.Pause == 0 {
		config.Pause = time.Minute
	}
	if config.Clock == nil {
		config.Clock = machineClock{}
	}
	if config.Log == nil {
		config.Log = slog.Default()
	}
	if err := durable.MakeDir(config.Dir); err != nil {
		return nil, err
	}
	lock, err := durable.Acquire(config.Dir)
	if err != nil {
		return nil, err
	}
	s := &Spool{
		config: config, lock: lock, taking: make(chan *taking), stop: make(chan struct{}), ended: make(chan struct{}), ready: make(chan struct{}, 1),
		waiting: make(map[int64]*spooled), lanes: make(map[string]*spooled), rest: make(chan struct{}),
	}
	if err := s.recover(); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	go s.write()
	return s, nil
}

// errSpoolFull means that too many mails wait.
var errSpoolFull = errors.New("too many mails wait for their effect")

// Take is a Handler: it returns nil once the mail is safe.
func (s *Spool) Take(ctx context.Context, raw []byte, env Envelope) error {
	envelope, err := json.Marshal(env)
	if err != nil {
		return err
	}
	body := make([]byte, 0, 4+len(envelope)+len(raw))
	body = binary.BigEndian.AppendUint32(body, uint32(len(envelope)))
	body = append(append(body, envelope...), raw...)
	s.mu.Lock()
	if s.closed || len(s.waiting) >= s.config.Most {
		closed := s.closed
		s.mu.Unlock()
		if closed {
			return os.ErrClosed
		}
		return errSpoolFull
	}
	s.mu.Unlock()
	taken := s.config.Clock.Now()
	if env.Place > 0 && env.Received.Before(taken) {
		taken = env.Received // by another server, perhaps before a deadline
	}
	t := &taking{frame: body, mail: &spooled{size: len(body), lanes: lanesOf(raw, env), taken: taken}, kept: make(chan error, 1)}
	select {
	case s.taking <- t:
	case <-s.ended:
		return os.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	return <-t.kept
}

// lanesOf names the lanes of a mail, in which it keeps its place: its sender's addresses, and those with tokens that it was sent to. Nothing
// but words is looked at: what a mail says is found out elsewhere, where it can do no harm.
func lanesOf(raw []byte, env Envelope) []string {
	lanes := []string{}
	add := func(address string, sender bool) {
		if strings.Contains(address, "@") && (sender || strings.Contains(address, "+")) && len(lanes) < mostLanes {
			lanes = append(lanes, strings.ToLower(address))
		}
	}
	add(env.From, true)
	for _, a := range env.To {
		add(a, false)
	}
	name := ""
	for line := range strings.Lines(string(raw[:min(len(raw), message.DefaultLimits.HeaderBytes)])) {
		text := strings.TrimRight(line, "\r\n")
		if text == "" {
			break
		}
		if text[0] != ' ' && text[0] != '\t' {
			name, text, _ = strings.Cut(text, ":")
			name = strings.ToLower(strings.TrimSpace(name))
		}
		switch name {
		case "from", "sender", "to", "cc":
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t<>,;:\"()", r) }) {
				add(word, name == "from" || name == "sender")
			}
		}
	}
	slices.Sort(lanes)
	return slices.Compact(lanes)
}

// mostLanes is how many lanes a mail is in at most; more names than that are no player's.
const mostLanes = 16

// write writes the mails that come, all that are there at once with one fsync.
func (s *Spool) write() {
	defer close(s.ended)
	for {
		var batch []*taking
		select {
		case t := <-s.taking:
			batch = append(batch, t)
		case <-s.stop:
			return
		}
		for more := true; more && len(batch) < mostTogether; {
			select {
			case t := <-s.taking:
				batch = append(batch, t)
			default:
				more = false
			}
		}
		err := s.keep(batch)
		for _, t := range batch {
			t.kept <- err
		}
	}
}

// mostTogether is how many mails are written with one fsync.
const mostTogether = 256

// keep writes some mails and puts them into the queue. If it fails, the segment is left as it is and the next mails go into a new one.
func (s *Spool) keep(batch []*taking) error {
	s.mu.Lock()
	g, err := s.open()
	if err != nil {
		s.mu.Unlock()
		return err
	}
	var data []byte
	from := g.end
	for _, t := range batch {
		s.last++
		t.mail.number, t.mail.segment, t.mail.at = s.last, g, from+int64(len(data))
		data = appendFrame(data, frameMail, s.last, t.frame)
	}
	g.end += int64(len(data)) // what is handled meanwhile is noted behind it
	s.mu.Unlock()
	if _, err = g.file.WriteAt(data, from); err == nil {
		err = g.file.Sync()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		g.broken = true
		return err
	}
	for _, t := range batch {
		s.enter(t.mail)
		if t.instead != nil {
			s.forget(t.instead) // at once, so that nobody finds it in two files
		}
	}
	return nil
}

// enter lets a mail wait for its turn. The spool is locked.
func (s *Spool) enter(m *spooled) {
	if _, known := s.waiting[m.number]; !known {
		s.waiting[m.number] = m
		s.untried = append(s.untried, m)
		m.segment.waiting++
	}
	m.ahead, m.behind = 0, nil
	for _, lane := range m.lanes {
		if before := s.lanes[lane]; before != nil && before != m {
			before.behind = append(before.behind, m)
			m.ahead++
		}
		s.lanes[lane] = m
	}
	if m.ahead == 0 {
		s.enqueue(m)
	}
}

func (s *Spool) enqueue(m *spooled) {
	s.queue = append(s.queue, m)
	s.wake()
}

func (s *Spool) wake() {
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

// Run hands the waiting mails to a handler until ctx ends, and returns when all that were handed over have come back.
func (s *Spool) Run(ctx context.Context, h Handler) error {
	var couriers sync.WaitGroup
	defer couriers.Wait()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.ready:
		}
		for m := s.next(); m != nil && ctx.Err() == nil; m = s.next() {
			couriers.Go(func() { s.hand(ctx, m, h) })
		}
	}
}

// next takes the next mail out of the queue, unless those that are being handled fill the memory.
func (s *Spool) next() *spooled {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 || s.bytes > 0 && s.bytes+int64(s.queue[0].size) > s.config.Bytes {
		return nil
	}
	m := s.queue[0]
	s.queue = s.queue[1:]
	s.bytes += int64(m.size)
	return m
}

// hand hands one mail over, and again after a while if it was not taken.
func (s *Spool) hand(ctx context.Context, m *spooled, h Handler) {
	raw, env, err := m.read()
	if err == nil {
		err = guarded(context.WithoutCancel(ctx), h, raw, env)
	}
	if s.leave(m, err == nil); s.config.Tried != nil {
		s.config.Tried()
	}
	if err == nil {
		return
	}
	s.config.Log.Error("a mail has had no effect yet; it will be offered again", "number", m.number, "bytes", m.size, "error", err)
	select {
	case <-ctx.Done(): // it is offered again after the next start
	case <-s.config.Clock.After(min(s.config.Pause<<min(m.tries-1, 6), time.Hour)):
		s.again(m)
	}
}

// again lets a mail that was not taken wait for another turn. It is written anew if its segment is full, for no segment goes before what waits
// in it.
func (s *Spool) again(m *spooled) {
	s.mu.Lock()
	if !m.segment.broken {
		s.enter(m)
		s.mu.Unlock()
		return
	}
	s.mu.Unlock()
	body, err := m.body()
	if err == nil {
		t := &taking{frame: body, mail: &spooled{size: m.size, lanes: m.lanes, tries: m.tries}, instead: m, kept: make(chan error, 1)}
		select {
		case s.taking <- t:
			err = <-t.kept
		case <-s.ended:
			return // it is offered again after the next start
		}
	}
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.enter(m)
	}
}

// leave lets those go on that waited for a mail. A mail that is done is forgotten.
func (s *Spool) leave(m *spooled, done bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes -= int64(m.size)
	for _, lane := range m.lanes {
		if s.lanes[lane] == m {
			delete(s.lanes, lane)
		}
	}
	for _, b := range m.behind {
		if b.ahead--; b.ahead == 0 {
			s.queue = append(s.queue, b)
		}
	}
	m.behind = nil
	m.tries++
	s.wake()
	if done {
		s.forget(m)
	}
}

// forget notes that a mail is done. The note is not synced: what a power cut takes from it costs only the time of handing the mail over
// once more.
func (s *Spool) forget(m *spooled) {
	delete(s.waiting, m.number)
	m.segment.waiting--
	if len(s.waiting) == 0 {
		close(s.rest)
		s.rest = make(chan struct{})
	}
	if g, err := s.open(); err == nil {
		note := appendFrame(nil, frameDone, m.number, nil)
		if _, err := g.file.WriteAt(note, g.end); err != nil {
			g.broken = true
		}
		g.end += int64(len(note))
	}
	s.clear()
}

// Behind reports whether a mail that was taken by an instant has not come back from the handler yet. One that did so without having been taken
// counts as having come back: nobody knows when the handler will take it.
func (s *Spool) Behind(at time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.untried) > 0 && s.untried[0].tries > 0 {
		s.untried = s.untried[1:]
	}
	return slices.ContainsFunc(s.untried, func(m *spooled) bool { return m.tries == 0 && !m.taken.After(at) })
}

// Waiting returns how many mails have not had their effect yet.
func (s *Spool) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting)
}

// AtRest waits until every mail that was taken has had its effect.
func (s *Spool) AtRest(ctx context.Context) error {
	for {
		s.mu.Lock()
		n, rest := len(s.waiting), s.rest
		s.mu.Unlock()
		if n == 0 {
			return nil
		}
		select {
		case <-rest:
		case <-ctx.Done():
			return fmt.Errorf("%d mails wait for their effect: %w", n, ctx.Err())
		}
	}
}

// Close ends the taking of mails and gives the folder back. Run must have returned.
func (s *Spool) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	close(s.stop)
	<-s.ended
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	var errs []error
	for _, g := range s.segments {
		errs = append(errs, g.close())
	}
	return errors.Join(append(errs, s.lock.Release())...)
}
