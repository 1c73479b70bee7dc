package codec

import "fmt"

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
