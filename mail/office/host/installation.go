package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/jetstream"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/folder"
	"fieldpost/mail/office/keyring"
	"fieldpost/mail/office/library"
	"fieldpost/projections/archive"
	"fieldpost/projections/chart"
)

// Installation is an office with its data folder: log, archive and keys.
type Installation struct {
	*office.Office
	Config Config

	Store   events.Store // the log, with what rests in the archive
	Archive *archive.Archive
	Spool   *mail.Spool // of mails that wait for their effect; nil where no mail is taken in

	Shared   *cluster.Shared // with other servers; nil with a log of our own
	Hands    *cluster.Hands  // the parts of the work that this server has; nil likewise
	register *folder.Register
	fetched  *cluster.Fetched // mails of the cluster that are in the spool; nil likewise
	starved  cluster.Hindered // parts whose mails could not be brought into the spool

	Patience time.Duration // how long this server tries to do the work of a part that another could do

	closes []func() error // what Close does besides
}

// OpenInstallation opens the data folder, compares where log and archive end, and refuses games whose history is not whole.
func OpenInstallation(ctx context.Context, c Config, log *slog.Logger) (*Installation, error) {
	if c.NATS.URL != "" {
		if err := c.Check(); err != nil {
			return nil, err
		}
		return openAlone(ctx, c, log)
	}
	in, err := New(c, log)
	if err != nil {
		return nil, err
	}
	store, err := OpenStore(ctx, c, log)
	if errors.Is(err, events.ErrDamaged) {
		return nil, fmt.Errorf("%w\n%s", err, archive.Remedy)
	}
	if err != nil {
		return nil, err
	}
	if err := in.attach(ctx, store); err != nil {
		return nil, err
	}
	return in, nil
}

// New returns an installation without its log.
func New(c Config, log *slog.Logger) (*Installation, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	phrases, err := library.Phrases(c.Scenarios)
	if err != nil {
		return nil, err
	}
	return newInstallationWith(c, log, phrases)
}

// newInstallationWith is newInstallation with the words of all games, which take longest to read.
func newInstallationWith(c Config, log *slog.Logger, phrases *office.Phrases) (*Installation, error) {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, err
	}
	secret, err := c.Keys().MailSecret()
	if err != nil {
		return nil, err
	}
	st := office.New(office.Settings{Address: c.Address, Language: c.Language, Master: c.Master, Proof: c.proof(), Rates: c.Rates, Linger: c.Linger,
		Solo: c.solo(), Thinking: c.Thinking, Desk: c.deskURL()}, secret, phrases, log)
	in := &Installation{Office: st, Config: c}
	st.Keys = c.Keys()
	if st.Post.Former, err = c.Keys().StillCounting(func() time.Time { return st.Now() }); err != nil {
		return nil, err
	}
	if fault := c.Keys().MailFault(); fault != nil {
		log.Error("something is wrong with the secret behind reply addresses", "fault", fault)
	}
	st.Documents = func(engine table.Engine, scenario string) ([]byte, error) {
		return library.Document(engine, scenario, c.Scenarios)
	}
	st.Shelves = func(rulebook string) []string { return library.Shelf(rulebook, c.Scenarios) }
	if c.Commands != nil {
		st.Commands = c.Commands(in)
	}
	st.Witnesses = c.witnesses()
	st.Relay = c.Beacon.Rounds(http.DefaultClient)
	st.Pulse = folder.Pulse(filepath.Join(c.Data, "alive"))
	st.Painter = painter()
	in.register = folder.NewRegister(c.registerFile())
	st.Register = in.register
	if st.Signer, err = c.signer(); err != nil {
		return nil, err
	}
	return in, nil
}

// painter paints the maps of all installations that a program opens: the grounds that it keeps are the same in all of them.
var painter = sync.OnceValue(func() *chart.Painter { return chart.NewPainter(8) })

// witnesses returns what an installation believes: the DNS, the mail server that it names, and, with the embedded post office, this
// machine.
func (c Config) witnesses() []mail.Witness {
	if c.IMAP == nil && c.Inbound == "" && c.LMTP == "" {
		return []mail.Witness{mail.Neighbour{}, mail.OpenPGP{}}
	}
	return []mail.Witness{&mail.Domains{Trusted: c.Verdicts}, mail.OpenPGP{}}
}

