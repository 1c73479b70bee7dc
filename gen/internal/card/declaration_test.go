package card_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/verify"
)

// TestNames checks that the card shows the Go names that the spec declares.
func TestNames(t *testing.T) {
	m := picturetest.Call()
	if text := write(t, m); strings.Contains(text, "Go name") {
		t.Errorf("a machine without names for Go has a column for them:\n%s", text)
	}
	m.Params[0].Go, m.Vars[0].Go, m.Enums[0].Go, m.Guards[0].Go = "P", "V", "T", "G"
	m.States[0].Go, m.Events[0].Go, m.Outputs[0].Go, m.Delays[0].Go = "S", "E", "O", "D"
	text := write(t, m)
	_, table, _ := strings.Cut(text, "<summary>Go names</summary>\n\n")
	table, _, _ = strings.Cut(table, "\n</details>\n")
	want := "| Part | Name | Go name |\n| --- | --- | --- |\n" +
		"| parameter | `most` | `P` |\n| variable | `retries` | `V` |\n" +
		"| type | `Cause` | `T` |\n| guard | `fits` | `G` |\n| delay | `hold` | `D` |\n" +
		"| state | `Idle` | `S` |\n| event | `Call` | `E` |\n| output | `Switched` | `O` |\n"
	if d := cmp.Diff(want, table); d != "" {
		t.Errorf("Go names (-want +got):\n%s", d)
	}
	m = picturetest.Fallback()
	m.Vars[2].Go = "Answer"
	if text := write(t, m); !strings.Contains(text, "\n| data of Succeeded | `response` | `Answer` |\n") {
		t.Errorf("the Go name of the state data is missing in\n%s", text)
	}
}

// TestTexts checks that the card shows the texts that are stored for states and values of enums.
func TestTexts(t *testing.T) {
	m := picturetest.Call()
	if text := write(t, m); strings.Contains(strings.ToLower(text), "stored as") {
		t.Errorf("a machine without texts has a column for them:\n%s", text)
	}
	e := m.Enums[0]
	m.States[0].Text, e.Text = "is `idle` |", make([]string, len(e.Values))
	e.Text[1] = "<b>"
	text := write(t, m)
	for _, want := range []string{"| stored as ``is `idle` \\|``", "`" + e.Values[1] + "` (stored as `<b>`)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestFound checks that the card shows a synthesized progress function, which the
// proofs refer to.
func TestFound(t *testing.T) {
	text := write(t, unranked())
	for _, want := range []string{"| Progress φ |", "`-φ` means"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestChange checks how the changes of a progress function of several components
// are shortened, and that they are not shortened if a proof is missing.
func TestChange(t *testing.T) {
	for _, test := range []struct {
		change []string
		status verify.Status
		want   string
	}{
		{[]string{"0", "-1", "x*y", "1"}, verify.Proved, "`(0, -1, …)`"},
		{[]string{"-2", "x"}, verify.Proved, "`(-2, …)`"},
		{[]string{"0", "-1"}, verify.Proved, "`(0, -1)`"},
		{[]string{"0", "-x*y", "1"}, verify.Proved, "`(0, -x·y, 1)`"},
		{[]string{"1", "-1", "1"}, verify.Proved, "`(1, -1, 1)`"},
		{[]string{"0", "-1", "x"}, verify.Unknown, "`(0, -1, x)`"},
	} {
		m := picturetest.Fallback()
		r := verify.Machine(context.Background(), m)
		for i := range r.Obligations {
			// The target of the first transition is not terminal.
			if o := &r.Obligations[i]; o.Kind == verify.KindDecrease && o.Transition == 0 {
				o.Change, o.Status = test.change, test.status
			}
		}
		text, err := card.Card(m, r, "", "")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "| "+map[verify.Status]string{verify.Proved: "✓", verify.Unknown: "**?**"}[test.status]+" "+test.want+" |") {
			t.Errorf("no %s in\n%s", test.want, text)
		}
		if strings.Contains(test.want, "…") != strings.Contains(string(text), "(…) do not matter") {
			t.Errorf("%s is not explained, or something else is, in\n%s", test.want, text)
		}
	}
}
