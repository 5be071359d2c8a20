package message

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Kept is a mail as it is stored in a mailbox.
type Kept struct {
	Name string // of its file, and which mail of that file
	Raw  []byte
}

// mostMailbox is the number of bytes that are read of one mailbox at most.
const mostMailbox = 2 << 30

// ReadMailbox reads an mbox file (mboxrd), a Maildir, a folder of .eml or mbox files, or a single mail.
func ReadMailbox(path string) ([]Kept, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return readFolder(path)
	}
	if info.Size() > mostMailbox {
		return nil, fmt.Errorf("%s is larger than a mailbox may be", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, []byte("From ")) {
		return []Kept{{filepath.Base(path), data}}, nil
	}
	var mails []Kept
	for i, raw := range SplitMbox(data) {
		mails = append(mails, Kept{fmt.Sprintf("%s, mail %d", filepath.Base(path), i+1), raw})
	}
	return mails, nil
}

func readFolder(path string) ([]Kept, error) {
	var mails []Kept
	err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		in := filepath.Base(filepath.Dir(p))
		if ending := filepath.Ext(p); ending == ".mbox" || ending == "" && in != "cur" && in != "new" && in != "tmp" {
			return readMbox(p, &mails)
		} else if ending != ".eml" && in != "cur" && in != "new" {
			return nil
		}
		raw, err := os.ReadFile(p)
		mails = append(mails, Kept{d.Name(), raw})
		return err
	})
	return mails, err
}

// readMbox adds the mails of an mbox file in a folder, as mail programs keep them; any other file is left alone.
func readMbox(path string, mails *[]Kept) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	var head [5]byte
	n, _ := io.ReadFull(f, head[:])
	_ = f.Close() // only read
	if string(head[:n]) != "From " {
		return nil
	}
	more, err := ReadMailbox(path)
	*mails = append(*mails, more...)
	return err
}