// attach gives the installation its log. It closes the log if there is trouble.
func (in *Installation) attach(ctx context.Context, store events.Store) error {
	kept, err := archive.Open(in.Config.ArchiveDir())
	if err != nil {
		return errors.Join(err, store.Close())
	}
	in.Archive, in.closes = kept, []func() error{kept.Close}
	return in.attachTo(ctx, store, kept)
}

// attachTo is attach with an archive that is open; writer is what events are written to it by.
func (in *Installation) attachTo(ctx context.Context, store events.Store, writer adjudicator.Archive) error {
	shelved := archive.Shelved{Store: store, Archive: in.Archive}
	if store = shelved; in.Shared != nil {
		store = cluster.NewStore(shelved, in.Shared.Cabinet, in.Hands)
	}
	in.Store = store
	findings := archive.Compare(ctx, store, in.Archive)
	marker, err := folder.NewPasses(filepath.Join(in.Config.Data, "passes"), in.abort)
	if err != nil {
		return errors.Join(err, in.Close())
	}
	in.Service = &adjudicator.Service{
		Store: store, Archive: writer, Keys: in.Config.Keys(),
		Marker: marker, Engines: adjudicator.Game, Beacon: beacon.Verify, Shelf: new(office.Shelf),
		Warn:    func(game string, err error) { in.Log.Warn(err.Error(), "game", game) },
		Address: in.Config.Address,
	}
	if bad := archive.Alarm(findings); bad != "" {
		return errors.Join(fmt.Errorf("%w: %s", events.ErrDamaged, bad), in.Close())
	}
	if err := in.settleMailKey(ctx); err != nil {
		return errors.Join(err, in.Close())
	}
	return nil
}

// OpenSpool opens the folder in which mails wait for their effect.
func (in *Installation) OpenSpool() (err error) {
	in.Spool, err = mail.OpenSpool(mail.SpoolConfig{Dir: filepath.Join(in.Config.Data, "spool"), Tried: in.MailTried, Log: in.Log})
	if err != nil {
		return err
	}
	in.Behind = func(_ string, at time.Time) bool { return in.Spool.Behind(at) }
	if in.Shared != nil {
		f := cluster.NewFetched(in.Shared, in.Hands, in.starved.Note, in.MailTried)
		in.fetched, in.Behind = f, func(game string, at time.Time) bool { return f.Behind(game) || in.Spool.Behind(at) }
	}
	return nil
}

// Take takes in a mail; it is the handler of every intake.
func (in *Installation) Take(ctx context.Context, raw []byte, env mail.Envelope) error {
	if in.Shared != nil {
		return in.Door(in.Shared.Take)(ctx, raw, env)
	}
	return in.Door(in.Spool.Take)(ctx, raw, env)
}

// Keys returns the folder of the installation's keys.
func (c Config) Keys() keyring.Folder { return keyring.Folder(filepath.Join(c.Data, "keys")) }

// registerFile returns where an installation keeps its register.
func (c Config) registerFile() string { return filepath.Join(c.Data, "register") }

// ArchiveDir returns the folder of the archive.
func (c Config) ArchiveDir() string {
	if c.Archive != "" {
		return c.Archive
	}
	return filepath.Join(c.Data, "archive")
}

// OpenStore opens the log of a configuration, its own or the outside one.
func OpenStore(ctx context.Context, c Config, log *slog.Logger) (events.Store, error) {
	if c.NATS.URL != "" {
		store, err := c.NATS.Connect(ctx, log, false)
		if err != nil {
			return nil, err // not a nil *Store in an interface
		}
		return store, nil
	}
	return jetstream.Open(ctx, jetstream.Options{Dir: filepath.Join(c.Data, "log"), Logger: log})
}

// exitEndless is the exit code of a program that ends itself because a pass does not end.
const exitEndless = 5

// abort ends the process when a pass takes too long; the next start leaves that game alone.
func (in *Installation) abort(game string) {
	in.Log.Error("a pass does not end: the program stops here, and will go on without that game", "game", game)
	os.Exit(exitEndless)
}

// Close ends the work; the log is flushed and unlocked.
func (in *Installation) Close() error {
	errs := []error{in.Store.Close(), in.register.Close()}
	for _, c := range in.closes {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}

// DropRegister takes the cards of the games away, which described another log.
func (c Config) DropRegister() error {
	if err := os.Remove(c.registerFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
