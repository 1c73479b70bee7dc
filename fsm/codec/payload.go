package codec

import (
	"encoding/json"
	"fmt"
)

// WritePayload returns the JSON of the fields of an event or an output of a package; of names it, as in "event Pay". The error
// is that of a value that JSON cannot restore.
func WritePayload(pkg, of string, fields ...Field) ([]byte, error) {
	return write(nil, pkg+": "+of, "", fields)
}

// ReadPayload sets the fields of an event or an output of a package to the values in a JSON object; of names it, as in
// "event Pay". A payload without fields may be empty.
func ReadPayload(pkg, of string, payload []byte, fields ...Field) error {
	if len(payload) == 0 && len(fields) == 0 {
		return nil
	}
	at := pkg + ": " + of
	if !valid(payload) {
		return fmt.Errorf("%s: not valid JSON", at)
	}
	return object{at, "field", of}.read(payload, fields)
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
	if err := ReadPayload(pkg, name, payload); err != nil {
		return value, err
	}
	return of, nil
}
