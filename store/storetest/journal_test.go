package storetest

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// note is a line of a journal: what a client or a receiver has done.
type note struct {
	Do      string          // send, sent (without an error), deliver, delivered
	ID      string          `json:",omitempty"`
	Key     string          `json:",omitempty"`
	Name    string          `json:",omitempty"` // the event or the output; an empty event is the creation
	Payload json.RawMessage `json:",omitempty"`
}

// journal is a file to which several processes write. A line that is written survives the
// end of its process.
type journal struct{ file *os.File }

func openJournal(file string) (journal, error) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	return journal{f}, err
}

// write panics if it fails: a journal that is not complete proves nothing.
func (j journal) write(n note) {
	line, err := json.Marshal(n)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	if err != nil {
		panic(err)
	}
}

// readJournal returns all lines.
func readJournal(t testing.TB, file string) (notes []note) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var n note
		if err := json.Unmarshal(line, &n); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		notes = append(notes, n)
	}
	return notes
}
