package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/message"
)

// The tests of this file and of realservers_test.go talk to Postfix (or Exim) and Dovecot on this machine, on free ports of 127.0.0.1 and in
// folders of their own; swaks and neomutt are the players' mail programs. They install nothing. They run as root, which the servers ask for:
//
//	apt-get install -y --no-install-recommends postfix dovecot-imapd dovecot-lmtpd dovecot-sieve rspamd gpg gpg-agent swaks neomutt
//	go test ./cmd/fieldpost -run TestRealServers -realservers -parallel 4
//	apt-get install -y --no-install-recommends exim4-daemon-light      # takes Postfix's place
//	go test ./cmd/fieldpost -run TestRealServers -realservers -parallel 4 -mta exim4
var (
	realServers = flag.Bool("realservers", false, "run the tests against a mail server and Dovecot")
	mta         = flag.String("mta", "postfix", "the mail server of -realservers: postfix, or exim4 (a path is good too)")
)

// needed are the programs of the tests besides the mail server.
var needed = []string{"dovecot", "doveadm", "swaks", "neomutt"}

// realWorld is a mail server for example.org and example.com, and a Dovecot with the mailboxes of example.org.
type realWorld struct {
	t                *testing.T
	dir              string
	exim             bool
	smtp, imap, lmtp string // addresses
	mails            int
	dovecot          *exec.Cmd
	host             *realHost // what a provider has besides; nil for servers that trust this machine
}

// promised are the addresses that freePort has given: a server may take a while to listen there.
var promised sync.Map

// freePort gives an address of this machine that nobody listens on now, to each caller another.
func freePort(t *testing.T) string {
	t.Helper()
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		if _, given := promised.LoadOrStore(l.Addr().String(), true); !given {
			return l.Addr().String()
		}
	}
}

func portOf(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}

// newRealWorld starts both servers, or skips the test where it cannot.
func newRealWorld(t *testing.T) *realWorld {
	t.Helper()
	w := emptyRealWorld(t)
	w.start()
	return w
}

// emptyRealWorld has a folder and addresses, but no server yet.
func emptyRealWorld(t *testing.T, more ...string) *realWorld {
	t.Helper()
	if !*realServers {
		t.Skip("needs -realservers")
	}
	if os.Geteuid() != 0 {
		t.Skip("Postfix can be started by root only")
	}
	for _, p := range slices.Concat([]string{*mta}, needed, more) {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed", p)
		}
	}
	dir, err := os.MkdirTemp("", "realworld")
	if err != nil {
		t.Fatal(err)
	}
	w := &realWorld{t: t, dir: dir, exim: strings.HasPrefix(filepath.Base(*mta), "exim"), smtp: freePort(t), imap: freePort(t), lmtp: freePort(t)}
	t.Cleanup(func() { os.RemoveAll(dir) })
	w.must(os.Chmod(dir, 0o755))
	return w
}

// start starts both servers.
func (w *realWorld) start() {
	w.t.Helper()
	w.startDovecot()
	if w.exim {
		w.startExim()
	} else {
		w.startPostfix()
	}
	w.listening(w.smtp, w.imap, w.lmtp)
}

// listening waits until somebody listens on each address.
func (w *realWorld) listening(addresses ...string) {
	w.t.Helper()
	w.await("the servers to listen", func() bool {
		for _, a := range addresses {
			c, err := net.DialTimeout("tcp", a, time.Second)
			if err != nil {
				return false
			}
			c.Close()
		}
		return true
	})
}

func (w *realWorld) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// await looks again and again, less and less often, until one thing is so that has no steps.
func (w *realWorld) await(what string, so func() bool) {
	w.t.Helper()
	w.awaitLeft(what, func() int {
		if so() {
			return 0
		}
		return 1
	})
}

// stillness is how long nothing may move. How long all takes is up to the machine and what else it has to do.
const stillness = 3 * time.Minute

// awaitLeft looks again and again, less and less often, until nothing is left of something. It gives up when for long that does not change.
func (w *realWorld) awaitLeft(what string, left func() int) {
	w.t.Helper()
	last, since := left(), time.Now()
	for pause := 50 * time.Millisecond; last > 0; pause = min(pause*5/4, 400*time.Millisecond) {
		select {
		case <-w.t.Context().Done():
			w.t.FailNow()
		case <-time.After(pause):
		}
		switch now := left(); {
		case now != last:
			last, since = now, time.Now()
		case time.Since(since) > stillness:
			w.t.Fatalf("waited in vain for %s: %d are left\n%s", what, now, w.logs())
		}
	}
}

