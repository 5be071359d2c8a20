package main

import (
	"flag"
	"strconv"
	"testing"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/library"
	"fieldpost/mail/office/officetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// hall is an office of a test's own that understands the game master's commands, with what the tests of this package ask of it besides.
type hall struct{ *officetest.Hall }

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{officetest.New(t)}
	h.Wire = func(st *office.Office) {
		st.Shelves = func(rulebook string) []string { return library.Shelf(rulebook, "") }
		st.Commands = masterCommands(&host.Installation{Office: st, Config: DefaultConfig()})
	}
	h.Wire(h.Office)
	return h
}

func itoa(n int) string { return strconv.Itoa(n) }
