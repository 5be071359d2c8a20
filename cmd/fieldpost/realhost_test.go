package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"fieldpost/mail"
)

// realHost is what a mail provider has besides a Postfix and a Dovecot that know each other: certificates of an authority (the test's own),
// logins for all who hand mail in, and Rspamd, which looks at SPF, DKIM and DMARC of what comes from outside and reports them in
// Authentication-Results. A name server of the test's own holds what other providers publish.
type realHost struct {
	submission string      // address for those who log in
	milter     string      // Rspamd's
	names      string      // the name server's
	authority  string      // file with the certificate authority
	trust      *tls.Config // trusts it, and nobody else
	records    map[string]string
}

// hostName is the provider's name in its Authentication-Results.
const hostName = "mx.example.org"

// provider is another host, which brings the mails of its users.
type provider struct {
	ip     string
	signer *mail.Signer // nil if it signs nothing
}

// newRealHost starts a provider, and gives two others: example.net, which signs with RSA, and example.com, which signs with Ed25519.
func newRealHost(t *testing.T) (w *realWorld, net10, com7 provider) {
	w = emptyRealWorld(t, "rspamd", "gpg")
	if w.exim {
		t.Skip("the provider's mail server is Postfix")
	}
	h := &realHost{submission: freePort(t), milter: freePort(t), records: map[string]string{}}
	w.host = h
	h.certify(w)
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	w.must(err)
	_, short, err := ed25519.GenerateKey(rand.Reader)
	w.must(err)
	net10, com7 = h.publish(w, "example.net", "192.0.2.10", long), h.publish(w, "example.com", "198.51.100.7", short)
	h.answerNames(w)
	h.startRspamd(w)
	w.start()
	w.listening(h.submission)
	return w, net10, com7
}

