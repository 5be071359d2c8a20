package book_test

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/projections/archive"
	"fieldpost/projections/book"
	"fieldpost/projections/letter"
)

// finished reads a game of the corpus.
func finished(t *testing.T, pattern string) *archive.Exported {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../../adjudicator/testdata/games", pattern))
	if err != nil || len(files) == 0 {
		t.Fatal(pattern, err)
	}
	packed, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	x, err := archive.ReadExport(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func tongue(t *testing.T, lang string) book.Tongue {
	t.Helper()
	phrases, err := office.LoadPhrases()
	if err != nil {
		t.Fatal(err)
	}
	return book.Tongue{Lang: lang, All: office.Languages, Books: phrases.Book, Languages: phrases.Language}
}

// written returns the page of a book.
func written(t *testing.T, b *book.Book) string {
	t.Helper()
	var out bytes.Buffer
	if err := b.WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A book of a game that is over has every pass, the views of both sides, and says how it ended; and it fetches nothing.
func TestABookOfAFinishedGame(t *testing.T) {
	t.Parallel()
	x := finished(t, "duel/*.gz")
	b, err := book.FromExport(x, tongue(t, "en"), "")
	if err != nil {
		t.Fatal(err)
	}
	passes := 0
	m, err := adjudicator.FoldPasses(x.Game, x.All(), adjudicator.Source{Blob: x.Blob, Engines: adjudicator.Game}, func(*adjudicator.Match) error { passes++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, s := range b.Scenes {
		if len(s.Views) != 2 || len(s.Views[0].Map) == 0 || bytes.Equal(s.Views[0].Map, s.Views[1].Map) {
			t.Fatalf("scene %d does not have two views", s.Number)
		}
		told += len(s.Told)
	}
	if len(b.Scenes) < passes/2 || len(b.Scenes) > passes || told < len(b.Scenes) {
		t.Errorf("%d scenes of %d passes tell %d things", len(b.Scenes), passes, told)
	}
	if m.Ending.Winner != "" && !strings.Contains(b.Ending, "won") || b.Losses == nil || len(b.Luck) == 0 {
		t.Errorf("ending %q, losses %v, luck %v", b.Ending, b.Losses, b.Luck)
	}
	page := written(t, b)
	if again := written(t, b); again != page {
		t.Error("the same book is written in two ways")
	}
	for _, link := range regexp.MustCompile(`(?:src|href|url)[=(]["']?([a-z]+:)`).FindAllStringSubmatch(page, -1) {
		if link[1] != "data:" {
			t.Errorf("the page fetches %s", link[0])
		}
	}
	if n := strings.Count(page, "background-image:url("); n != 1 {
		t.Errorf("the ground is written %d times", n)
	}
	if !strings.Contains(page, "script-src &#39;sha256-") && !strings.Contains(page, "script-src 'sha256-") {
		t.Error("the script is not allowed by its hash")
	}
}

// The pictures are sound XML.
func TestPicturesAreSound(t *testing.T) {
	t.Parallel()
	b, err := book.FromExport(finished(t, "modern-battles/*.gz"), tongue(t, "fr"), book.Public)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range b.Scenes {
		d := xml.NewDecoder(bytes.NewReader(s.Views[0].Map))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What only one side may know stands in no book for others.
func TestABookShowsNothingHidden(t *testing.T) {
	t.Parallel()
	x := finished(t, "conflict-of-heroes/*.gz")
	in := tongue(t, "en")
	hidden := map[table.Seat]map[string]bool{"": {}} // sentences that only one may read, by whom
	open := map[table.Seat]map[string]bool{"": {}}
	m, err := adjudicator.FoldPasses(x.Game, x.All(), adjudicator.Source{Blob: x.Blob, Engines: adjudicator.Game}, func(m *adjudicator.Match) error {
		say := letter.NewLines(letter.Head{}, in.Books("en", m.Announced.Rulebook))
		for _, p := range m.Players {
			if hidden[p.Seat] == nil {
				hidden[p.Seat], open[p.Seat] = map[string]bool{}, map[string]bool{}
			}
		}
		for _, f := range m.Last.Facts {
			for seat := range hidden {
				for _, h := range say.Happenings([]table.Fact{f}) {
					if f.Reads(seat) {
						open[seat][h.Text] = true
					} else {
						hidden[seat][h.Text] = true
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for seat := range hidden {
		eyes := book.Public
		if seat != "" {
			eyes = book.Eyes(seat)
		}
		b, err := book.FromExport(x, in, eyes)
		if err != nil {
			t.Fatal(err)
		}
		if b.Luck != nil || len(b.Scenes[0].Views) != 1 {
			t.Errorf("%s: dice %v, %d views", eyes, b.Luck, len(b.Scenes[0].Views))
		}
		for _, s := range b.Scenes {
			for _, h := range s.Told {
				if hidden[seat][h.Text] && !open[seat][h.Text] {
					t.Errorf("%s reads %q", eyes, h.Text)
				}
				looked++
			}
		}
		if len(hidden[seat]) == 0 {
			t.Errorf("nothing was hidden from %s", eyes)
		}
	}
	if looked == 0 || len(m.Players) < 2 {
		t.Error("nothing was looked at")
	}
	if _, err := book.FromExport(x, in, "nobody"); !errors.Is(err, book.ErrNoSeat) {
		t.Errorf("a seat that does not exist: %v", err)
	}
}

// A game that goes on has a book of what is public, and none of everything.
func TestABookOfAGameThatGoesOn(t *testing.T) {
	t.Parallel()
	x := finished(t, "duel/*.gz")
	x.Records = x.Records[:len(x.Records)*2/3]
	b, err := book.FromExport(x, tongue(t, "en"), "")
	if err != nil || b.Ending != "" || len(b.Scenes[0].Views) != 1 || b.Scenes[0].Views[0].Side != "" {
		t.Fatalf("%v %+v", err, b)
	}
	if _, err := book.FromExport(x, tongue(t, "en"), book.Everything); !errors.Is(err, book.ErrNotOver) {
		t.Errorf("everything of a game that goes on: %v", err)
	}
}

// Mails that tell of no turn make no book.
func TestNoLettersNoBook(t *testing.T) {
	t.Parallel()
	mails := []message.Kept{{Name: "a", Raw: []byte("From: a@example.org\r\nSubject: hello\r\n\r\nWHAT HAPPENED\r\nnothing\r\n")}, {Name: "b", Raw: []byte("\x00")}}
	if _, err := book.FromLetters(mails, tongue(t, "en"), "", ""); !errors.Is(err, book.ErrNothing) {
		t.Error(err)
	}
}
