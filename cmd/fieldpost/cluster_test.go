package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/nats-io/nats-server/v2/server"

	"fieldpost/events"
	"fieldpost/events/jetstream/clustertest"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/mail/postoffice"
)

// Children of the cluster tests: the value is a configuration file.
const (
	nodeChild = "FIELDPOST_TEST_NODE" // of a NATS server
	dutyChild = "FIELDPOST_TEST_DUTY" // of `fieldpost serve`
)

// runNode runs a NATS server until it is killed.
func runNode(file string) int {
	o, err := server.ProcessConfigFile(file)
	if err == nil {
		o.NoSigs, o.NoLog = true, true
		var srv *server.Server
		if srv, err = server.NewServer(o); err == nil {
			srv.Start()
			select {}
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// runDuty runs `fieldpost serve` until it is killed.
func runDuty(file string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return Main{Args: []string{"serve", "--verbose", "--config", file}, Out: os.Stdout, Err: os.Stderr}.Run(ctx)
}

// process is a node or a server that can be killed and stopped for a while.
type process struct {
	t      testing.TB
	name   string
	env    string
	config string      // file
	former string      // an earlier program that runs in place of this one, "" for none
	still  atomic.Bool // it does not run: whoever has mail for it had better go to the other one
	again  *atomic.Int64

	cmd  *exec.Cmd
	said *transcript
	past []*transcript // of processes that ended
}

// transcript is what a process says, line by line with the time.
type transcript struct {
	mu    sync.Mutex
	text  bytes.Buffer
	line  []byte        // the last one, as far as it came
	lone  time.Time     // when it last said that it does all the work
	share int           // how many parts of the work it does by its last words
	stops int           // how often it has said that it cannot work
	again *atomic.Int64 // how often it, or another, was handed a mail that it knew
}

func (s *transcript) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.again.Add(int64(bytes.Count(b, []byte("the same mail came again"))))
	s.line = append(s.line, b...)
	for {
		line, rest, whole := bytes.Cut(s.line, []byte("\n"))
		if !whole {
			return s.text.Write(b)
		}
		s.hears(string(line))
		s.line = rest
	}
}

// hears takes in a line that tells of parts of the work.
func (s *transcript) hears(line string) {
	switch {
	case strings.HasPrefix(line, "This server does all the work."):
		s.share, s.lone = len(cluster.Parts()), time.Now()
	case strings.HasPrefix(line, "This server does not"):
		s.share, s.stops = 0, s.stops+1
	case strings.HasPrefix(line, "This server "):
		s.share = 0
		_, _ = fmt.Sscanf(line, "This server does %d", &s.share) // or it waits
	}
}

// loneSince returns when it last said that it does all the work.
func (s *transcript) loneSince() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lone
}

// parts returns how many parts of the work it does by its last words, and how often it has said that it cannot work.
func (s *transcript) parts() (parts, stops int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.share, s.stops
}

func (s *transcript) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// String returns the last of it.
func (s *transcript) String() string {
	text := s.all()
	return text[max(0, len(text)-6000):]
}

func (p *process) start() {
	p.t.Helper()
	if p.said != nil {
		p.past = append(p.past, p.said)
	}
	p.said = &transcript{again: p.again}
	p.cmd = exec.Command(os.Args[0], "-test.run=XXX")
	if p.former != "" {
		p.cmd = exec.Command(p.former, "serve", "--verbose", "--config", p.config)
	}
	p.cmd.Env = append(os.Environ(), p.env+"="+p.config)
	p.cmd.Stdout, p.cmd.Stderr = p.said, p.said
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
}

// everything returns what it said, in all its lives.
func (p *process) everything() string {
	var b strings.Builder
	for _, s := range append(slices.Clone(p.past), p.said) {
		if s != nil {
			b.WriteString(s.all())
		}
	}
	return b.String()
}

// troubles returns what it warned of, in all its lives.
func (p *process) troubles() string {
	var b strings.Builder
	for _, s := range append(slices.Clone(p.past), p.said) {
		if s == nil {
			continue // it never started
		}
		for line := range strings.Lines(s.all()) {
			if strings.Contains(line, "level=WARN") || strings.Contains(line, "level=ERROR") {
				b.WriteString(line)
			}
		}
	}
	return b.String()
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatalf("%s ended by itself: %v\n%s", p.name, err, p.said)
	}
}

