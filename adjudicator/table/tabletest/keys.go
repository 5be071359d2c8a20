package tabletest

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
)

var newKeys = flag.Bool("new-keys", false, "write down the keys that positions have got since; none is ever taken off the list")

// Keys compares the keys of a rulebook's positions with the list of all that ever existed. What logs have hashed and snapshots keep must be
// readable for ever, so a key that is gone or holds something else fails the test. A new one is recorded with -new-keys, which is a
// decision: it stays.
func Keys(t *testing.T, e table.Engine, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !*newKeys {
		t.Fatal(err)
	}
	kept := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
	now := e.Keys()
	if len(now) == 0 {
		t.Errorf("positions of %s have no keys: nothing of them is hashed", e.Name())
	}
	for _, k := range kept {
		if !slices.Contains(now, k) {
			t.Errorf("positions of %s have no %q any more: old logs have it", e.Name(), k)
		}
	}
	fresh := slices.DeleteFunc(slices.Clone(now), func(k string) bool { return slices.Contains(kept, k) })
	if len(fresh) == 0 || t.Failed() {
		return
	}
	if !*newKeys {
		t.Errorf("positions of %s have keys that are not written down yet (-new-keys does that, for ever): %q", e.Name(), fresh)
		return
	}
	all := append(kept, fresh...)
	slices.Sort(all)
	if err := os.WriteFile(file, []byte(strings.Join(all, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
