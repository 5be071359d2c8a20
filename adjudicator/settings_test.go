package adjudicator_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"fieldpost/adjudicator/table"
)

// TestSettingSchemas: what try files set is what the schema for editors knows, and a key that nobody has is not.
func TestSettingSchemas(t *testing.T) {
	rulebooks(t, func(t *testing.T, e table.Engine) {
		schema := settingSchema(t, e)
		files, err := filepath.Glob(filepath.Join(folder(e), "testdata", "try", "*.yaml"))
		if err != nil || len(files) == 0 {
			t.Fatal("no try files: ", err)
		}
		settings := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var read struct {
				Set any `json:"set"`
			}
			asJSON, err := yaml.YAMLToJSON(text)
			if err == nil {
				err = json.Unmarshal(asJSON, &read)
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if read.Set == nil {
				continue
			}
			settings++
			if err := schema.Validate(lower(read.Set)); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
		if settings == 0 && e.Name() != "duel" {
			t.Error("no file sets anything")
		}
		if schema.Validate(map[string]any{"nonsense": true}) == nil {
			t.Error("a key that there is not passes")
		}
	})
}

func settingSchema(t *testing.T, e table.Engine) *jsonschema.Schema {
	t.Helper()
	text, err := e.SettingSchema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("set.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("set.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// lower writes the keys of mappings in lower case, leaves out those without a value, and gives back all else as it is.
func lower(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, value := range v {
			if value != nil {
				out[strings.ToLower(key)] = lower(value)
			}
		}
		return out
	case []any:
		for i := range v {
			v[i] = lower(v[i])
		}
	}
	return v
}
