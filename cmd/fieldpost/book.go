package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/library"
	"fieldpost/projections/archive"
	"fieldpost/projections/book"
)

// BookCmd writes the story of a game as one page.
type BookCmd struct {
	File string `arg:"" type:"path" help:"Export of a game ('fieldpost game export'), or your mail: an mbox file, a Maildir, a folder of .eml or mbox files, or one of them."`
	Out  string `short:"O" placeholder:"FILE" help:"Where to write the page; GAME-book.html in the current folder if not given."`
	Eyes string `placeholder:"SEAT" help:"Whose view an export is told from: a seat, 'public', or 'everything'. If not given, everything of a game that is over, and else what is public."`
	Game string `placeholder:"ID" help:"Which game, if the mail is about several."`
	Seat string `placeholder:"SEAT" help:"Which seat, if the mail has letters to several."`
}

// Help says what is in it.
func (BookCmd) Help() string {
	return `The page is one HTML file that needs no network: a slider over all turns with the map as each side
saw it, what happened with its arithmetic, messages to everybody, losses, dice, and how it ended.

Examples:
  fieldpost game export palace -O palace.fieldpost && fieldpost book palace.fieldpost
  fieldpost book palace.fieldpost --eyes public -O for-the-club.html
  fieldpost book ~/Mail/palace.mbox --lang fr`
}

// Run writes the page.
func (b *BookCmd) Run(_ context.Context, c *Console) error {
	phrases, err := library.Phrases(c.Scenarios)
	if err != nil {
		return err
	}
	tongue := book.Tongue{Lang: c.Lang, All: office.Languages, Books: phrases.Book, Languages: phrases.Language}
	made, err := b.read(tongue)
	if err != nil {
		return err
	}
	out := b.Out
	if out == "" {
		out = made.Game + "-book.html"
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	err = errors.Join(made.WriteHTML(f), f.Close())
	if err != nil {
		return err
	}
	info, err := os.Stat(out)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s: %d scenes, %.1f MB. Open it in a browser.\n", out, len(made.Scenes), float64(info.Size())/1e6)
	return nil
}

// read makes the book from whichever it was given.
func (b *BookCmd) read(tongue book.Tongue) (*book.Book, error) {
	made, err := b.fromExport(tongue)
	if errors.Is(err, archive.ErrNoExport) {
		made, err = b.fromMail(tongue)
	}
	several, ok := errors.AsType[*book.SeveralError](err)
	switch {
	case ok && !several.Games:
		return nil, fmt.Errorf("%s holds letters to the seats %v: choose one with --seat", b.File, several.Found)
	case ok:
		return nil, fmt.Errorf("%s holds letters of the games %v: choose one with --game", b.File, several.Found)
	case errors.Is(err, book.ErrNotOver):
		return nil, fmt.Errorf("%w, with --eyes", err)
	case errors.Is(err, book.ErrNothing):
		return nil, fmt.Errorf("%s holds no letter that tells of a turn%s", b.File, called(b.Game))
	case book.Redacted(err):
		return nil, fmt.Errorf("%s was made for one seat and cannot be played again: make the book from that player's mail, or from the whole export when the game is over", b.File)
	}
	return made, err
}

func (b *BookCmd) fromExport(tongue book.Tongue) (*book.Book, error) {
	if info, err := os.Stat(b.File); err != nil {
		return nil, err
	} else if info.IsDir() {
		return nil, archive.ErrNoExport
	}
	f, err := os.Open(filepath.Clean(b.File))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	x, err := archive.ReadExport(f)
	if err != nil {
		return nil, err
	}
	return book.FromExport(x, tongue, book.Eyes(b.Eyes))
}

func (b *BookCmd) fromMail(tongue book.Tongue) (*book.Book, error) {
	mails, err := message.ReadMailbox(b.File)
	if err != nil {
		return nil, err
	}
	return book.FromLetters(mails, tongue, b.Game, b.Seat)
}
