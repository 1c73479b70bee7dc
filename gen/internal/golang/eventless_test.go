package golang_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// passing is a machine with transitions without an event, to which tests add sections and the
// states after A.
const passing = `machine: Passing
events: {Go: {err: error, m: int, ready: int, settle: int}, Wait: {}}
initial: A
terminal: {end: [Z]}
SECTIONS
states:
  A: {ALWAYS, on: {Go: B, Wait: Z}}
STATES
  Z: {}
`

func pass(t *testing.T, sections, always, states string) *core.Machine {
	t.Helper()
	if always == "" {
		always = "doc: Waits."
	}
	s, diags := spec.Load("passing.fsm.yaml", []byte(strings.NewReplacer("SECTIONS", sections, "ALWAYS", always, "STATES", states).Replace(passing)))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return s.Machine
}

// TestEventlessParts tests machines with transitions without an event in some states, and with some
// faces: what they need, and nothing else.
func TestEventlessParts(t *testing.T) {
	const on = "  B: {on: {Go: Z}}"
	chain := ""
	for i, s := range "BCDEFGHI" {
		chain += fmt.Sprintf("  %c: {on: {Wait: %c}}\n", s, "CDEFGHIZ"[i])
	}
	for _, test := range []struct {
		name, sections, always, states string
		want, without                  []string
	}{
		{
			"names", "vars: {open: bool, settle: int, onward: int, handleGo: int, handleWait: int, startMachine: int}", "always: {if: open && settle > 3, to: Z}", "  B: {on: {Go: A}}",
			[]string{"if m.open && m.settle_ > 3 {\n", "return m.onward(m.handleGo(err, m_, ready, settle))\n", "func startMachine(p Params) (*Machine, error) {", "func Begin(p Params) (Begun, error) {"}, nil,
		},
		{
			"no faces", "go: {faces: []}\nvars: {n: int}", "always: {if: n > 3, to: Z}", "  B: {on: {Go: Z, Wait: A}}",
			[]string{"func (m *Machine) Go(err error, m_, ready, settle int) error {\n\tswitch m.state {", "func (m *Machine) Wait() error { return m.onward(m.handleWait()) }\n", "without an event, if one applies, and\n// reports whether it has.\n", "until the\n// machine is at rest.\n"},
			[]string{"during a step"},
		},
		{
			"observers", "go: {faces: [observe]}\nvars: {n: int}", "always: {if: n > 3, to: Z}", on,
			[]string{"func (m *Machine) Wait() error {\n\tm.settle()\n", "_ = m.observe(EventAlways, func() error {\n", "because an observer has panicked, it comes\n// before the event."}, []string{"is from [Restore]"},
		},
		{
			"begins elsewhere", "", "always: C", "  B: {on: {Go: Z}}\n  C: {on: {Go: B}}",
			[]string{"func Begin(p Params) (InC, error) {", "// New returns a machine that has started in A, and has made the transitions", "returns it in the state in which it\n// first waits for an event or ends."}, []string{"Begun"},
		},
		{
			"begins at rest", "vars: {n: int}", "", "  B: {always: {if: n > 1, to: Z}, on: {Go: Z}}",
			[]string{"func Begin(p Params) (InA, error) {", "in its initial state.", "// New returns a machine in the initial state, A.", "StateB accepts Go and may go on without an event.", "to B and onward"}, []string{"Begun"},
		},
		{
			"never waits", "", "", "  B: {always: [{to: C}]}\n  C: {always: Z}",
			[]string{"// StateB never waits for an event.", "func (s InA) Go(", "is the machine after an event of A: InZ."}, []string{"AfterB", "AfterC", "B(ctx context.Context", "InB, error)"},
		},
		{
			// The second guard relies on the first one not to hold.
			"in order", "vars: {n: int}", "always: [{if: n == 0, to: B}, {if: 10 / n > 3, to: Z}]", on,
			[]string{"if m.n == 0 {\n", "if 10/m.n > 3 {\n"}, nil,
		},
		{
			"constants", "vars: {n: int}", "always: [{if: false, to: B}, {if: '!true', to: Z}]", on,
			[]string{"func (m *Machine) raiseAlways() bool {\n"}, nil,
		},
		{"a table", "", "", chain, []string{"transitionTable = "}, nil},
		{"no table", "", "always: {if: false, to: B}", chain, nil, []string{"transitionTable = "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := pass(t, test.sections, test.always, test.states)
			files := chosen(t, m, "", "passing", m.Faces)
			var all []byte
			for _, suffix := range []string{"_fsm.go", "_fsm_typed.go", "_fsm_run.go"} {
				if src, ok := files[suffix]; ok {
					checkComments(t, src)
					checkFormat(t, src)
					all = append(all, src...)
				}
			}
			checkTypes(t, "passing", files["_fsm.go"])
			if m.Faces.Run {
				if _, errs := checkFaces(t, m, assign(t, m, "Deep"), "passing", ""); len(errs) > 0 {
					t.Fatal(errs)
				}
			}
			for _, want := range test.want {
				if !bytes.Contains(all, []byte(want)) {
					t.Errorf("no %q in\n%s", want, all)
				}
			}
			for _, without := range test.without {
				if bytes.Contains(all, []byte(without)) {
					t.Errorf("%q in\n%s", without, all)
				}
			}
		})
	}
}

// TestEventlessSend has events as values. The one that is none is refused.
func TestEventlessSend(t *testing.T) {
	for want, wait := range map[string]string{"Events: {}": "", "that only timers raise, or that is EventAlways, is": "after: {1s: Wait}, "} {
		src := strings.NewReplacer("SECTIONS", "", "ALWAYS", wait+"always: {if: false, to: B}", "STATES", "  B: {on: {Go: Z}}", "{err: error, m: int, ready: int, settle: int}", "{}").Replace(passing)
		if wait == "" {
			want = "is not an event, or that is EventAlways, is refused"
		} else {
			src = strings.Replace(src, "Wait: {}}", "Wait: {internal: true}}", 1)
		}
		s, diags := spec.Load("passing.fsm.yaml", []byte(src))
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		got := generate(t, s.Machine, assign(t, s.Machine, ""), "passing")
		checkTypes(t, "passing", got)
		unwrapped := bytes.ReplaceAll(got, []byte("\n// "), []byte(" "))
		if !bytes.Contains(unwrapped, []byte(want)) || bytes.Contains(got, []byte("case EventAlways:\n\t\treturn m.")) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
