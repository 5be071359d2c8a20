package office

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/events"
)

// deskLink returns the address at which a report can be seen alive. What opens it stands behind the "#", which a browser sends to nobody, so that
// no log of a server or of a proxy ever holds it; it opens that one report and nothing else.
func (st *Office) deskLink(game, seat string, about int64) string {
	return fmt.Sprintf("%s#open=%s.%s.%d.%s", st.Settings.Desk, game, seat, about, st.Post.DeskToken(game, seat, about))
}

// DeskLetter returns the report that a link opens (what stands behind "#open=" in it), as it was sent. events.ErrNotFound says that it opens none.
func (st *Office) DeskLetter(ctx context.Context, opens string) ([]byte, error) {
	parts := strings.Split(opens, ".")
	if len(parts) != 4 {
		return nil, events.ErrNotFound
	}
	game, seat, token := parts[0], parts[1], parts[3]
	about, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil || !st.Post.OpensDesk(token, game, seat, about) {
		return nil, events.ErrNotFound
	}
	digest, found := events.Hash{}, false
	if exists, err := st.Exists(ctx, game); err != nil || !exists {
		return nil, orNotFound(err)
	}
	err = st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		i := slices.IndexFunc(m.Letters, func(l adjudicator.Letter) bool {
			return l.Issued.Letter == "report" && l.Issued.Seat == seat && l.Issued.About == about
		})
		if found = i >= 0; found {
			digest = m.Letters[i].Issued.Digest
		}
		return m, nil
	})
	if err != nil || !found {
		return nil, orNotFound(err)
	}
	return st.Service.Store.Get(ctx, digest)
}

// orNotFound returns an error, or events.ErrNotFound where there is none.
func orNotFound(err error) error {
	if err != nil {
		return err
	}
	return events.ErrNotFound
}
