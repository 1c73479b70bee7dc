package picture

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMemory reads what a history remembers from labels with and without detail.
func TestMemory(t *testing.T) {
	shallow := Label{Event: "Resume", Updates: []string{"n += 1"}, Implied: []string{"raise Go", "to history of Playing"}}
	deep := Label{Event: "Resume", Implied: []string{"to deep history of Playing"}}
	plain := Label{Event: "Resume", Implied: []string{"raise Go"}}
	for _, test := range []struct {
		label Label
		want  string
	}{
		{shallow, "history of Playing"}, {deep, "deep history of Playing"}, {plain, ""}, {shallow.at(Guards, false), "history of Playing"},
		{deep.at(Events, false), "deep history of Playing"}, {plain.at(States, false), ""}, {Label{Full: []Label{shallow, deep}}, ""},
		{Label{Full: []Label{plain, deep}}, ""}, {Label{Full: []Label{deep, plain}}, ""}, {Label{Full: []Label{deep, deep}}, "deep history of Playing"},
	} {
		if got := test.label.Memory(); got != test.want {
			t.Errorf("%+v remembers %q, want %q", test.label, got, test.want)
		}
	}
	rest := shallow.at(Events, false).WithoutMemory()
	want := Label{Event: "Resume", Full: []Label{{Event: "Resume", Updates: []string{"n += 1"}, Implied: []string{"raise Go"}}}}
	if d := cmp.Diff(want, rest); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if shallow.Memory() == "" {
		t.Error("the label itself has changed")
	}
}
