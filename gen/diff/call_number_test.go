package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/verify"
)

// TestCallNumbers restores the numbers of calls that are renamed, merged, or gone: a late result of an earlier start stays one.
func TestCallNumbers(t *testing.T) {
	sample.Turn(t)
	src := read(t, "testdata/wide.fsm.yaml")
	list := []string{
		src,
		edit(t, src, []string{"fetch", "load", "  load: {done", "  load: {was: [fetch, get], done"}),
		edit(t, src, []string{"fetch", "load"}),
	}
	var packages []difftest.Package
	for i, text := range list {
		s := load(t, "wide.fsm.yaml", text, false).Spec.Machine
		packages = append(packages, difftest.Package{Report: &verify.Report{Machine: s}})
		if i == 1 && strings.Join(s.Events[s.Calls[0].Results[1]].Was, " ") != "fetchError getError" {
			t.Errorf("the result has the old names %v", s.Events[s.Calls[0].Results[1]].Was)
		}
	}
	// A version without calls drops the numbers.
	i := slices.IndexFunc(difftest.Wide(), func(v difftest.Version) bool { return v.Name == "last call removed" })
	none := load(t, "wide.fsm.yaml", edit(t, src, difftest.Wide()[i].Edits), false).Spec.Machine
	packages = append(packages, difftest.Package{Report: &verify.Report{Machine: none}})
	program := difftest.Program(t, packages)
	for _, tt := range []struct {
		calls string
		want  [3]string
	}{
		{`{"fetch":3}`, [3]string{`{"fetch":3}`, `{"load":3}`, `{"load":1}`}},
		{`{"fetch":3,"ship":-2}`, [3]string{`{"fetch":3,"ship":-2}`, `{"load":3,"ship":-2}`, `{"load":1,"ship":-2}`}},
		{`{"fetch":3,"get":-7}`, [3]string{`{"fetch":3}`, `{"load":3}`, `{"load":1}`}},
		{`{"get":-7,"fetch":3}`, [3]string{`{"fetch":3}`, `{"load":3}`, `{"load":1}`}},
		{`{"get":-7,"fetch":-3}`, [3]string{`{"fetch":-3}`, `{"load":-7}`, `{"load":1}`}},
		{`{"fetch":-3,"get":-7,"load":-5}`, [3]string{`{"fetch":-3}`, `{"load":-7}`, `{"load":-5}`}},
		{`{"other":4}`, [3]string{`{"fetch":1}`, `{"load":1}`, `{"load":1}`}},
	} {
		row := `{"calls":` + tt.calls + `,"data":{},"machine":"Trip","params":{"retries":1},"state":"First","vars":{"n":0,"workHistory":"none"}}`
		if got, err := program(len(list), []byte(row)); err != nil || strings.Contains(string(got), "calls") {
			t.Errorf("without calls: %s becomes %s, %v", tt.calls, got, err)
		}
		for i, want := range tt.want {
			got, err := program(i, []byte(row))
			if err != nil || !strings.HasPrefix(string(got), `{"calls":`+want+`,`) {
				t.Errorf("version %d: %s becomes %s, %v, want %s", i, tt.calls, got, err, want)
			}
		}
	}
}
