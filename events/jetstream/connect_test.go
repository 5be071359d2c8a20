package jetstream_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"fieldpost/events/jetstream"
	"fieldpost/events/jetstream/clustertest"
)

const secret = "s3cret-w0rd"

// guarded starts a server that wants TLS with a certificate of ours from its clients, and a login: by nkey, or as ann with a password. It has a
// system account for the doctor.
func guarded(t *testing.T, sync string) (port int, certificates, seedFile string) {
	t.Helper()
	certificates = clustertest.Certificates(t)
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, err := user.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := user.Seed()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	seedFile = filepath.Join(dir, "seed")
	if err := os.WriteFile(seedFile, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("DIR", dir, "CERT", certificates, "PUBLIC", public, "SECRET", secret, "SYNC", sync).Replace(`
		listen: "127.0.0.1:-1"
		tls { cert_file: "CERT/cert.pem", key_file: "CERT/key.pem", ca_file: "CERT/ca.pem", verify: true }
		jetstream { store_dir: "DIR/nats", sync_interval: SYNC }
		accounts {
			GAMES { jetstream: enabled, users: [ {nkey: PUBLIC}, {user: ann, password: "SECRET"} ] }
			SYS { users: [ {user: doctor, password: "SECRET"} ] }
		}
		system_account: SYS
	`)
	file := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o.NoSigs, o.NoLog = true, true
	srv, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(func() { srv.Shutdown(); srv.WaitForShutdown() })
	if !srv.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return srv.Addr().(*net.TCPAddr).Port, certificates, seedFile
}

// TestGuardedServer: certificates and logins work, and no message shows a password. The doctor looks without making anything, and sees how the
// server syncs.
func TestGuardedServer(t *testing.T) {
	t.Parallel()
	port, certificates, seed := guarded(t, "always")
	url := "tls://localhost:" + itoa(port)
	good := jetstream.Account{Certificate: filepath.Join(certificates, "cert.pem"), Key: filepath.Join(certificates, "key.pem")}
	ca := filepath.Join(certificates, "ca.pem")
	as := func(change func(*jetstream.Account)) jetstream.Account {
		a := good
		change(&a)
		return a
	}
	ann := as(func(a *jetstream.Account) { a.User, a.Password = "ann", secret })
	for name, x := range map[string]jetstream.External{
		"no authority":   {URL: url, Account: ann},
		"no certificate": {URL: url, CA: ca, Account: jetstream.Account{User: "ann", Password: secret}},
		"half a pair":    {URL: url, CA: ca, Account: as(func(a *jetstream.Account) { a.Key = "" })},
		"no login":       {URL: url, CA: ca, Account: good},
		"wrong password": {URL: strings.Replace(url, "//", "//ann:"+secret+"x@", 1), CA: ca, Account: good},
		"nobody there":   {URL: "nats://ann:" + secret + "@127.0.0.1:1,nats://" + secret + "@127.0.0.1:1"},
		"no URL":         {URL: "nats://ann:" + secret + "/%@127.0.0.1:1"},
		"cut in two":     {URL: "nats://ann:" + secret + ",x@127.0.0.1:1"},
	} {
		s, err := jetstream.Connect(t.Context(), x)
		if err == nil {
			closeStore(t, s)
			t.Errorf("%s: connected", name)
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the password is shown: %v", name, err)
		}
	}
	doctor := jetstream.External{URL: url, CA: ca, Account: ann, Look: true, System: new(as(func(a *jetstream.Account) { a.User, a.Password = "doctor", secret }))}
	if _, err := jetstream.Connect(t.Context(), doctor); !errors.Is(err, jetstream.ErrNoLog) {
		t.Errorf("before the first start the doctor sees: %v", err)
	}
	for name, x := range map[string]jetstream.External{
		"nkey":     {URL: url, CA: ca, Account: as(func(a *jetstream.Account) { a.NKey = seed })},
		"password": {URL: url, CA: ca, Account: ann},
		"in URL":   {URL: strings.Replace(url, "//", "//ann:"+secret+"@", 1), CA: ca, Account: good},
	} {
		s, err := jetstream.Connect(t.Context(), x)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		closeStore(t, s)
	}
	s, err := jetstream.Connect(t.Context(), doctor)
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, s)
	if found, err := s.Doctor(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("the doctor finds %+v, %v", found, err)
	}
}

// TestDoctorSeesHowItSyncs: a server that acknowledges before the disk has it is named.
func TestDoctorSeesHowItSyncs(t *testing.T) {
	t.Parallel()
	port, certificates, seed := guarded(t, `"2m"`)
	as := func(a jetstream.Account) jetstream.Account {
		a.Certificate, a.Key = filepath.Join(certificates, "cert.pem"), filepath.Join(certificates, "key.pem")
		return a
	}
	x := jetstream.External{URL: "tls://localhost:" + itoa(port), CA: filepath.Join(certificates, "ca.pem"), Account: as(jetstream.Account{NKey: seed}),
		System: new(as(jetstream.Account{User: "doctor", Password: secret}))}
	s, err := jetstream.Connect(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, s)
	found, err := s.Doctor(t.Context())
	if err != nil || len(found) != 1 || found[0].Code != "nats.sync" || found[0].Severity != jetstream.Wrong {
		t.Errorf("the doctor finds %+v, %v", found, err)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
