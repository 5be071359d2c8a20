package officetest

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fieldpost/adjudicator/table"
)

var fingerprint = regexp.MustCompile(`\b[a-z]+(?:-\s*[a-z]+){5}\b`)

// Masked hides fingerprints, which depend on every byte of every earlier letter. A paragraph that holds one is put into one line below its
// heading, since its line breaks depend on the fingerprint too.
func Masked(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if hidden := fingerprint.ReplaceAllString(p, "FINGERPRINT"); hidden != p {
			heading, rest, _ := strings.Cut(hidden, "\n")
			if heading != strings.ToUpper(heading) {
				heading, rest = "", hidden
			}
			paragraphs[i] = strings.TrimLeft(heading+"\n"+strings.Join(strings.Fields(rest), " "), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// Many plays n cases, each with its seed, as many at once as there are processors. After the first failure no more are begun.
func Many(t *testing.T, n int64, play func(seed uint64) error) {
	t.Helper()
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for seed := next.Add(1); seed <= n && !t.Failed(); seed = next.Add(1) {
				if err := play(uint64(seed)); err != nil {
					t.Errorf("case %d: %v", seed, err)
				}
			}
		})
	}
	wait.Wait()
}

// Shorter returns n, or less in a short run. The race detector uses short runs: it needs each path once, not often.
func Shorter(n, short int) int {
	if testing.Short() {
		return min(n, short)
	}
	return n
}

// WithoutIDs leaves out of facts the ids of lines.
func WithoutIDs(facts []table.Fact) []table.Fact {
	facts = slices.Clone(facts)
	for i := range facts {
		facts[i].Args = slices.DeleteFunc(slices.Clone(facts[i].Args), func(a table.FactArg) bool { return a.Name == "id" })
	}
	return facts
}
