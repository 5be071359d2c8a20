package scenarios

import (
	"io/fs"
	"reflect"
)

// LoadFrom is Load with other files in place of the embedded ones.
func LoadFrom(base fs.FS, game, name string, into any) (*Resolved, error) {
	src, err := read(base, game+"/scenario-"+name+".yaml")
	if err != nil {
		return nil, err
	}
	return resolve(game, name, []*source{src}, into, []fs.FS{base})
}

// ChartsOf lists the keys of a document's charts: those whose rows the rules read by name, and those that may be left out.
func ChartsOf(doc any) (rows, optional []string) {
	var walk func(fields []field)
	walk = func(fields []field) {
		for _, f := range fields {
			l := f.limits
			if l.rows {
				rows = append(rows, f.key)
			} else if f.in.Type.Kind() == reflect.Struct {
				walk(fieldsOf(f.in.Type))
			}
			if !l.required {
				optional = append(optional, f.key)
			}
		}
	}
	walk(fieldsOf(reflect.TypeOf(doc).Elem()))
	return rows, optional
}
