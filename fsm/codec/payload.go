package codec

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// Payload is the payload of an event or an output: its fields as a JSON object.
type Payload struct {
	// Package is the name of the generated package, for error texts.
	Package string
	// Of says what has the payload, as in "event Pay".
	Of     string
	Fields []Field
}

// PayloadOf returns the payload of an event or an output. It says what has the payload, as [Payload] documents.
func PayloadOf(pkg, of string, fields ...Field) Payload {
	return Payload{Package: pkg, Of: of, Fields: fields}
}

// Write returns the JSON. The error is that of a value that JSON cannot restore.
func (p Payload) Write() ([]byte, error) { return write(nil, p.at(), "", p.Fields) }

// Read sets the fields to the values in a JSON object. A payload without fields may be empty.
func (p Payload) Read(payload []byte) error {
	for i := range p.Fields {
		p.Fields[i].reset()
	}
	if len(payload) == 0 && len(p.Fields) == 0 {
		return nil
	}
	if !valid(payload) {
		return fmt.Errorf("%s: not valid JSON", p.at())
	}
	return object{p.at(), "field", p.Of}.read(payload, p.Fields)
}

// at is how error texts begin.
func (p Payload) at() string { return p.Package + ": " + p.Of }

// reset sets a value to zero where reading would leave some of it.
func (f *Field) reset() {
	switch v := f.Value.(type) {
	case *error:
		*v = nil
	case goValue:
		reflect.ValueOf(v.pointer).Elem().SetZero()
	}
}

// Read reads the payload of an event or an output of the type T, which reads itself, and returns it as an I.
func Read[I, T any, P interface {
	*T
	json.Unmarshaler
}](payload []byte) (value I, err error) {
	var of T
	if err := P(&of).UnmarshalJSON(payload); err != nil {
		return value, err
	}
	return any(of).(I), nil
}

// Empty reads the payload of an event or an output without fields, and returns what it is given.
func Empty[I any](of I, pkg, name string, payload []byte) (value I, err error) {
	if err := (Payload{Package: pkg, Of: name}).Read(payload); err != nil {
		return value, err
	}
	return of, nil
}
