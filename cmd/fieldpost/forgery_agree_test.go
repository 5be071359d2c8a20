package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/archive"
	"fieldpost/projections/audit"
)

var (
	tampered = flag.Int("tampered", 60, "how many tampered exports are made")
	agreeing = flag.Int("agree", 2, "how many games both verifiers are asked about")
)

// exportHead and seatHead begin exports, the complete ones and those for a seat.
const (
	exportHead = "fieldpost export 1\n"
	seatHead   = "fieldpost export 2\n"
)

// part is one frame of an export.
type part struct {
	kind    byte
	content []byte
}

func partsOf(t testing.TB, data []byte) []part {
	t.Helper()
	var parts []part
	for at := len(exportHead); at < len(data); {
		n := int(binary.BigEndian.Uint32(data[at+1:]))
		parts = append(parts, part{data[at], data[at+5 : at+5+n]})
		at += 9 + n
	}
	return parts
}

func joined(parts []part) []byte {
	b := []byte(exportHead)
	if slices.ContainsFunc(parts, func(p part) bool { return p.kind == 'V' || p.kind == 'S' }) {
		b = []byte(seatHead)
	}
	for _, p := range parts {
		start := len(b)
		b = append(b, p.kind)
		b = binary.BigEndian.AppendUint32(b, uint32(len(p.content)))
		b = append(b, p.content...)
		b = binary.BigEndian.AppendUint32(b, crc32.Checksum(b[start:], crc32.MakeTable(crc32.Castagnoli)))
	}
	return b
}

// ended writes the end anew, as a forger would who holds everything but the keys.
func ended(t testing.TB, parts []part) []part {
	t.Helper()
	var leaves []events.Hash
	parts = slices.Clone(parts)
	for i, p := range parts {
		switch p.kind {
		case 'R':
			r, err := events.DecodeRecord(p.content)
			if err != nil {
				return parts
			}
			leaves = append(leaves, events.LeafHash(r.Bytes))
		case 'E':
			last, root := events.Hash{}, events.Root(leaves)
			if len(leaves) > 0 {
				last = leaves[len(leaves)-1]
			}
			end := binary.BigEndian.AppendUint64(nil, uint64(len(leaves)))
			parts[i].content = append(append(end, last[:]...), root[:]...)
		}
	}
	return parts
}

// rechained links all records from one on anew, and writes them with new numbers.
func rechained(t testing.TB, parts []part) []part {
	t.Helper()
	parts = slices.Clone(parts)
	var head events.Head
	for i, p := range parts {
		if p.kind != 'R' {
			continue
		}
		r, err := events.DecodeRecord(p.content)
		if err != nil {
			return parts
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return parts
		}
		next, err := events.Next(head, e, r.Secrets...)
		if err != nil {
			return parts
		}
		if parts[i].content, err = events.EncodeRecord(next); err != nil {
			t.Fatal(err)
		}
		if head, err = next.Head(); err != nil {
			t.Fatal(err)
		}
	}
	return ended(t, parts)
}

// tamper makes one tampered export. It is never the true one.
func tamper(t testing.TB, parts []part, chance *rand.Rand) (name string, data []byte) {
	t.Helper()
	records := slices.IndexFunc(parts, func(p part) bool { return p.kind != 'R' })
	i := chance.IntN(records)
	out := slices.Clone(parts)
	for k := range out {
		out[k].content = bytes.Clone(out[k].content)
	}
	mend := chance.IntN(3) // 0: nothing, 1: the end, 2: the chain and the end
	switch chance.IntN(7) {
	case 0:
		name, out = fmt.Sprintf("event %d deleted", i+1), slices.Delete(out, i, i+1)
	case 1:
		name, out = fmt.Sprintf("event %d doubled", i+1), slices.Insert(out, i, out[i])
	case 2:
		j := chance.IntN(records)
		for j == i {
			j = chance.IntN(records)
		}
		name = fmt.Sprintf("events %d and %d swapped", i+1, j+1)
		out[i], out[j] = out[j], out[i]
	case 3:
		at := chance.IntN(len(out[i].content))
		out[i].content[at] ^= 1 << chance.IntN(8)
		name = fmt.Sprintf("a bit of event %d at %d", i+1, at)
	case 4:
		k := chance.IntN(len(out))
		at := chance.IntN(len(out[k].content))
		out[k].content[at] ^= byte(1 + chance.IntN(255))
		name = fmt.Sprintf("a byte of part %d (%c) at %d", k+1, out[k].kind, at)
	case 5:
		n := 1 + chance.IntN(min(5, records-1))
		at := chance.IntN(records - n + 1)
		name, out = fmt.Sprintf("%d events from %d deleted", n, at+1), slices.Delete(out, at, at+n)
	default:
		for range 2 + chance.IntN(4) {
			k := chance.IntN(records)
			out[k].content[chance.IntN(len(out[k].content))] ^= byte(1 + chance.IntN(255))
		}
		name = "several bytes of several events"
	}
	switch mend {
	case 1:
		name, out = name+", the end mended", ended(t, out)
	case 2:
		name, out = name+", chained anew", rechained(t, out)
	}
	return name, joined(out)
}

