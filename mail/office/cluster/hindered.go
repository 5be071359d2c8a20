package cluster

import (
	"sync"
	"time"
)

// Hindered is what keeps a server from the work of parts that it has.
type Hindered struct {
	mu    sync.Mutex
	parts map[string]hindrance
}

type hindrance struct {
	since time.Time
	why   error
}

// Note notes how it went with a part.
func (h *Hindered) Note(part string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	x, known := h.parts[part]
	switch {
	case err == nil:
		delete(h.parts, part)
		return
	case !known:
		x.since = time.Now()
	}
	x.why = err
	if h.parts == nil {
		h.parts = map[string]hindrance{}
	}
	h.parts[part] = x
}

// Longer returns the parts that have been hindered for a time, and by what.
func (h *Hindered) Longer(patience time.Duration) map[string]error {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := map[string]error{}
	for part, x := range h.parts {
		if time.Since(x.since) >= patience {
			list[part] = x.why
		}
	}
	return list
}
