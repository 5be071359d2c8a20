package position

import "reflect"

// Clip takes the spare capacity from every exported slice that a pointer leads to, so that whoever appends to one of them gets a copy. A
// scenario document is shared by all games that play it: without this, two games that append to the same list at once write into each
// other's memory, although neither changes the list.
func Clip(pointer any) { clip(reflect.ValueOf(pointer)) }

func clip(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			clip(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				clip(v.Field(i))
			}
		}
	case reflect.Map: // a mapping's values cannot be set in place
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem())
			value.Elem().Set(v.MapIndex(key))
			clip(value)
			v.SetMapIndex(key, value.Elem())
		}
	case reflect.Slice:
		if v.CanSet() {
			v.Set(v.Slice3(0, v.Len(), v.Len()))
		}
		for i := range v.Len() {
			clip(v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			clip(v.Index(i))
		}
	}
}
