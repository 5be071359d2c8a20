package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fieldpost/events/durable"
	"fieldpost/mail/office"
	"fieldpost/projections/audit"
	"fieldpost/projections/hearing"
)

// auditPage is a verdict that has its own page.
type auditPage struct {
	name string
	of   audit.Verdict
}

// tell prints the page, and writes the files that were asked for.
func (a *AuditCmd) tell(c *Console, h hearing.Hearing, ev audit.Evidence, v audit.Verdict) error {
	maker := h.Pages(ev, v)
	if a.JSON {
		data, err := audit.JSON(v)
		if err == nil {
			_, err = c.Out.Write(append(data, '\n'))
		}
		if err != nil {
			return err
		}
	} else {
		fmt.Fprint(c.Out, maker.Page(v, c.lang()).Text())
	}
	dir := a.Out
	if dir != "" {
		if err := a.pages(dir, h, ev, v, maker); err != nil {
			return err
		}
	}
	if v.Contradiction != nil {
		path := filepath.Join(dir, "equivocation.proof")
		if err := durable.Replace(path, []byte(v.Contradiction.String())); err != nil {
			return err
		}
		fmt.Fprintf(c.Err, "%s: two notes with one signature that cannot both be true\n", path)
	}
	return nil
}

// pages writes the verdict, a page about everything in every language, and one about each mailbox where there are several.
func (a *AuditCmd) pages(dir string, h hearing.Hearing, ev audit.Evidence, v audit.Verdict, maker *hearing.Pages) error {
	if err := os.MkdirAll(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	data, err := audit.JSON(v)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "verdict.json"), append(data, '\n'), 0o644); err != nil {
		return err
	}
	all := []auditPage{{"page", v}}
	for i, box := range ev.Mailboxes {
		if len(ev.Mailboxes) == 1 {
			break
		}
		of := audit.Run(audit.Evidence{Mailboxes: []audit.Mailbox{box}, Export: ev.Export}, h.Means)
		name := fmt.Sprintf("page-%d", i+1)
		if seat := of.Boxes[0].Seat; seat != "" && !slices.ContainsFunc(all, func(p auditPage) bool { return p.name == "page-"+seat }) {
			name = "page-" + seat
		}
		all = append(all, auditPage{name, of})
	}
	for _, lang := range office.Languages {
		for _, p := range all {
			page := maker.Page(p.of, lang)
			for suffix, text := range map[string]string{".txt": page.Text(), ".html": page.HTML(lang)} {
				if err := os.WriteFile(filepath.Join(dir, p.name+"."+lang+suffix), []byte(text), 0o644); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