// logs are the ends of the servers' logs.
func (w *realWorld) logs() string {
	var b strings.Builder
	for _, name := range []string{"postfix.log", "exim_main.log", "exim_panic.log", "dovecot.log", "rspamd.log", "fieldpost.log"} {
		data, _ := os.ReadFile(filepath.Join(w.dir, name))
		b.WriteString("== " + name + "\n" + string(data[max(0, len(data)-3000):]))
	}
	return b.String()
}

func (w *realWorld) write(name, text string) string {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	w.must(os.MkdirAll(filepath.Dir(path), 0o755))
	w.must(os.WriteFile(path, []byte(text), 0o644))
	return path
}

// accounts are the mailboxes of example.org; the password of each is "secret".
var accounts = []string{"orders", "spare", "ann", "bo", "cid", "eve"}

func (w *realWorld) startDovecot() {
	var users strings.Builder
	for _, name := range accounts {
		home := filepath.Join(w.dir, "home", name)
		w.must(os.MkdirAll(home, 0o755))
		w.must(os.Chown(home, 65534, 65534))
		fmt.Fprintf(&users, "%s:{PLAIN}secret:65534:65534::%s\n", name, home)
	}
	w.must(os.Chmod(filepath.Join(w.dir, "home"), 0o755))
	passwd := w.write("dovecot.users", users.String())
	conf := w.write("dovecot.conf", fmt.Sprintf(`base_dir = %[1]s/run
state_dir = %[1]s/run
log_path = %[1]s/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
first_valid_uid = 1
recipient_delimiter = +
submission_host = %[2]s
hostname = mx.example.org
passdb {
  driver = passwd-file
  args = username_format=%%n %[3]s
}
userdb {
  driver = passwd-file
  args = username_format=%%n %[3]s
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = %[4]s
  }
}
service anvil {
  chroot =
}
protocol lmtp {
  mail_plugins = sieve
  postmaster_address = postmaster@example.org
}
namespace inbox {
  inbox = yes
  mailbox Junk {
    special_use = \Junk
    auto = create
  }
  mailbox Taken {
    auto = create
  }
}
plugin {
  sieve = file:~/sieve;active=~/.dovecot.sieve
}
`, w.dir, w.smtp, passwd, portOf(w.lmtp))+w.access())
	w.runDovecot(conf)
	w.t.Cleanup(w.stopDovecot)
}

// access is the part of Dovecot's settings that says who may read where, and how mails are kept.
func (w *realWorld) access() string {
	if w.host != nil {
		return w.host.access(w)
	}
	return fmt.Sprintf(`ssl = no
disable_plaintext_auth = no
mail_location = maildir:~/Maildir
service imap-login {
  inet_listener imap {
    port = %s
  }
  inet_listener imaps {
    port = 0
  }
}
`, portOf(w.imap))
}

func (w *realWorld) runDovecot(conf string) {
	w.t.Helper()
	w.dovecot = exec.Command("dovecot", "-F", "-c", conf)
	w.must(w.dovecot.Start())
}

func (w *realWorld) stopDovecot() {
	w.dovecot.Process.Signal(os.Interrupt)
	w.dovecot.Wait()
}

func (w *realWorld) startPostfix() {
	etc := filepath.Join(w.dir, "etc")
	for _, d := range []string{"spool", "lib"} {
		w.must(os.MkdirAll(filepath.Join(w.dir, d), 0o755))
	}
	w.run("chown", "postfix", filepath.Join(w.dir, "lib"))
	var users strings.Builder
	for _, name := range accounts {
		fmt.Fprintf(&users, "%[1]s@example.org x\n%[1]s@example.com x\n%[1]s@example.net x\n", name)
	}
	w.write("etc/users", users.String())
	w.write("etc/aliases", "bounce@example.org orders@example.org\nbounce@example.com orders@example.com\n")
	w.write("etc/transport", "")
	w.write("etc/main.cf", fmt.Sprintf(`compatibility_level = 3.6
queue_directory = %[1]s/spool
data_directory = %[1]s/lib
maillog_file = %[1]s/postfix.log
maillog_file_prefixes = %[1]s
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.org
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = example.org, example.com, example.net
virtual_mailbox_maps = texthash:%[1]s/etc/users
virtual_alias_maps = texthash:%[1]s/etc/aliases
virtual_transport = lmtp:inet:%[2]s
transport_maps = texthash:%[1]s/etc/transport
recipient_delimiter = +
message_size_limit = 40000000
virtual_mailbox_limit = 0
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
lmtp_destination_concurrency_failed_cohort_limit = 100
transport_retry_time = 1s
`, w.dir, w.lmtp)+w.doors())
	var master strings.Builder
	if w.host != nil {
		master.WriteString(w.host.submissionService())
	}
	fmt.Fprintf(&master, "%s inet n - n - - smtpd\n", w.smtp)
	for _, s := range []string{"cleanup unix n - n - 0 cleanup", "qmgr unix n - n 1 1 qmgr", "rewrite unix - - n - - trivial-rewrite", "bounce unix - - n - 0 bounce",
		"defer unix - - n - 0 bounce", "trace unix - - n - 0 bounce", "verify unix - - n - 1 verify", "flush unix n - n 1000? 0 flush", "proxymap unix - - n - - proxymap",
		"smtp unix - - n - - smtp", "relay unix - - n - - smtp", "showq unix n - n - - showq", "error unix - - n - - error", "retry unix - - n - - error",
		"discard unix - - n - - discard", "virtual unix - n n - - virtual", "lmtp unix - - n - - lmtp", "anvil unix - - n - 1 anvil", "tlsmgr unix - - n 1000? 1 tlsmgr", "scache unix - - n - 1 scache",
		"pickup unix n - n 60 1 pickup", "postlog unix-dgram n - n - 1 postlogd"} {
		master.WriteString(s + "\n")
	}
	w.write("etc/master.cf", master.String())
	w.run("postfix", "-c", etc, "start")
	w.t.Cleanup(func() { exec.Command("postfix", "-c", etc, "stop").Run() })
}

