package machine

import (
	"bytes"
	"encoding/json"
	"math"

	"fieldpost/adjudicator/table"
)

// Facts reads back what happened out of a report, in order, so that the rulebook can draw it again. Of an arithmetic the total is read back, in
// one term; how it came about stands in the sentences (Tells), of which there is one for each fact.
func Facts(data []byte) []table.Fact {
	var in struct {
		Facts []struct {
			Window int    `json:"window"`
			Turn   int    `json:"turn"`
			Step   string `json:"step"`
			At     string `json:"at"`
			Rule   string `json:"rule"`
			Kind   string `json:"kind"`
			Args   named  `json:"args"`
		} `json:"facts"`
	}
	if json.Unmarshal(data, &in) != nil {
		return nil
	}
	var out []table.Fact
	for _, f := range in.Facts {
		out = append(out, table.Fact{Window: f.Window, Turn: f.Turn, Step: f.Step, At: f.At, Rule: f.Rule, Kind: f.Kind, Args: f.Args})
	}
	return out
}

// named reads the arguments of a fact in the order in which they were written.
type named []table.FactArg

// UnmarshalJSON implements json.Unmarshaler. What no report holds is passed over.
func (n *named) UnmarshalJSON(b []byte) error {
	var values map[string]any
	if err := json.Unmarshal(b, &values); err != nil {
		return err
	}
	names, err := keysOf(b)
	if err != nil {
		return err
	}
	for _, name := range names {
		if v := valueOf(values[name]); v != nil {
			*n = append(*n, table.A(name, v))
		}
	}
	return nil
}

// valueOf returns a value of a fact as the rules told it, or nil for what no fact holds.
func valueOf(v any) any {
	switch v := v.(type) {
	case string, bool:
		return v
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int(v)
		}
	case []any:
		list := []string{}
		for _, x := range v {
			if s, ok := x.(string); ok {
				list = append(list, s)
			}
		}
		return list
	case map[string]any:
		if total, ok := v["total"].(float64); ok {
			return table.Base("", int(total), "")
		}
	}
	return nil
}

// keysOf lists the keys of an object in their order.
func keysOf(object []byte) ([]string, error) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil { // the brace
		return nil, err
	}
	var keys []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		keys = append(keys, name)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
	}
	return keys, nil
}
