package stored

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

const base = `machine: Order
params: {retries: {type: int, min: 0, max: 5}}
vars:
  failures: {type: int, min: 0, max: retries}
  note: string
  kind: {type: Kind, init: Small}
enums: {Kind: [Small, Large]}
events: {Pay: {note: string}, Decline: {}, Ship: {}}
initial: Draft
terminal: {done: [Shipped], failed: [Cancelled]}
states:
  Draft:
    on:
      Pay: {to: Paid, set: {note: event.note, paid: failures + 1}}
      Decline: [{if: failures < retries, set: {failures: failures + 1}}, {to: Cancelled}]
  Paid: {data: {paid: {type: int, min: 1}}, on: {Ship: Shipped}}
  Shipped: {}
  Cancelled: {}
progress: {Draft: retries - failures + 2, Paid: 1}
bound: retries + 2
`

func load(t *testing.T, src string) (*core.Machine, []core.Invariant) {
	t.Helper()
	s, diags := spec.Load("order.fsm.yaml", []byte(src))
	if s.Machine == nil {
		t.Fatalf("%v in\n%s", diags, src)
	}
	var conditions []core.Invariant
	for _, c := range verify.Machine(t.Context(), s.Machine).Conditions {
		conditions = append(conditions, c.Invariant)
	}
	return s.Machine, conditions
}

// TestDecide lists the findings for changes of a spec, one kind of demand after the other.
func TestDecide(t *testing.T) {
	for _, tt := range []struct {
		name  string
		edits []string // pairs of a text and its replacement
		want  []string // "part: reason: answer: example"
	}{
		{"nothing", nil, nil},
		{"order and transitions", []string{"Pay: {to: Paid, set: {note: event.note, paid: failures + 1}}", "Pay: {to: Paid, set: {paid: 7}}"}, nil},
		{"machine renamed", []string{"machine: Order", "machine: Purchase"}, []string{"machine Order → Purchase: renamed: fails: "}},
		{"machine renamed, declared", []string{"machine: Order", "machine: Purchase\nwas: Order"}, nil},
		{"state renamed", []string{"Draft", "Open"}, []string{"state Draft: removed or renamed: fails: "}},
		{"state renamed, declared", []string{"Draft", "Open", "  Open:\n", "  Open:\n    was: Draft\n"}, nil},
		{"variable removed", []string{"  note: string\n", "", "note: event.note, ", ""}, []string{"var note: removed or renamed: fails: "}},
		{"variable removed, declared", []string{"  note: string\n", "", "note: event.note, ", "", "vars:", "removed: note\nvars:"}, nil},
		{"variable added", []string{"  note: string\n", "  note: string\n  more: {type: int, min: 0}\n"}, nil},
		{"parameter added", []string{"params: {", "params: {more: bool, "}, []string{"param more: added without a default: fails: "}},
		{"parameter added with a default", []string{"params: {", "params: {more: {type: bool, default: \"true\"}, "}, nil},
		{"datum added", []string{"data: {paid", "data: {by: string, paid", "paid: failures + 1", "by: note, paid: failures + 1"},
			[]string{"datum Paid.by: added, and a machine that was stored in state Paid has no value for it: fails: "}},
		{"datum removed", []string{", paid: failures + 1", "", "data: {paid: {type: int, min: 1}}, ", ""}, []string{"datum Paid.paid: removed or renamed: fails: "}},
		{"type changed", []string{"note: string", "note: int"}, []string{
			"var note: the type has changed from string to int: fails: "}},
		{"Go type", []string{"  note: string\n", "  note: time.Time\n", "{note: string}", "{note: time.Time}"}, []string{
			"var note: the type has changed from string to time.Time, and stored values may have another meaning, or none: may: "}},
		{"value of an enum that no machine has", []string{"Large", "Huge"}, []string{
			"var kind: the value Large of enum Kind is removed or renamed: reached: "}},
		{"value of an enum that each machine has", []string{"Small", "Tiny"}, []string{
			"var kind: the value Small of enum Kind is removed or renamed: fails: in state Draft with kind = Small"}},
		{"narrower parameter", []string{"min: 0, max: 5", "min: 1, max: 5"}, []string{"param retries: must be from 1 to 5: fails: in state Draft with retries = 0"}},
		{"wider parameter", []string{"min: 0, max: 5", "min: 0, max: 9"}, nil},
		{"narrower variable", []string{"max: retries}", "max: 1}"}, []string{"var failures: must be from 0 to 1: fails: in state Draft with failures = 2"}},
		{"narrower datum", []string{"min: 1}", "min: 1, max: 6}"}, []string{"datum Paid.paid: must be from 1 to 6: reached: "}},
		{"invariant that ranges imply", []string{"initial:", "invariants: [failures <= 5]\ninitial:"}, nil},
		{"invariant that runs imply", []string{"initial:", "invariants: [\"kind == Kind.Small\"]\ninitial:"}, []string{"invariant kind == Small: must hold: reached: "}},
		{"invariant that fails", []string{"initial:", "invariants: [failures < 2]\ninitial:"}, []string{
			"invariant failures < 2: must hold: fails: in state Draft with failures = 2"}},
		{"invariant that fails in a state, for large parameters", []string{"  Paid: {", "  Paid: {invariants: failures <= 4, "}, []string{
			"invariant Paid: failures <= 4: must hold: fails: in state Paid with failures = 5"}},
		{"not stored", []string{"machine: Order", "machine: Other\ngo: {faces: [observe]}"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := base
			for i := 0; i < len(tt.edits); i += 2 {
				if !strings.Contains(src, tt.edits[i]) {
					t.Fatalf("the spec does not contain %q", tt.edits[i])
				}
				src = strings.ReplaceAll(src, tt.edits[i], tt.edits[i+1])
			}
			old, conditions := load(t, base)
			new, more := load(t, src)
			var got []string
			for _, f := range Decide(t.Context(), old, conditions, Demands(old, new, conditions, more)) {
				answer := map[Answer]string{May: "may", Fails: "fails", Reached: "reached"}[f.Answer]
				got = append(got, f.Part+": "+f.Reason+": "+answer+": "+f.Example)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("findings (-want +got):\n%s", d)
			}
		})
	}
}

