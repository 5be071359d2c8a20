// Package page makes the page of the desk: one HTML file that holds the rules, built for WebAssembly, the words in all languages and the few
// lines of script that draw and listen. It needs no network: its own policy forbids every request.
package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"fieldpost/adjudicator/table"
	"fieldpost/projections/desk/page/lzma"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

//go:embed desk.html
var html string

//go:embed desk.css
var css string

//go:embed desk.js
var script string

//go:embed map.js
var mapScript string

//go:embed field.js
var fieldScript string

//go:embed layers.js
var layerScript string

//go:embed playback.js
var playScript string

//go:embed standing.js
var standScript string

//go:embed audit.js
var auditScript string

//go:embed worker.js
var worker string

//go:embed unpack.js
var unpacking string

// ErrNoGo means that there is no Go here with which the page could be built.
var ErrNoGo = errors.New("page: there is no Go on this machine, or not the source of this program, to build the page with")

// Build builds the page from the module in a folder, with the Go on this machine: that of one game, or of all for nil.
func Build(ctx context.Context, module string, game table.Engine) ([]byte, error) {
	wasm, err := Compile(ctx, module, "tab", game)
	if err != nil {
		return nil, err
	}
	glue, err := os.ReadFile(Glue(ctx, module, "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	return Make(wasm, glue, languages(game))
}

// languages returns those of the words that a page has: those of its game, or all for nil.
func languages(game table.Engine) []string {
	if game == nil {
		return scenarios.Languages("")
	}
	return scenarios.Languages(game.Name())
}

// Compile builds a program below projections/desk as the one in the page is built: for WebAssembly, with the data and the rulebooks that a page has.
func Compile(ctx context.Context, module, program string, game table.Engine) ([]byte, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, ErrNoGo
	}
	if _, err := os.Stat(filepath.Join(module, "projections", "desk", program)); err != nil {
		return nil, ErrNoGo
	}
	dir, err := os.MkdirTemp("", "fieldpost-desk-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out := filepath.Join(dir, "desk.wasm")
	overlay, err := overlaid(dir, module, game)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, tool, "build", "-overlay", overlay, "-trimpath", "-gcflags=all=-l", "-ldflags", "-s -w", "-o", out, "./projections/desk/"+program)
	cmd.Dir, cmd.Env = module, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("page: the rules could not be built: %w\n%s", err, said)
	}
	return os.ReadFile(out)
}

// Glue names a script that comes with the Go on this machine and that what it builds for WebAssembly needs; "" if there is no Go.
func Glue(ctx context.Context, module, script string) string {
	root := exec.CommandContext(ctx, "go", "env", "GOROOT")
	root.Dir = module
	where, err := root.Output()
	if err != nil {
		return ""
	}
	return filepath.Join(strings.TrimSpace(string(where)), "lib", "wasm", script)
}

// overlaid writes an overlay for the Go tool, in which the data is what a page needs, and the list of games has one alone if one is given: then the
// page knows the languages that the game has words for, without the post of an office.
func overlaid(dir, module string, game table.Engine) (string, error) {
	replaced := map[string]string{}
	replace := func(path, text string) error {
		with := filepath.Join(dir, filepath.Base(path))
		replaced[filepath.Join(module, filepath.FromSlash(path))] = with
		return os.WriteFile(with, []byte(text), 0o600)
	}
	data := "*.yaml */*.yaml"
	if game != nil {
		data = game.Name() + "/*.yaml"
		for _, lang := range languages(game) {
			files, err := filepath.Glob(filepath.Join(module, "scenarios", "*."+lang+".yaml"))
			if err != nil {
				return "", err
			}
			for _, f := range files {
				name := filepath.Base(f)
				if !slices.ContainsFunc(elsewhere, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
					data += " " + name
				}
			}
		}
		const list = "adjudicator/games.go"
		text, err := os.ReadFile(filepath.Join(module, list))
		if err == nil {
			err = replace(list, only(string(text), game))
		}
		if err != nil {
			return "", err
		}
	}
	err := replace("scenarios/embedded.go", "package scenarios\n\nimport \"embed\"\n\n//go:embed "+data+"\nvar embedded embed.FS\n")
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, b, 0o600)
}

// elsewhere are the words that a page of one game does without: what an office writes to its players, the campaign book, what the command line prints.
var elsewhere = []string{"words.post.", "words.book.", "words.console."}

