package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"fieldpost/events/durable"
)

func TestReplaceWriteAndCut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if err := durable.MakeDir(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file")
	for _, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { return durable.WriteAt(path, 0, []byte("abc")) }, "abc"},
		{func() error { return durable.WriteAt(path, 3, []byte("def")) }, "abcdef"},
		{func() error { return durable.Cut(path, 4) }, "abcd"},
		{func() error { return durable.Replace(path, []byte("new")) }, "new"},
		{func() error { return durable.Overwrite(path, []byte("more")) }, "more"},
		{func() error { return durable.Overwrite(path, []byte("less")) }, "less"},
		{func() error { return durable.Overwrite(path, []byte("no")) }, "no"},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got, err := durable.Read(path); err != nil || string(got) != step.want {
			t.Fatalf("got %q, %v, want %q", got, err, step.want)
		}
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 1 {
		t.Errorf("left behind: %v, %v", names, err)
	}
	if err := durable.WriteAt(filepath.Join(dir, "none"), 3, nil); err == nil {
		t.Error("wrote into the middle of a file that is not there")
	}
}

func TestCreateRenameAndRemove(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	if err := durable.Create(a, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := durable.Create(a, []byte("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("made over another file: %v", err)
	}
	if err := durable.Rename(a, b); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(b); err != nil || string(got) != "first" {
		t.Errorf("got %q, %v", got, err)
	}
	if err := durable.Remove(a); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed what has another name: %v", err)
	}
	if err := durable.Remove(b); err != nil {
		t.Fatal(err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

func TestMoveAsideNeverOverwrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for n := 1; n <= 3; n++ {
		if err := durable.Replace(path, []byte(strconv.Itoa(n))); err != nil {
			t.Fatal(err)
		}
		aside, err := durable.MoveAside(path)
		if err != nil || aside != path+".damaged-"+strconv.Itoa(n) {
			t.Fatalf("got %q, %v", aside, err)
		}
	}
	for n := 1; n <= 3; n++ {
		if got, err := os.ReadFile(path + ".damaged-" + strconv.Itoa(n)); err != nil || string(got) != strconv.Itoa(n) {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

func TestAFolderHasOneHolder(t *testing.T) {
	dir := t.TempDir()
	first, err := durable.Acquire(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = durable.Acquire(dir)
	var locked *durable.LockedError
	if !errors.As(err, &locked) || locked.Dir != dir || locked.PID != strconv.Itoa(os.Getpid()) {
		t.Errorf("got %v", err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := durable.Acquire(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Fatal(err)
	}
}
