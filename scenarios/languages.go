package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
)

// Languages lists the languages of players, English first: each has a file orders.LANG.yaml with the words of the grammar of orders. With
// the name of a game, it lists those that also have words for its orders.
func Languages(game string, dirs ...fs.FS) []string {
	var out []string
	for _, f := range layers(dirs) {
		files, err := fs.Glob(f, path.Join(game, "orders.*.yaml"))
		if err != nil {
			continue
		}
		for _, file := range files {
			lang := strings.TrimSuffix(strings.TrimPrefix(path.Base(file), "orders."), ".yaml")
			if !slices.Contains(out, lang) {
				out = append(out, lang)
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		switch {
		case a == b:
			return 0
		case a == "en":
			return -1
		case b == "en":
			return 1
		}
		return strings.Compare(a, b)
	})
	return out
}

// OrderWords decodes the words of the order language of a game into the pointer to a struct given (orders.Wording), or with no game those
// of the grammar itself (orders.Tongue). Later dirs override earlier ones, and all override the embedded files. The returned function says
// where a path was written.
func OrderWords(game, lang string, into any, dirs ...fs.FS) (*Resolved, error) {
	file := path.Join(game, "orders."+lang+".yaml")
	d := &decoder{game: game, whole: true, places: map[string]place{}}
	root := reflect.ValueOf(into).Elem()
	var last *source
	for _, f := range layers(dirs) {
		src, err := read(f, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		d.file(src, root)
		d.layer++
		last = src
	}
	if last == nil {
		return nil, fmt.Errorf("there are no words for orders of %q in %q", game, lang)
	}
	d.required(root, "", last, false)
	if len(d.problems) > 0 {
		return nil, d.problems
	}
	return &Resolved{Game: game, Name: file, places: d.places}, nil
}
