package mail

import (
	"strings"

	"fieldpost/mail/message"
)

// domainPolicy is what a domain's DMARC record asks for.
type domainPolicy struct {
	record     string // "p=reject of example.net"; "" without a record
	reject     bool   // p (or sp, for a name below) is reject or quarantine
	dkimStrict bool
	spfStrict  bool
}

func (p domainPolicy) asks() bool { return p.reject }

// dmarcRecord is one record as it stands.
type dmarcRecord struct {
	domain string
	tags   map[string]string
}

// mostLabels is how many names a tree walk asks for (RFC 9989 section 4.10: longer names are cut to seven labels first).
const mostLabels = 8

// walk asks for the DMARC records of a domain and of the domains above it, up to the top. It returns those that exist, the longest name
// first.
func (w *inquiry) walk(domain string) ([]dmarcRecord, error) {
	labels := strings.Split(strings.Trim(domain, "."), ".")
	var found []dmarcRecord
	for asked := 0; len(labels) > 0 && asked < mostLabels; asked++ {
		name := strings.Join(labels, ".")
		tags, err := w.dmarc(name)
		if err != nil {
			return nil, err
		}
		if tags != nil {
			found = append(found, dmarcRecord{name, tags})
			if tags["psd"] == "n" || tags["psd"] == "y" && asked > 0 {
				break
			}
		}
		if asked == 0 && len(labels) > mostLabels {
			labels = labels[len(labels)-mostLabels+1:]
			continue
		}
		labels = labels[1:]
	}
	return found, nil
}

// dmarc reads the only record of a name. Several records, or an unreadable one, count as none.
func (w *inquiry) dmarc(name string) (map[string]string, error) {
	found, err := w.lookup("_dmarc." + name)
	if err != nil {
		return nil, err
	}
	var only map[string]string
	for _, text := range found {
		tags, ok := dmarcTags(text)
		if !ok {
			continue
		}
		if only != nil {
			return nil, nil
		}
		only = tags
	}
	return only, nil
}

// dmarcTags reads "v=DMARC1; p=reject; adkim=s". The version must come first.
func dmarcTags(text string) (map[string]string, bool) {
	tags := map[string]string{}
	for i, pair := range strings.Split(text, ";") {
		name, value, ok := strings.Cut(pair, "=")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(value))
		if i == 0 && (name != "v" || !strings.EqualFold(value, "dmarc1")) {
			return nil, false
		}
		if _, twice := tags[name]; ok && name != "" && !twice {
			tags[name] = value
		}
	}
	return tags, true
}

// organisation returns the domain under which names belong together: that of the record nearest to the top, or as psd says, or the domain
// itself if there is no record.
func organisation(domain string, found []dmarcRecord) string {
	for i, r := range found {
		if r.tags["psd"] == "n" {
			return r.domain
		}
		if r.tags["psd"] == "y" && r.domain != domain {
			if i > 0 {
				return found[i-1].domain
			}
			below := strings.TrimSuffix(domain, "."+r.domain)
			labels := strings.Split(below, ".")
			return labels[len(labels)-1] + "." + r.domain
		}
	}
	if len(found) == 0 {
		return domain
	}
	return found[len(found)-1].domain
}

// policy returns the policy of the From domain.
func (w *inquiry) policy() (domainPolicy, error) {
	found, err := w.walk(w.from)
	if err != nil || len(found) == 0 {
		return domainPolicy{}, err
	}
	r := found[0]
	if r.domain != w.from {
		org := organisation(w.from, found)
		for _, candidate := range found {
			if candidate.domain == org {
				r = candidate
			}
		}
	}
	asks := r.tags["p"]
	if r.domain != w.from && r.tags["sp"] != "" {
		asks = r.tags["sp"]
	}
	if r.tags["t"] == "y" { // the record is being tested: one step milder
		asks = map[string]string{"reject": "quarantine"}[asks]
	}
	return domainPolicy{
		record: "p=" + message.Sample(asks) + " of " + r.domain, reject: asks == "reject" || asks == "quarantine",
		dkimStrict: r.tags["adkim"] == "s", spfStrict: r.tags["aspf"] == "s",
	}, nil
}

// aligned reports whether a domain that vouches speaks for the From domain: it is the same, or (unless strict) of the same organisation.
func (w *inquiry) aligned(domain string, strict bool) (bool, error) {
	domain = strings.ToLower(strings.Trim(domain, "."))
	if domain == w.from {
		return true, nil
	}
	if strict || domain == "" || !strings.Contains(domain, ".") {
		return false, nil
	}
	ours, err := w.walk(w.from)
	if err != nil {
		return false, err
	}
	theirs, err := w.walk(domain)
	if err != nil {
		return false, err
	}
	return organisation(w.from, ours) == organisation(domain, theirs), nil
}
