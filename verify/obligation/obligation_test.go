package obligation_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// machines loads the specs that the verifier is tested with.
func machines(t *testing.T) map[string]*core.Machine {
	t.Helper()
	out := map[string]*core.Machine{}
	for _, pattern := range []string{"../testdata/*.fsm.yaml", "../../machines/*/*.fsm.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if s, _ := spec.LoadWith(file, src, spec.OpenFile); s.Machine != nil {
				out[file] = s.Machine
			}
		}
	}
	if len(out) < 40 {
		t.Fatalf("only %d specs", len(out))
	}
	return out
}

// TestTable holds each entry of the table to be complete, and each kind to be asked
// of some machine.
func TestTable(t *testing.T) {
	asked := map[obligation.Kind]int{}
	for _, m := range machines(t) {
		for o := range obligation.All(m, false) {
			asked[o.Kind]++
		}
	}
	texts := map[string]bool{}
	for _, k := range obligation.Kinds() {
		text := k.Asks(&core.Machine{})
		if k == "" || k.Code() == "" || text == "" || text == string(k) || texts[text] {
			t.Errorf("the entry of %q is not complete: code %q, %q", k, k.Code(), text)
		}
		texts[text] = true
		if asked[k] == 0 {
			t.Errorf("no machine is asked about %q: either nothing lists these obligations, or a spec in verify/testdata is missing", k)
		}
		delete(asked, k)
	}
	for k := range asked {
		t.Errorf("the table has no entry for %q, which machines are asked about", k)
	}
	if k := obligation.Kind("new"); k.Code() != "" || k.Asks(&core.Machine{}) != "new" || !k.Terminates() {
		t.Errorf("an unknown kind: code %q, %q", k.Code(), k.Asks(&core.Machine{}))
	}
}

// TestDescribe puts each obligation of many machines into words: two say the same
// only if they are about copies of one alternative.
func TestDescribe(t *testing.T) {
	for file, m := range machines(t) {
		seen := map[obligation.Obligation]bool{}
		for o := range obligation.All(m, false) {
			if seen[o] {
				t.Errorf("%s: %+v is asked twice", file, o)
			}
			seen[o] = true
			d := o.Describe(m)
			if d.Claim == "" || d.Help == "" || (d.Broken == "") != (o.Kind == obligation.Params || o.Kind == obligation.Child) {
				t.Errorf("%s: %+v has no words: %+v", file, o, d)
			}
			if d.Span == (diag.Span{}) && o.Kind != obligation.Params {
				t.Errorf("%s: %+v has no place", file, o)
			}
			if o.Transition >= 0 && o.From(m) != m.Transitions[o.Transition].From {
				t.Errorf("%s: %+v begins in state %d", file, o, o.From(m))
			}
		}
	}
	d := obligation.Obligation{Kind: "new"}.Describe(&core.Machine{})
	if !strings.Contains(d.Claim, "new") || !strings.Contains(d.Help, "bug in fsmgen") {
		t.Errorf("an unknown kind: %+v", d)
	}
}

// TestPage holds docs/verification.md to list the kinds, in order.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/verification.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "| kind | obligation |\n| --- | --- |\n")
	if !ok {
		t.Fatal("docs/verification.md has no table of kinds")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var got []obligation.Kind
	for _, row := range regexp.MustCompile("(?m)^\\| `(.*?)` \\| .+ \\|$").FindAllStringSubmatch(table, -1) {
		got = append(got, obligation.Kind(row[1]))
	}
	if d := cmp.Diff(obligation.Kinds(), got); d != "" {
		t.Errorf("the kinds of docs/verification.md (-want +got):\n%s", d)
	}
}

// TestAll lists the obligations of a small machine.
func TestAll(t *testing.T) {
	s, diags := spec.Load("door.fsm.yaml", []byte(`machine: Door
params: {n: {type: int, min: 1, max: 5}}
vars: {left: {type: int, min: 0, max: n, init: n}}
events: {Knock: {}, Ring: {}}
initial: Closed
terminal: {done: [Open]}
states:
  Closed:
    on:
      Knock: [{if: left > 0, set: {left: left - 1}}, {if: left == 0, to: Open}]
      Ring: Open
  Open: {}
progress: {Closed: left + 1}
bound: n + 1
`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var got []string
	for o := range obligation.All(s.Machine, false) {
		got = append(got, string(o.Kind)+": "+o.Describe(s.Machine).Claim)
	}
	want := []string{
		"init: `left` starts in its range",
		"range: `left` stays in its range on Closed --Knock[left > 0]--> Closed",
		"gap: in state `Closed`, some alternative of `Knock` is always taken",
		"overflow: all values fit in Go's int on Closed --Knock[left > 0]--> Closed",
		"bounded: progress is never negative in state `Closed`",
		"decrease: progress decreases on Closed --Knock[left > 0]--> Closed",
		"decrease: progress decreases on Closed --Knock[left == 0]--> Open",
		"decrease: progress decreases on Closed --Ring--> Open",
		"bound: progress starts at or below the bound, at `n + 1`",
		"params: there are parameter values in the declared ranges",
		"deadlock: some event can always take a transition in state `Closed`",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("obligations (-want +got):\n%s", d)
	}
	if got := slices.Collect(obligation.All(s.Machine, true)); len(got) != len(want) {
		t.Errorf("over mathematical integers there are %d obligations, want %d", len(got), len(want))
	}
}
