package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// spelled restores the machine of a run from other spellings of its snapshot, which mean the same in JSON.
func (s *snapshots) spelled(r *run.Run, snapshot []byte) {
	s.t.Helper()
	with := func(name, value string) []byte {
		return draw.Forge(s.t, snapshot, "", func(o draw.Object) { o[name] = json.RawMessage(value) })
	}
	// escape writes the first character of a JSON string in another way.
	escape := func(text string) string {
		_, size := utf8.DecodeRuneInString(text[1:])
		var b strings.Builder
		for _, unit := range utf16.Encode([]rune(text[1 : 1+size])) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
		return `"` + b.String() + text[1+size:]
	}
	escaped := func(name string) []byte {
		return draw.Forge(s.t, snapshot, "", func(o draw.Object) { o[name] = json.RawMessage(escape(string(o[name]))) })
	}
	var spaced bytes.Buffer
	if err := json.Indent(&spaced, snapshot, " \r", "\t"); err != nil {
		s.t.Errorf("the snapshot %s: %v", snapshot, err)
		return
	}
	for _, text := range [][]byte{
		[]byte(" " + spaced.String() + "\n"),
		[]byte(strings.Replace(string(snapshot), `"machine"`, escape(`"machine"`), 1)),
		escaped("machine"),
		escaped("state"),
		with("spec", `"\"},{[]:\\"`),
		with("spec", `{"a": [1, {"b": "}"}], "machine": [[]]}`),
	} {
		m, err := s.env.Subject.Restored(text, r.Host.AsFace())
		if err == nil {
			err = s.env.restoredAgain(r.Now, m, r.Host)
		}
		if err != nil {
			s.t.Errorf("the snapshot %s: %v", text, err)
		}
	}
}
