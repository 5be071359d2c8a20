package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/scenarios"
)

// GameCmd is what a game master does.
type GameCmd struct {
	New     GameNewCmd     `cmd:"" help:"Open a game: its players join by mail, or are seated here."`
	List    GameListCmd    `cmd:"" help:"List all games."`
	Show    GameShowCmd    `cmd:"" help:"Show where a game stands."`
	Close   GameCloseCmd   `cmd:"" help:"Close a game; the players are told."`
	Extend  GameExtendCmd  `cmd:"" help:"Move the deadline of the open window."`
	Export  GameExportCmd  `cmd:"" help:"Write a game to one file that anybody can audit."`
	Amend   GameAmendCmd   `cmd:"" help:"Intervene in a game: every deed is mailed to all and stays visible for ever."`
	Terms   GameTermsCmd   `cmd:"" help:"Set the terms of play by mail: proof of senders, messages, deadlines of each phase, time bank."`
	Vacate  GameVacateCmd  `cmd:"" help:"Free a seat for anybody to take."`
	Absence GameAbsenceCmd `cmd:"" help:"Grant a player an absence."`
	Clock   GameClockCmd   `cmd:"" help:"Ask whether the server trusts its clock, or say that it is right."`
	Round   GameRoundCmd   `cmd:"" help:"Hand in a round of the public beacon that a game waits for."`
	Resend  GameResendCmd  `cmd:"" help:"Send letters once more, byte for byte."`
	Address GameAddressCmd `cmd:"" help:"Change the address of a player."`
	Import  GameImportCmd  `cmd:"" help:"Go on with a game that another host has handed over."`
	Check   GameCheckCmd   `cmd:"" help:"List what a rulebook still lacks: for those who write one."`
}

// Place says where the installation is.
type Place struct {
	Config string `short:"c" type:"path" placeholder:"FILE" help:"Configuration file of the server."`
	Data   string `short:"d" placeholder:"DIR" help:"Data folder, if there is no configuration file (default fieldpost-data)."`
}

func (p Place) read(c *Console) (host.Config, error) {
	config, err := ReadConfig(p.Config)
	if err != nil {
		return config, err
	}
	if p.Data != "" {
		config.Data = p.Data
	}
	if config.Scenarios == "" {
		config.Scenarios = c.Scenarios
	}
	return config, nil
}

// run carries out a game master's command and prints the answer.
func (p Place) run(ctx context.Context, c *Console, call string, request any) error {
	answer, err := p.call(ctx, c, call, request)
	if err != nil {
		return err
	}
	_, err = c.Out.Write(answer)
	return err
}

func (p Place) call(ctx context.Context, c *Console, call string, request any) ([]byte, error) {
	if c.Calls != nil {
		return c.Calls(ctx, call, request)
	}
	config, err := p.read(c)
	if err != nil {
		return nil, err
	}
	return host.CallMaster(ctx, config, call, request)
}

// What the README begins with, and what a new game is if nothing else is named.
const (
	firstGame     = "brush-brothers"
	firstScenario = "ibarra-palace"
)