// ends waits until it has ended by itself, and says where it stands if it does not.
func (p *process) ends() error {
	p.t.Helper()
	if !within(2*time.Minute, func() bool { return zombie(p.cmd.Process.Pid) }) {
		p.signal(syscall.SIGQUIT)
		_ = p.cmd.Wait() // says that it was killed
		p.t.Fatalf("%s does not end:\n%s", p.name, p.said.all())
	}
	return p.cmd.Wait()
}

// stacks ends it if it still runs, and lets it say what each of its goroutines does.
func (p *process) stacks() {
	if p.cmd == nil || p.cmd.Process.Signal(syscall.SIGQUIT) != nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGCONT) // one that was stopped says nothing
	_ = p.cmd.Wait()                          // says that it was killed
	p.cmd = nil
}

// kill ends it as a power cut does.
func (p *process) kill() {
	p.t.Helper()
	if p.cmd == nil {
		return
	}
	if zombie(p.cmd.Process.Pid) {
		p.t.Errorf("%s ended by itself:\n%s", p.name, p.said)
	}
	_ = p.cmd.Process.Kill() // it may have ended
	_ = p.cmd.Wait()         // says that it was killed
	p.cmd = nil
}

// pair is a cluster of three NATS nodes with two servers, as the example in testdata/cluster has it, and the mail host where the games' account
// and the players' mailboxes are.
type pair struct {
	t       testing.TB
	nodes   [clustertest.Nodes]*process
	servers [2]*process
	lmtp    [2]string // addresses of their doors
	host    *postoffice.Office
	game    string
	again   atomic.Int64 // how often a server was handed a mail that it knew

	mu      sync.Mutex
	letters map[string][][]byte // by player
	answers map[string]string   // where a player's letters about a game want their answers, by player and game
	known   map[string]bool     // letters that came, by message id
	sent    map[string][][]byte
	mails   int // written so far
}

const pairPlayers = "ann,bo"

// newPair starts it all.
func newPair(t testing.TB) *pair {
	t.Helper()
	c := &pair{t: t, letters: map[string][][]byte{}, answers: map[string]string{}, known: map[string]bool{}, sent: map[string][][]byte{}}
	var err error
	if c.host, err = postoffice.Open(postoffice.Config{Dir: t.TempDir(), Domains: []string{"example.org"}, Anybody: "secret-of-mail"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.host.Close() })
	dir, certificates := t.TempDir(), clustertest.Certificates(t)
	ports := clustertest.FreePorts(t, 2*clustertest.Nodes+len(c.servers))
	places := []string{"0.0.0.0", "127.0.0.1", "/etc/nats/", certificates + "/", "/etc/fieldpost/", certificates + "/", "$GAMES_PASSWORD", "secret-of-games", "$DOCTOR_PASSWORD", "secret-of-doctor"}
	for n := range c.nodes {
		places = append(places, fmt.Sprintf("n%d.example.org:4222", n+1), fmt.Sprintf("127.0.0.1:%d", ports[n]),
			fmt.Sprintf("n%d.example.org:6222", n+1), fmt.Sprintf("127.0.0.1:%d", ports[clustertest.Nodes+n]))
	}
	for name, text := range map[string]string{"nats": "secret-of-games\n", "doctor": "secret-of-doctor\n", "passphrase": "a long passphrase of the tests\n", "imap": "secret-of-mail\n", "smtp": "secret-of-mail\n"} {
		write(t, filepath.Join(certificates, name), text)
	}
	for n := range c.nodes {
		file := filepath.Join(dir, fmt.Sprintf("node%d.conf", n+1))
		own := append([]string{"$NODE", fmt.Sprintf("n%d", n+1), "0.0.0.0:4222", fmt.Sprintf("127.0.0.1:%d", ports[n]), "0.0.0.0:6222", fmt.Sprintf("127.0.0.1:%d", ports[clustertest.Nodes+n]),
			"/var/lib/nats", filepath.Join(dir, fmt.Sprintf("nats%d", n+1))}, places...)
		write(t, file, strings.NewReplacer(own...).Replace(example(t, "node.conf")))
		c.nodes[n] = &process{t: t, name: fmt.Sprintf("node %d", n+1), env: nodeChild, config: file, again: &c.again}
	}
	for n := range c.servers {
		file := filepath.Join(dir, fmt.Sprintf("fieldpost%d.yaml", n+1))
		c.lmtp[n] = fmt.Sprintf("127.0.0.1:%d", ports[2*clustertest.Nodes+n])
		own := append([]string{"/var/lib/fieldpost", filepath.Join(dir, fmt.Sprintf("data%d", n+1)), "127.0.0.1:2424", c.lmtp[n],
			`server: "imap.example.org:993"`, fmt.Sprintf(`server: "%s", tls: none`, c.host.IMAPAddr()), `server: "smtp.example.org:465", user: orders`, fmt.Sprintf(`server: "%s", tls: none, user: orders`, c.host.SMTPAddr())}, places...)
		text := strings.NewReplacer(own...).Replace(example(t, "fieldpost.yaml")) + "proof: casual\nrates: {seat: 100000, game: 100000}\nlinger: 0s\n"
		write(t, file, text)
		c.servers[n] = &process{t: t, name: fmt.Sprintf("server %d", n+1), env: dutyChild, config: file, again: &c.again}
	}
	for _, p := range c.processes() {
		t.Cleanup(p.kill)
	}
	for _, p := range c.nodes {
		p.start()
	}
	return c
}

