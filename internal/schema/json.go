package schema

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{m.name, m.value} {
			if j > 0 {
				b.WriteByte(':')
			}
			if err := encoder(&b).Encode(part); err != nil {
				return nil, err
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encoder writes < and > unescaped, because the output is not embedded in HTML.
func encoder(b *bytes.Buffer) *json.Encoder {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return e
}

// encode returns the text of a schema, whose parts can all be written as JSON.
func encode(schema object) []byte {
	var b bytes.Buffer
	e := encoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(schema); err != nil {
		panic("unreachable: " + err.Error())
	}
	return b.Bytes()
}

// choices returns the words, and also the values that YAML reads some of them
// as: the number 1, and the booleans true and false.
func choices(words []string) []any {
	var out []any
	for _, w := range words {
		out = append(out, w)
	}
	for _, w := range words {
		var v any
		if json.Unmarshal([]byte(w), &v) == nil {
			out = append(out, v)
		}
	}
	return out
}