// GameNewCmd opens a game.
type GameNewCmd struct {
	Place
	ID       string   `arg:"" help:"Name of the game: small letters, digits and -."`
	Game     string   `short:"g" default:"brush-brothers" help:"Rulebook."`
	Scenario string   `short:"s" default:"" help:"Scenario; 'fieldpost scenario list' shows them. The game's show piece if empty."`
	Rhythm   string   `placeholder:"NAME" help:"How phases are grouped into mails; the rulebook's first if empty."`
	Option   []string `short:"o" sep:"none" placeholder:"NAME=VALUE" help:"Option of the scenario; repeat for more."`
	Seat     []string `sep:"none" placeholder:"SEAT=ADDRESS[,NAME[,LANG[,ZONE]]]" help:"Seat a player, or a machine with SEAT=bot or SEAT=bot:NAME; the others join by mail."`
	Period   int64    `default:"0" placeholder:"MINUTES" help:"A window closes this many minutes after it opens; with --at, no sooner. 0: no deadline unless --at is given."`
	At       string   `placeholder:"HH:MM" help:"Time of day at which windows close."`
	On       string   `placeholder:"DAYS" help:"Weekdays on which windows close, such as mon,fri; every day if empty."`
	Zone     string   `default:"UTC" help:"IANA time zone of --at and of the players, such as Europe/Paris."`
	CoolOff  int64    `default:"900" placeholder:"SECONDS" help:"Time to think again after the last orders are in, before the turn is played early."`
	Remind   int64    `default:"1440" placeholder:"MINUTES" help:"How long before a deadline silent players are reminded; 0 for never."`
	Language string   `enum:",${languages}" default:"" help:"Language of the game's letters to players who have not chosen one."`
	Dice     string   `enum:"D0,D1,D2,D3,D4" default:"D1" help:"How dice are made: D0 practice, D1 offline proofs, D2 with player codes, D3 with a public beacon, D4 with both."`
	CodeTime int64    `default:"2880" placeholder:"MINUTES" help:"With codes after the seal: how long to wait for them; 0 waits for all."`
	Margin   int64    `default:"600" placeholder:"SECONDS" help:"With a beacon: how long after a seal its round comes, at least."`
	Fallback string   `enum:",wait,codes,consent" default:"" help:"With a beacon that fails for a week: wait, ask for codes (D4), or play on with everybody's consent."`
	Operator string   `placeholder:"SEAT" help:"Seat that you play yourself although you run the server: your orders then count only if they come before anybody else's, and every letter says so."`
	Advice   int64    `placeholder:"N" help:"How often in a window each seat may ask a machine what to order (ADVICE); every letter says who did. 0: never."`
	Watch    int64    `placeholder:"TURNS" help:"Let anybody watch by mail (WATCH GAME): what is public, so many turns late, which every letter says. 0: nobody."`
	MailTerms
}

// Help shows examples.
func (GameNewCmd) Help() string {
	return `Examples:
  fieldpost game new palace --scenario ibarra-palace
      two players take its seats by mail: JOIN palace
  fieldpost game new palace --seat republic=ann@example.org,Ann --seat italian_ctv=bo@example.org,Bo,fr,Europe/Paris
  fieldpost game new palace --seat italian_ctv=bot
      a machine plays the Italians; whoever writes JOIN palace plays against it
  fieldpost game new palace --at 20:00 --on mon,thu --zone Europe/Paris --period 1440
      windows close on Mondays and Thursdays at 20:00, never sooner than a day after they opened`
}

// Run opens the game.
func (g *GameNewCmd) Run(ctx context.Context, c *Console) error {
	if _, err := game(g.Game); err != nil {
		return err
	}
	if g.Scenario == "" {
		g.Scenario = firstScenario
		if g.Game != firstGame {
			g.Scenario = scenarios.ShowPiece(g.Game)
		}
	}
	r := office.NewGame{
		ID: g.ID, Rulebook: g.Game, Scenario: g.Scenario, Rhythm: g.Rhythm, Language: g.Language,
		Schedule: events.Schedule{Period: g.Period, Weekdays: g.On, Clock: g.At, Zone: g.Zone, CoolOff: g.CoolOff, Remind: g.Remind},
	}
	r.Terms, r.Operator, r.Advice, r.Watch = office.MailTerms(g.MailTerms), g.Operator, g.Advice, g.Watch
	r.Dice = office.DiceRequest{Profile: g.Dice, CodeTime: g.CodeTime, Margin: g.Margin, Fallback: g.Fallback}
	for _, o := range g.Option {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return withCode{exitUsage, fmt.Errorf("--option %q: write NAME=VALUE", o)}
		}
		r.Options = append(r.Options, events.Option{Name: name, Value: value})
	}
	slices.SortFunc(r.Options, func(a, b events.Option) int { return strings.Compare(a.Name, b.Name) })
	for _, s := range g.Seat {
		p, err := parseSeat(s)
		if err != nil {
			return withCode{exitUsage, err}
		}
		r.Players = append(r.Players, p)
	}
	return g.run(ctx, c, "new", r)
}

