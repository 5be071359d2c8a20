package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/projections/desk/page"
)

var (
	node = flag.String("node", "", "a node in which the rules of the page are run")
	only = flag.String("game", "", "the one game to run in it")
	some = flag.Int("some", 1, "of how many try files one is played")
	maps = flag.Int("maps", 8, "of how many try files played the maps of one are drawn")
)

// TestThePageAgrees plays try files and audits kept games, honest and bad, in the build of the page, and asserts that the same comes of each, to
// the byte.
func TestThePageAgrees(t *testing.T) {
	if *node == "" {
		t.Skip("needs -node")
	}
	module, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(module, "adjudicator")
	wasm, err := page.Compile(t.Context(), module, "alike", nil)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "alike.wasm")
	if err := os.WriteFile(program, wasm, 0o600); err != nil {
		t.Fatal(err)
	}
	of := runtime.NumCPU()
	programs := make([]*exec.Cmd, of)
	said, wrong := make([]bytes.Buffer, of), make([]bytes.Buffer, of)
	for i := range programs {
		cmd := exec.CommandContext(t.Context(), *node, "--stack-size=8192", page.Glue(t.Context(), module, "wasm_exec_node.js"), program, dir, strconv.Itoa(*some), strconv.Itoa(*maps), fmt.Sprintf("%d/%d", i+1, of), *only)
		cmd.Env = []string{"TMPDIR=" + t.TempDir()} // what the environment holds must not matter, and is more than the program can take
		cmd.Stdout, cmd.Stderr = &said[i], &wrong[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		programs[i] = cmd
	}
	var here bytes.Buffer
	if err := (share{*some, *maps, 1, 1, *only}).lines(&here, dir); err != nil { // meanwhile
		t.Fatal(err)
	}
	got := make([][]string, of)
	for i, cmd := range programs {
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %s", err, wrong[i].String())
		}
		got[i] = strings.Split(strings.TrimSuffix(said[i].String(), "\n"), "\n")
	}
	want := strings.Split(strings.TrimSuffix(here.String(), "\n"), "\n")
	if n := len(slices.Concat(got...)); n != len(want) {
		t.Fatalf("%d files here, %d in the page", len(want), n)
	}
	for i := range want {
		if there := got[i%of][i/of]; want[i] != there {
			t.Errorf("otherwise in the page: %s, here %s", there, want[i])
		}
	}
	t.Logf("%d files", len(want))
}

// TestEveryFileHasALineOfItsOwn asserts that what is compared is more than a name: the files of a game come to different results.
func TestEveryFileHasALineOfItsOwn(t *testing.T) {
	var out bytes.Buffer
	if err := (share{1, *maps, 1, 1, "duel"}).lines(&out, "../../../adjudicator"); err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(out.String()) {
		f := strings.Fields(line)
		if other := known[f[1]]; other != "" {
			t.Errorf("the same comes of %s and %s", f[0], other)
		}
		known[f[1]] = f[0]
	}
	if _, ok := adjudicator.Game("duel"); !ok || len(known) < 10 {
		t.Errorf("only %d files", len(known))
	}
}
