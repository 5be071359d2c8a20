package memlog_test

import (
	"errors"
	"testing"

	"fieldpost/events"
	"fieldpost/events/logtest"
	"fieldpost/events/memlog"
)

func TestContract(t *testing.T) { logtest.Run(t, func() events.Store { return memlog.New() }) }

// A test can make any append fail, with the record stored or not; trying again settles both.
func TestInjectedFaults(t *testing.T) {
	for _, fault := range []memlog.Fault{memlog.Refused, memlog.Unknown} {
		log := memlog.New()
		log.Inject(func(n int64, _ events.Record) memlog.Fault {
			if n == 2 {
				return fault
			}
			return memlog.None
		})
		first := logtest.Extend(t, log, "hill-7", 1)
		head, err := first[0].Head()
		if err != nil {
			t.Fatal(err)
		}
		second := logtest.Record(t, "hill-7", head)
		if err := log.Append(t.Context(), second); !errors.Is(err, memlog.ErrFault) {
			t.Fatalf("got %v", err)
		}
		stored := int64(1)
		if fault == memlog.Unknown {
			stored = 2
		}
		if head, err := log.Head(t.Context(), "hill-7"); err != nil || head.Seq != stored {
			t.Errorf("head: got %+v, %v, want %d", head, err, stored)
		}
		if err := log.Append(t.Context(), second); err != nil {
			t.Errorf("again: %v", err)
		}
		if log.Appends() != 3 {
			t.Errorf("counted %d appends", log.Appends())
		}
	}
}
