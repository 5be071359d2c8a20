// Package clustertest has what tests need to run clusters of NATS servers on this machine: how many nodes they have, ports for them, and
// certificates.
package clustertest

import (
	"net"
	"testing"
)

// Nodes is how many servers a cluster has.
const Nodes = 3

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