func parseSeat(s string) (office.SeatedPlayer, error) {
	seat, rest, ok := strings.Cut(s, "=")
	parts := strings.Split(rest, ",")
	if !ok || seat == "" || len(parts) > 4 {
		return office.SeatedPlayer{}, fmt.Errorf("--seat %q: write SEAT=ADDRESS[,NAME[,LANG[,ZONE]]]", s)
	}
	parts = append(parts, "", "", "")
	if parts[2] != "" && !slices.Contains(office.Languages, parts[2]) {
		return office.SeatedPlayer{}, fmt.Errorf("--seat %q: the language is one of %s", s, strings.Join(office.Languages, ", "))
	}
	return office.SeatedPlayer{Seat: seat, Address: parts[0], Name: parts[1], Language: parts[2], Zone: parts[3]}, nil
}

// GameListCmd lists games.
type GameListCmd struct{ Place }

// Run prints the list.
func (g *GameListCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "list", struct{}{})
}

// GameShowCmd shows one game.
type GameShowCmd struct {
	Place
	ID   string `arg:"" help:"Name of the game."`
	JSON bool   `help:"Print it for machines."`
}

// Run prints it.
func (g *GameShowCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "show", office.GameRequest{Game: g.ID, JSON: g.JSON})
}

// GameCloseCmd closes a game.
type GameCloseCmd struct {
	Place
	ID     string `arg:"" help:"Name of the game."`
	Reason string `help:"What the players read."`
}

// Run closes it.
func (g *GameCloseCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "close", office.GameRequest{Game: g.ID, Reason: g.Reason})
}

// GameExtendCmd moves a deadline.
type GameExtendCmd struct {
	Place
	ID     string `arg:"" help:"Name of the game."`
	Hours  int    `required:"" help:"By how many hours."`
	Reason string `help:"Why; the audit shows it for ever."`
}

// Run moves it.
func (g *GameExtendCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "extend", office.GameRequest{Game: g.ID, Hours: g.Hours, Reason: g.Reason})
}

// GameExportCmd exports a game.
type GameExportCmd struct {
	Place
	ID  string `arg:"" help:"Name of the game."`
	Out string `short:"O" default:"-" type:"path" help:"File to write; - for standard output."`
	For string `placeholder:"SEAT" help:"Leave out what this seat may not see yet; the export still verifies."`
	Handing
}

// Help says what an export for a seat still tells.
func (GameExportCmd) Help() string {
	return `An export for a seat keeps orders, hidden rolls and messages of the others closed. The events themselves stay, or it would
not verify: the seals tell how many lines and standing orders every seat had, and who sent nothing. So while the
game is played, an export is for nobody who plays in it.

With --whole another host goes on with the game. Nothing more is appended to it here, and whoever writes about it
is told the new address:
  fieldpost game export palace --whole --to orders@example.net --reason "a new machine" -O palace.game --passphrase-file FILE`
}

// Run writes the file.
func (g *GameExportCmd) Run(ctx context.Context, c *Console) error {
	if g.Whole {
		return g.whole(ctx, c)
	}
	config, err := g.read(c)
	if err != nil {
		return err
	}
	data, err := host.CallMaster(ctx, config, "export", office.GameRequest{Game: g.ID, Redacted: g.For})
	if err != nil {
		return err
	}
	if g.For != "" {
		fmt.Fprintf(c.Err, "It shows no other seat's orders, and not how many there were; when their mails came it does show. Only the player of %s may have it before the end.\n", g.For)
	}
	if g.Out == "-" || strings.HasSuffix(g.Out, string(os.PathSeparator)+"-") {
		_, err = c.Out.Write(data)
		return err
	}
	if err := durable.Replace(g.Out, data); err != nil {
		return err
	}
	fmt.Fprintf(c.Err, "%s: %d bytes\n", g.Out, len(data))
	return nil
}