// judged is what the audit says of an export.
func judged(t testing.TB, data []byte) audit.Verdict {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.fieldpost")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	x, err := readExport(file)
	if err != nil {
		t.Fatal(err)
	}
	return audit.Run(audit.Evidence{Export: x}, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
}

// fairExport plays some turns of a game of a profile and exports it.
func fairExport(t *testing.T, profile string, turns int) (*hall, []byte) {
	t.Helper()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", profile))
	for range turns {
		h.Turn("hill")
	}
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	return h, data
}

// TestTamperedExports: not one of many exports with something deleted, doubled, swapped or changed is accepted, whether the
// forger mends the chain behind him or not. The host's signature is the last line of defence, the proofs the first.
func TestTamperedExports(t *testing.T) {
	t.Parallel()
	_, data := fairExport(t, "D2", 2)
	if v := judged(t, data); v.Exit() != audit.Fine {
		t.Fatalf("the true export: %+v", v.Findings)
	}
	parts := partsOf(t, data)
	if !bytes.Equal(joined(parts), data) {
		t.Fatal("an export is not its parts")
	}
	chance := rand.New(rand.NewPCG(1, 2))
	for range officetest.Shorter(*tampered, 20) {
		name, forged := tamper(t, parts, chance)
		if bytes.Equal(forged, data) {
			continue
		}
		if v := judged(t, forged); v.Exit() < audit.Unproven {
			t.Errorf("%s: accepted", name)
		}
	}
}

// secondVerifier is the one written in Python, at work for all tests: to start Python takes longer than to verify a short game.
type secondVerifier struct {
	one sync.Mutex
	in  io.Writer
	out *bufio.Reader
}

// second starts it; nil if there is no Python.
var second = sync.OnceValues(func() (*secondVerifier, error) {
	python, err := exec.LookPath("python3")
	if err != nil {
		return nil, nil
	}
	cmd := exec.Command(python, filepath.Join("..", "..", "events", "testdata", "verify.py"), "--each")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe() // it ends when this program does
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &secondVerifier{in: in, out: bufio.NewReader(out)}, cmd.Start()
})

// python asks the second verifier about an export: its exit code and what it prints. ok is false if there is no Python.
func python(t testing.TB, data []byte) (exit int, told map[string]any, ok bool) {
	t.Helper()
	v, err := second()
	if err != nil {
		t.Fatal(err)
	}
	if v == nil {
		return 0, nil, false
	}
	file := filepath.Join(t.TempDir(), "x.fieldpost")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	v.one.Lock()
	defer v.one.Unlock()
	if _, err := fmt.Fprintln(v.in, file); err != nil {
		t.Fatal(err)
	}
	line, err := v.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("the second verifier has ended: %v", err)
	}
	if err := json.Unmarshal(line, &told); err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	code, _ := told["exit"].(float64)
	return int(code), told, true
}

// TestBothVerifiersAgree: games of every profile, whole and redacted, and each of them tampered with. What the second
// verifier says of chain, seals and dice is what the first one says.
func TestBothVerifiersAgree(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	chance := rand.New(rand.NewPCG(3, 4))
	for n := range officetest.Shorter(*agreeing, 1) {
		profile := []string{"D1", "D3", "D2", "D4", "D0"}[n%5]
		h, data := varied(t, n, profile, 1+n%3)
		if n%4 == 3 {
			var err error
			if data, err = h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill", Redacted: string(h.Seats("hill")[0])}); err != nil {
				t.Fatal(err)
			}
		}
		v := judged(t, data)
		exit, told, _ := python(t, data)
		if v.Exit() == audit.Unproven && (profile == "D3" || profile == "D4") && !slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code != "timing" && f.Level == audit.Unproven }) {
			v.Findings = nil // without a mailbox the first verifier cannot prove when a seal was made; the second does not ask
		}
		if v.Exit() != exit || told["rolls"] != float64(v.Rolls) || told["dice"] != float64(v.Dice) || told["root"] != v.Root.String() || told["hidden"] != v.Hidden {
			t.Errorf("game %d (%s): the first says %d (%d rolls, %+v), the second %d: %v", n, profile, v.Exit(), v.Rolls, v.Findings, exit, told)
		}
		name, forged := tamper(t, partsOf(t, data), chance)
		v = judged(t, forged)
		exit, told, _ = python(t, forged)
		if bytes.Equal(forged, data) {
			continue
		}
		if exit == 0 || v.Exit() < audit.Unproven {
			t.Errorf("game %d (%s): %s: the first says %d, the second %d: %v", n, profile, name, v.Exit(), exit, told)
		}
		h.Close()
	}
}

// TestForgedRollsInBothVerifiers: every forgery of rolls that needs no log key, re-signed by a host who has it, is found by
// the proofs alone.
func TestForgedRollsInBothVerifiers(t *testing.T) {
	t.Parallel()
	h, data := fairExport(t, "D1", 2)
	x := opened(t, data)
	key, err := h.Keys.Log("hill")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range forgeries[:5] {
		done := false
		_, _, records := resealed(t, x, func(_ int, e *events.Event, secrets *[]events.Secret) {
			if !done {
				done = f.change(t, e, secrets)
			}
		})
		if !done || records == nil {
			continue
		}
		parts := partsOf(t, data)
		for i, r := range records {
			if parts[i].content, err = events.EncodeRecord(r); err != nil {
				t.Fatal(err)
			}
		}
		parts = ended(t, parts)
		var leaves []events.Hash
		for _, r := range records {
			leaves = append(leaves, events.LeafHash(r.Bytes))
		}
		for i := range parts {
			if parts[i].kind == 'C' {
				parts[i].content = []byte(key.Sign(int64(len(leaves)), events.Root(leaves)).Note())
			}
		}
		forged := joined(parts)
		if _, err := archive.ReadExport(bytes.NewReader(forged)); err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		if v := judged(t, forged); v.Exit() != audit.Fraud {
			t.Errorf("%s: the first verifier says %d", f.name, v.Exit())
		}
		if exit, told, ok := python(t, forged); ok && exit != 3 && f.name != "a roll left out" {
			t.Errorf("%s: the second verifier says %d: %v", f.name, exit, told)
		}
	}
}
