package postoffice

import (
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"

	"fieldpost/mail/message"
)

// Search finds mails.
func (s *session) Search(kind imapserver.NumKind, criteria *imap.SearchCriteria, options *imap.SearchOptions) (*imap.SearchData, error) {
	m := s.box
	m.mutex.Lock()
	all := s.pick(imap.UIDSet{imap.UIDRange{Start: 1, Stop: 0}})
	m.mutex.Unlock()
	data := &imap.SearchData{}
	var seqs imap.SeqSet
	var uids imap.UIDSet
	for _, p := range all {
		look := &looking{session: s, picked: p}
		if !look.matches(criteria) {
			continue
		}
		num := p.seq
		if kind == imapserver.NumKindUID {
			num = uint32(p.uid)
		}
		seqs.AddNum(p.seq)
		uids.AddNum(p.uid)
		if data.Count == 0 {
			data.Min = num
		}
		data.Max = num
		data.Count++
	}
	data.All = seqs
	if kind == imapserver.NumKindUID {
		data.All = uids
	}
	if options.ReturnSave {
		s.saved = uids
	}
	return data, nil
}

// looking is one mail in a search; its file is read only if the criteria ask for it.
type looking struct {
	session *session
	picked
	raw  []byte
	in   *message.Incoming
	body string
	head string
}

// load reads the mail.
func (l *looking) load() {
	if l.in != nil {
		return
	}
	l.raw, _ = l.session.bytes(l.picked)
	l.in, _ = message.Read(l.raw, l.session.office.config.Limits)
	var text strings.Builder
	for _, line := range l.in.Lines {
		text.WriteString(line.Text + "\n")
	}
	l.body = text.String()
	l.head = message.HeaderText(l.raw)
}

func (l *looking) matches(c *imap.SearchCriteria) bool {
	return l.matchesState(c) && l.matchesText(c) && l.matchesCombined(c)
}

// matchesState checks the criteria that need no reading.
func (l *looking) matchesState(c *imap.SearchCriteria) bool {
	s := l.session
	s.box.mutex.Lock()
	defer s.box.mutex.Unlock()
	for _, set := range c.SeqNum {
		static, _ := s.static(set).(imap.SeqSet)
		if !static.Contains(l.seq) {
			return false
		}
	}
	for _, set := range c.UID {
		static, _ := s.static(set).(imap.UIDSet)
		if !static.Contains(l.uid) {
			return false
		}
	}
	for _, f := range c.Flag {
		if !hasFlag(l.list, f) {
			return false
		}
	}
	for _, f := range c.NotFlag {
		if hasFlag(l.list, f) {
			return false
		}
	}
	return within(l.at, c.Since, c.Before) && (c.Larger == 0 || l.size > c.Larger) && (c.Smaller == 0 || l.size < c.Smaller)
}

func within(t, since, before time.Time) bool {
	day := dayOf(t)
	return (since.IsZero() || !day.Before(dayOf(since))) && (before.IsZero() || day.Before(dayOf(before)))
}

// matchesText looks into the mail.
func (l *looking) matchesText(c *imap.SearchCriteria) bool {
	if !c.SentSince.IsZero() || !c.SentBefore.IsZero() {
		l.load()
		if l.in.Date.IsZero() || !within(l.in.Date, c.SentSince, c.SentBefore) {
			return false
		}
	}
	for _, h := range c.Header {
		l.load()
		found := false
		for _, value := range message.HeaderValues(l.raw, h.Key) {
			found = found || containsFold(value, h.Value)
		}
		if !found {
			return false
		}
	}
	for _, text := range c.Body {
		if l.load(); !containsFold(l.body, text) {
			return false
		}
	}
	for _, text := range c.Text {
		if l.load(); !containsFold(l.body, text) && !containsFold(l.head, text) {
			return false
		}
	}
	return true
}

func (l *looking) matchesCombined(c *imap.SearchCriteria) bool {
	for i := range c.Not {
		if l.matches(&c.Not[i]) {
			return false
		}
	}
	for i := range c.Or {
		if !l.matches(&c.Or[i][0]) && !l.matches(&c.Or[i][1]) {
			return false
		}
	}
	return true
}