// doors is the part of Postfix's settings that says from whom mails are taken.
func (w *realWorld) doors() string {
	if w.host != nil {
		return w.host.doors(w)
	}
	return `mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_recipient_restrictions = permit_mynetworks, reject
`
}

// startExim starts an Exim with the same addresses.
func (w *realWorld) startExim() {
	w.must(os.MkdirAll(filepath.Join(w.dir, "spool"), 0o755))
	w.run("chown", "Debian-exim", w.dir, filepath.Join(w.dir, "spool"))
	w.write("etc/users", strings.Join(accounts, "\n")+"\n")
	w.write("etc/later", "")
	w.write("etc/transport", "")
	conf := w.write("etc/exim.conf", fmt.Sprintf(`primary_hostname = mx.example.org
spool_directory = %[1]s/spool
log_file_path = %[1]s/exim_%%s.log
pid_file_path = %[1]s/spool/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = %[2]s
domainlist ours = example.org : example.com
acl_smtp_rcpt = rcpt
message_size_limit = 40M
never_users =
deliver_drop_privilege
keep_environment =
tls_advertise_hosts =
host_lookup =
rfc1413_query_timeout = 0s
begin acl
rcpt:
  defer domains = +ours
    local_parts = lsearch;%[1]s/etc/later
    message = 4.7.1 Greylisted
  accept domains = +ours
  deny
begin routers
bounces:
  driver = redirect
  local_parts = bounce
  local_part_suffix = +*
  local_part_suffix_optional
  data = orders$local_part_suffix@$domain
routed:
  driver = manualroute
  domains = +ours
  local_part_suffix = +*
  local_part_suffix_optional
  condition = ${lookup{$local_part@$domain}lsearch{%[1]s/etc/transport}{yes}{no}}
  route_data = ${lookup{$local_part@$domain}lsearch{%[1]s/etc/transport}}
  transport = lmtp
  self = send
boxes:
  driver = manualroute
  domains = example.org
  local_parts = lsearch;%[1]s/etc/users
  local_part_suffix = +*
  local_part_suffix_optional
  route_list = * 127.0.0.1::%[3]s
  transport = lmtp
  self = send
begin transports
lmtp:
  driver = smtp
  protocol = lmtp
  port = 24
  allow_localhost
  hosts_max_try = 1
# Exim remembers by host, not by port, what waits: more than one mail a connection, and a mail for one server here is
# handed to another.
  connection_max_messages = 1
begin retry
* * F,2h,1s
`, w.dir, portOf(w.smtp), portOf(w.lmtp)))
	server := exec.Command(*mta, "-C", conf, "-bdf", "-q1s")
	w.must(server.Start())
	w.t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
}

// postfix sets some parameters and reads them anew.
func (w *realWorld) postfix(settings ...string) {
	w.t.Helper()
	etc := filepath.Join(w.dir, "etc")
	for _, s := range settings {
		w.run("postconf", "-c", etc, "-e", s)
	}
	w.run("postfix", "-c", etc, "reload")
}

