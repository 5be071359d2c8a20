package jetstream

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"fieldpost/events/durable"
)

// Options say where and how an embedded server keeps the log. Only Dir is needed.
type Options struct {
	Dir     string        // folder of this store alone; made if absent
	Logger  *slog.Logger  // warnings of the server; nil for none
	Timeout time.Duration // of one exchange with the server; DefaultTimeout if 0
	MaxDisk int64         // bytes that the server may fill; 0 leaves that to the disk
}

// unlimited keeps the server from setting itself a limit by what happens to be free today.
const unlimited = 1 << 50

// starting is how long the server may take to be there: a machine at work on something else is slow, not broken.
const starting = 30 * time.Second

// Open starts a server in this process on a folder, without any port, and opens the log in it. It fails with a
// durable.LockedError ("already running, pid N") when another process holds the folder, and refuses a folder that a
// newer server has written. What cannot even be read safely is events.ErrDamaged.
func Open(ctx context.Context, o Options) (*Store, error) {
	if err := durable.MakeDir(o.Dir); err != nil {
		return nil, err
	}
	lock, err := durable.Acquire(o.Dir)
	if err != nil {
		return nil, err
	}
	s, err := open(ctx, o, lock)
	if err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return s, nil
}

func open(ctx context.Context, o Options, lock *durable.Lock) (*Store, error) {
	existed, err := checkVersion(o.Dir)
	if err != nil {
		return nil, err
	}
	kept := filepath.Join(o.Dir, "nats")
	if existed {
		if err := checkBlocks(kept); err != nil {
			return nil, fmt.Errorf("the log in %s: %w", o.Dir, err)
		}
	}
	if o.MaxDisk == 0 {
		o.MaxDisk = unlimited
	}
	srv, err := server.NewServer(&server.Options{
		ServerName: "fieldpost", DontListen: true, JetStream: true, StoreDir: kept, SyncAlways: true,
		JetStreamMaxStore: o.MaxDisk, JetStreamMaxMemory: 64 << 20, NoSigs: true, NoLog: o.Logger == nil,
	})
	if err != nil {
		return nil, err
	}
	if o.Logger != nil {
		srv.SetLoggerV2(serverLog{o.Logger}, false, false, false)
	}
	srv.Start()
	stop := func() error {
		srv.Shutdown()
		srv.WaitForShutdown()
		return nil
	}
	if !srv.ReadyForConnections(starting) {
		return nil, errors.Join(fmt.Errorf("jetstream: the server on %s does not start", o.Dir), stop())
	}
	nc, err := nats.Connect("", nats.InProcessServer(srv), nats.Name("fieldpost"), nats.Timeout(starting))
	if err != nil {
		return nil, errors.Join(err, stop())
	}
	s := &Store{nc: nc, timeout: o.Timeout, embedded: true, shutdown: stop}
	if s.timeout == 0 {
		s.timeout = DefaultTimeout
	}
	err = s.attach(ctx, 1, attaching{existed: existed})
	if err == nil {
		err = durable.Replace(filepath.Join(o.Dir, versionFile), []byte("fieldpost store 1\nnats-server "+server.VERSION+"\n"))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the log in %s: %w", o.Dir, err), s.Close())
	}
	s.shutdown = func() error { return errors.Join(stop(), lock.Release()) }
	return s, nil
}

// versionFile says who wrote the folder last. It exists once the log has been made.
const versionFile = "version"

// checkVersion reports whether the folder has held a log before, and refuses one of a newer server or program.
func checkVersion(dir string) (existed bool, err error) {
	text, err := os.ReadFile(filepath.Join(dir, versionFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) < 2 || lines[0] != "fieldpost store 1" || !strings.HasPrefix(lines[1], "nats-server ") {
		return false, fmt.Errorf("jetstream: this program does not know the store in %s (%q)", dir, text)
	}
	wrote := strings.TrimPrefix(lines[1], "nats-server ")
	if newer(wrote, server.VERSION) {
		return false, fmt.Errorf("jetstream: the store in %s was written by nats-server %s; this program holds %s and cannot go back: use a newer program", dir, wrote, server.VERSION)
	}
	return true, nil
}

// newer compares versions of the form 2.15.2 number by number; what follows a hyphen does not count.
func newer(a, b string) bool {
	x, y := numbers(a), numbers(b)
	for i := range x {
		if x[i] != y[i] {
			return x[i] > y[i]
		}
	}
	return false
}

func numbers(version string) (n [3]int) {
	version, _, _ = strings.Cut(version, "-")
	for i, part := range strings.SplitN(version, ".", 3) {
		n[i], _ = strconv.Atoi(part)
	}
	return n
}

// MoveAside renames a store's folder, so that a sound one can take its place, and gives the new name. It fails with a durable.LockedError
// while the store is in use.
func MoveAside(dir string) (string, error) {
	lock, err := durable.Acquire(dir)
	if err != nil {
		return "", err
	}
	aside, err := durable.MoveAside(dir)
	return aside, errors.Join(err, lock.Release())
}

// serverLog hands what the server says to slog.
type serverLog struct{ to *slog.Logger }

func (l serverLog) Noticef(format string, v ...any) { l.to.Debug("nats: " + fmt.Sprintf(format, v...)) }
func (l serverLog) Warnf(format string, v ...any)   { l.to.Warn("nats: " + fmt.Sprintf(format, v...)) }
func (l serverLog) Fatalf(format string, v ...any)  { l.to.Error("nats: " + fmt.Sprintf(format, v...)) }
func (l serverLog) Errorf(format string, v ...any)  { l.to.Error("nats: " + fmt.Sprintf(format, v...)) }
func (l serverLog) Debugf(format string, v ...any)  { l.to.Debug("nats: " + fmt.Sprintf(format, v...)) }
func (l serverLog) Tracef(format string, v ...any)  { l.to.Debug("nats: " + fmt.Sprintf(format, v...)) }
