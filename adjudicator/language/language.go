// Package language holds what is said in several languages: names and sentences of scenarios, words of the order language.
//
// Only the files of the languages decide which ones there are (package scenarios). English must be complete: whatever another language
// lacks is read in English.
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

// English is the language of the canonical words, in which the log keeps lines, and the one used where another language lacks a text.
const English Lang = "en"

// Text is a text in one language. It has the tags of documents and positions, where Words are a mapping by language.
type Text struct {
	Lang Lang   `json:"-" key:"-" check:"with=en"`
	Text string `json:"text" key:"text" check:"required"`
}

// Words is a text in several languages, perhaps in several wordings: letters use the first of each language. In a document or a position it
// is a name or a sentence, once in each language: {"en": "hill", "fr": "colline"}.
type Words []Text

// In returns the text in a language. If there is none, it returns the English one, and if that is missing too, the first.
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

// All returns the texts in all languages, in order.
func (w Words) All() []string {
	out := make([]string, len(w))
	for i, t := range w {
		out[i] = t.Text
	}
	return out
}

// Followed returns the words with a text appended in every language: "wood" and " 2" are "wood 2".
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

// UnmarshalJSON reads a mapping by language. Empty texts are dropped.
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
