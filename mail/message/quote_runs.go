package message

import (
	"slices"
	"strings"
)

// How the runs are found: which lines of a mail follow each other in which text.

// mostOpen is how many runs may go on at the same time: a line that stands elsewhere too must not end the run around it.
const mostOpen = 4

// line finds the run that a line of the mail belongs to.
func (m *matching) line(i int) {
	key := m.keys[i]
	if key == "" {
		return
	}
	if m.found[i].filled = m.filled(key); m.found[i].filled || m.goesOn(i, key) || m.jumps(i, key) || m.begins(i, key) {
		return
	}
	if m.heads[i] {
		m.open = nil // another quotation begins
	}
}

// filled reports whether a line is an open line of the form within which a run stands, filled in.
func (m *matching) filled(key string) bool {
	label, rest, ok := strings.Cut(key, ":")
	if !ok || rest == "" || rest == "..." {
		return false
	}
	for _, r := range slices.Backward(m.open) {
		at, known := r.passage.labels[label]
		here := r.passage.lineOf(max(0, r.next-1))
		if !known || r.passage.lines[here].form != r.passage.lines[at].form {
			continue
		}
		if to := r.passage.lines[at].to; to > r.next {
			r.next = to
		}
		return true
	}
	return false
}

// goesOn adds a line to the run whose text goes on with it.
func (m *matching) goesOn(i int, key string) bool {
	for _, r := range slices.Backward(m.open) {
		if m.parts(r, i) {
			continue
		}
		if from, to, ok := r.passage.match(r.next, key); ok {
			m.add(r, piece{i, from, to})
			return true
		}
	}
	return false
}

// jumps adds a line to a run that goes on with it further down: something in between was cut or answered. Of several runs the longest has
// it. In a mail of his own its sender cuts nothing.
func (m *matching) jumps(i int, key string) bool {
	var best *run
	var where piece
	for _, r := range m.open {
		if best != nil && len(best.pieces) >= len(r.pieces) || r.of.own || m.parts(r, i) {
			continue
		}
		r.passage.candidates(key, func(line int) bool {
			at := r.passage.lines[line].from
			if at < r.next {
				return true
			}
			from, to, ok := r.passage.match(at, key)
			if ok && (best != r || from < where.from) {
				best, where = r, piece{i, from, to}
			}
			return true
		})
	}
	if best == nil {
		return false
	}
	m.add(best, where)
	return true
}

// ahead returns how many of the lines from i on a passage has from a place on.
func (m *matching) ahead(p *passage, i, at int) (n int) {
	for ; i < len(m.keys) && n < mostAhead; i++ {
		if m.keys[i] == "" {
			continue
		}
		_, to, ok := p.match(at, m.keys[i])
		if !ok {
			break
		}
		at = to
		n++
	}
	return n
}

// behind returns how many of the lines from i upwards a passage has from one of its lines upwards.
func (m *matching) behind(p *passage, i, line int) (n int) {
	for ; i >= 0 && line >= 0 && n < mostAhead; i-- {
		if m.keys[i] == "" {
			continue
		}
		if !p.endsAs(line, m.keys[i]) {
			break
		}
		n++
		if l := p.lines[line]; l.to-l.from != len(m.keys[i]) {
			break // it was broken elsewhere: that is enough
		}
		line--
	}
	return n
}

// endsAs reports whether a line of the text and one that was perhaps broken elsewhere end alike.
func (p *passage) endsAs(line int, key string) bool {
	text := p.text[p.lines[line].from:p.lines[line].to]
	return strings.HasSuffix(text, key) || strings.HasSuffix(key, text)
}

