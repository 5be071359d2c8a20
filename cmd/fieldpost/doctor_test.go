package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// filesOf returns the digests of the files below a folder, without the log's own and the locks.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == "log" && e.IsDir() {
			if err == nil {
				err = fs.SkipDir
			}
			return err
		}
		if e.IsDir() || e.Name() == "lock" {
			files[path] = "there"
			return nil
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestTheDoctorChangesNothing: an archive that is behind the log, one with a torn event and one that lacks a letter are told of and left as
// they are; the next start mends them. Where nothing is, nothing is made.
func TestTheDoctorChangesNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		harm func(t *testing.T, in *installation, game string)
		says string
	}{
		"events behind": {func(t *testing.T, in *installation, game string) {
			data, err := os.ReadFile(game + ".before")
			if err == nil {
				err = os.WriteFile(game, data, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}, "behind the log; the next start lets it catch up"},
		"torn": {func(t *testing.T, in *installation, game string) {
			info, err := os.Stat(game)
			if err == nil {
				err = os.Truncate(game, info.Size()-3)
			}
			if err != nil {
				t.Fatal(err)
			}
		}, "the next start writes it again"},
		"no archive": {func(t *testing.T, in *installation, game string) {
			if err := os.RemoveAll(filepath.Join(in.dir, "archive")); err != nil {
				t.Fatal(err)
			}
		}, "there is no archive yet"},
		"no log": {func(t *testing.T, in *installation, game string) {
			if err := os.RemoveAll(in.dir); err != nil {
				t.Fatal(err)
			}
		}, "there is no log yet"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := install(t)
			in.play("first")
			game := filepath.Join(in.dir, "archive", "games", "first.fpa")
			data, err := os.ReadFile(game)
			if err != nil {
				t.Fatal(err)
			}
			in.order("ann: STATUS first")
			if err := os.WriteFile(game+".before", data, 0o600); err != nil {
				t.Fatal(err)
			}
			c.harm(t, in, game)
			before := map[string]string{}
			if _, err := os.Stat(in.dir); err == nil {
				before = filesOf(t, in.dir)
			}
			code, out, trouble := run(t, "doctor", "--config", in.config)
			if code != exitFine || !strings.Contains(flat(out), c.says) {
				t.Errorf("exit %d, without %q\n%s%s", code, c.says, out, trouble)
			}
			after := map[string]string{}
			if _, err := os.Stat(in.dir); err == nil {
				after = filesOf(t, in.dir)
			}
			maps.DeleteFunc(after, func(path, _ string) bool { return filepath.Base(path) == "lock" && before[path] == "" })
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("the doctor has changed:\n%s", diff)
			}
		})
	}
}
