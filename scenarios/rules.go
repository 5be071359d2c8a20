package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"fieldpost/adjudicator/language"
)

// Rule is one rule in our own words, from the rules.yaml of a game.
type Rule struct {
	ID string `json:"id" check:"required"` // "BB-4.9"

	Text language.Words `json:",inline"`
}

// Rules returns the rules of a game in the order of its rulebook.
func Rules(game string, dirs ...fs.FS) ([]Rule, error) {
	var all struct {
		Rules []Rule `json:"rules"`
	}
	for _, f := range layers(dirs) {
		file := path.Join(game, "rules.yaml")
		src, err := read(f, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := Decode(file, src.text, &all); err != nil {
			return nil, err
		}
	}
	if len(all.Rules) == 0 {
		return nil, fmt.Errorf("no rules are written down for %q", game)
	}
	return all.Rules, nil
}

// FindRules returns the rules that an id means: itself and what is numbered below it (BB-4.9 means BB-4.9c too, BB-4 all of section 4, but
// BB-4.1 not BB-4.10). If the id is finer than what is written down, the rule above it answers: BB-4.9c if there is only BB-4.9. For "" it
// returns all rules.
func FindRules(rules []Rule, id string) []Rule {
	var found []Rule
	for _, r := range rules {
		if id == "" || partOf(r.ID, id) {
			found = append(found, r)
		}
	}
	if len(found) > 0 {
		return found
	}
	i := slices.IndexFunc(rules, func(r Rule) bool {
		return partOf(id, r.ID) && !slices.ContainsFunc(rules, func(o Rule) bool { return len(o.ID) > len(r.ID) && partOf(id, o.ID) })
	})
	if i < 0 {
		return nil
	}
	return rules[i : i+1]
}

// partOf reports whether a rule is another or one of its parts.
func partOf(id, whole string) bool {
	if len(id) < len(whole) || !strings.EqualFold(id[:len(whole)], whole) {
		return false
	}
	rest := id[len(whole):]
	return rest == "" || rest[0] == '.' || rest[0] >= 'a' && rest[0] <= 'z'
}