// begins makes a line the first of a run, where most of what is around it stands too, because a few words come again in many letters; and of
// places that are alike, at one that no run has covered.
func (m *matching) begins(i int, key string) bool {
	var best *run
	var where piece
	fresh, longest, tries := false, 0, 0
	for _, q := range m.known {
		for k := range q.passages {
			p := &q.passages[k]
			p.candidates(key, func(line int) bool {
				tries++
				if from, to, ok := p.match(p.lines[line].from, key); ok {
					free, length := !m.covers(p, from), m.ahead(p, i+1, to)+m.behind(p, i-1, line-1)
					if best == nil || length > longest || length == longest && free && !fresh {
						best, where, fresh, longest = &run{of: q, passage: p}, piece{i, from, to}, free, length
					}
				}
				return tries < mostTries
			})
		}
	}
	if best == nil {
		return false
	}
	m.runs = append(m.runs, best)
	if m.open = append(m.open, best); len(m.open) > mostOpen {
		m.open = m.open[1:]
	}
	m.add(best, where)
	return true
}

// mostTries is how many places are tried for the beginning of a run, mostCovering how many runs back a place may be covered, and mostAhead how
// many lines ahead are compared: a mail must not make its reader compare everything with everything.
const (
	mostTries    = 64
	mostCovering = 8
	mostAhead    = 8
)

// covers reports whether one of the last runs holds a place of a passage already.
func (m *matching) covers(p *passage, at int) bool {
	for _, r := range m.runs[max(0, len(m.runs)-mostCovering):] {
		if r.passage == p && r.pieces[0].from <= at && at < r.next {
			return true
		}
	}
	return false
}

func (m *matching) add(r *run, p piece) {
	r.pieces = append(r.pieces, p)
	r.next, r.last = p.to, p.line
	m.found[p.line].run = r
	first, last := r.passage.lineOf(p.from), r.passage.lineOf(p.to-1)
	for _, l := range r.passage.lines[first : last+1] {
		if l.prose && l.to <= p.to {
			r.prose++
		}
	}
}

// sure reports whether so much of a text is in a run that it goes on wherever the text does.
func (r *run) sure() bool { return len(r.pieces) >= 3 || r.prose >= 2 }

// parts reports whether what stands between the end of a run and a line parts them. A letter is answered between its lines; a mail of his own
// is not, but its sender writes again what he wrote there.
func (m *matching) parts(r *run, i int) bool {
	return r.of.own && m.above(i) != r.last || !r.sure() && m.foreign(r.last, i)
}

// count counts a line that stands in no known text.
func (m *matching) count(i int) {
	m.strange[i+1] = m.strange[i]
	if m.keys[i] != "" && m.found[i].run == nil {
		m.strange[i+1]++
	}
}

// foreign reports whether a line between two others stands in no known text.
func (m *matching) foreign(after, before int) bool {
	return before > after && m.strange[before] > m.strange[after+1]
}

// complete drops from a run what repeats only the beginning of a line: someone who shortens a line of ours means the shortened line.
func (r *run) complete(m *matching) {
	var pieces []piece
	r.prose = 0
	for at := 0; at < len(r.pieces); {
		end := at + 1
		for end < len(r.pieces) && r.pieces[end].from-r.pieces[end-1].to <= 1 && r.pieces[end].from >= r.pieces[end-1].to {
			end++
		}
		last := r.pieces[end-1]
		cut := r.passage.lineOf(last.to - 1)
		whole := r.passage.lines[cut].to == last.to
		for _, p := range r.pieces[at:end] {
			if !whole && p.to > r.passage.lines[cut].from && !r.passage.lines[cut].prose {
				m.found[p.line].run, m.found[p.line].cut = nil, m.ends(last.line)
				continue
			}
			pieces = append(pieces, p)
		}
		first := r.passage.lineOf(r.pieces[at].from)
		for k := first; k <= cut; k++ {
			if k < cut || whole {
				r.covered = append(r.covered, k)
				if r.passage.lines[k].prose {
					r.prose++
				}
			}
		}
		at = end
	}
	r.pieces = pieces
}

// ends reports whether nothing follows a line.
func (m *matching) ends(i int) bool {
	return !slices.ContainsFunc(m.keys[i+1:], func(k string) bool { return k != "" })
}
