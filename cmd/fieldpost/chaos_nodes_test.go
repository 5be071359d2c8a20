package main

import (
	"encoding/json"
	"fmt"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
)

// mostInSilence is how many disturbances of nodes fall into the silence after a server was lost.
const mostInSilence = 2

// watchNodes connects to the cluster's system account, which knows whether a node has caught up.
func (r *riot) watchNodes() {
	r.t.Helper()
	config, err := ReadConfig(r.servers[0].config)
	if err != nil {
		r.t.Fatal(err)
	}
	a, err := config.NATS.System.Account()
	if err != nil {
		r.t.Fatal(err)
	}
	r.system, err = nats.Connect(config.NATS.URL, nats.RootCAs(config.NATS.CA), nats.ClientCert(a.Certificate, a.Key), nats.UserInfo(a.User, a.Password),
		nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond), nats.RetryOnFailedConnect(true), nats.PingInterval(time.Second), nats.MaxPingsOutstanding(2))
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(r.system.Close)
	r.t.Cleanup(r.queue.Wait)
}

// whole reports whether every node says that it is there and has all that the others have: only then may the next be away, since two away at once
// are no fault that three nodes are meant for.
func (r *riot) whole() bool {
	inbox := r.system.NewInbox()
	answers, err := r.system.SubscribeSync(inbox)
	if err != nil {
		return false
	}
	defer func() { _ = answers.Unsubscribe() }() // fails only on a connection that is gone
	if r.system.PublishRequest("$SYS.REQ.SERVER.PING.HEALTHZ", inbox, nil) != nil {
		return false
	}
	well := make(map[string]bool)
	for end := time.Now().Add(time.Second); len(well) < len(r.nodes) && time.Now().Before(end); {
		m, err := answers.NextMsg(time.Until(end))
		if err != nil {
			break
		}
		var answer struct {
			Server struct{ Name string }
			Data   struct{ Status, Error string }
		}
		if json.Unmarshal(m.Data, &answer) != nil || answer.Data.Status != "ok" {
			r.lacks = fmt.Sprintf("a node is not whole: %s", m.Data)
			return false
		}
		well[answer.Server.Name] = true
	}
	r.lacks = fmt.Sprintf("only these nodes answered: %v", well)
	return len(well) == len(r.nodes)
}

// node kills a node or lets it stand still for a while, and waits until it has caught up.
func (r *riot) node() {
	p := r.nodes[r.chance.IntN(len(r.nodes))]
	begin, end, what := func() { p.kill() }, func() { p.start() }, "node killed"
	if r.chance.IntN(2) == 0 {
		begin, end, what = func() { p.signal(syscall.SIGSTOP) }, func() { p.signal(syscall.SIGCONT) }, "node stopped"
	}
	r.done[what]++
	begin()
	r.orders()
	time.Sleep(time.Duration(r.chance.IntN(4000)) * time.Millisecond) // how long a node is away is chance, too
	end()
	defer r.clock("nodes catch up", time.Now())
	r.until("every node has caught up", 2*time.Minute, r.whole)
}

// disturbNodes disturbs a node, or two one after the other, or none, while a server is away, for as long as over is false.
func (r *riot) disturbNodes(over func() bool) {
	for n := r.chance.IntN(mostInSilence + 1); n > 0 && !over() && r.count() < *chaos; n-- {
		r.node()
		r.shaken = true
	}
}

// count returns how many disturbances there have been.
func (r *riot) count() (n int) {
	for _, times := range r.done {
		n += times
	}
	return n
}

// clock adds the time since an instant to what was waited for something.
func (r *riot) clock(what string, since time.Time) {
	r.waited[what] += time.Since(since).Round(time.Millisecond)
}