// only takes all games but one out of the source of their list.
func only(list string, game table.Engine) string {
	var kept strings.Builder
	rulebook := regexp.MustCompile(`fieldpost/adjudicator/(\w+)\.`).FindStringSubmatch(reflect.TypeOf(game).String())
	for line := range strings.Lines(list) {
		m := registered.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil || m[1]+m[2] == "table" || m[1]+m[2] == rulebook[1] {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// registered matches the lines that import a rulebook and that list its engine.
var registered = regexp.MustCompile(`^\t+(?:"fieldpost/adjudicator/(\w+)"|(\w+)\.Engine,)$`)

// Make makes the page, in some languages, of the rules as they were built, and of the script that came with the Go that built them.
func Make(wasm, glue []byte, langs []string) ([]byte, error) {
	packed := lzma.Pack(wasm)
	said, err := sayings(langs)
	if err != nil {
		return nil, err
	}
	id := sha256.New()
	for _, part := range []string{html, css, mapScript, script, layerScript, fieldScript, playScript, standScript, auditScript, unpacking, worker, said, string(glue)} {
		id.Write([]byte(part))
	}
	id.Write(packed)
	main := "const words = " + said + ";\nconst page = " + quoted(hex.EncodeToString(id.Sum(nil))[:16]) + ";\nconst unpackedSize = " + strconv.Itoa(len(wasm)) + ";\n" + mapScript + script + layerScript + fieldScript + playScript + standScript + auditScript
	parts := map[string]string{
		"{{POLICY}}": policy(main), "{{CSS}}": css, "{{SCRIPT}}": main,
		"{{WORKER}}": string(glue) + "\n" + unpacking + worker, "{{RULES}}": string(asText(packed)),
	}
	for name, text := range parts {
		if name != "{{RULES}}" && strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
			return nil, fmt.Errorf("page: %s is not plain ASCII, as a page in windows-1252 must be", name)
		}
	}
	return placeholder.ReplaceAllFunc([]byte(html), func(m []byte) []byte { return []byte(parts[string(m)]) }), nil
}

var placeholder = regexp.MustCompile(`\{\{[A-Z]+\}\}`)

// asText writes bytes so that they can stand in a page in windows-1252, in which every byte is a character, but for three that HTML changes or reads
// as its own. The first character is how long the blocks are; each block has a key before it, with which its bytes are combined (exclusive or) so that
// none of the three comes out. Base64 would make the page a third larger, and escaping the three a hundredth.
func asText(data []byte) []byte {
	for size := longestBlock; ; size-- { // one in which each byte rules three keys out always has a key when it is shorter than 85
		if out, ok := inBlocks(data, size); ok {
			return out
		}
	}
}

// longestBlock is how many bytes a block has if all find keys, as they nearly always do.
const longestBlock = 200

// inBlocks writes data in blocks of a size, if each of them has a key.
func inBlocks(data []byte, size int) ([]byte, bool) {
	out := append(make([]byte, 0, len(data)+len(data)/size+2), byte(size))
	for block := range slices.Chunk(data, size) {
		var excluded [256]bool
		for _, no := range []byte{0, '\r', '<'} {
			excluded[no] = true
			for _, b := range block {
				excluded[b^no] = true
			}
		}
		key := slices.Index(excluded[:], false)
		if key < 0 {
			return nil, false
		}
		out = append(out, byte(key))
		for _, b := range block {
			out = append(out, b^byte(key))
		}
	}
	return out, true
}

// Type is the media type of the page. Its bytes are no UTF-8: a server that says they are spoils them.
const Type = "text/html; charset=windows-1252"

// Served returns the page as a server hands it out: it may fetch from there the one letter that its address opens.
func Served(made []byte) []byte {
	return bytes.Replace(made, []byte("connect-src 'none'"), []byte("connect-src 'self'"), 1)
}

// policy lets the page run its own script and the worker that it makes, and nothing else: no request of any kind.
func policy(main string) string {
	sum := sha256.Sum256([]byte(main))
	return "default-src 'none'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; " +
		"img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'"
}

// sayings returns the words of the page in some languages, as JSON; what a language lacks is said in English.
func sayings(langs []string) (string, error) {
	all := map[string]map[string]string{}
	for _, lang := range langs {
		book, err := words.Of("", lang)
		if err != nil {
			return "", err
		}
		if lang != "en" && book.Say("desk.open") == english("desk.open") {
			continue // it lacks the words of this page
		}
		all[lang] = map[string]string{}
		for _, key := range keys() {
			all[lang][strings.TrimPrefix(key, "desk.")] = book.Say(key)
		}
	}
	b, err := json.Marshal(all)
	return ascii(string(b)), err
}

// ascii writes the characters of a JSON text that are not ASCII by their numbers.
func ascii(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		if unit > unicode.MaxASCII {
			fmt.Fprintf(&b, `\u%04x`, unit)
		} else {
			b.WriteByte(byte(unit))
		}
	}
	return b.String()
}

// english says a key in English.
func english(key string) string {
	book, err := words.Of("", "en")
	if err != nil {
		return key
	}
	return book.Say(key)
}

// keys lists the keys of the page's words.
func keys() []string {
	text, err := fs.ReadFile(scenarios.Embedded(), "words.desk.en.yaml")
	if err != nil {
		return nil
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if key, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(key, "desk.") && !strings.Contains(line, "{") {
			out = append(out, key)
		}
	}
	return out
}

func quoted(s string) string { return `"` + s + `"` }
