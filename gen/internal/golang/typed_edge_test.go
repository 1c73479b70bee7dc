package golang_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestFacesOfCoreMachines compiles the faces of machines that are bare, or
// large, or have states that nothing leaves and alternatives that none takes.
func TestFacesOfCoreMachines(t *testing.T) {
	many := &core.Machine{Name: "Many", Outcomes: []core.Outcome{{Name: "end", States: []int{99}}}}
	for i := range 100 {
		many.States = append(many.States, core.State{Name: fmt.Sprintf("S%d", i), Outcome: -1})
	}
	many.States[99].Outcome = 0
	for i := range 10 {
		many.Events = append(many.Events, core.Event{Name: fmt.Sprintf("E%d", i)})
		for s := range 99 {
			many.Transitions = append(many.Transitions, core.Transition{From: s, Event: i, To: (s + i) % 100})
		}
	}
	many.Sort()
	for name, m := range map[string]*core.Machine{
		"bare":  {Name: "Bare", States: []core.State{{Name: "Only", Outcome: -1}}},
		"ended": {Name: "Ended", States: []core.State{{Name: "Only"}}, Outcomes: []core.Outcome{{Name: "end", States: []int{0}}}},
		"refused": {
			Name: "Refused", States: []core.State{{Name: "A", Outcome: -1}}, Events: []core.Event{{Name: "Go", Cancellation: true}},
			Transitions: []core.Transition{{Effect: core.Reject}},
		},
		"many": many,
	} {
		m.Faces = core.DefaultFaces()
		m.Faces.Values, m.Faces.Columns = true, true
		if _, errs := checkFaces(t, m, assign(t, m, "Deep"), name, ""); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

// TestFacesOfParts tests specs with single features, and checks the generated code.
func TestFacesOfParts(t *testing.T) {
	for _, test := range []struct {
		name, sections, members, alternative string
		want, without                        []string
	}{
		{"nothing", "vars: {steps: int, handle: int}", "", "{to: B, set: {steps: steps + 1}}",
			[]string{"func Run(ctx context.Context, p Params, h Handler, options ...RunOption) (Ended, error) {", "\tm, err := New(p)\n", "{ return s.now().steps_ }\n"},
			[]string{"RunHost", "timers", "WithoutCancel", "due"}},
		{"guards", "guards: {open: {}}", "", "{if: open, to: B}",
			[]string{"func Run(ctx context.Context, p Params, host Host, h Handler, options ...RunOption) (Ended, error) {", "\tm, err := New(p, host)\n", "func Begin(p Params, host Host) (InA, error) {"},
			[]string{"RunHost", "timers"}},
		{"timers alone", "", "after: {1s: Wait, 2s: Again}", "B",
			[]string{"func Run(ctx context.Context, p Params, h Handler, options ...RunOption) (Ended, error) {", "\town := &runTimers{}\n", "func Begin(p Params, host Host) (InA, error) {", "case TimerAWait:\n\t\t\treturn m.state == StateA\n"},
			[]string{"RunHost"}},
		{"timers and outputs", "outputs: {Tell: {}}", "after: {1s: Wait}\n    exit: Tell", "B",
			[]string{"type RunHost interface {\n\tOutputs\n}\n", "\town := &runTimers{RunHost: host}\n"}, nil},
		{"timers and delays", "delays: {nap: {args: {n: int, time: time.Duration}}}\nparams: {n: int}\nvars: {left: time.Duration}", "after: {'nap(n, left)': Again}", "B",
			[]string{"type RunHost interface {\n\t// Nap is as [Timers] documents.\n\tNap(n int, time_ time.Duration) time.Duration\n}\n"}, []string{"rests"}},
		{"a proved bound", "progress: {A: 2, B: 1}\nbound: 2", "", "B",
			[]string{"most p.MaxTransitions() times between two environment events."}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := small(t, test.sections, test.members, test.alternative)
			names := assign(t, m, "")
			if _, errs := checkFaces(t, m, names, "small", ""); len(errs) > 0 {
				t.Fatal(errs)
			}
			all := faces(t, m, names, "small")
			got := append(all["_fsm_typed.go"], all["_fsm_run.go"]...)
			checkComments(t, all["_fsm_typed.go"])
			checkComments(t, all["_fsm_run.go"])
			for _, want := range test.want {
				if !bytes.Contains(got, []byte(want)) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
			for _, without := range test.without {
				if bytes.Contains(got, []byte(without)) {
					t.Errorf("%q in\n%s", without, got)
				}
			}
		})
	}
}

// TestTypedArguments tests payloads with names that the methods use themselves.
func TestTypedArguments(t *testing.T) {
	for _, fields := range []string{"s: int, err: error", "s: int, err: error, in: int, fault: int, self: int", "s: int, err: error, in: int, fault: int, self: int, refusal: int, m: int, context: int, typedState: int", "illegalTransition: int, transitionTable: int"} {
		src := strings.NewReplacer("time: int, m: int", fields, "SECTIONS", "", "MEMBERS", "", "ALTERNATIVE", "B").Replace(frame)
		loaded, diags := spec.Load("small.fsm.yaml", []byte(src))
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		m := loaded.Machine
		if _, errs := checkFaces(t, m, assign(t, m, ""), "small", ""); len(errs) > 0 {
			t.Errorf("%s: %v", fields, errs)
		}
	}
}

// TestHostileFaces puts texts that would be code or directives in every place of a spec that
// allows them, and checks that only comments change.
func TestHostileFaces(t *testing.T) {
	sample.Turn(t)
	m, names := load(t, "job")
	plain := faces(t, m, names, "job")
	for i, text := range hostile {
		m, names := load(t, "job")
		m.Doc, m.File = text, "dir/"+text+".fsm.yaml"
		for i := range m.Vars {
			m.Vars[i].Doc = text
		}
		for i := range m.Events {
			m.Events[i].Doc = m.Events[i].Name + " " + text
		}
		for i := range m.States {
			m.States[i].Doc = text
		}
		for i := range m.Delays {
			m.Delays[i].Doc = text
		}
		for suffix, src := range faces(t, m, names, "job") {
			if suffix == "_fsm.go" {
				continue // which TestHostileDocs looks at
			}
			if diff := cmp.Diff(declarations(t, plain[suffix]), declarations(t, src)); diff != "" {
				t.Errorf("text %d changes %s (-want +got):\n%s", i, suffix, diff)
			}
			for line := range strings.SplitSeq(string(src), "\n") {
				if line := strings.TrimSpace(line); strings.HasPrefix(line, "//go:") || strings.HasPrefix(line, "//line") || strings.HasPrefix(line, "/*") {
					t.Errorf("text %d gives the line %q", i, line)
				}
			}
		}
	}
}

// TestFacesFaults gives the generators inputs that no checked spec produces.
func TestFacesFaults(t *testing.T) {
	for face, generate := range map[string]func(*core.Machine, *ident.Names, string) ([]byte, error){"Typed": golang.Typed, "Run": golang.Run, "Columns": golang.Columns} {
		for want, spoil := range map[string]func(*core.Machine, *ident.Names) string{
			`"a b" is not a package name`: func(*core.Machine, *ident.Names) string { return "a b" },
			"the names are not those of the machine": func(_ *core.Machine, n *ident.Names) string {
				n.Typed.In = n.Typed.In[1:]
				return "job"
			},
		} {
			m, names := load(t, "job")
			out, err := generate(m, names, spoil(m, names))
			if out != nil || err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "internal error: ") {
				t.Errorf("%s: %d bytes and error %v, want one with %q", face, len(out), err, want)
			}
		}
	}
}
