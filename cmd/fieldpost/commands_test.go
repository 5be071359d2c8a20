package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"

	"github.com/alecthomas/kong"

	"fieldpost/projections/audit"
)

var lineAndColumn = regexp.MustCompile(`\d+:\d+|line \d+`)

// leaves lists the names of all commands that do something.
func leaves(t *testing.T) (names []string) {
	t.Helper()
	var p Program
	parser, err := kong.New(&p, languagesFound, kong.Name("fieldpost"))
	if err != nil {
		t.Fatal(err)
	}
	var walk func(n *kong.Node, path string)
	walk = func(n *kong.Node, path string) {
		for _, c := range n.Children {
			if c.Type != kong.CommandNode {
				continue
			}
			name := strings.TrimSpace(path + " " + c.Name)
			if len(c.Children) == 0 {
				names = append(names, name)
			}
			walk(c, name)
		}
	}
	walk(parser.Model.Node, "")
	return names
}

func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	names := leaves(t)
	if len(names) < reflect.TypeFor[Program]().NumField()-3 {
		t.Fatalf("only %v", names)
	}
	for _, name := range append(names, "", "game", "scenario") {
		args := append(strings.Fields(name), "--help")
		code, out, trouble := run(t, args...)
		if code != exitFine || trouble != "" {
			t.Errorf("%s --help exits with %d: %s", name, code, trouble)
		}
		if !strings.Contains(out, "Usage: fieldpost") || len(strings.Fields(out)) < 20 || !strings.Contains(out, ".") {
			t.Errorf("%s --help says little:\n%s", name, out)
		}
		if _, asked, _ := run(t, append([]string{"help"}, strings.Fields(name)...)...); asked != out {
			t.Errorf("help %s says something else than %s --help:\n%s", name, name, asked)
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	data := "--data=" + filepath.Join(dir, "data")
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"", exitUsage, "expected"},
		{"dance", exitUsage, "dance"},
		{"game", exitUsage, "expected"},
		{"game new", exitUsage, "<id>"},
		{"serve --nonsense", exitUsage, "nonsense"},
		{"demo --game chess", exitUsage, "brush-brothers"},
		{"verbs chess", exitUsage, "brush-brothers"},
		{"rules chess", exitUsage, "brush-brothers"},
		{"selfplay --game chess", exitUsage, "brush-brothers"},
		{"selfplay --bot nosuch", exitUsage, "random, sensible"},
		{"selfplay --rhythm waltz", exitUsage, "nothing was played"},
		{"selfplay --games 0", exitUsage, "at least one"},
		{"demo --bot nosuch", exitUsage, "random, sensible"},
		{"audit " + filepath.Join(dir, "nothing"), exitNoAudit, "nothing"},
		{"audit " + file("text", "no export"), exitNoAudit, "E_EXPORT"},
		{"audit " + file("text3", "fieldpost export 1\nno export"), audit.Unproven, "cannot be read"},
		{"replay " + file("text2", "no export"), exitFraud, "export"},
		{"serve --config " + file("bad.yaml", "data: x\nlisten: {smpt: y}\n"), exitUsage, "smpt"},
		{"serve --config " + file("bad2.yaml", "address: nobody\n"), exitUsage, "not a mail address"},
		{"game show hill " + data, exitFailed, "no game"},
		{"game close hill " + data, exitFailed, "no game"},
		{"game export hill " + data, exitFailed, "no game"},
		{"game extend hill --hours 3 " + data, exitFailed, "no game"},
		{"game new Hill! " + data, exitFailed, "cannot be a game's name"},
		{"game new office " + data, exitFailed, "office"},
		{"game new hill --game chess " + data, exitUsage, "chess"},
		{"game new hill --scenario nowhere " + data, exitFailed, "nowhere"},
		{"game new hill --rhythm waltz " + data, exitFailed, "waltz"},
		{"game new hill --at 25:00 " + data, exitFailed, "25:00"},
		{"game new hill --zone Europe/Atlantis " + data, exitFailed, "Atlantis"},
		{"game new hill --seat republic " + data, exitUsage, "--seat"},
		{"game new hill --seat france=a@example.org " + data, exitFailed, "france"},
		{"game new hill --seat republic=nobody " + data, exitFailed, "not a mail address"},
		{"game new hill --option turns " + data, exitUsage, "NAME=VALUE"},
		{"game new hill --option turns=99 " + data, exitFailed, "turns"},
		{"game new hill --option weather=mud " + data, exitFailed, "weather"},
		{"game list " + data, exitFine, "no game yet"},
		{"scenario list", exitFine, "ibarra-palace"},
		{"verbs brush-brothers", exitFine, "move"},
		{"rules brush-brothers BB-3.1", exitFine, "BB-3.1"},
		{"rules", exitFine, "landships"},
		{"game check chess", exitUsage, "brush-brothers"},
		{"doctor " + data, exitFine, "ok"},
		{"selfplay --games 3 --scenario ibarra-palace --rhythm plan", exitFine, "3 games"},
	} {
		code, out, trouble := run(t, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(out+trouble, c.says) {
			t.Errorf("fieldpost %s: exit %d, want %d and %q:\n%s%s", c.args, code, c.code, c.says, out, trouble)
		}
		if strings.Contains(out+trouble, "goroutine ") {
			t.Errorf("fieldpost %s prints a stack:\n%s%s", c.args, out, trouble)
		}
	}
}