// later makes the mail server say "451, later" to mails for somebody; "" ends it.
func (w *realWorld) later(name string) {
	w.t.Helper()
	switch {
	case w.exim:
		w.write("etc/later", name+"\n")
	case name == "":
		w.postfix("smtpd_recipient_restrictions = permit_mynetworks, reject")
	default:
		w.postfix("smtpd_recipient_restrictions = check_recipient_access inline:{{" + name + "@example.org = 451 4.7.1 Greylisted}}, permit_mynetworks, reject")
	}
}

// flush lets Postfix try what waits.
func (w *realWorld) flush() {
	if w.exim {
		exec.Command(*mta, "-C", filepath.Join(w.dir, "etc", "exim.conf"), "-qff").Run()
		return
	}
	exec.Command("postqueue", "-c", filepath.Join(w.dir, "etc"), "-f").Run()
}

// empty reports whether nothing waits in the queue.
func (w *realWorld) empty() bool {
	if w.exim {
		out, err := exec.Command(*mta, "-C", filepath.Join(w.dir, "etc", "exim.conf"), "-bpc").Output()
		return err == nil && strings.TrimSpace(string(out)) == "0"
	}
	out, _ := exec.Command("postqueue", "-c", filepath.Join(w.dir, "etc"), "-p").CombinedOutput()
	return strings.Contains(string(out), "empty")
}

// routes says by which LMTP server addresses are reached.
func (w *realWorld) routes(to map[string]string) {
	w.t.Helper()
	var b strings.Builder
	for address, lmtp := range to {
		if w.exim {
			fmt.Fprintf(&b, "%s: 127.0.0.1::%s\n", address, portOf(lmtp))
		} else {
			fmt.Fprintf(&b, "%s lmtp:inet:%s\n", address, lmtp)
		}
	}
	w.write("etc/transport", b.String())
	if !w.exim {
		w.postfix()
	}
}

func (w *realWorld) run(name string, args ...string) string {
	w.t.Helper()
	out, err := exec.CommandContext(w.t.Context(), name, args...).CombinedOutput()
	if err != nil {
		w.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// swaks sends a mail as that program does; id may be "" for a new one.
func (w *realWorld) swaks(from, to, subject, text, id string) {
	w.t.Helper()
	w.mails++
	if id == "" {
		id = fmt.Sprintf("<swaks.%d@example.org>", w.mails)
	}
	w.run("swaks", "--silent", "2", "--server", w.smtp, "--from", from, "--to", to, "--h-Subject", subject, "--h-Message-Id", id, "--body", text)
}

// neomutt sends a mail as that program does.
func (w *realWorld) neomutt(from, to, subject, text string) {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), "neomutt", "-n", "-F", "/dev/null", "-s", subject,
		"-e", "set smtp_url=smtp://"+w.smtp+" from="+from+" use_from=yes ssl_starttls=no ssl_force_tls=no record=\"\" hostname=example.org", to)
	cmd.Stdin = strings.NewReader(text)
	cmd.Env = append(os.Environ(), "HOME="+w.dir, "TERM=dumb")
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("neomutt: %v\n%s\n%s", err, out, w.logs())
	}
}

// box reads all mails of an account's mailbox.
func (w *realWorld) box(user string) [][]byte {
	w.t.Helper()
	var all [][]byte
	intake := mail.NewIMAPIntake(mail.IMAPConfig{Server: w.imapAccount(user)}, nil)
	_, err := intake.Sweep(w.t.Context(), func(_ context.Context, raw []byte, _ mail.Envelope) error {
		all = append(all, bytes.Clone(raw))
		return nil
	})
	w.must(err)
	return all
}

func (w *realWorld) imapAccount(user string) mail.Server {
	if w.host != nil {
		return mail.Server{Addr: w.imap, TLS: mail.TLSImplicit, TLSConfig: w.host.trust, Username: user, Password: "secret"}
	}
	return mail.Server{Addr: w.imap, TLS: mail.TLSNone, Username: user, Password: "secret"}
}

// letters are the mails of a mailbox whose subject holds a text.
func (w *realWorld) letters(user, subject string) []*message.Incoming {
	w.t.Helper()
	var found []*message.Incoming
	for _, raw := range w.box(user) {
		in, err := message.Read(raw, message.Limits{Text: 4 << 20})
		w.must(err)
		if strings.Contains(in.Subject, subject) {
			found = append(found, in)
		}
	}
	return found
}

// letter waits for a mail and gives the newest of its kind.
func (w *realWorld) letter(user, subject string) *message.Incoming {
	w.t.Helper()
	var found []*message.Incoming
	w.await("a letter "+subject+" to "+user, func() bool {
		found = w.letters(user, subject)
		return len(found) > 0
	})
	return found[len(found)-1]
}
