package check

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// escaped are texts as a snapshot may have them, and what they stand for; "": they
// contain half of a surrogate pair, which stands for nothing.
var escaped = []struct{ json, text string }{
	{`\ud800\udc00`, "\U00010000"}, {`\uDBFF\uDFFF`, "\U0010FFFF"}, {`\ud83d\ude00\ud83d\ude00`, "\U0001F600\U0001F600"},
	{`\ud7ff\ue000`, "\ud7ff\ue000"}, {`\u1cff\u1980\u00d8\/ud8`, "\u1cff\u1980\u00d8/ud8"}, {`\\ud800`, `\ud800`}, {`\\\ud83d\ude00`, "\\\U0001F600"},
	{`\ud800`, ""}, {`\udbff`, ""}, {`\udc00`, ""}, {`\uDFFF`, ""}, {`\ud800 \udc00`, ""}, {`\ud83d\\ude00`, ""},
	{`\ud83d\\\ude00`, ""}, {`\ud83d\ud83d\ude00`, ""}, {`\ud83d\ude00\ude00`, ""}, {`\ude00\ud83d`, ""}, {`\ud83d\u0041`, ""},
}

// surrogates restores machines with such texts in each place for one.
func (s *snapshots) surrogates(r *run.Run) {
	s.t.Helper()
	const mark = "a text to be replaced"
	for _, m := range append(s.env.withText(r.Now, r.Machine, mark), s.env.withError(r.Now, r.Machine, mark)...) {
		snapshot, err := s.env.Subject.Save(m)
		if err != nil || !strings.Contains(string(snapshot), mark) {
			continue // other tests say what is wrong
		}
		with := func(text string) []byte { return []byte(strings.ReplaceAll(string(snapshot), mark, text)) }
		for _, e := range escaped {
			again, err := s.env.Subject.Restored(with(e.json), r.Host.AsFace())
			if e.text == "" {
				if err == nil {
					s.t.Errorf("Restore of %s returned %v", with(e.json), again)
				}
				continue
			}
			var saved []byte
			if err == nil {
				saved, err = s.env.Subject.Save(again)
			}
			plain, _ := json.Marshal(e.text)
			if want := with(strings.Trim(string(plain), `"`)); err != nil || string(saved) != string(want) {
				s.t.Errorf("the snapshot of the machine restored from %s is %s (%v)", with(e.json), saved, err)
			}
		}
	}
}

// withError returns the machine with each of its errors in turn another one.
func (env *Env) withError(m oracle.Config, of any, text string) (all []any) {
	for _, p := range env.Oracle.Layout.Slots {
		if p.IsError() && (p.Homes == nil || slices.Contains(p.Homes, m.State)) {
			other := env.Subject.Clone(of)
			env.Subject.Access.FieldNamed(other, p.Field).Set(reflect.ValueOf(errors.New(text)))
			all = append(all, other)
		}
	}
	return all
}
