package conform

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Record is a line of a file: an event that a machine has accepted, or the begin of a run. Entries of package store's histories have
// this form, but for ID.
type Record struct {
	// ID names the run. Lines of different runs can be mixed. It may be empty.
	ID string `json:"id"`
	// Revision is 0, or counts the lines of a run from 1. A run whose first line has a higher one has lost its begin.
	Revision int64 `json:"revision"`
	// Event is empty for the begin of a run, and where the values of a machine were rewritten.
	Event string `json:"event"`
	// Payload is the fields of the event, or nil; at the begin, a snapshot of the machine, or nil.
	Payload json.RawMessage `json:"payload"`
	// Params are the parameters, at the begin.
	Params map[string]json.RawMessage `json:"params"`
	// Guards are the answers of external guards, by the calls as the spec writes them, such as fits(event.request, 1).
	Guards map[string]bool `json:"guards"`
	// From and To are the states before and after, when the machine is at rest. Each may be empty: it is not known.
	From string `json:"from"`
	To   string `json:"to"`
	// Ignored means that the state ignores the event.
	Ignored bool `json:"ignored"`

	// Timer is the text of the timer that has fired, or empty.
	Timer string `json:"timer"`
	// At is when the machine has taken the event, or when the run begins; zero: it is not known.
	At time.Time `json:"at"`

	// These are of entries of histories, and not checked.
	Key     string `json:"key"`
	Answers string `json:"answers"`

	// Line is the line in the file, from 1.
	Line int `json:"-"`
	// Gap means that revisions before this one are missing, so that only its state is known.
	Gap bool `json:"-"`
}

// errEmpty means that there are no records, so nothing can be said of them.
var errEmpty = errors.New("there are no recorded steps")

// Read reads records: one JSON object a line, without members that a Record does not have. Empty lines are skipped. It is an
// error if there are none.
func Read(from io.Reader) (records []Record, err error) {
	lines := bufio.NewReader(from)
	for number := 1; ; number++ {
		line, end := lines.ReadBytes('\n')
		if end != nil && end != io.EOF {
			return nil, end
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			r := Record{Line: number}
			d := json.NewDecoder(bytes.NewReader(line))
			d.DisallowUnknownFields()
			if err := d.Decode(&r); err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			if d.More() {
				return nil, fmt.Errorf("line %d: more than one JSON value", number)
			}
			records = append(records, r)
		}
		if end == io.EOF {
			break
		}
	}
	if len(records) == 0 {
		return nil, errEmpty
	}
	return records, nil
}
