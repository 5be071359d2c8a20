// Package clustertest runs NATS clusters for tests: three real servers with JetStream on ports of this machine, which can be stopped and
// started again one by one. They live in this process, so that nothing needs to be installed.
package clustertest

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// Nodes is how many servers a cluster has.
const Nodes = 3

// Cluster is a running cluster.
type Cluster struct {
	t       testing.TB
	options [Nodes]*server.Options
	nodes   [Nodes]*server.Server
}

// Start starts a cluster and waits until it takes a stream of three copies. The test ends it. adjust, if not nil, may change the settings of each
// node.
func Start(t testing.TB, adjust func(n int, o *server.Options)) *Cluster {
	t.Helper()
	c := &Cluster{t: t}
	ports := FreePorts(t, 2*Nodes)
	var routes []*url.URL
	for n := range Nodes {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", ports[Nodes+n])})
	}
	for n := range Nodes {
		c.options[n] = &server.Options{
			ServerName: fmt.Sprintf("n%d", n+1), Host: "127.0.0.1", Port: ports[n], NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: filepath.Join(t.TempDir(), "nats"), SyncAlways: true, JetStreamMaxStore: 1 << 30, JetStreamMaxMemory: 16 << 20,
			Cluster: server.ClusterOpts{Name: "fieldpost-test", Host: "127.0.0.1", Port: ports[Nodes+n]}, Routes: routes,
		}
		if adjust != nil {
			adjust(n, c.options[n])
		}
		c.StartNode(n)
	}
	t.Cleanup(func() {
		for n := range Nodes {
			c.StopNode(n)
		}
	})
	return c
}

// FreePorts finds ports that nobody listens on now.
func FreePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// URL names all nodes.
func (c *Cluster) URL() string {
	var list []string
	for _, o := range c.options {
		list = append(list, fmt.Sprintf("nats://127.0.0.1:%d", o.Port))
	}
	return strings.Join(list, ",")
}

// StartNode starts a node that is stopped.
func (c *Cluster) StartNode(n int) {
	c.t.Helper()
	if c.nodes[n] != nil {
		return
	}
	srv, err := server.NewServer(c.options[n].Clone())
	if err != nil {
		c.t.Fatal(err)
	}
	srv.Start()
	c.nodes[n] = srv
}

// StopNode ends a node; what it holds stays on its disk.
func (c *Cluster) StopNode(n int) {
	if srv := c.nodes[n]; srv != nil {
		srv.Shutdown()
		srv.WaitForShutdown()
		c.nodes[n] = nil
	}
}

// Ready waits until the cluster answers: it has a leader who can make streams of three copies.
func (c *Cluster) Ready(ctx context.Context, options ...nats.Option) {
	c.t.Helper()
	for {
		err := c.probe(ctx, options)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			c.t.Fatalf("the cluster does not come together: %v", err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (c *Cluster) probe(ctx context.Context, options []nats.Option) error {
	nc, err := nats.Connect(c.URL(), options...)
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if _, err := js.CreateOrUpdateStream(ctx, natsjs.StreamConfig{Name: "READY", Subjects: []string{"ready"}, Replicas: Nodes}); err != nil {
		return err
	}
	return js.DeleteStream(ctx, "READY")
}
