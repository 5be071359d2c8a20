package host

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"net/http"

	"fieldpost/mail/office"
)

//go:embed status.html.tmpl
var statusPage string

var statusTemplate = template.Must(template.New("status").Parse(statusPage))

// showStatus writes the page of the status. It names seats, never addresses, and says of a standstill no more than its code.
func (s *Server) showStatus(w http.ResponseWriter, r *http.Request) {
	status, err := s.Status(r.Context())
	var page bytes.Buffer
	if err == nil {
		err = WriteStatus(&page, status)
	}
	if err != nil {
		s.Log.Error("the status page cannot be written", "error", err)
		http.Error(w, "the log does not answer now", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("Cache-Control", "no-store")
	w.Write(page.Bytes())
}

// WriteStatus writes the page.
func WriteStatus(w io.Writer, status office.Status) error { return statusTemplate.Execute(w, status) }
