package language_test

import (
	"encoding/json"
	"testing"

	"fieldpost/adjudicator/language"
)

// Words are read in the language asked for, else in English, else in the first; as JSON they are a mapping by language.
func TestWords(t *testing.T) {
	hill := language.Words{{Lang: "fr", Text: "colline"}, {Lang: "en", Text: "hill"}, {Lang: "de", Text: ""}}
	for lang, want := range map[language.Lang]string{"fr": "colline", "en": "hill", "de": "hill", "it": "hill"} {
		if got := hill.In(lang); got != want {
			t.Errorf("%s: %q", lang, got)
		}
	}
	if got := hill[:1].In("de"); got != "colline" {
		t.Errorf("without English: %q", got)
	}
	text, err := json.Marshal(struct{ Name language.Words }{hill[:2]})
	if err != nil || string(text) != `{"Name":{"en":"hill","fr":"colline"}}` {
		t.Errorf("%s, %v", text, err)
	}
	var back language.Words
	if err := json.Unmarshal([]byte(`{"fr":"Neuville-<Saint>","en":""}`), &back); err != nil || len(back) != 1 || back.In("en") != "Neuville-<Saint>" {
		t.Errorf("%v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`["hill"]`), &back); err == nil {
		t.Error("a list was read as words")
	}
	if got := hill[1:2].Followed(" 2"); got.In("en") != "hill 2" || hill[1].Text != "hill" {
		t.Errorf("%v of %v", got, hill)
	}
}
