package table

import (
	"bytes"
	"encoding/json"

	"fieldpost/adjudicator/orders"
)

// ReadSetting reads what Rules.Set is given into the schema of a rulebook. A key that the schema does not have is an error.
func ReadSetting[V any](text []byte) (V, error) {
	var v V
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&v)
	return v, err
}

// Assign changes a value that a setting names; a nil from leaves it.
func Assign[V any](to, from *V) {
	if from != nil {
		*to = *from
	}
}

// LanguageOf is the order language of a rulebook with these verbs and conditions.
func LanguageOf[G any](verbs []orders.Verb, conditions []Condition[G]) orders.Language {
	l := orders.Language{Verbs: verbs}
	for _, c := range conditions {
		l.Conditions = append(l.Conditions, c.Condition)
	}
	return l
}
