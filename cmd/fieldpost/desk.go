package main

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

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/desk/page"
)

// DeskCmd writes the page of the desk.
type DeskCmd struct {
	Out    string `short:"O" default:"fieldpost-desk.html" placeholder:"FILE" help:"Where to write the page."`
	Game   string `placeholder:"NAME" help:"A smaller page that knows one game alone."`
	Verify string `placeholder:"FILE" help:"Compare a page that you have with the one that this program makes, and write nothing."`
}

// Help says what the page is.
func (DeskCmd) Help() string {
	return `The desk is one HTML file that works from a disk, without a network: open it in a browser and drop
your letters on it. It shows the map alive, what each unit can do now, checks your orders while you
write them by the rules themselves, and makes the mail that you then send.

The first time, the page is built with the Go that is on this machine, which takes a minute or two;
releases bring it along.

Examples:
  fieldpost desk
  fieldpost desk --game landships -O ~/desk.html
  fieldpost desk --verify ~/desk.html`
}

// Run writes the page, or compares it.
func (d *DeskCmd) Run(ctx context.Context, c *Console) error {
	var game table.Engine
	if d.Game != "" {
		var ok bool
		if game, ok = adjudicator.Game(d.Game); !ok {
			return fmt.Errorf("there is no game %q: `fieldpost rules` lists them", d.Game)
		}
	}
	made, err := deskPage(ctx, c, game)
	if err != nil {
		return err
	}
	if d.Verify != "" {
		has, err := os.ReadFile(d.Verify)
		if err != nil {
			return err
		}
		if !bytes.Equal(has, made) {
			return fmt.Errorf("%s is not the page that this program makes", d.Verify)
		}
		fmt.Fprintf(c.Out, "%s is the page that this program makes\n", d.Verify)
		return nil
	}
	if err := os.WriteFile(d.Out, made, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s: %.1f MB. Open it in a browser and drop your letters on it.\n", d.Out, float64(len(made))/1e6)
	return nil
}

// deskPage returns the page: that of a release, one made before by the same program, or one built now.
func deskPage(ctx context.Context, c *Console, game table.Engine) ([]byte, error) {
	made, err := page.Embedded()
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
	fmt.Fprintln(c.Err, "building the page with the Go on this machine ...")
	if made, err = page.Build(ctx, module, game); err != nil {
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
	return "", errors.Join(page.ErrNoGo, errors.New("run it where the source of Fieldpost is, or take the page from a release"))
}
