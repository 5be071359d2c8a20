package table

import (
	"bytes"
	"encoding/json"
	"fmt"

	"fieldpost/adjudicator/orders"
)

// FromJSON reads a scenario document or a position; what names it in the error, such as "landships: scenario".
func FromJSON[V any](what string, text []byte) (*V, error) {
	v := new(V)
	if err := json.Unmarshal(text, v); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return v, nil
}

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

// SeatsIn makes Rules.Seats of what reads a document, its list of sides and the id of a side.
func SeatsIn[D, S any](read func([]byte) (*D, error), sides func(*D) []S, id func(S) string) func([]byte) ([]Seat, error) {
	return func(doc []byte) ([]Seat, error) {
		d, err := read(doc)
		if err != nil {
			return nil, err
		}
		var out []Seat
		for _, s := range sides(d) {
			out = append(out, Seat(id(s)))
		}
		return out, nil
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
