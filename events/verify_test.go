package events

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// schemaLine writes a struct as the second verifier does: its name, then name:type of each field.
func (s *shape) schemaLine(name string) string {
	fields := []string{name}
	for i, f := range s.fields {
		_, field, _ := strings.Cut(s.names[i], ".")
		fields = append(fields, field+":"+f.schemaType(s.names[i]))
	}
	return strings.Join(fields, " ")
}

func (s *shape) schemaType(name string) string {
	switch s.form {
	case formInt:
		return "i"
	case formBool:
		return "b"
	case formText:
		return "s"
	case formBytes:
		return "x"
	case formFixed:
		return map[int]string{32: "h", 16: "a"}[s.size]
	case formList:
		return "[" + s.elem.schemaType(name) + "]"
	}
	of, _, _ := strings.Cut(s.names[0], ".")
	return of
}

// The second verifier knows every type of the vocabulary, field by field.
func TestTheSecondVerifierKnowsTheVocabulary(t *testing.T) {
	b, err := os.ReadFile("testdata/verify.py")
	if err != nil {
		t.Fatal(err)
	}
	text := "\n" + string(b)
	for _, e := range vocabulary {
		if line := e.shape.schemaLine(string(e.kind)); !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("verify.py does not know\n%s", line)
		}
		for i, f := range e.shape.fields {
			if f.form == formList {
				f = f.elem
			}
			if f.form == formTuple {
				if line := f.schemaLine(f.schemaType(e.shape.names[i])); !strings.Contains(text, "\n"+line+"\n") {
					t.Errorf("verify.py does not know\n%s", line)
				}
			}
		}
	}
}

// The second verifier finds the published vectors (RFC 9381 B.3, our own of the dice, quicknet round 1000), and maps every
// byte evenly for dice of 2 to 256 sides.
func TestTheSecondVerifierKnowsTheVectors(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not here")
	}
	out, err := exec.Command(python, "testdata/verify.py", "--vectors", "../adjudicator/dice/testdata/vectors.json").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), `"vectors": 9, "mapped": 255`) {
		t.Errorf("%s", out)
	}
}
