package page

import (
	"bytes"
	"testing"
)

// TestAsText: whatever the bytes are, none of those comes out that HTML changes, and they can be read again.
func TestAsText(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "one": {0}, "zeros": make([]byte, 1000), "all": all, "all many times": bytes.Repeat(all, 50), "marks": bytes.Repeat([]byte("<\r\x00</script>"), 99),
	} {
		text := asText(data)
		if bytes.ContainsAny(text, "\x00\r<") {
			t.Errorf("%s: a byte came out that HTML changes", name)
		}
		var got []byte
		for rest, size := text[1:], int(text[0]); len(rest) > 0; {
			block := rest[1:min(1+size, len(rest))]
			for _, b := range block {
				got = append(got, b^rest[0])
			}
			rest = rest[1+len(block):]
		}
		if !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes were read again as %d others", name, len(data), len(got))
		}
	}
}
