package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"fieldpost/events"
	"fieldpost/projections/desk/page"
)

// deskURL returns the address that reports name; "" for none.
func (c Config) deskURL() string {
	if c.Desk == nil {
		return ""
	}
	return c.Desk.URL
}

// OpenDesk serves the page of the desk at /desk, and at /desk/letter the report that an address opens. What opens it comes in a header, never in an
// address, so that no log of a proxy holds it.
func (s *Server) OpenDesk(ctx context.Context, mux *http.ServeMux) error {
	made, err := s.deskDoorPage(ctx)
	if err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	made = page.Served(made)
	mux.HandleFunc("GET /desk", func(w http.ResponseWriter, _ *http.Request) {
		guarded(w.Header(), page.Type)
		w.Header().Set("Cache-Control", "public, max-age=3600")
		_, _ = w.Write(made)
	})
	mux.HandleFunc("GET /desk/letter", s.deskLetter)
	return nil
}

func (s *Server) deskDoorPage(ctx context.Context) ([]byte, error) {
	if file := s.Config.Desk.Page; file != "" {
		return os.ReadFile(file)
	}
	return page.Made(ctx, io.Discard, nil)
}

// guarded sets what every answer of the desk's door has: no other site may frame it, and it tells no other site where it was opened.
func guarded(h http.Header, kind string) {
	h.Set("Content-Type", kind)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
}

// deskLetter hands out one report, as it was mailed.
func (s *Server) deskLetter(w http.ResponseWriter, r *http.Request) {
	opens, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok || len(opens) > 200 {
		http.Error(w, "no letter is named", http.StatusUnauthorized)
		return
	}
	letter, err := s.DeskLetter(r.Context(), opens)
	switch {
	case errors.Is(err, events.ErrNotFound):
		http.Error(w, "there is no such letter", http.StatusNotFound)
		return
	case err != nil:
		s.Log.Error("a letter cannot be shown in a browser", "error", err)
		http.Error(w, "the log does not answer now", http.StatusServiceUnavailable)
		return
	}
	guarded(w.Header(), "message/rfc822")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(letter)
}
