package scenarios

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Raw is a part of a file that its reader decodes itself, as JSON; keys are in the order written.
type Raw []byte

var rawType = reflect.TypeFor[Raw]()

// MarshalJSON returns it as it is.
func (r Raw) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return r, nil
}

// json writes a node as JSON.
func (d *decoder) json(b []byte, n ast.Node, path string) []byte {
	if pairs, ok := entries(n); ok {
		b = append(b, '{')
		for i, p := range pairs {
			if i > 0 {
				b = append(b, ',')
			}
			key := p.Key.GetToken().Value
			b = append(quote(b, key), ':')
			b = d.json(b, p.Value, join(path, key))
		}
		return append(b, '}')
	}
	switch n := n.(type) {
	case *ast.SequenceNode:
		b = append(b, '[')
		for i, e := range n.Values {
			if i > 0 {
				b = append(b, ',')
			}
			b = d.json(b, e, path)
		}
		return append(b, ']')
	case *ast.StringNode:
		return quote(b, n.Value)
	case *ast.LiteralNode:
		return quote(b, strings.TrimRight(n.Value.Value, "\n"))
	case *ast.BoolNode:
		return strconv.AppendBool(b, n.Value)
	case *ast.NullNode:
		return append(b, "null"...)
	case *ast.IntegerNode:
		if t := n.GetToken().Value; whole.MatchString(t) {
			i, _ := strconv.ParseInt(t, 10, 64)
			return strconv.AppendInt(b, i, 10)
		}
	}
	d.fault(n, "E_TYPE", path, "%s holds %s: only text, whole numbers, true, false, lists and mappings are read", orFile(path), kindOf(n))
	return append(b, "null"...)
}

// quote writes a JSON string.
func quote(b []byte, s string) []byte {
	q, _ := json.Marshal(s) // a string always can be
	return append(b, q...)
}