// TestAFailedGameLeavesNothing: after a refusal the same name can be used.
func TestAFailedGameLeavesNothing(t *testing.T) {
	t.Parallel()
	in := install(t)
	if code, _, _ := run(t, "game", "new", "hill", "--seat", "france=a@example.org", "--config", in.config); code != exitFailed {
		t.Fatal("an impossible seat is accepted")
	}
	if code, out, trouble := run(t, "game", "new", "hill", "--config", in.config); code != exitFine || !strings.Contains(out, "JOIN hill") {
		t.Errorf("exit %d: %s%s", code, out, trouble)
	}
	if code, _, trouble := run(t, "game", "new", "hill", "--config", in.config); code != exitFailed || !strings.Contains(trouble, "already") {
		t.Errorf("a second game of the same name: exit %d: %s", code, trouble)
	}
}

// TestMasterCommands gives the game master's commands to a stopped server and to a running one.
func TestMasterCommands(t *testing.T) {
	t.Parallel()
	for _, running := range []bool{false, true} {
		name := map[bool]string{false: "stopped", true: "running"}[running]
		t.Run(name, func(t *testing.T) {
			in := install(t)
			if running {
				config, err := ReadConfig(in.config)
				if err != nil {
					t.Fatal(err)
				}
				server, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
				if err != nil {
					t.Fatal(err)
				}
				defer func() {
					if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
						t.Error(err)
					}
				}()
			}
			export := filepath.Join(t.TempDir(), "hill.fieldpost")
			for _, c := range []struct {
				args string
				code int
				says string
			}{
				{"game new hill --option setup=scenario --at 20:00 --on mon --zone Europe/Paris --seat republic=ann@example.org,Ann --seat italian_ctv=bo@example.org,Bo,fr,Europe/Paris", exitFine, "announced"},
				{"game list", exitFine, "waits for republic, italian_ctv until"},
				{"game show hill", exitFine, "seat italian_ctv: Bo (fr)"},
				{"game extend hill --hours 24", exitFine, "now closes"},
				{"game extend hill --hours=-1", exitFailed, "hours"},
				{"game export hill --out " + export, exitFine, "bytes"},
				{"game export hill --for nobody --out " + export + "2", exitFailed, "nobody"},
				{"game close hill --reason letter.closed-by-master", exitFine, "closed"},
				{"game close hill", exitFailed, "already closed"},
				{"game extend hill --hours 1", exitFailed, "no deadline"},
				{"game list", exitFine, "closed (master)"},
			} {
				args := strings.Fields(c.args + " --config " + in.config)
				code, out, trouble := run(t, args...)
				if code != c.code || !strings.Contains(out+trouble, c.says) {
					t.Errorf("fieldpost %s: exit %d, want %d and %q:\n%s%s", c.args, code, c.code, c.says, out, trouble)
				}
			}
			if code, out, trouble := run(t, "audit", export); code != audit.Amended { // the deadline was moved by hand, and the audit says so
				t.Errorf("the export: exit %d\n%s%s", code, out, trouble)
			}
			var s office.GameStatus
			for asked := 0; ; asked++ { // a server at work writes the letters that are owed while we ask
				s = office.GameStatus{}
				code, out, trouble := run(t, "game", "show", "hill", "--json", "--config", in.config)
				if code != exitFine || json.Unmarshal([]byte(out), &s) != nil || s.Closed != "master" || s.Owed != 0 && asked == 500 {
					t.Fatalf("show --json: exit %d, %+v\n%s%s", code, s, out, trouble)
				}
				if s.Owed == 0 {
					break
				}
			}
			code, out, trouble := run(t, "doctor", "--config", in.config)
			want := map[bool]string{false: "all dice proven", true: "the server is at work"}[running]
			if code != exitFine || !strings.Contains(out, want) {
				t.Errorf("doctor: exit %d\n%s%s", code, out, trouble)
			}
		})
	}
}

func TestTheDoctorFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(t *testing.T, in *installation){
		"can be read by others": func(t *testing.T, in *installation) {
			if err := os.Chmod(filepath.Join(in.dir, "keys", "mail.key"), 0o644); err != nil {
				t.Fatal(err)
			}
		},
		"its dice key is not in the keys folder": func(t *testing.T, in *installation) {
			if err := os.Remove(filepath.Join(in.dir, "keys", "hill.dice")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := install(t)
			in.play("hill")
			harm(t, in)
			if code, out, trouble := run(t, "doctor", "--config", in.config); code != exitFailed || !strings.Contains(out, name) {
				t.Errorf("exit %d\n%s%s", code, out, trouble)
			}
		})
	}
}

// TestBrokenScenarios: a mistake in a scenario file is told with its line and column, before a game begins with it.
func TestBrokenScenarios(t *testing.T) {
	t.Parallel()
	good, err := os.ReadFile("../../scenarios/brush-brothers/scenario-ibarra-palace.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, new, says string }{
		"an unknown field":    {"  budget: 100\n", "  budget: 100\n  bugdet: 100\n", "bugdet"},
		"a word for a number": {"  turns: 7\n", "  turns: seven\n", "turns"},
		"bad indentation":     {"  sides:\n", " sides:\n", ""},
		"an unknown force":    {"force: es_black_flames_foot", "force: es_black_flame_foot", "es_black_flame"},
		"off the map":         {"place: G3,", "place: Z44,", "Z44"},
		"a short row":         {`    - "..=..W..."`, `    - "..=..W.."`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(string(good), c.old) {
				c.old = strings.TrimPrefix(c.old, "    ")
			}
			text := strings.Replace(string(good), c.old, c.new, 1)
			if text == string(good) {
				t.Fatalf("the scenario holds no %q: nothing is spoilt", c.old)
			}
			text = strings.Replace(text, "id: ibarra-palace", "id: broken", 1)
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, "brush-brothers"), 0o755); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "brush-brothers", "scenario-broken.yaml")
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{"scenario", "check", path},
				{"game", "new", "hill", "--scenario", "broken", "--data", filepath.Join(t.TempDir(), "d")},
			} {
				code, out, trouble := run(t, append([]string{"--scenarios", dir}, args...)...)
				if code == exitFine || !strings.Contains(out+trouble, c.says) || !lineAndColumn.MatchString(out+trouble) {
					t.Errorf("fieldpost %s: exit %d, without line and column or %q:\n%s%s", strings.Join(args[:2], " "), code, c.says, out, trouble)
				}
			}
		})
	}
}

// TestAnExportForASeatWarns: what such an export tells about others in spite of its name is said to whoever makes it, and to nobody else.
func TestAnExportForASeatWarns(t *testing.T) {
	t.Parallel()
	in := install(t)
	in.play("hill")
	for seat, want := range map[string]bool{"republic": true, "": false} {
		file := filepath.Join(t.TempDir(), "x.fieldpost")
		code, out, trouble := run(t, "game", "export", "hill", "--for="+seat, "-O", file, "--config", in.config)
		if code != exitFine || strings.Contains(trouble, "when their mails came") != want {
			t.Errorf("for %q: exit %d\n%s%s", seat, code, out, trouble)
		}
	}
}