// certify makes the authority and the certificate of both servers.
func (h *realHost) certify(w *realWorld) {
	w.t.Helper()
	sign := func(c, parent *x509.Certificate, key, by *ecdsa.PrivateKey) []byte {
		c.SerialNumber = big.NewInt(time.Now().UnixNano())
		c.NotBefore, c.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(24*time.Hour)
		der, err := x509.CreateCertificate(rand.Reader, c, parent, key.Public(), by)
		w.must(err)
		return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	}
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	w.must(err)
	root := &x509.Certificate{Subject: pkix.Name{CommonName: "authority of a test"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	rootPEM := sign(root, root, rootKey, rootKey)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	w.must(err)
	leaf := &x509.Certificate{Subject: pkix.Name{CommonName: hostName}, DNSNames: []string{hostName}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	w.write("tls/cert.pem", string(sign(leaf, root, key, rootKey)))
	der, err := x509.MarshalECPrivateKey(key)
	w.must(err)
	w.write("tls/key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})))
	h.authority = w.write("tls/authority.pem", string(rootPEM))
	h.trust = &tls.Config{RootCAs: x509.NewCertPool()}
	h.trust.RootCAs.AppendCertsFromPEM(rootPEM)
}

// publish puts into the DNS what a provider says of itself: its hosts, its key, and that other mails be refused.
func (h *realHost) publish(w *realWorld, domain, ip string, key crypto.Signer) provider {
	w.t.Helper()
	p := provider{ip: ip, signer: &mail.Signer{Domain: domain, Selector: "k1", Key: key}}
	name, text, err := p.signer.Record()
	w.must(err)
	h.records[name] = text
	h.records[domain] = "v=spf1 ip4:" + ip + " -all"
	h.records["_dmarc."+domain] = "v=DMARC1; p=reject"
	return p
}

// answerNames starts the name server: it knows TXT records, and says of every other name that there is none.
func (h *realHost) answerNames(w *realWorld) {
	w.t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	w.must(err)
	w.t.Cleanup(func() { conn.Close() })
	h.names = conn.LocalAddr().String()
	go func() {
		query := make([]byte, 4096)
		for {
			n, from, err := conn.ReadFrom(query)
			if err != nil {
				return
			}
			if answer, err := h.answer(query[:n]); err == nil {
				conn.WriteTo(answer, from)
			}
		}
	}()
}

func (h *realHost) answer(query []byte) ([]byte, error) {
	var p dnsmessage.Parser
	head, err := p.Start(query)
	if err != nil {
		return nil, err
	}
	asked, err := p.Question()
	if err != nil {
		return nil, err
	}
	text, known := h.records[strings.ToLower(strings.TrimSuffix(asked.Name.String(), "."))]
	head.Response, head.Authoritative, head.RecursionAvailable = true, true, true
	if !known {
		head.RCode = dnsmessage.RCodeNameError
	}
	b := dnsmessage.NewBuilder(nil, head)
	if err := b.StartQuestions(); err != nil {
		return nil, err
	}
	if err := b.Question(asked); err != nil {
		return nil, err
	}
	if known && asked.Type == dnsmessage.TypeTXT {
		var r dnsmessage.TXTResource
		for ; text != ""; text = text[min(len(text), 255):] {
			r.TXT = append(r.TXT, text[:min(len(text), 255)])
		}
		if err := b.StartAnswers(); err != nil {
			return nil, err
		}
		if err := b.TXTResource(dnsmessage.ResourceHeader{Name: asked.Name, Class: asked.Class, TTL: 60}, r); err != nil {
			return nil, err
		}
	}
	return b.Finish()
}

// startRspamd starts the filter with the settings that Debian's package has, but for what it looks at: it reports, and refuses nothing. As
// packaged, it neither looks at mails of those who have logged in nor takes anything off them.
func (h *realHost) startRspamd(w *realWorld) {
	w.t.Helper()
	w.must(os.MkdirAll(filepath.Join(w.dir, "rspamd"), 0o755))
	w.write("rspamd/domains", "com\nnet\norg\n") // the list of all takes ten seconds to read
	conf := w.write("rspamd/rspamd.conf", fmt.Sprintf(`options {
  pidfile = "%[1]s/rspamd/pid";
  tempdir = "%[1]s/rspamd";
  control_socket = "%[1]s/rspamd/control mode=0600";
  cache_file = "%[1]s/rspamd/symbols.cache";
  hs_cache_dir = "%[1]s/rspamd";
  url_tld = "%[1]s/rspamd/domains";
  filters = "dkim";
  task_timeout = 20s;
  dns { nameserver = ["%[2]s:1"]; timeout = 2s; retransmits = 3; }
}
logging { type = "file"; filename = "%[1]s/rspamd.log"; level = "info"; }
worker "rspamd_proxy" {
  bind_socket = "%[3]s";
  milter = yes;
  timeout = 60s;
  count = 1;
  upstream "local" { default = yes; self_scan = yes; }
}
modules { path = "${PLUGINSDIR}"; }
spf {}
dkim {}
dmarc {}
milter_headers { use = ["authentication-results"]; }
actions { reject = 1000; }
`, w.dir, h.names, h.milter))
	w.run("chown", "-R", "_rspamd", filepath.Join(w.dir, "rspamd"))
	w.must(os.WriteFile(filepath.Join(w.dir, "rspamd.log"), nil, 0o666))
	w.must(os.Chmod(filepath.Join(w.dir, "rspamd.log"), 0o666))
	filter := exec.Command("rspamd", "-f", "-u", "_rspamd", "-g", "_rspamd", "-c", conf)
	var said bytes.Buffer
	filter.Stderr, filter.Stdout = &said, &said
	w.must(filter.Start())
	w.t.Cleanup(func() {
		filter.Process.Signal(os.Interrupt)
		filter.Wait()
		if w.t.Failed() {
			w.t.Logf("rspamd: %s", said.String())
		}
	})
	w.listening(h.milter)
}

// access is who may read where at a provider: by TLS alone, from a mailbox that is Dovecot's own kind.
func (h *realHost) access(w *realWorld) string {
	return fmt.Sprintf(`ssl = required
ssl_cert = <%[1]s/tls/cert.pem
ssl_key = <%[1]s/tls/key.pem
mail_location = sdbox:~/sdbox
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = %[2]s
    ssl = yes
  }
}
service auth {
  unix_listener %[1]s/run/postfix {
    mode = 0666
  }
}
`, w.dir, portOf(w.imap))
}

// doors is from whom a provider takes mails: from other hosts those for its own addresses, after Rspamd has seen them.
func (h *realHost) doors(w *realWorld) string {
	return fmt.Sprintf(`mynetworks =
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions =
smtpd_milters = inet:%[2]s
milter_default_action = tempfail
smtpd_authorized_xclient_hosts = 127.0.0.1
smtpd_sasl_type = dovecot
smtpd_sasl_path = %[1]s/run/postfix
smtpd_tls_cert_file = %[1]s/tls/cert.pem
smtpd_tls_key_file = %[1]s/tls/key.pem
smtpd_tls_auth_only = yes
`, w.dir, h.milter)
}

// submissionService is the service for those who log in.
func (h *realHost) submissionService() string {
	return h.submission + ` inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
`
}

// logIn is how one of the provider's own users hands mails in.
func (h *realHost) logIn(user string) mail.Server {
	return mail.Server{Addr: h.submission, TLS: mail.TLSStart, TLSConfig: h.trust, Username: user, Password: "secret"}
}

// bring hands mails to the provider's Postfix over one connection, as the host of their sender does.
func (p provider) bring(w *realWorld, from, to string, mails ...[]byte) {
	w.t.Helper()
	if err := p.deliver(w, from, to, mails); err != nil {
		w.t.Fatalf("%v\n%s", err, w.logs())
	}
}

func (p provider) deliver(w *realWorld, from, to string, mails [][]byte) error {
	conn, err := textproto.Dial("tcp", w.smtp)
	if err != nil {
		return err
	}
	defer conn.Close()
	say := func(want int, format string, args ...any) {
		if err == nil && format != "" {
			err = conn.PrintfLine(format, args...)
		}
		if err == nil {
			_, _, err = conn.ReadResponse(want)
		}
	}
	say(220, "")
	say(250, "EHLO mx.example.net")
	say(220, "XCLIENT ADDR=%s NAME=[UNAVAILABLE]", p.ip) // from here on the connection is one of that host's
	say(250, "EHLO mx.example.net")
	for _, raw := range mails {
		if p.signer != nil && err == nil {
			raw, err = p.signer.Sign(raw, time.Now())
		}
		say(250, "MAIL FROM:<%s>", from)
		say(250, "RCPT TO:<%s>", to)
		say(354, "DATA")
		if err != nil {
			return err
		}
		body := conn.DotWriter()
		_, err = body.Write(raw)
		err = cmp.Or(err, body.Close())
		say(250, "")
	}
	say(221, "QUIT")
	return err
}

// verdictOn returns the topmost Authentication-Results of the mail with a Message-ID, as it lies in a mailbox.
func (w *realWorld) verdictOn(user, id string) string {
	w.t.Helper()
	for _, raw := range w.box(user) {
		if !bytes.Contains(raw, []byte(id)) {
			continue
		}
		head, err := textproto.NewReader(bufio.NewReader(bytes.NewReader(raw))).ReadMIMEHeader()
		w.must(err)
		return head.Get("Authentication-Results")
	}
	w.t.Fatalf("no mail %s in the mailbox of %s", id, user)
	return ""
}
