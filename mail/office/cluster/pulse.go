package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office"
	"fieldpost/mail/office/folder"
)

// Pulse is the last sign of life of any server, and the outages of all: while one server takes over from another nobody was away.
type Pulse struct {
	cabinet *jetstream.Cabinet

	mu   sync.Mutex
	last time.Time
	ok   bool
}

const (
	pulseName   = "alive"
	outagesName = "outages"
)

// ReadPulse reads the last sign of life before anything else is done: an error must not pass for the first start.
func ReadPulse(ctx context.Context, cabinet *jetstream.Cabinet) (*Pulse, error) {
	p := &Pulse{cabinet: cabinet}
	data, err := cabinet.Get(ctx, pulseName)
	if errors.Is(err, events.ErrNotFound) {
		return p, nil
	}
	var ms int64
	if err == nil {
		err = json.Unmarshal(data, &ms)
	}
	p.last, p.ok = time.UnixMilli(ms), err == nil
	return p, err
}

// Last returns it as this server found or wrote it. The others write theirs besides.
func (p *Pulse) Last() (at time.Time, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last, p.ok
}

// Note writes it.
func (p *Pulse) Note(at time.Time) error {
	if err := p.cabinet.Put(context.Background(), pulseName, fmt.Append(nil, at.UnixMilli())); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last, p.ok = at, true
	return nil
}

// Outages reads them.
func (p *Pulse) Outages() (list []office.Outage, err error) {
	data, err := p.cabinet.Get(context.Background(), outagesName)
	if errors.Is(err, events.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(data, &list)
}

// Away adds one, or replaces the last if it began when that one did.
func (p *Pulse) Away(o office.Outage) error {
	list, err := p.Outages()
	if err != nil {
		return err
	}
	data, err := json.Marshal(folder.WithOutage(list, o))
	if err != nil {
		return err
	}
	return p.cabinet.Put(context.Background(), outagesName, data)
}

// String says where it is.
func (p *Pulse) String() string { return "the key " + pulseName + " of the bucket SHARED" }
