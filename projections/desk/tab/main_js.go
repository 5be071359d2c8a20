// Command tab is the desk in a tab of a browser: package desk behind messages. It is built with GOOS=js GOARCH=wasm and runs in a worker of
// the page (package page), which asks by posting {n, call, args} and is answered by {n, ok, value} or {n, ok: false, error}.
//
// The one goroutine of main owns the desk; the callback only hands messages on, since it must not block.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall/js"
	"time"

	"fieldpost/projections/desk"
)

// asked is a message of the page. Bytes of files come beside the arguments, as they are.
type asked struct {
	n     int
	call  string
	args  []byte // JSON
	bytes []byte
}

// The tab has one thread, and what collects garbage does not give it up before it is done. So garbage is left to lie while somebody writes, and
// is collected when nothing has been asked for a while.
const (
	garbage = 400 // percent of what is in use that may lie about
	idle    = 3 * time.Second
	grown   = 48 << 20 // bytes of garbage that are worth the while
)

func main() {
	debug.SetGCPercent(garbage)
	calls := make(chan asked, 64)
	self := js.Global()
	self.Set("onmessage", js.FuncOf(func(_ js.Value, in []js.Value) any {
		m := in[0].Get("data")
		a := asked{n: m.Get("n").Int(), call: m.Get("call").String(), args: []byte(m.Get("args").String())}
		if b := m.Get("bytes"); b.Truthy() {
			a.bytes = make([]byte, b.Get("byteLength").Int())
			js.CopyBytesToGo(a.bytes, b)
		}
		calls <- a
		return nil
	}))
	self.Call("postMessage", map[string]any{"n": 0, "ok": true, "value": "null"})
	t := &tab{d: desk.New(), calls: calls, self: self}
	for used := uint64(0); ; {
		var a asked
		select {
		case a = <-calls:
		case <-time.After(idle):
			if inUse() > used+grown {
				runtime.GC()
				used = inUse()
			}
			continue
		}
		t.answer(a)
		for len(t.later) > 0 {
			a, t.later = t.later[0], t.later[1:]
			t.answer(a)
		}
	}
}

// inUse returns how many bytes of memory are taken, garbage among them.
func inUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// tab is the desk behind messages.
type tab struct {
	d      *desk.Desk
	calls  chan asked
	self   js.Value
	paused time.Time // when the browser was last let in
	later  []asked   // calls that came in the middle of a reading, and need its reader
}

// answer makes a call and posts what it returns.
func (t *tab) answer(a asked) {
	answer := map[string]any{"n": a.n, "ok": true}
	value, err := t.answered(a)
	text, wrong := json.Marshal(value)
	if err = errors.Join(err, wrong); err != nil {
		answer["ok"], answer["error"] = false, err.Error()
	} else {
		answer["value"] = string(text)
	}
	t.self.Call("postMessage", answer)
}

// slice is how long a reading or a try may keep a keystroke waiting.
const slice = 8 * time.Millisecond

// pause lets the browser hand over what was asked while an order form is read or tried, and answers it: at once what needs only a glance at a
// form, or none. It returns false if something was asked: then the orders that are being read are old.
func (t *tab) pause() bool {
	if time.Since(t.paused) < slice {
		return true
	}
	time.Sleep(time.Microsecond) // the browser delivers messages only while this program waits
	t.paused = time.Now()
	for {
		select {
		case a := <-t.calls:
			switch a.call {
			case "point", "place":
				t.answer(a)
				continue
			case "check", "try", "standing", "stand", "reply":
				t.later = append(t.later, a)
			default:
				t.answer(a)
			}
			return false
		default:
			return true
		}
	}
}

// question holds the arguments of all calls.
type question struct {
	ID, Lang, Text, Name, Kind, About, To, Place, Game string
	X, Y                                               float64
	Step                                               int
	Edit                                               desk.Edit
}

// answered makes one call.
func (t *tab) answered(a asked) (any, error) {
	d := t.d
	var q question
	if err := json.Unmarshal(a.args, &q); err != nil {
		return nil, err
	}
	switch a.call {
	case "open":
		return d.Open(q.Name, a.bytes), nil
	case "drawn":
		return desk.Drawn(a.bytes), nil
	case "show":
		return d.Show(q.ID, q.Lang)
	case "glance":
		return d.Glance(q.ID, q.Lang, q.Text)
	case "check":
		return d.Check(q.ID, q.Lang, q.Text, t.pause)
	case "try":
		return d.Try(q.ID, q.Lang, q.Text, t.pause)
	case "point":
		return d.Point(q.ID, q.Lang, q.X, q.Y)
	case "place":
		return d.Place(q.ID, q.Lang, q.Place)
	case "paper":
		return d.Paper(q.ID, q.Lang, q.Kind, q.About, q.To)
	case "overlay":
		return d.Overlay(q.ID, q.Lang, q.Kind, q.About)
	case "play":
		return d.Play(q.ID, q.Lang)
	case "scene":
		return d.Scene(q.ID, q.Lang, q.Step)
	case "standing":
		return d.Standing(q.ID, q.Lang, q.Text)
	case "stand":
		return d.Stand(q.ID, q.Lang, q.Text, q.Edit)
	case "audit":
		return d.Audit(q.Game, q.Lang)
	case "reply":
		return d.Reply(q.ID, q.Text)
	}
	return nil, fmt.Errorf("the desk does not know the call %q", a.call)
}
