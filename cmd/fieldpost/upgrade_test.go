package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/projections/archive"
)

// corpusGame reads a game of the corpus.
func corpusGame(t *testing.T, path string) *archive.Exported {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("../../adjudicator/testdata", path))
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

// archiveOf makes an installation that holds nothing but the archive of some games.
func archiveOf(t *testing.T, games ...*archive.Exported) *installation {
	t.Helper()
	in := install(t)
	kept, err := archive.Open(filepath.Join(in.dir, "archive"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range games {
		for _, b := range x.Blobs {
			if _, err := kept.Put(t.Context(), b); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range x.Records {
			if err := kept.Write(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	return in
}

// TestUpgradeCheck: finished games of every rulebook are played again and found alike; one whose log another program must have written is named
// with the event and the reason, and the archive stays as it is.
func TestUpgradeCheck(t *testing.T) {
	t.Parallel()
	good := []*archive.Exported{
		corpusGame(t, "games/brush-brothers/bench.plan.r1l1000.gz"), corpusGame(t, "games/conflict-of-heroes/hill-205.action.r1l1000.gz"),
		corpusGame(t, "games/duel/old-mill.turn.r1l1000.gz"), corpusGame(t, "games/landships/bench.one-mail.r1l1001.gz"),
		corpusGame(t, "games/modern-battles/meeting-engagement.one-mail.r1l1001.gz"),
	}
	in := archiveOf(t, good...)
	code, out, trouble := run(t, "upgrade", "--check", "--all", "--config", in.config)
	if code != exitFine || strings.Count(out, "ok  ") != len(good) || !strings.Contains(out, fmt.Sprintf("Played again %d games", len(good))) {
		t.Errorf("good games: exit %d\n%s%s", code, out, trouble)
	}
	if _, err := os.Stat(filepath.Join(in.dir, "log")); err == nil {
		t.Error("the check has made a log")
	}
	for name, says := range map[string]string{
		"wrong-facts": "E_DIFFERS: ", "wrong-position": "E_DIFFERS: ", "wrong-window": "E_WINDOW: ", "newer-rules": "a newer program than this wrote it: ", "wrong-die": "E_DICE: ",
	} {
		x := corpusGame(t, "bad/"+name+".gz")
		in := archiveOf(t, good[2], x)
		code, out, trouble := run(t, "upgrade", "--check", "--config", in.config)
		if code != exitFraud || !strings.Contains(out, "DIFF "+x.Game+": "+says) || strings.Contains(out, good[2].Game+":") || !strings.Contains(trouble, "1 of 2 games do not go as their log says; 0 of these") {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, trouble)
		}
	}
}

// TestUpgradeCheckOfAServerAtWork: the check reads what a running server has archived, and finds a damaged file.
func TestUpgradeCheckOfAServerAtWork(t *testing.T) {
	t.Parallel()
	in := install(t)
	in.play("hill")
	in.play("bridge")
	config, err := ReadConfig(in.config)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := archive.Open(config.ArchiveDir()) // as the server does
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	if code, out, trouble := run(t, "upgrade", "--check", "--config", in.config); code != exitFine || !strings.Contains(out, "Played again 2 games") {
		t.Errorf("exit %d\n%s%s", code, out, trouble)
	}
	path := filepath.Join(config.ArchiveDir(), "games", "hill.fpa")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, trouble := run(t, "upgrade", "--check", "--config", in.config); code != exitDamaged || !strings.Contains(out, "BAD  hill: ") {
		t.Errorf("exit %d\n%s%s", code, out, trouble)
	}
}

// TestAGameThatStandsStillCanBeClosed: a game with which this program cannot go on is closed by the game master, and its players are told.
func TestAGameThatStandsStillCanBeClosed(t *testing.T) {
	t.Parallel()
	h := broken(t, "D1")
	if code := h.halt("hill"); code == "" {
		t.Fatal("the game goes on")
	}
	h.Office.Settings.Master = "master@example.org"
	if told := h.Mail("master", "what is wrong", "MASTER show hill"); !strings.Contains(flat(h.Text(told[0])), "it has stopped: E_EVENT") {
		t.Error(h.Text(told[0]))
	}
	if err := h.masterSays(`MASTER close hill --reason "the rules have changed under it"`); err != nil {
		t.Fatal(err)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Closed == nil || m.Closed.Cause != "master" {
			t.Fatalf("it is closed by %+v", m.Closed)
		}
		told := map[string]bool{}
		for _, l := range m.Letters {
			if l.Issued.Letter == "ended" {
				told[l.Issued.Seat] = true
			}
		}
		if len(told) != 2 {
			t.Errorf("the end was told to %v", told)
		}
	})
}
