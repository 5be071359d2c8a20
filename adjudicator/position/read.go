package position

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Read reads what Append wrote, or any JSON of the same keys, into position, a pointer to the form's type. Lists that are named are
// replaced as a whole; whatever is not named stays as it is. A key that the form does not have is an error: the bytes are those of a later
// program.
func (f *Form) Read(b []byte, position any) error {
	v := reflect.ValueOf(position)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Type().Elem() != f.typ {
		panic(fmt.Sprintf("position: a %T is read by the form of %s", position, f.typ))
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := f.read(d, v.Elem(), ""); err != nil {
		return fmt.Errorf("position: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("position: something follows it")
	}
	return nil
}

func (f *Form) read(d *json.Decoder, v reflect.Value, at string) error {
	if f.kind == written {
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return fmt.Errorf("%s: %w", name(at), err)
		}
		return f.readText(text, v, at)
	}
	token, err := d.Token()
	if err != nil {
		return fmt.Errorf("%s: %w", name(at), err)
	}
	switch got := token.(type) {
	case json.Delim:
		if f.kind == object && got == '{' {
			return f.readObject(d, v, at)
		}
		if f.kind == mapping && got == '{' {
			return f.readMapping(d, v, at)
		}
		if (f.kind == list || f.kind == array) && got == '[' {
			return f.readList(d, v, at)
		}
	case string:
		if f.kind == text {
			v.SetString(got)
			return nil
		}
		if i := slices.Index(f.names, got); f.kind == named && (i >= 0 || got == "") {
			v.SetInt(int64(i + 1))
			return nil
		}
	case bool:
		if f.kind == yes {
			v.SetBool(got)
			return nil
		}
	case json.Number:
		n, err := strconv.ParseInt(got.String(), 10, 64)
		if (f.kind == number || f.kind == named && n >= 0 && n <= int64(len(f.names))) && err == nil && !v.OverflowInt(n) {
			v.SetInt(n)
			return nil
		}
	}
	return fmt.Errorf("%s: %v stands where %s belongs", name(at), token, f.what())
}

// readText reads a value that has a text of its own.
func (f *Form) readText(text []byte, v reflect.Value, at string) error {
	if err := v.Addr().Interface().(Written).ReadJSON(text); err != nil {
		return fmt.Errorf("%s: %w", name(at), err)
	}
	return nil
}

func (f *Form) what() string {
	if f.kind == named {
		return "one of " + strings.Join(f.names, ", ") + " or its number"
	}
	return [...]string{object: "a mapping", list: "a list", array: "a list", mapping: "a mapping", text: "a text", number: "a whole number", yes: "true or false", written: "a text"}[f.kind]
}

// name returns the path of a value, or a name for the position itself.
func name(at string) string {
	if at == "" {
		return "the whole"
	}
	return at
}

func (f *Form) readObject(d *json.Decoder, v reflect.Value, at string) error {
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return fmt.Errorf("%s: %w", name(at), err)
		}
		key, _ := token.(string)
		x := f.field(key)
		if x == nil {
			return fmt.Errorf("%s has no %q; there are %s", name(at), key, strings.Join(f.keys(), ", "))
		}
		if err := x.form.read(d, x.of(v), strings.TrimPrefix(at+"."+key, ".")); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// readMapping reads names and their values, and replaces what was there.
func (f *Form) readMapping(d *json.Decoder, v reflect.Value, at string) error {
	fresh := reflect.MakeSlice(f.typ, 0, 0) // never into what others may share
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return fmt.Errorf("%s: %w", name(at), err)
		}
		key, _ := token.(string)
		fresh = reflect.Append(fresh, reflect.Zero(f.typ.Elem()))
		entry := fresh.Index(fresh.Len() - 1)
		entry.Field(0).SetString(key)
		if err := f.elem.read(d, entry.Field(1), at+"."+key); err != nil {
			return err
		}
	}
	v.Set(fresh)
	_, err := d.Token()
	return err
}

func (f *Form) readList(d *json.Decoder, v reflect.Value, at string) error {
	if f.kind == list {
		v.Set(reflect.MakeSlice(f.typ, 0, 0)) // never into what others may share
	}
	n := 0
	for ; d.More(); n++ {
		if f.kind == list {
			v.Set(reflect.Append(v, reflect.Zero(f.elem.typ)))
		} else if n == v.Len() {
			return fmt.Errorf("%s: more than %d entries", at, n)
		}
		if err := f.elem.read(d, v.Index(n), fmt.Sprintf("%s[%d]", at, n)); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// keys returns the keys of an object.
func (f *Form) keys() []string {
	out := make([]string, len(f.fields))
	for i, x := range f.fields {
		out[i] = x.key
	}
	return out
}
