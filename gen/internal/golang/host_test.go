package golang_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// frame is a small machine to which tests add sections and members of state A.
const frame = `machine: Small
events: {Go: {time: int, m: int}, Wait: {}, Again: {environment: true}}
initial: A
terminal: {end: [C]}
SECTIONS
states:
  A:
    ignore: [Wait]
    on: {Go: B, Again: ALTERNATIVE}
    MEMBERS
  B: {on: {Go: C}}
  C: {}
`

func small(t *testing.T, sections, members, alternative string) *core.Machine {
	t.Helper()
	src := []byte(strings.NewReplacer("SECTIONS", sections, "MEMBERS", members, "ALTERNATIVE", alternative).Replace(frame))
	s, diags := spec.Load("small.fsm.yaml", src)
	if diags.HasErrors() {
		var b bytes.Buffer
		diag.WriteText(&b, diags, func(string) []byte { return src })
		t.Fatal(b.String())
	}
	return s.Machine
}

// TestHostParts tests machines that use only some of the host's features. Names that the
// generated code needs for one feature are available in machines without it.
func TestHostParts(t *testing.T) {
	for _, test := range []struct {
		name, sections, members, alternative string
		want, without                        []string
	}{
		{"nothing", "vars: {host: int, busy: bool, rest: bool}\nenums: {Host: [X], Timer: [Y]}\nparams: {h: Host, t: Timer}", "", "{set: {host: host + 1, busy: true, rest: true}}",
			[]string{"func New(p Params) (*Machine, error) {\n", "\thost     int\n", "\tbusy     bool\n"},
			[]string{"interface {", "host Host", "no snapshot during", "Timers()", "from a method of the host"}},
		{"guards", "guards: {open: {args: {n: int}}}\nvars: {host: int, busy: bool, rest: bool, askOpen: int}", "",
			"{if: open(host), set: {busy: '!rest', askOpen: host}}",
			[]string{"type Host interface {\n\tGuards\n}\n", "\thost_    int\n", "\tbusy_    bool\n", "\trest_    bool\n", "\taskOpen_ int\n", "if m.askOpen(m.host_) {"},
			[]string{"Outputs", "Timer", "A panic in one of them", "time.Duration"}},
		{"a guard in each alternative", "guards: {open: {args: {open: int}}, shut: {}}\nvars: {fmt: int}", "",
			"[{if: 'open(1) || open(1)', to: B}, {if: 'shut && open(fmt)', to: B}, {if: open(fmt), to: C}, {set: {fmt: 1}}]",
			[]string{"open := m.askOpen(1)\n\tif open {", "open2 := m.askOpen(m.fmt)\n\tif m.askShut() && open2 {", "\tif open2 {"}, nil},
		{"a guard that is not asked", "guards: {open: {}}", "", "B",
			[]string{"Open() bool\n"}, []string{"askOpen", "rest()"}},
		{"outputs", "outputs: {Tell: {n: int, errors: string}, Hush: {}}\nvars: {n: int, text: {type: string, init: '\"\"'}}",
			"exit: {Tell: {n: n + 1, errors: text}}",
			"{to: B, set: {n: n + 2, text: '\"x\"'}, emit: [{Tell: {n: n + 1, errors: text}}, {Tell: {n: -n, errors: '\"n\"'}}, {Tell: {n: n + 3, errors: text}}, Hush]}",
			[]string{"type Host interface {\n\tOutputs\n}\n", "n := m.n + 1\n", "text := m.text\n", "tellN := -m.n\n", "tellN2 := m.n + 3\n", "m.host.Tell(n, text)\n\tm.host.Tell(n, text)\n\tm.host.Tell(tellN, \"n\")\n"},
			[]string{"Guards", "Timer", "rest()", "time.Duration"}},
		{"timers", "delays: {nap: 2m, doze: {args: {n: int, k: int}}}\nvars: {n: int}\nparams: {k: int}", "after: {90m: Wait, 'doze(n, k)': Again}", "{to: A, set: {n: n + 1}}",
			[]string{"type Host interface {\n\tTimers\n}\n", "DelayNap = 2 * time.Minute\n", "\tm.startTimer(TimerAWait, 90*time.Minute)\n\tm.startTimer(TimerAAgain, host.Doze(m.n, p.K))\n",
				"m.startTimer(TimerAAgain, m.host.Doze(m.n, m.params.K))\n",
				"func (m *Machine) Go(time_, m_ int) error {", "has been in A for 1h30m."},
			[]string{"Guards", "Outputs", "rest()", "DelayDoze"}},
		{"a delay without timers", "delays: {nap: {args: {n: int}}}", "", "B", nil, []string{"interface {", "\tnap", "Nap"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := small(t, test.sections, test.members, test.alternative)
			got := generate(t, m, assign(t, m, ""), "small")
			checkTypes(t, "small", got)
			checkComments(t, got)
			checkFormat(t, got)
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

// TestEnvironment checks the documentation of machines that need not end.
func TestEnvironment(t *testing.T) {
	for environment, want := range map[int]string{
		0: "// MaxTransitions returns the proved bound: no run of a machine with these\n// parameters takes more transitions. The parameters must be valid.\n",
		1: "between two environment events. The environment\n// event is Go. The parameters must be valid.\n",
		2: "between two environment events. The environment\n// events are Go and Wait. The parameters must be valid.\n",
	} {
		m := small(t, "progress: {A: 2, B: 1}\nbound: 2", "", "B")
		for i := range m.Events {
			m.Events[i].Environment = i < environment
		}
		got := generate(t, m, assign(t, m, ""), "small")
		if !bytes.Contains(got, []byte(want)) {
			t.Errorf("no %q in\n%s", want, got)
		}
		unwrapped := bytes.ReplaceAll(got, []byte("\n// "), []byte(" "))
		if exempt := bytes.Contains(unwrapped, []byte("decreases with each transition except those of the environment (Go")); exempt != (environment > 0) {
			t.Errorf("with %d environment events, the comment of Progress is wrong:\n%s", environment, got)
		}
		if n := bytes.Count(got, []byte("It is an environment event")); n != environment {
			t.Errorf("%d events are said to be of the environment, want %d", n, environment)
		}
	}
}

// TestUnknownQuestion tests a question without a guard.
func TestUnknownQuestion(t *testing.T) {
	m := small(t, "guards: {open: {}}", "", "{if: open, to: B}")
	names := assign(t, m, "")
	m.Asks = nil
	if _, err := golang.Generate(m, names, "small", nil); err == nil || !strings.Contains(err.Error(), `external guard in "open"`) {
		t.Errorf("error %v", err)
	}
	m = small(t, "guards: {open: {}}", "", "{if: open, to: B}")
	m.Timers = []core.Timer{{Owner: "A", States: []int{0}, Delay: -1, Constant: 1, Event: 1, Args: []expr.Expr{&expr.Ref{Symbol: m.Asks[0].Symbol}}}}
	if _, err := golang.Generate(m, assign(t, m, ""), "small", nil); err == nil || !strings.Contains(err.Error(), `external guard in "open"`) {
		t.Errorf("error %v", err)
	}
}
