package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"fieldpost/events/durable"
	"fieldpost/mail/office"
)

// Pulse is the file with the last sign of life of a server. Its outages are in a file beside it, whose name ends in ".outages".
type Pulse string

// Last reads it. ok is false if none can be read.
func (p Pulse) Last() (at time.Time, ok bool) {
	data, err := os.ReadFile(string(p))
	if err != nil {
		return at, false
	}
	ms, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	return time.UnixMilli(ms), err == nil
}

// Note writes it.
func (p Pulse) Note(at time.Time) error {
	return durable.Replace(string(p), fmt.Appendln(nil, at.UnixMilli()))
}

func (p Pulse) outages() string { return string(p) + ".outages" }

// Outages reads them. A file that cannot be read is an error: without it deadlines would pass that have been moved.
func (p Pulse) Outages() (list []office.Outage, err error) {
	data, err := os.ReadFile(p.outages())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", p.outages(), err)
	}
	return list, nil
}

// WithOutage adds an outage. If it began when the last one did, the start in between was broken off before it had its effect.
func WithOutage(list []office.Outage, o office.Outage) []office.Outage {
	if n := len(list); n > 0 && list[n-1].Since == o.Since {
		list = list[:n-1]
	}
	return append(list, o)
}

// Away adds one.
func (p Pulse) Away(o office.Outage) error {
	list, err := p.Outages()
	if err != nil {
		return err
	}
	data, err := json.Marshal(WithOutage(list, o))
	if err != nil {
		return err
	}
	return durable.Replace(p.outages(), append(data, '\n'))
}

// String returns its path.
func (p Pulse) String() string { return string(p) }
