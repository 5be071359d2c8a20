package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"fieldpost/events/durable"
	"fieldpost/mail/office"
)

// controlSocket returns where a running server takes the game master's commands.
func controlSocket(dir string) string { return filepath.Join(dir, "control.sock") }

// openControl makes the socket; from here on a command waits for the server instead of missing it.
func openControl(c Config) (net.Listener, error) {
	path := controlSocket(c.Data)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("the socket for game masters' commands cannot be made (a socket's path has at most about 100 characters: is the data folder's longer?): %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// serveControl answers game masters' commands on the socket until ctx ends.
func serveControl(ctx context.Context, l net.Listener, answer http.HandlerFunc) error {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /{call}", answer)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

func (in *Installation) control(w http.ResponseWriter, r *http.Request) {
	request, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	answer, err := in.Call(r.Context(), r.PathValue("call"), request)
	if errors.Is(err, office.ErrNoCall) {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	w.Write(answer)
}

// CallHere carries out a game master's command in this process.
func (in *Installation) CallHere(ctx context.Context, name string, request any) ([]byte, error) {
	data, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	return in.Call(ctx, name, data)
}

// CallMaster carries out a game master's command: by the server that runs on the data folder, or, if none does, here.
func CallMaster(ctx context.Context, c Config, name string, request any) ([]byte, error) {
	data, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	in, err := OpenInstallation(ctx, c, slog.New(slog.DiscardHandler))
	if _, running := errors.AsType[*durable.LockedError](err); running {
		return CallRunning(ctx, c, name, data)
	}
	if err != nil {
		return nil, err
	}
	answer, err := in.Call(ctx, name, data)
	return answer, errors.Join(err, in.Close())
}

// CallRunning lets the server that runs on the data folder carry out a command.
func CallRunning(ctx context.Context, c Config, name string, data []byte) ([]byte, error) {
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", controlSocket(c.Data))
	}}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://control/"+name, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("the server on %s does not answer: %w", c.Data, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, errors.New(string(bytes.TrimSpace(body)))
	}
	return body, nil
}
