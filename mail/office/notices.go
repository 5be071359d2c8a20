package office

import (
	"context"
	"crypto/sha256"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/letter"
)

// Notice is news about the installation itself, which belongs to no game.
type Notice struct {
	About   string          // what it is news of; nobody is told the same twice
	Code    string          // its words stand under letter.told.CODE
	Values  []table.FactArg // for these
	Details []string        // lines that are not translated
}

// NotifyMaster tells the game master. Without one it stands in the server's log alone.
func (st *Office) NotifyMaster(ctx context.Context, n Notice) error {
	st.Log.Warn("news for the game master", "code", n.Code, "details", n.Details)
	if st.Settings.Master == "" {
		return nil
	}
	return st.notify(ctx, st.Settings.Master, "Game master", n)
}

// Notify tells somebody with an address. He need not play.
func (st *Office) Notify(ctx context.Context, address string, n Notice) error {
	return st.notify(ctx, address, "", n)
}

func (st *Office) notify(ctx context.Context, address, name string, n Notice) error {
	key := sha256.Sum256([]byte("fieldpost notice\x00" + n.Code + "\x00" + n.About + "\x00" + address))
	lang := st.Settings.Language
	book := st.Phrases.Book(lang, "")
	dress := letter.Render(letter.Told{Code: n.Code, Alarm: true, Values: n.Values, Fixed: n.Details}, book, lang, time.UTC)
	return st.With(ctx, OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
		if own.Seen(key) {
			return own, nil
		}
		return st.issue(ctx, own, envelope{address: address, name: name, letter: "installation", mail: key}, dress)
	})
}
