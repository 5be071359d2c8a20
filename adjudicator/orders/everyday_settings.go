package orders

import (
	"slices"
	"strings"
)

// Settings in everyday words: "2 CAP on attacks and 1 on rallies" is "cap attack=2 rally=1", "stop when a unit is destroyed, not for hits" is
// "stop destroyed=yes hit=no".

// set reads the words from i to end as the settings of a standing order that has some. any reports whether words for such an order stand there.
func (e *everyday) set(i, end int) (found []reading, any bool) {
	for from := i; from < end; from++ {
		if !e.atoms[from].word {
			continue
		}
		for to := min(from+e.reach(e.words.begins, from), end); to > from; to-- {
			for _, n := range e.words.own.whole[phrase(e.key(from, to))] {
				d := e.words.deeds[n]
				k := slices.IndexFunc(d.verb.params, func(p param) bool { return p.Kind == KindPair && len(p.Words) > 0 })
				if k < 0 || d.sub != nil || !d.verb.Only {
					continue
				}
				s := settings{e: e, p: &d.verb.params[k], denied: e.denies}
				if l, ok := s.line(d.verb, i, from, to, end); ok {
					found = e.whole(found, l, false)
				}
			}
		}
		if len(found) > 0 {
			break
		}
	}
	return found, len(found) > 0
}

// settings are read one after the other.
type settings struct {
	e       *everyday
	p       *param
	denied  bool     // what follows is not to be
	number  string   // that the name of a setting has not yet followed
	setting int      // that a number has not yet followed, counted from one
	pairs   []string // by the order of the settings
}

// line reads the settings of a verb whose words stand from from to to.
func (s *settings) line(v *verb, i, from, to, end int) (l Line, ok bool) {
	e := s.e
	l = Line{Verb: v.Name, Standing: true}
	for i < end {
		if i == from {
			i = to
			continue
		}
		stop := end
		if i < from {
			stop = from
		}
		if k := slices.IndexFunc(v.params, func(p param) bool { return p.Kind == KindOwn }); k >= 0 && len(l.Args) == 0 {
			if ids, next := e.units(i, stop); len(ids) > 0 {
				l.Args = []Arg{{Name: v.params[k].Name, Value: strings.Join(ids, ",")}}
				i = next
				continue
			}
		}
		next, read := s.next(i, stop)
		if !read {
			return l, false
		}
		i = next
	}
	pairs := slices.DeleteFunc(s.pairs, func(pair string) bool { return pair == "" })
	if s.number != "" || s.setting > 0 || len(pairs) == 0 {
		return l, false
	}
	l.Args = append(l.Args, Arg{Name: s.p.Name, Value: strings.Join(pairs, ",")})
	return l, true
}

// next reads what stands at i: the name of a setting, what it is set to, or words that say nothing.
func (s *settings) next(i, end int) (next int, ok bool) {
	e := s.e
	n, next, ok := e.full(&s.p.words, i, end)
	if !ok {
		n, next, ok = e.plural(&s.p.words, i, end)
	}
	if ok {
		return next, s.named(n)
	}
	if s.setting > 0 {
		if n, next, ok := e.full(&s.p.values[s.setting-1], i, end); ok {
			return next, !s.denied && s.value(s.setting-1, s.p.Words[s.setting-1].Values[n].Name)
		}
	}
	if n, ok := e.count(i); ok && digits(itoa(n)) {
		if next, ok := e.keyword(&e.g.counted, i+1, end); ok {
			return next, s.counted(itoa(n))
		}
		return i + 1, s.counted(itoa(n))
	}
	for _, v := range []*vocabulary{&e.g.never, &e.g.denying} {
		if next, ok := e.keyword(v, i, end); ok {
			s.denied = true
			return next, true
		}
	}
	for _, v := range []*vocabulary{&e.g.towards, &e.g.with, &e.g.of, &e.g.andWords, &e.g.limits, &e.g.only} {
		if next, ok := e.keyword(v, i, end); ok {
			return next, true
		}
	}
	return e.empty(i, end)
}

// named takes the name of a setting: one that is either so or not is thereby set.
func (s *settings) named(n int) bool {
	c := &s.p.Words[n]
	switch {
	case s.setting > 0:
		return false
	case len(c.Values) > 0:
		if yes, no := s.either(n); yes != "" && no != "" && s.number == "" {
			if s.denied {
				return s.value(n, no)
			}
			return s.value(n, yes)
		}
		s.setting = n + 1
		return s.number == "" && !s.denied
	case s.denied:
		return false // how much less is not said
	case s.number != "":
		number := s.number
		s.number = ""
		return s.value(n, number)
	}
	s.setting = n + 1
	return true
}

// counted takes a number, which the name of a setting stands before or follows.
func (s *settings) counted(number string) bool {
	if s.setting > 0 {
		return s.value(s.setting-1, number)
	}
	if s.number != "" {
		return false
	}
	s.number = number
	return true
}

// value sets a setting that was not yet set.
func (s *settings) value(n int, value string) bool {
	if s.pairs == nil {
		s.pairs = make([]string, len(s.p.Words))
	}
	if s.pairs[n] != "" {
		return false
	}
	s.pairs[n], s.setting = s.p.Words[n].Name+"="+value, 0
	return true
}

// either returns the two values of a setting that is either so or not: what denies says which is which.
func (s *settings) either(n int) (yes, no string) {
	c, e := &s.p.Words[n], s.e
	if len(c.Values) != 2 {
		return "", ""
	}
	for k, v := range c.Values {
		if slices.ContainsFunc(s.p.values[n].keys, func(w key) bool {
			_, denies := e.g.denying.exact[w.text]
			return denies && w.entry == k
		}) {
			no = v.Name
		} else {
			yes = v.Name
		}
	}
	return yes, no
}
