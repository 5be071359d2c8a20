package desk_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// browser is a Chromium that is driven through a pipe by its own protocol (Chrome DevTools Protocol, JSON ended by a zero byte).
type browser struct {
	t       *testing.T
	cmd     *exec.Cmd
	to      io.WriteCloser
	session string

	mu       sync.Mutex
	next     int
	answers  map[int]chan reply
	requests []string // addresses of everything that was asked for
	faults   []string // that the page told: exceptions, violations of its policy
}

type reply struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

// patience is how long anything may take on a busy machine.
const patience = 3 * time.Minute

// browse starts a Chromium with one empty tab.
func browse(t *testing.T, program string) *browser {
	t.Helper()
	home, err := os.MkdirTemp("", "fieldpost-browser-") // not the test's own: children of the browser may still write there at its end
	if err != nil {
		t.Fatal(err)
	}
	inR, inW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, to: inW, answers: map[int]chan reply{}}
	b.cmd = exec.CommandContext(t.Context(), program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--window-size=1280,900", "--user-data-dir="+home, "about:blank")
	b.cmd.ExtraFiles = []*os.File{inR, outW} // its files 3 and 4
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = inR.Close(), outW.Close()
	go b.listen(outR)
	t.Cleanup(func() {
		b.send("", "Browser.close", nil)
		_ = b.cmd.Wait()
		_ = os.RemoveAll(home)
	})
	var target struct{ TargetID string }
	b.ask("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.ask("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log", "DOM", "Accessibility"} {
		b.do(domain+".enable", nil)
	}
	return b
}

// listen hands answers to those who wait for them, and notes what the page asks for and what goes wrong in it.
func (b *browser) listen(from io.Reader) {
	in := bufio.NewReaderSize(from, 1<<20)
	for {
		text, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID     int
			Method string
			Params json.RawMessage
			reply
		}
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		b.mu.Lock()
		switch {
		case m.ID > 0:
			if c := b.answers[m.ID]; c != nil {
				c <- m.reply
				delete(b.answers, m.ID)
			}
		case m.Method == "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			_ = json.Unmarshal(m.Params, &p)
			b.requests = append(b.requests, p.Request.URL)
		case m.Method == "Runtime.exceptionThrown" || m.Method == "Log.entryAdded":
			b.faults = append(b.faults, string(m.Params))
		}
		b.mu.Unlock()
	}
}

func (b *browser) send(session, method string, params any) chan reply {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	m := map[string]any{"id": b.next, "method": method}
	if params != nil {
		m["params"] = params
	}
	if session != "" {
		m["sessionId"] = session
	}
	text, err := json.Marshal(m)
	if err != nil {
		b.t.Error(err)
	}
	answer := make(chan reply, 1)
	b.answers[b.next] = answer
	_, _ = b.to.Write(append(text, 0)) // a browser that is gone answers nothing
	return answer
}

// ask calls a method and reads its result.
func (b *browser) ask(session, method string, params, result any) {
	b.t.Helper()
	select {
	case r := <-b.send(session, method, params):
		if r.Error != nil {
			b.t.Fatalf("%s: %s", method, r.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(r.Result, result); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
	case <-time.After(patience):
		b.t.Fatalf("%s: the browser does not answer", method)
	}
}

func (b *browser) do(method string, params any) {
	b.t.Helper()
	b.ask(b.session, method, params, nil)
}

// eval runs an expression in the page, waits for it if it is a promise, and reads its value.
func (b *browser) eval(expression string, value any) error {
	b.t.Helper()
	var r struct {
		Result struct {
			Value    json.RawMessage
			ObjectID string
		}
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.ask(b.session, "Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &r)
	if r.ExceptionDetails != nil {
		return errors.New(r.ExceptionDetails.Exception.Description)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(r.Result.Value, value)
}

// must is eval of what cannot go wrong.
func (b *browser) must(expression string, value any) {
	b.t.Helper()
	if err := b.eval(expression, value); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
}

// until waits for a condition of the page.
func (b *browser) until(condition string) {
	b.t.Helper()
	var met bool
	b.must(fmt.Sprintf(`new Promise((done) => {
		const end = Date.now() + %d;
		const look = () => { let ok = false; try { ok = !!(%s); } catch {} if (ok || Date.now() > end) done(ok); else setTimeout(look, 50); };
		look();
	})`, (patience-5*time.Second).Milliseconds(), condition), &met)
	if !met {
		var status string
		b.must(`document.getElementById("status").textContent`, &status)
		b.t.Fatalf("never: %s; the page says %q; %v", condition, status, b.faults)
	}
}

// click presses the mouse at a point of the screen.
func (b *browser) click(x, y float64) {
	b.t.Helper()
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})
	}
}

// clickOn scrolls to an element and presses the mouse in its middle.
func (b *browser) clickOn(element string) {
	b.t.Helper()
	var at struct{ X, Y float64 }
	b.must(fmt.Sprintf(`(() => { const e = %s; e.scrollIntoView({ block: "center" }); const r = e.getBoundingClientRect(); return { X: r.left + Math.min(r.width / 2, 60), Y: r.top + r.height / 2 }; })()`, element), &at)
	b.click(at.X, at.Y)
}

// drop drops files on the page.
func (b *browser) drop(files ...string) {
	b.t.Helper()
	data := map[string]any{"items": []any{}, "files": files, "dragOperationsMask": 1}
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		b.do("Input.dispatchDragEvent", map[string]any{"type": kind, "x": 300, "y": 300, "data": data})
	}
}

// shot keeps a picture of the page if the test was told where.
func (b *browser) shot(name string) {
	b.t.Helper()
	if *shots == "" {
		return
	}
	var r struct{ Data string }
	b.ask(b.session, "Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": false}, &r)
	data, err := base64.StdEncoding.DecodeString(r.Data)
	if err == nil {
		err = os.WriteFile(*shots+"/"+strings.ReplaceAll(name, "/", "-")+".png", data, 0o644)
	}
	if err != nil {
		b.t.Error(err)
	}
}

// unnamed lists what can be used on the page and has no name for a screen reader.
func (b *browser) unnamed() (list []string) {
	var tree struct {
		Nodes []struct {
			Ignored bool
			Role    struct{ Value string }
			Name    struct{ Value string }
		}
	}
	b.ask(b.session, "Accessibility.getFullAXTree", nil, &tree)
	for _, n := range tree.Nodes {
		switch n.Role.Value {
		case "button", "link", "textbox", "combobox", "application", "image", "checkbox", "slider":
			if !n.Ignored && strings.TrimSpace(n.Name.Value) == "" {
				list = append(list, n.Role.Value)
			}
		}
	}
	return list
}
