package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fieldpost/adjudicator/table"
)

// Made returns the page: that of a release, one made before by the same program, or one built now, which tell is told of. No game stands for all.
func Made(ctx context.Context, tell io.Writer, game table.Engine) ([]byte, error) {
	made, err := Embedded()
	if game == nil && (made != nil || err != nil) {
		return made, err
	}
	name := "desk"
	if game != nil {
		name += "-" + game.Name()
	}
	kept, err := keptPage(name)
	if err == nil {
		if made, err := os.ReadFile(kept); err == nil {
			return made, nil
		}
	}
	module, err := moduleFolder()
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(tell, "building the page with the Go on this machine ...")
	if made, err = Build(ctx, module, game); err != nil {
		return nil, err
	}
	if kept != "" { // the page is there all the same if it cannot be kept
		if os.MkdirAll(filepath.Dir(kept), 0o755) == nil {
			_ = os.WriteFile(kept, made, 0o644)
		}
	}
	return made, nil
}

// keptPage names the file in the user's cache that holds the page of this very program.
func keptPage(name string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(exe)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return filepath.Join(dir, "fieldpost", name+"-"+hex.EncodeToString(h.Sum(nil))[:16]+".html"), nil
}

// moduleFolder finds the source of this program: the folder with its go.mod above the present one, or above the program.
func moduleFolder() (string, error) {
	var starts []string
	if here, err := os.Getwd(); err == nil {
		starts = append(starts, here)
	}
	if exe, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(exe))
	}
	for _, at := range starts {
		for {
			text, err := os.ReadFile(filepath.Join(at, "go.mod"))
			if err == nil && bytes.HasPrefix(text, []byte("module fieldpost\n")) {
				return at, nil
			}
			above := filepath.Dir(at)
			if above == at {
				break
			}
			at = above
		}
	}
	return "", errors.Join(ErrNoGo, errors.New("run it where the source of Fieldpost is, or take the page from a release"))
}
