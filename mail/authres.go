package mail

import (
	"strings"

	"fieldpost/mail/message"
)

// authResult is one result of an Authentication-Results field.
type authResult struct {
	method, value string
	properties    map[string]string // "header.d": "example.net"
}

// trusted looks at the topmost Authentication-Results. It reports whether a host that we trust has decided; then nothing else is asked. A
// field further down is never looked at, no matter whom it claims to be from: the sender may have written it.
func (w *inquiry) trusted() (done bool) {
	if len(w.d.Trusted) == 0 || w.m.Env.Via == "smtp" {
		return false // what a stranger's host hands us has passed no host of ours
	}
	fields, _ := message.ParseFields(w.head, message.DefaultLimits.HeaderFields)
	if fields.Count("authentication-results") == 0 {
		return false
	}
	server, results, ok := parseAuthResults(fields.Get("authentication-results"))
	if !ok || !containsFold(w.d.Trusted, server) {
		w.found("authentication-results of %q: not one that we trust", message.Sample(server))
		return false
	}
	verdict := Unchecked
	for _, r := range results {
		pass := r.value == "pass"
		switch r.method {
		case "dmarc":
			if !strings.EqualFold(r.properties["header.from"], w.from) {
				continue
			}
			if pass {
				verdict = Pass
			} else if r.value == "fail" && verdict == Unchecked {
				verdict = Fail
			}
		case "dkim":
			if pass && (strings.EqualFold(r.properties["header.d"], w.from) || hasDomain(r.properties["header.i"], w.from)) {
				verdict = Pass
			}
		}
	}
	w.found("authentication-results of %s: %s", server, verdict)
	if verdict == Unchecked {
		return false // it has no opinion: we look ourselves
	}
	w.e.Domain, w.e.Dated = verdict, verdict == Pass
	w.e.Refused = verdict == Fail
	return true
}

func hasDomain(identity, domain string) bool {
	_, d := cutAddress(strings.ToLower(identity))
	return d == domain
}

// parseAuthResults reads an Authentication-Results value (RFC 8601 section 2.2). Comments and quoted strings are read as such: a sender
// chooses the local part of his envelope address, and ";dkim=pass" in quotes there is no result. ok is false for a value that does not
// follow the grammar.
func parseAuthResults(value string) (server string, results []authResult, ok bool) {
	parts, ok := authTokens(value)
	if !ok || len(parts) == 0 || len(parts[0]) == 0 {
		return "", nil, false
	}
	first := parts[0]
	if len(first) > 2 || len(first) == 2 && first[1].text != "1" {
		return "", nil, false // another version
	}
	server = strings.ToLower(first[0].text)
	for _, words := range parts[1:] {
		if len(words) == 0 || len(words) == 1 && words[0].text == "none" {
			continue
		}
		method, verdict, is := strings.Cut(words[0].text, "=")
		if !is || words[0].quoted {
			return "", nil, false
		}
		method, _, _ = strings.Cut(strings.ToLower(method), "/")
		r := authResult{method: method, value: strings.ToLower(verdict), properties: map[string]string{}}
		for _, w := range words[1:] {
			name, v, is := strings.Cut(w.text, "=")
			name = strings.ToLower(name)
			if _, twice := r.properties[name]; twice {
				return "", nil, false
			}
			if is {
				r.properties[name] = v
			}
		}
		results = append(results, r)
	}
	return server, results, true
}

// authWord is a word of the field; quoted means that its name part was in quotes.
type authWord struct {
	text   string
	quoted bool
}

// authTokens cuts the value at semicolons and spaces outside quotes and comments. Spaces around "=" do not separate.
func authTokens(value string) (parts [][]authWord, ok bool) {
	var words []authWord
	var word strings.Builder
	quotedName, open := false, false
	flush := func() {
		if open {
			words = append(words, authWord{word.String(), quotedName})
			word.Reset()
			open, quotedName = false, false
		}
	}
	depth := 0
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case depth > 0:
			switch c {
			case '\\':
				i++
			case '(':
				depth++
			case ')':
				depth--
			}
		case c == '(':
			depth++
		case c == '"':
			if !strings.Contains(word.String(), "=") {
				quotedName = true
			}
			open = true
			i++
			for ; i < len(value) && value[i] != '"'; i++ {
				if value[i] == '\\' {
					i++
				}
				if i < len(value) {
					word.WriteByte(value[i])
				}
			}
			if i >= len(value) {
				return nil, false
			}
		case c == ';':
			flush()
			parts, words = append(parts, words), nil
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			rest := strings.TrimLeft(value[i:], " \t\r\n")
			if strings.HasPrefix(rest, "=") || strings.HasSuffix(word.String(), "=") && rest != "" && rest[0] != ';' {
				continue
			}
			flush()
		default:
			word.WriteByte(c)
			open = true
		}
	}
	if depth > 0 {
		return nil, false
	}
	flush()
	return append(parts, words), true
}