// TestDecideAtRest wants examples only of machines that are at rest, because others are hardly stored, but
// no demand on the others may be lost.
func TestDecideAtRest(t *testing.T) {
	const old = `machine: Order
vars: {n: {type: int, min: 0, max: 9}}
events: {Add: {by: int}, Ship: {}}
initial: Draft
terminal: {done: [Shipped]}
states:
  Draft:
    always: {if: n > 4, to: Checked}
    on:
      Add: [{if: event.by > 0 && event.by < 10 - n, set: {n: n + event.by}}, {to: Shipped}]
  Checked: {always: Full}
  Full: {on: {Ship: Shipped}}
  Shipped: {}
`
	for _, tt := range []struct{ name, from, to, want string }{
		{"a state in which the machine never rests", "Checked", "Known", "state Checked: removed or renamed: may: "},
		{"a state in which the machine may rest", "Draft", "Open", "state Draft: removed or renamed: fails: "},
		{"values that are left without an event", "  Draft:\n", "  Draft:\n    invariants: n < 5\n", "invariant Draft: n < 5: must hold: may: "},
		{"values with which the machine rests", "  Draft:\n", "  Draft:\n    invariants: n < 4\n", "invariant Draft: n < 4: must hold: fails: in state Draft with n = 4"},
	} {
		a, conditions := load(t, old)
		b, more := load(t, strings.ReplaceAll(old, tt.from, tt.to))
		var got []string
		for _, f := range Decide(t.Context(), a, conditions, Demands(a, b, conditions, more)) {
			if f.Answer == Fails || f.Answer == May {
				got = append(got, f.Part+": "+f.Reason+": "+map[Answer]string{May: "may", Fails: "fails"}[f.Answer]+": "+f.Example)
			}
		}
		if d := cmp.Diff([]string{tt.want}, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

// TestEarlier lists the demands on what versions before the old one have stored.
func TestEarlier(t *testing.T) {
	old, _ := load(t, strings.NewReplacer("machine: Order", "machine: Order\nwas: [Purchase]\nremoved: [gone]", "  Draft:\n", "  Draft:\n    was: [New]\n").Replace(base))
	new, _ := load(t, base)
	var got []string
	for _, d := range Demands(old, new, nil, nil) {
		if !d.Earlier || d.Holds != nil {
			t.Errorf("%+v is not about earlier versions", d)
		}
		got = append(got, d.Part+": "+d.Reason)
	}
	want := []string{
		"machine Order: the old name Purchase is no longer listed",
		"state Draft: the old name New is no longer listed",
		"machine Order: gone is no longer listed under `removed`",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("demands (-want +got):\n%s", d)
	}
}
