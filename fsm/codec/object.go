package codec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// object is where a JSON object stands: errors begin with at, as in "order: snapshot".
type object struct {
	at    string
	kind  string // what a member is, as in "variable"
	owner string // what has the members, as in "this machine"
}

// valid reports whether a text is JSON that this package reads.
func valid(text []byte) bool { return utf8.Valid(text) && json.Valid(text) }

// split returns the texts of the fields in an object in valid JSON, in the order of the fields, nil for those that it lacks.
func (o object) split(text []byte, fields []Field) ([][]byte, error) {
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte("{"))
	if !ok {
		return nil, fmt.Errorf("%s: want an object with each %s of %s", o.at, o.kind, o.owner)
	}
	texts := make([][]byte, len(fields))
	for {
		var name, value []byte
		if name, value, rest = next(rest); value == nil {
			break
		}
		i := slices.IndexFunc(fields, func(f Field) bool {
			return f.Name == string(name) || slices.ContainsFunc(f.Was, func(was string) bool { return was == string(name) })
		})
		switch {
		case i < 0:
			return nil, fmt.Errorf("%s: unknown %s %.40q: %s does not have it in this version of the spec", o.at, o.kind, name, o.owner)
		case texts[i] != nil:
			return nil, fmt.Errorf("%s: duplicate %s %s", o.at, o.kind, fields[i].Name)
		}
		texts[i] = value
	}
	var missing []string
	for i, f := range fields {
		if texts[i] == nil && !f.Optional && f.Value != nil {
			missing = append(missing, f.Name)
		}
	}
	if missing != nil {
		return nil, fmt.Errorf("%s: no %s %s: %s must have it in this version of the spec, so add a value", o.at, o.kind, strings.Join(missing, ", "), o.owner)
	}
	return texts, nil
}

// next splits the first field off the text of an object in valid JSON, after its brace. At the end of the object, value is nil.
func next(text []byte) (name, value, rest []byte) {
	depth, start, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted:
			if c == '\\' {
				i++
			}
			quoted = c != '"'
		case c == '"':
			quoted = true
		case depth == 0 && c == ':':
			key := bytes.TrimSpace(text[:i])
			name, start = unquoted(key), i+1
		case depth == 0 && (c == ',' || c == '}'):
			return name, bytes.TrimSpace(text[start:i]), text[i+1:]
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return name, nil, nil
}

// unquoted returns the name that a JSON string has.
func unquoted(key []byte) []byte {
	if !bytes.Contains(key, []byte(`\`)) {
		return key[1 : len(key)-1]
	}
	var name string
	_ = json.Unmarshal(key, &name) // the text is JSON
	return []byte(name)
}

// halved reports whether a JSON text contains half of a surrogate pair, which is not a character.
func halved(text []byte) bool {
	half := false
	for {
		before, after, ok := bytes.Cut(text, []byte{'\\'})
		if half && (!ok || len(before) > 0) {
			return true // the other half must follow
		}
		if !ok {
			return false
		}
		surrogate := after[0] == 'u' && after[1]|0x20 == 'd' && after[2] >= '8'
		low := surrogate && after[2]|0x20 >= 'c'
		if half != low {
			return true
		}
		half = surrogate && !low
		text = after[1:]
		if half {
			text = after[5:]
		}
	}
}
