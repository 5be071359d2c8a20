package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A game that was played by mail becomes a book: from the host's export, and from what one player got.
func TestBook(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "demo")
	if code, told, trouble := run(t, "demo", "--game", "duel", "--out", out); code != exitFine {
		t.Fatalf("exit %d\n%s%s", code, told, trouble)
	}
	page := filepath.Join(dir, "book.html")
	for _, c := range []struct {
		from  []string
		wants []string
	}{
		{[]string{filepath.Join(out, "export.fieldpost")}, []string{"The Old Mill", "as each side saw it", `<option value="south">`, "The dice"}},
		{[]string{filepath.Join(out, "export.fieldpost"), "--eyes", "public", "--lang", "fr"}, []string{"Ce que chacun peut savoir"}},
		{[]string{filepath.Join(out, "mailbox-north")}, []string{"As the player was told by letter", "IN SHORT", "moves to"}},
	} {
		code, told, trouble := run(t, append([]string{"book", "-O", page}, c.from...)...)
		if code != exitFine || !strings.Contains(told, "scenes") {
			t.Fatalf("%v: exit %d\n%s%s", c.from, code, told, trouble)
		}
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.wants {
			if got := strings.Contains(string(data), want); got == (want == "IN SHORT") {
				t.Errorf("%v: %q in the page: %t", c.from, want, got)
			}
		}
		if n := strings.Count(string(data), `<section class="scene"`); n < 8 {
			t.Errorf("%v: %d scenes", c.from, n)
		}
	}
	if code, _, trouble := run(t, "book", filepath.Join(out, "README.txt")); code != exitFailed || !strings.Contains(trouble, "no letter that tells of a turn") {
		t.Errorf("a text: exit %d, %s", code, trouble)
	}
}