func (c *pair) processes() []*process {
	return append(append([]*process{}, c.nodes[:]...), c.servers[:]...)
}

func example(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "cluster", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// until waits for something that other processes do.
func (c *pair) until(what string, patience time.Duration, done func() bool) {
	c.t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(20 * time.Millisecond) { // nothing of other processes can be waited for but what they say
		if time.Now().After(end) {
			for _, p := range c.processes() {
				if p.said != nil {
					c.t.Logf("%s says:\n%s", p.name, p.said)
				}
			}
			c.t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

// serve starts a server until it says which part of the work it does.
func (c *pair) serve(n int) {
	c.t.Helper()
	p := c.servers[n]
	for tries := 0; ; tries++ {
		p.start()
		settled := false
		c.until(p.name+" starts", 2*time.Minute, func() bool {
			text := p.said.all()
			settled = strings.Contains(text, "This server ")
			return settled || zombie(p.cmd.Process.Pid)
		})
		if settled {
			return
		}
		if tries == 20 {
			c.t.Fatalf("%s does not start:\n%s", p.name, p.said)
		}
		_ = p.cmd.Wait() // as long as the cluster is not there it ends, and whoever runs it starts it again
		time.Sleep(200 * time.Millisecond)
	}
}

// shared reports whether both servers do their share of the work.
func (c *pair) shared() bool {
	total := 0
	for _, p := range c.servers {
		if p.cmd == nil || p.said == nil {
			return false
		}
		parts, _ := p.said.parts()
		if total += parts; parts == 0 {
			return false
		}
	}
	return total == len(cluster.Parts())
}

// call gives a game master's command to some server.
func (c *pair) call(name string, request any) ([]byte, error) {
	data, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(c.t.Context(), 10*time.Second)
	defer cancel()
	var errs []error
	for _, p := range c.servers {
		if p.cmd == nil {
			continue
		}
		config, err := ReadConfig(p.config)
		if err != nil {
			c.t.Fatal(err)
		}
		answer, err := host.CallRunning(ctx, config, name, data)
		if err == nil {
			return answer, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// read watches the players' mailboxes.
func (c *pair) read() {
	for name := range strings.SplitSeq(pairPlayers, ",") {
		intake := mail.NewIMAPIntake(mail.IMAPConfig{Server: mail.Server{Addr: c.host.IMAPAddr(), TLS: mail.TLSNone, Username: name, Password: "secret-of-mail"}, Poll: time.Second}, nil)
		go intake.Run(c.t.Context(), func(_ context.Context, raw []byte, _ mail.Envelope) error {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.letters[name] = append(c.letters[name], bytes.Clone(raw))
			in, err := message.Read(raw, message.Limits{Bytes: 64 << 20})
			if err != nil {
				c.t.Errorf("a letter to %s cannot be read: %v", name, err)
				return nil
			}
			c.known[in.MessageID] = true
			if tagged, ok := strings.CutPrefix(in.ReplyTo.Address, "orders+"); ok {
				game, _, _ := strings.Cut(tagged, ".")
				if c.answers[name+" "+game] == "" { // it stays the same; a letter that asks for a confirmation has another, which takes no orders
					c.answers[name+" "+game] = in.ReplyTo.Address
				}
			}
			return nil
		})
	}
}

// lettersOf returns a player's letters, oldest first.
func (c *pair) lettersOf(name string) [][]byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.letters[name]
}

// raw writes a mail of a player.
func (c *pair) raw(from, to, subject, text string) []byte {
	c.mails++
	raw := fmt.Appendf(nil, "From: %s@example.org\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d.%s@players.example.org>\r\nDate: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
		from, to, subject, c.mails, c.game, time.Now().UTC().Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
	c.sent[from] = append(c.sent[from], raw)
	return raw
}

// byHost sends a mail to the mail host, from where the server that has the office reads it.
func (c *pair) byHost(from, to string, raw []byte) {
	c.t.Helper()
	s, err := mail.NewSubmission(mail.Server{Addr: c.host.SMTPAddr(), TLS: mail.TLSNone})
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	if err := s.Send(c.t.Context(), mail.Letter{From: from + "@example.org", To: to}, raw); err != nil {
		c.t.Fatal(err)
	}
}

// byDoor delivers a mail by LMTP to some server, as the mail server of its machine does: again and again, until one has answered 250. It may run
// beside the test.
func (c *pair) byDoor(n int, from, to string, raw []byte) {
	taken := func() bool {
		if c.t.Context().Err() != nil {
			return true // the test is over
		}
		if n = (n + 1) % len(c.lmtp); c.servers[n].still.Load() {
			return false
		}
		conn, err := net.DialTimeout("tcp", c.lmtp[n], time.Second)
		if err != nil {
			return false
		}
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second)) // a server that stands still keeps its connections
		client := smtp.NewClientLMTP(conn)
		defer client.Close()
		if client.Mail(from+"@example.org", nil) != nil || client.Rcpt(to, nil) != nil {
			return false
		}
		w, err := client.Data()
		if err != nil {
			return false
		}
		if _, err := w.Write(raw); err != nil {
			return false
		}
		return w.Close() == nil
	}
	if !within(2*time.Minute, taken) {
		c.t.Errorf("no server takes a mail for two minutes:\n%s", raw)
	}
}

// open opens a game and lets the players join.
func (c *pair) open(game string) {
	c.t.Helper()
	c.game = game
	c.until("game "+game+" is opened", time.Minute, func() bool {
		_, err := c.call("new", office.NewGame{ID: game, Rulebook: "brush-brothers", Scenario: "ibarra-palace", Schedule: events.Schedule{Zone: "UTC", CoolOff: 1}})
		return err == nil || strings.Contains(err.Error(), "already")
	})
	for name := range strings.SplitSeq(pairPlayers, ",") {
		c.byHost(name, "orders@example.org", c.raw(name, "orders@example.org", "join", "JOIN "+game))
	}
	c.until("both players have letters to answer", 2*time.Minute, func() bool { return c.replyTo("ann") != "" && c.replyTo("bo") != "" })
}

// replyTo returns where a player's letters about the game want their answers, or "" before the first.
func (c *pair) replyTo(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.answers[name+" "+c.game]
}

// came reports whether a letter has come to somebody.
func (c *pair) came(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[id]
}

// keyOf returns the key by which a log names a mail.
func keyOf(t testing.TB, raw []byte) events.Hash {
	t.Helper()
	in, err := message.Read(raw, message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return in.Key
}

// withoutTrace takes off what mail hosts put above a letter.
func withoutTrace(raw []byte) [sha256.Size]byte {
	for {
		name, _, _ := bytes.Cut(raw, []byte(":"))
		switch strings.ToLower(string(name)) {
		case "received", "return-path", "delivered-to", "x-original-to", "envelope-to":
		default:
			return sha256.Sum256(raw)
		}
		for first := true; first || len(raw) > 0 && (raw[0] == ' ' || raw[0] == '\t'); first = false {
			_, raw, _ = bytes.Cut(raw, []byte("\n"))
		}
	}
}
