package codec

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"
	"unicode/utf8"
)

// Field is a named value: a parameter, a variable, a datum, or a field of a payload.
type Field struct {
	// Name is the name in the spec.
	Name string
	// Value points to the value: *int, *bool, *string, *error, *[time.Duration], a [Named], or what [JSON] returns; nil: the field
	// is read and dropped, and never written.
	Value any
	// Was are names of earlier versions of the spec.
	Was []string
	// Optional is true for a field that may be missing: the value is left as it is.
	Optional bool
	// OmitZero is true for a field that is not written if it is zero.
	OmitZero bool
}

// At returns the field of a payload with a name, given what points to its value.
func At(name string, value any) Field { return Field{Name: name, Value: value} }

// Named is what points to a value with a text: a state, or a value of an enum.
type Named interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// goValue points to a value of any Go type.
type goValue struct{ pointer any }

// JSON returns the Value of a [Field] whose value is of any Go type, given a pointer to it. Package encoding/json writes and
// reads it. A type or a value that encoding/json would not restore completely is an error.
func JSON(pointer any) any { return goValue{pointer} }

// read sets a value to that of a JSON text. The name, such as "datum price", is for errors.
func (f *Field) read(at, name string, text []byte) error {
	if halved(text) {
		return fmt.Errorf("%s: %s contains half of a surrogate pair", at, name)
	}
	into := f.Value
	switch v := f.Value.(type) {
	case *int:
		if i, err := strconv.Atoi(string(text)); err == nil {
			*v = i
			return nil
		}
	case *time.Duration:
		if i, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			*v = time.Duration(i)
			return nil
		}
	case *string:
		if plain(text) {
			*v = string(text[1 : len(text)-1])
			return nil
		}
	case *error:
		return readError(at, name, text, v)
	case Named:
		if plain(text) {
			if err := v.UnmarshalText(text[1 : len(text)-1]); err != nil {
				return fmt.Errorf("%s: %s: %.200w", at, name, err)
			}
			return nil
		}
	case goValue:
		if done, err := v.readable(at, name, text); done || err != nil {
			return err
		}
		into = v.pointer
	}
	if string(text) == "null" {
		return fmt.Errorf("%s: %s is null", at, name)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %s: %.200w", at, name, err)
	}
	return nil
}

// plain reports whether a JSON text is a string without escapes.
func plain(text []byte) bool { return text[0] == '"' && bytes.IndexByte(text, '\\') < 0 }

// readError reads the text of an error, or null.
func readError(at, name string, text []byte, into *error) error {
	var message *string
	if err := json.Unmarshal(text, &message); err != nil {
		return fmt.Errorf("%s: %s: %.200w", at, name, err)
	}
	if message != nil {
		*into = errors.New(*message)
	}
	return nil
}

// append appends the JSON text of the value.
func (f *Field) append(text []byte, at, name string) ([]byte, error) {
	switch v := f.Value.(type) {
	case *int:
		return strconv.AppendInt(text, int64(*v), 10), nil
	case *time.Duration:
		return strconv.AppendInt(text, int64(*v), 10), nil
	case *bool:
		return strconv.AppendBool(text, *v), nil
	case *string:
		if !utf8.ValidString(*v) {
			return nil, fmt.Errorf("%s: %s is not valid UTF-8, so JSON cannot represent it", at, name)
		}
		return quote(text, *v), nil
	case *error:
		if *v == nil {
			return append(text, "null"...), nil
		}
		return quote(text, (*v).Error()), nil
	case goValue:
		return v.append(text, at, name)
	case Named:
		return constant(text, v)
	}
	return nil, fmt.Errorf("%s: %s: no JSON for %T", at, name, f.Value)
}

// constant appends the text of a constant.
func constant(text []byte, c Named) ([]byte, error) {
	s, err := c.MarshalText()
	if err != nil {
		return nil, err
	}
	return quote(text, s), nil
}

// quote appends a string as encoding/json writes it.
func quote[S string | []byte](text []byte, s S) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			encoded, _ := json.Marshal(string(s)) // JSON can represent each string
			return append(text, encoded...)
		}
	}
	return append(append(append(text, '"'), s...), '"')
}

// omitted reports whether the field is not written.
func (f *Field) omitted() bool {
	if f.Value == nil {
		return true
	}
	return f.OmitZero && f.zero()
}

// zero reports whether the value is zero.
func (f *Field) zero() bool {
	pointer := f.Value
	if v, ok := pointer.(goValue); ok {
		pointer = v.pointer
	}
	if t, ok := pointer.(*time.Time); ok {
		return t.IsZero()
	}
	return reflect.ValueOf(pointer).Elem().IsZero()
}

// write appends the members of an object. Errors begin with at, and name fields after kind.
func write(text []byte, at, kind string, fields []Field) (_ []byte, err error) {
	text = append(text, '{')
	comma := false
	for i := range fields {
		f := &fields[i]
		if f.omitted() {
			continue
		}
		if comma {
			text = append(text, ',')
		}
		comma = true
		text = append(quote(text, f.Name), ':')
		if text, err = f.append(text, at, kind+f.Name); err != nil {
			return nil, err
		}
	}
	return append(text, '}'), nil
}
