package conflict

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// Hostile is the game with a bot that means the rules harm: it takes lines that would do and doubles, turns round, sends far
// away or makes foreign what they name, and adds words that other lines have.
var Hostile = func() table.Engine {
	rules := *Rules
	rules.Bots = append(slices.Clone(Rules.Bots), table.Bot[*Game]{Name: "hostile", Write: hostileBot})
	return table.NewEngine(&rules)
}()

func hostileBot(d *table.Draft[*Game]) {
	k, s, phases, pick := d.Known, d.Seat, d.Phases, d.Pick
	var good []string
	for _, phase := range phases {
		good = append(good, d.Proposals(phase, "")...)
	}
	for i := range k.Units {
		if u := &k.Units[i]; u.Seat == s && u.on() && slices.Contains(phases, "pulse") {
			good = append(good, "move "+u.ID+" to "+strings.Join(k.stroll(u.Hex, 2+pick(4), pick), " "))
		}
	}
	if len(good) == 0 {
		return
	}
	for range 6 + pick(8) {
		line := good[pick(len(good))]
		for range pick(3) {
			line = k.distort(s, line, pick)
		}
		d.Lines = append(d.Lines, line)
	}
	if pick(3) == 0 {
		d.Lines = append(d.Lines, "standing entered retreat to "+k.net.Places()[pick(len(k.net.Places()))])
	}
	if pick(3) == 0 {
		d.Lines = append(d.Lines, "standing if enemy moved then react: "+k.distort(s, good[pick(len(good))], pick))
	}
}

// stroll is a way of so many hexes that may go back and forth.
func (k *Game) stroll(from string, n int, pick func(n int) int) []string {
	var out []string
	for range n {
		around := k.neighbours(from)
		from = around[pick(len(around))]
		out = append(out, from)
	}
	return out
}

// distort changes one thing in a line.
func (k *Game) distort(s table.Seat, line string, pick func(n int) int) string {
	words := strings.Fields(line)
	unit := func() string { return k.Units[pick(len(k.Units))].ID }
	own := func() string {
		for range 20 {
			if u := k.Units[pick(len(k.Units))]; u.Seat == s {
				return u.ID
			}
		}
		return unit()
	}
	hex := func() string { return k.net.Places()[pick(len(k.net.Places()))] }
	i := pick(len(words))
	switch pick(7) {
	case 0: // double a word
		words = slices.Insert(words, i, words[i])
	case 1: // turn the rest round
		slices.Reverse(words[min(1, len(words)):])
	case 2: // another hex, near or far
		for j, w := range words {
			if k.has(w) {
				words[j] = hex()
			}
		}
	case 3: // another unit beside the first
		words = slices.Insert(words, min(2, len(words)), own())
	case 4: // a clause
		words = append(words, ":", "also", own(), "to", strings.Join(k.stroll(hex(), 1+pick(2), pick), " "))
	case 5: // the other side's
		words = append(words, k.Units[pick(len(k.Units))].name())
	case 6: // a word of another line
		all := []string{"by cap", "by opportunity", "by join", "by card", "topup 9", "cap 2", "cap 3", "times 3", "need 5", "facing " + k.net.Directions()[pick(6)],
			"cautious", "outside", "papers", "empty", "works", "wire", "turret", "indirect", "flame", "smoke", "careful", "with grenades", "via " + hex(), "lead " + own(), "first " + unit(), "at " + hex(), "on " + own(),
			"hidden", strconv.Itoa(pick(9))}
		words = append(words, all[pick(len(all))])
	}
	return strings.Join(words, " ")
}
