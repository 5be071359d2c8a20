package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events/beacon"
	"fieldpost/mail/office"
	"fieldpost/mail/office/library"
	"fieldpost/mail/office/reader"
	"fieldpost/projections/audit"
	"fieldpost/projections/hearing"
	"fieldpost/scenarios"
)

// cost is what the windows of a game have cost.
type cost struct {
	mails, turns []time.Duration
	disk         int64 // a window of two players
}

// shown is a game that is played for its cost.
type shown struct{ key, rulebook, scenario string }

// largest is the game with the most counters.
var largest = shown{"largest", "somme-1918", "operation-michael"}

// shown are the games that each rulebook shows first, and the largest.
func (b *bench) shown() (list []shown) {
	for _, name := range b.rulebooks() {
		list = append(list, shown{name, name, scenarios.ShowPiece(name)})
		if name == largest.rulebook {
			list = append(list, largest)
		}
	}
	return list
}

// played plays some windows of a game by mail, letters with their maps and all.
func (b *bench) played(ctx context.Context, g shown) (c cost, err error) {
	if c, ok := b.cost[g.key]; ok {
		return c, nil
	}
	dir := b.folder("played-" + g.key)
	k, err := b.openClub(ctx, dir, 0)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	if err := k.begin(ctx, g.rulebook, g.scenario, coolOff); err != nil {
		return c, err
	}
	if _, _, err := k.window(ctx); err != nil { // the first is often the set-up
		return c, err
	}
	seats := 0
	if err := k.look(ctx, func(m *adjudicator.Match) { seats = len(m.Players) }); err != nil {
		return c, err
	}
	before, ordered := size(dir), 0
	for len(c.turns) < mostQuiet*b.Turns && ordered < b.Turns {
		p, ok, err := k.window(ctx)
		if err != nil {
			return c, err
		}
		if !ok {
			break
		}
		if len(p.mails) > 0 {
			ordered++
		}
		c.mails, c.turns = append(c.mails, p.mails...), append(c.turns, p.turn)
	}
	if len(c.turns) == 0 {
		return c, fmt.Errorf("%s: the game was over after its first window", g.scenario)
	}
	c.disk = (size(dir) - before) * 2 / int64(seats*len(c.turns))
	b.cost[g.key] = c
	return c, nil
}

// mostQuiet is how many windows are played to find one in which somebody orders something.
const mostQuiet = 10

// size returns how many bytes a folder holds.
func size(dir string) (sum int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil { // a file that is gone counts nothing
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}

// mean is the mean of some times.
func mean(times []time.Duration) (m time.Duration) {
	for _, t := range times {
		m += t
	}
	return m / time.Duration(len(times))
}

// receipts measures what order mails cost until their receipts are issued.
func (b *bench) receipts(ctx context.Context) error {
	for _, g := range b.shown() {
		c, err := b.played(ctx, g)
		if err != nil {
			return err
		}
		if len(c.mails) == 0 {
			b.say("  %s: no bot ordered anything in %d windows", g.scenario, len(c.turns))
			continue
		}
		b.add(timed("receipt."+g.key, mean(c.mails), time.Millisecond, 0))
	}
	return nil
}

// letters measures what follows from a seal.
func (b *bench) letters(ctx context.Context) error {
	for _, g := range b.shown() {
		c, err := b.played(ctx, g)
		if err != nil {
			return err
		}
		b.add(timed("turn.time."+g.key, mean(c.turns), time.Millisecond, 0))
		b.add(figure{Key: "turn.disk." + g.key, Value: float64(c.disk) / 1000, Unit: "KB"})
	}
	return nil
}

// rules lets the rules alone play recorded games again, by the orders and dice that were recorded.
func (b *bench) rules(context.Context) error {
	for _, name := range b.rulebooks() {
		engine, err := library.Game(name)
		if err != nil {
			return err
		}
		document, err := library.Document(engine, scenarios.ShowPiece(name), b.scenarios)
		if err != nil {
			return err
		}
		scenario, err := engine.Scenario(document)
		if err != nil {
			return err
		}
		g, err := engine.Open(table.Setup{Scenario: scenario, Revision: engine.Revision(), Rhythm: engine.Rhythms()[0].Name})
		if err != nil {
			return err
		}
		bots := engine.BotNames()
		live := table.NewSelfPlay(1, bots[len(bots)-1], scenario.Seats())
		res := g.Play(live, 0, func(at table.At) bool { return at.Window != nil && at.Window.Number > 4*b.Turns })
		if res.Halt != nil {
			return res.Halt
		}
		moves := len(res.Rolls)
		for _, seal := range live.Given {
			for _, s := range seal.Seats {
				moves += len(s.Lines)
			}
		}
		begun, spent, times := reader.ProcessorTime(), time.Duration(0), 0
		for ; spent < 200*time.Millisecond || times < 3; times++ {
			if again := g.Play(&table.Recorded{Seals: live.Given, Rolls: res.Rolls}, 0, nil); again.Halt != nil {
				return again.Halt
			}
			spent = reader.ProcessorTime() - begun
		}
		b.add(figure{
			Key: "rules." + name, Value: float64(moves*times) / spent.Seconds(), Unit: "/s", Beside: "moves/s, boardgame.io as recorded",
			Baseline: reducerMoves * reducerSignature.Seconds() / signature().Seconds(),
		})
	}
	return nil
}

// boardgame.io 0.50.2 on Node 20 reduced this many moves with a die in a second, on a machine where a signature took this long. The same
// program on this machine is assumed to be faster by as much as signatures are.
const (
	reducerMoves     = 12_200
	reducerSignature = 24600 * time.Nanosecond
)

// The longest game that bots play to its end.
const (
	longRulebook = "brush-brothers"
	longScenario = "maca-bano"
)

// audit audits the export of a long game as a stranger would.
func (b *bench) audit(ctx context.Context) (err error) {
	k, err := b.openClub(ctx, b.folder("audit"), 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	k.Painter, k.Settings.Trials.Receipt = nil, 1
	rulebook, scenario := longRulebook, longScenario
	if b.Game != "" {
		rulebook, scenario = b.Game, scenarios.ShowPiece(b.Game)
	}
	if err := k.begin(ctx, rulebook, scenario, coolOff); err != nil {
		return err
	}
	windows := 0
	for windows < 20*b.Turns {
		_, ok, err := k.window(ctx)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if windows++; windows%20 == 0 {
			b.say("  %d windows are played", windows)
		}
	}
	data, err := k.ExportGame(ctx, office.GameRequest{Game: benchGame})
	if err != nil {
		return err
	}
	var times []time.Duration
	for range 3 {
		x, err := hearing.Export(bytes.NewReader(data))
		if err != nil {
			return err
		}
		begun := reader.ProcessorTime()
		v := audit.Run(audit.Evidence{Export: x}, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify, Now: k.Now().UnixMilli()})
		if v.Exit() == audit.Fraud {
			return errors.New("the audit calls an honest game a fraud")
		}
		times = append(times, (reader.ProcessorTime()-begun)/time.Duration(windows))
	}
	half, _ := median(times)
	b.add(timed("audit", half, time.Millisecond, windows))
	return nil
}
