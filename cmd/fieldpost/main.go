package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"fieldpost/mail/office"
)

// Exit codes. They are part of the program's interface and never change.
const (
	exitFine    = 0
	exitFailed  = 1 // the command could not do its work
	exitUsage   = 2 // the command line makes no sense
	exitFraud   = 3 // an audit or replay found that a log is not what it should be
	exitDamaged = 4 // the stored log is damaged: see `fieldpost repair`
	exitFault   = 5 // the program itself failed
)

// Program is the whole command line.
type Program struct {
	Demo     DemoCmd     `cmd:"" help:"Play a whole game by real mail between two bots, in one go, and audit it."`
	Serve    ServeCmd    `cmd:"" help:"Run the server: embedded log and post office, or outside ones by --config."`
	Game     GameCmd     `cmd:"" help:"Open, list, show, close, extend and export games (for game masters)."`
	Status   StatusCmd   `cmd:"" help:"Show how all games stand: who is late, what waits, what needs a hand."`
	Scenario ScenarioCmd `cmd:"" help:"List, show, check and draw scenarios."`
	Rules    RulesCmd    `cmd:"" help:"Look up rules, in our own words."`
	Verbs    VerbsCmd    `cmd:"" help:"Show what can be ordered in a game."`
	Try      TryCmd      `cmd:"" help:"Play a position from a file, without mail or log."`
	Replay   ReplayCmd   `cmd:"" help:"Play an exported game again and compare every pass."`
	Audit    AuditCmd    `cmd:"" help:"Prove that a game was fair, or that it was not: from your own mail, an export, or both."`
	Desk     DeskCmd     `cmd:"" help:"Make the page that shows your letters alive in a browser, checks orders as you write them, and needs no network."`
	Book     BookCmd     `cmd:"" help:"Write the story of a game as one page: maps of each turn with a slider, losses, luck, messages."`
	Codes    CodesCmd    `cmd:"" help:"Make a sheet of player codes for games of profile D2 or D4."`
	Witness  WitnessCmd  `cmd:"" help:"Cosign the checkpoints in your mail, as a witness."`
	Backup   BackupCmd   `cmd:"" help:"Bring a backup up to date, while the server is at work."`
	Restore  RestoreCmd  `cmd:"" help:"Check a backup, or make an installation of it."`
	Retire   RetireCmd   `cmd:"" help:"Let games that are over rest in the archive alone: out of the log, out of memory."`
	Forget   ForgetCmd   `cmd:"" help:"Erase an address from games that are over, and the mails and letters that hold it."`
	MailKey  MailKeyCmd  `cmd:"" name:"mailkey" help:"Change the secret behind reply addresses."`
	Repair   RepairCmd   `cmd:"" help:"Restore a damaged log from the archive."`
	Upgrade  UpgradeCmd  `cmd:"" help:"Find out, before this program is installed, whether it plays every game as the log says."`
	Mailbox  MailboxCmd  `cmd:"" help:"Give users of the embedded post office passwords of their own."`
	Doctor   DoctorCmd   `cmd:"" help:"Check an installation and its settings."`
	Selfplay SelfplayCmd `cmd:"" help:"Let bots play many games and check the laws."`
	Bench    BenchCmd    `cmd:"" help:"Measure this machine: what players and operators wait for, each beside a baseline."`

	ReadMail ReadMailCmd `cmd:"" hidden:"" help:"Take mails apart for a server."`

	ScenarioDir string `name:"scenarios" placeholder:"DIR" env:"FIELDPOST_SCENARIOS" help:"Folder of your own scenarios, read in addition to those in the program."`
	Lang        string `enum:"${languages}" default:"en" env:"FIELDPOST_LANG" help:"Language of what is printed: ${enum}."`
}

// languagesFound are what the languages of the command line may be.
var languagesFound = kong.Vars{"languages": strings.Join(office.Languages, ",")}

// Main is the program as a value that tests can run: nothing of it is global.
type Main struct {
	Args     []string
	Out, Err io.Writer
}

// withCode is an error with the exit code that it deserves.
type withCode struct {
	code int
	err  error
}

func (e withCode) Error() string { return e.err.Error() }
func (e withCode) Unwrap() error { return e.err }

// Run carries out the command line and returns the exit code.
func (m Main) Run(ctx context.Context) (code int) {
	var program Program
	exited := -1
	parser, err := kong.New(&program, kong.Name("fieldpost"), languagesFound, kong.Writers(m.Out, m.Err),
		kong.Description("Board wargames by mail: orders in ordinary mail, a log that nobody can change, dice that anybody can check.\n\nStart with `fieldpost demo`, then `fieldpost serve`."),
		kong.UsageOnError(), kong.Exit(func(c int) { exited = c }), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		fmt.Fprintln(m.Err, "fieldpost:", err)
		return exitFault
	}
	parsed, err := parser.Parse(helpAsked(m.Args))
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		fmt.Fprintf(m.Err, "fieldpost: %v\nfieldpost --help shows the commands.\n", err)
		return exitUsage
	}
	console := &Console{Out: m.Out, Err: m.Err, Scenarios: program.ScenarioDir, Lang: program.Lang}
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := parsed.Run(console); err != nil {
		fmt.Fprintln(m.Err, "fieldpost:", err)
		var coded withCode
		if errors.As(err, &coded) {
			return coded.code
		}
		return exitFailed
	}
	return exitFine
}

// helpAsked treats `fieldpost help game new` as `fieldpost game new --help`, as other programs do.
func helpAsked(args []string) []string {
	if len(args) > 0 && args[0] == "help" {
		return append(slices.Clone(args[1:]), "--help")
	}
	return args
}

func main() {
	letGarbageLie(roomForGarbage)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Main{Args: os.Args[1:], Out: os.Stdout, Err: os.Stderr}.Run(ctx)
	stop()
	os.Exit(code)
}
