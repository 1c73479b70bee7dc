package storetest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
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
// end of its process. A process that is killed while it writes may leave the beginning of a line, so each line
// begins with a line end.
type journal struct{ file *os.File }

func openJournal(file string) (journal, error) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	return journal{f}, err
}

// write panics if it fails: a journal that is not complete proves nothing.
func (j journal) write(n note) {
	line, err := json.Marshal(n)
	if err == nil {
		_, err = j.file.Write(append([]byte{'\n'}, line...))
	}
	if err != nil {
		panic(err)
	}
}

// readJournal returns all lines that are complete. What a process was about to write when it was killed, it has not
// done yet, or its client and its receiver do not know that it has.
func readJournal(t testing.TB, file string) (notes []note) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		var n note
		switch err := json.Unmarshal(line, &n); {
		case err != nil && err.Error() == "unexpected end of JSON input": // the beginning of a line, or an empty one
			continue
		case err != nil:
			t.Fatalf("%s: %v", line, err)
		}
		notes = append(notes, n)
	}
	return notes
}

// TestJournalTorn reads a journal in which a process was killed while it wrote.
func TestJournalTorn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "journal")
	j, err := openJournal(file)
	if err != nil {
		t.Fatal(err)
	}
	j.write(note{Do: "send", ID: "1"})
	for _, torn := range []string{"\n", "\n{\"Do\":\"deliv", "\n{\"Do\":\"sent\",\"ID\":\"2\"", "\n{\"Do\":\"send\",\"Payload\":{}"} {
		if _, err := j.file.WriteString(torn); err != nil {
			t.Fatal(err)
		}
		j.write(note{Do: "sent", ID: "1"})
	}
	if err := j.file.Close(); err != nil {
		t.Fatal(err)
	}
	notes := readJournal(t, file)
	if len(notes) != 5 || notes[0].Do != "send" || notes[4].Do != "sent" || notes[4].ID != "1" {
		t.Errorf("read %+v", notes)
	}
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if notes := readJournal(t, file); len(notes) > 0 {
		t.Errorf("read %+v from an empty journal", notes)
	}
}
