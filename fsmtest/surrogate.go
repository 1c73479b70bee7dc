package fsmtest

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
)

// escaped are texts as a snapshot may have them, and what they stand for; "": they
// contain half of a surrogate pair, which stands for nothing.
var escaped = []struct{ json, text string }{
	{`\ud800\udc00`, "\U00010000"}, {`\uDBFF\uDFFF`, "\U0010FFFF"}, {`\ud83d\ude00\ud83d\ude00`, "\U0001F600\U0001F600"},
	{`\ud7ff\ue000`, "\ud7ff\ue000"}, {`\u1980\u1cff\u00d8\/ud8`, "\u1980\u1cff\u00d8/ud8"}, {`\\ud800`, `\ud800`}, {`\\\ud83d\ude00`, "\\\U0001F600"},
	{`\ud800`, ""}, {`\udbff`, ""}, {`\udc00`, ""}, {`\uDFFF`, ""}, {`\ud800 \udc00`, ""}, {`\ud83d\\ude00`, ""},
	{`\ud83d\\\ude00`, ""}, {`\ud83d\ud83d\ude00`, ""}, {`\ud83d\ude00\ude00`, ""}, {`\ude00\ud83d`, ""}, {`\ud83d\u0041`, ""},
}

// surrogates restores machines with such texts in each place for one.
func (s *snapshots) surrogates(r *run) {
	s.t.Helper()
	const mark = "a text to be replaced"
	for _, m := range append(s.withText(r.oracle, r.machine, mark), s.withError(r.oracle, r.machine, mark)...) {
		snapshot, err := s.save(m)
		if err != nil || !strings.Contains(string(snapshot), mark) {
			continue // other tests say what is wrong
		}
		with := func(text string) []byte { return []byte(strings.ReplaceAll(string(snapshot), mark, text)) }
		for _, e := range escaped {
			again, err := s.restored(with(e.json), r.host)
			if e.text == "" {
				if err == nil {
					s.t.Errorf("Restore of %s returned %v", with(e.json), again)
				}
				continue
			}
			var saved []byte
			if err == nil {
				saved, err = s.save(again)
			}
			plain, _ := json.Marshal(e.text)
			if want := with(strings.Trim(string(plain), `"`)); err != nil || string(saved) != string(want) {
				s.t.Errorf("the snapshot of the machine restored from %s is %s (%v)", with(e.json), saved, err)
			}
		}
	}
}

// withError returns the machine with each of its errors in turn another one.
func (h *checks) withError(m Config, of any, text string) (all []any) {
	for _, p := range h.slots {
		if p.isError() && (p.homes == nil || slices.Contains(p.homes, m.state)) {
			other := h.clone(of)
			h.fieldNamed(other, p.field).Set(reflect.ValueOf(errors.New(text)))
			all = append(all, other)
		}
	}
	return all
}
