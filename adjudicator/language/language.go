// Package language holds what is said in several languages: names and sentences of scenarios, words of the order language.
//
// Which languages there are is known to their files alone (package scenarios). English is the one that must say everything:
// where another says nothing it is read in English.
package language

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Lang is the code of a language: "en", "fr".
type Lang string

// English is the language of the canonical words, in which the log keeps lines, and the one that is read where another
// says nothing.
const English Lang = "en"

// Text is something said in a language. It has the tags of documents and positions, where Words are a mapping by language.
type Text struct {
	Lang Lang   `json:"-" key:"-" check:"with=en"`
	Text string `json:"text" key:"text" check:"required"`
}

// Words are something said in several languages, perhaps in several ways: the first of each language is the one that letters
// write. In a document or a position they are a name or a sentence, once in each language: {"en": "hill", "fr": "colline"}.
type Words []Text

// In returns the words in a language; where it has none those in English, and where there are none either the first.
func (w Words) In(l Lang) string {
	for _, lang := range [...]Lang{l, English} {
		for _, t := range w {
			if t.Lang == lang && t.Text != "" {
				return t.Text
			}
		}
	}
	if len(w) > 0 {
		return w[0].Text
	}
	return ""
}

// All returns what is said in any language, in their order.
func (w Words) All() []string {
	out := make([]string, len(w))
	for i, t := range w {
		out[i] = t.Text
	}
	return out
}

// Followed returns the words with a text behind them in every language: "wood" and " 2" are "wood 2".
func (w Words) Followed(by string) Words {
	out := slices.Clone(w)
	for i := range out {
		out[i].Text += by
	}
	return out
}

// MarshalJSON writes the words as a mapping by language, in the order of the languages' codes.
func (w Words) MarshalJSON() ([]byte, error) {
	sorted := slices.Clone(w)
	slices.SortStableFunc(sorted, func(a, b Text) int { return strings.Compare(string(a.Lang), string(b.Lang)) })
	b := []byte{'{'}
	for i, t := range sorted {
		if i > 0 {
			b = append(b, ',')
		}
		for _, part := range [...]string{string(t.Lang), t.Text} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			b = append(append(b, text...), ':')
		}
		b = b[:len(b)-1]
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads a mapping by language; what is empty is not said at all.
func (w *Words) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("words are a mapping by language, not %s", text)
	}
	*w = nil
	for d.More() {
		lang, err := d.Token()
		if err != nil {
			return err
		}
		var said string
		if err := d.Decode(&said); err != nil {
			return err
		}
		if name, _ := lang.(string); said != "" {
			*w = append(*w, Text{Lang(name), said})
		}
	}
	return nil
}
