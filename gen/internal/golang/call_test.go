package golang_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// callers are the folders of testdata with machines that have calls.
var callers = []string{"parcel", "probe"}

// TestCallGolden has the files of machines with calls.
func TestCallGolden(t *testing.T) {
	for _, name := range callers {
		m, names := load(t, name)
		all := faces(t, m, names, name)
		var others [][]byte
		for _, suffix := range slices.Sorted(maps.Keys(all)) {
			checkComments(t, all[suffix])
			checkFormat(t, all[suffix])
			golden.File(t, filepath.Join("testdata", name, name+suffix), all[suffix])
			if suffix != "_fsm.go" {
				others = append(others, all[suffix])
			}
		}
		checkTypes(t, name, all["_fsm.go"], others...)
		m, names = load(t, name)
		for suffix, again := range faces(t, m, names, name) {
			if !bytes.Equal(all[suffix], again) {
				t.Errorf("%s%s: two runs differ", name, suffix)
			}
		}
	}
}

// TestCallReplay compiles these machines and replays the walks of the oracle, in which results also come
// late, twice, and for starts that there have never been. It also runs the packages' own tests.
func TestCallReplay(t *testing.T) {
	sample.Turn(t)
	dir := t.TempDir()
	module(t, dir)
	r := sample.Rand(t)
	for _, name := range callers {
		m, names := load(t, name)
		folder := addFaces(t, dir, m, names, name)
		write(t, filepath.Join(folder, "replay_test.go"), replayer(m, names, name))
		write(t, filepath.Join(folder, "record_test.go"), recordTests(m, names, name))
		all := walkAll(t, m, r)
		late := 0
		for _, w := range all {
			for _, s := range w.Steps {
				if s.Error == "late" && s.Number > 0 {
					late++
				}
			}
		}
		if late < 20 {
			t.Errorf("%s: %d late results", name, late)
		}
		walks, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "walks.json"), walks)
	}
	run(t, dir, "go", "vet", "./...")
	run(t, dir, "go", "test", "-vet=off", "./...")
}

// dial is a machine with the call ask in state A, to which tests add sections, members of A and B, and
// transitions for the result done.
const dial = `machine: Dial
events: {Go: {}, Stop: {}}
initial: A
terminal: {end: [Z]}
SECTIONS
states:
  A: {on: {Go: B, Stop: Z}, A-MEMBERS}
  B: {on: {Go: A}, B-MEMBERS}
  Z: {}
`

// kid is its child machine.
const kid = `machine: Kid
events: {Win: {}, Lose: {}}
params: {n: {type: int, default: 3}}
initial: Only
terminal: {won: [Won], lost: [Lost]}
states: {Only: {on: {Win: Won, Lose: Lost}}, Won: {}, Lost: {}}
progress: {Only: 1}
bound: 1
`

func dialing(t *testing.T, sections, a, b string) *core.Machine {
	t.Helper()
	src := strings.NewReplacer("SECTIONS", sections, "A-MEMBERS", a, "B-MEMBERS", b).Replace(dial)
	if strings.Contains(src, "machine: Kid") {
		src += "use: {Kid: kid.fsm.yaml}\n"
	}
	s, diags := spec.LoadWith("dial.fsm.yaml", []byte(src), func(string, string) (string, []byte, error) { return "kid.fsm.yaml", []byte(kid), nil })
	if diags.HasErrors() {
		t.Fatalf("%v in\n%s", diags, src)
	}
	return s.Machine
}

// TestCallParts tests machines with calls that use only some features: what they need, and nothing else.
func TestCallParts(t *testing.T) {
	sample.Turn(t)
	const ask = "invoke: {call: ask, on: {done: B, error: Z}}"
	chain := "invoke: {call: ask, on: {done: A, error: C}}}\n"
	for i, s := range "CDEFGHIJK" {
		chain += fmt.Sprintf("  %c: {on: {Stop: %c}}\n", s, "DEFGHIJKZ"[i])
	}
	chain = strings.TrimSuffix(chain, "}\n")
	for _, test := range []struct {
		name, sections, a, b string
		want, without        []string
	}{
		{
			"no faces", "go: {faces: []}\ncalls: {ask: {}}", ask, "",
			[]string{
				"type Host interface {\n\tCalls\n}\n", "\tif m.busy {\n\t\treturn &ReentrantError{State: m.state, Event: EventAskDone}\n\t}\n\tif call <= 0 || call != m.calls[CallAsk] {\n",
				"\tm.state = StateB\n\tm.calls[CallAsk] = -call\n\treturn nil\n}\n", "\tm.stopCall(CallAsk)\n",
				"calls  [1]int // how often", "calls of entering that state.\n", "// Calls returns the calls that run, in the order of the spec.\n",
				"StateA is the initial state, accepts Go, Stop, askDone and askError, and runs\n\t// ask.\n", "The methods of [Calls] are called after the state has changed.",
				"// AskDone handles the result done of the call ask. From A: to B.\n",
			},
			[]string{"invokes(", "CallsOf", "json", "Send(", "steps", "Timers", "transitionTable"},
		},
		{
			"snapshots", "go: {faces: [snapshot]}\ncalls: {ask: {}}", ask, "",
			[]string{"A machine from [Restore] has started none of them", "func (m *Machine) invokes(c Call) bool {", "It does not call the host: start the calls of [Machine.Calls] again, with their numbers.", "Calls:    codec.CallsOf(&textsOfCall, m.calls[:], m.invokes),\n"},
			nil,
		},
		{"columns", "go: {faces: [columns]}\ncalls: {ask: {}}", ask, "", []string{"m.calls[:], m.invokes),\n", "func (m *Machine) invokes("}, []string{"readCalls", "Restore"}},
		{
			"names", "calls: {ask: {with: {m: int, ok: bool, err: int}, done: {m: int, k: int}}}\nvars: {startCall: int, call: int}", "invoke: {call: ask, with: {m: startCall, ok: true, err: call}, on: {done: Z, error: Z}}", "",
			[]string{
				"StartAsk(call, m_ int, ok bool, err int)\n", "func (m *Machine) AskCall() (call, m_ int, ok bool, err int, ok_ bool) {\n\tif m.calls[CallAsk] <= 0 {\n\t\treturn 0, 0, false, 0, false\n\t}\n\treturn m.calls[CallAsk], m.startCall_, true, m.call, true\n}\n",
				"func (m *Machine) AskDone(call, m_, k int) error {", "func (m *Machine) AskError(call int, err error) error {", "host.StartAsk(m.startCall(CallAsk), m.startCall_, true, m.call)\n",
			}, nil,
		},
		{
			"a call without states", "calls: {ask: {with: {n: int, s: string}}}", "", "",
			[]string{"func (m *Machine) AskCall() (call, n int, s string, ok bool) { return 0, 0, \"\", false }\n", "func (m *Machine) invokes(c Call) bool {\n\tswitch c {\n\tdefault:\n\t\treturn false\n", "// No state accepts it.\n"},
			[]string{"case CallAsk:\n\t\treturn m.state"},
		},
		{
			"a child machine", "", "invoke: {machine: Kid, on: {won: B, lost: {otherwise: ignore}}}", "",
			[]string{"StartKid(call, n int)\n", "whose end is [Machine.KidWon] or\n\t// [Machine.KidLost].", "host.StartKid(m.startCall(CallKid), 3)\n", "func (m *Machine) KidWon(call int) error {", "\tm.calls[CallKid] = -call\n\treturn nil\n}\n", "return m.calls[CallKid], 3, true\n"},
			[]string{"Send("},
		},
		{
			"two states of one call", "calls: {ask: {with: {n: int}}}\nvars: {n: int}", "invoke: {call: ask, with: {n: n + 1}, on: {done: B, error: {otherwise: ignore}}}", "invoke: {call: ask, with: {n: n + 1}, on: {done: Z, error: Z}}",
			[]string{
				"\treturn m.calls[CallAsk], m.n + 1, true\n}\n", "\t\tm.stopCall(CallAsk)\n\t\tm.mode.Occupy()\n\t\tm.host.StartAsk(m.startCall(CallAsk), m.n+1)\n",
				"\tswitch m.state {\n\tcase StateA:\n\t\tm.enter(StateB)\n\t\tm.calls[CallAsk] = -call\n\t\tm.mode.Occupy()\n\t\tm.host.StartAsk(", "\tdefault:\n\t\tm.enter(StateZ)\n",
			}, nil,
		},
		{
			"a result that some state refuses", "calls: {ask: {done: {n: int}}}", "invoke: {call: ask, on: {done: {if: event.n > 0, to: B}, error: Z}}", "invoke: {call: ask, on: {done: {if: false, to: A}, error: Z}}",
			[]string{"\tif m.state != StateA {\n\t\treturn &illegalTransition[m.state][EventAskDone]\n\t}\n\tif n > 0 {\n", "\treturn &illegalTransition[m.state][EventAskDone]\n}\n"}, nil,
		},
		{
			"a result without otherwise", "calls: {ask: {done: {n: int}}}", "invoke: {call: ask, on: {done: {if: event.n > 0, to: B}, error: Z}}", "",
			[]string{"Number: call}\n\t}\n\tif n > 0 {\n", "\t\treturn nil\n\t}\n\treturn &illegalTransition[m.state][EventAskDone]\n}\n"}, nil,
		},
		{
			"results without otherwise", "calls: {ask: {done: {n: int}}}", "invoke: {call: ask, on: {done: {if: event.n > 0, to: B}, error: Z}}", "invoke: {call: ask, on: {done: Z, error: Z}}",
			[]string{"\tdefault:\n\t\tm.enter(StateZ)\n\t\tm.calls[CallAsk] = -call\n\t\treturn nil\n\t}\n\treturn &illegalTransition[m.state][EventAskDone]\n}\n"}, nil,
		},
		{
			"a guard with the name of the number", "calls: {ask: {}}\nguards: {call: {}, other: {}}", "invoke: {call: ask, on: {done: [{if: call && other, to: B}, {if: call, to: Z}, {otherwise: ignore}], error: Z}}", "",
			[]string{"\tcall2 := m.askCall()\n\tif call2 && m.askOther() {\n", "\tif call2 {\n"}, nil,
		},
		{
			"a table", "calls: {ask: {}}", "doc: Waits.", chain,
			[]string{"transitionTable = ", "\tm.enter(StateA)\n\tm.calls[CallAsk] = -call\n"}, nil,
		},
		{
			"steps without an event", "calls: {ask: {with: {n: int}, done: {n: int}}}\nvars: {n: int}", "invoke: {call: ask, with: {n: n}, on: {done: {to: B, set: {n: event.n}}, error: Z}}, always: {if: n > 3, to: B}", "",
			[]string{
				"func (m *Machine) AskDone(call, n int) error {\n\tm.settle()\n\tif m.mode != 0 {\n",
				"return m.AskDone(call, n) }", "it calls the host for the outputs, timers and calls of these steps.",
			}, nil,
		},
		{
			"no calls", "vars: {calls: int, startCall: int, stopCall: int}\nenums: {Call: [X], Calls: [Y], StaleCallError: [Z]}\nparams: {p: Call, q: Calls, r: StaleCallError}\noutputs: {StopCall: {}, StartKid: {}}", "entry: [StopCall, StartKid]", "",
			[]string{"\tstartCall int\n", "\tcalls     int\n"}, []string{"startCall(", "calls [", "which the calls"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := dialing(t, test.sections, test.a, test.b)
			got := generate(t, m, assign(t, m, ""), "dial")
			checkTypes(t, "dial", got)
			checkComments(t, got)
			checkFormat(t, got)
			checkTypes(t, "dial", generate(t, m, assign(t, m, "Deep"), "dial"))
			unwrapped := bytes.ReplaceAll(got, []byte("\n// "), []byte(" "))
			for _, want := range test.want {
				if !bytes.Contains(got, []byte(want)) && !bytes.Contains(unwrapped, []byte(want)) {
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

// TestCallFaults gives Generate names of other calls, and an argument that Go rejects.
func TestCallFaults(t *testing.T) {
	m := dialing(t, "calls: {ask: {with: {n: int}}}", "invoke: {call: ask, with: {n: 1}, on: {done: B, error: Z}}", "")
	names := assign(t, m, "")
	names.Calls = names.Calls[1:]
	if _, err := golang.Generate(m, names, "dial", nil); err == nil || !strings.HasSuffix(err.Error(), "the names are not those of the machine") {
		t.Errorf("names of other calls: %v", err)
	}
	names = assign(t, m, "")
	m.Invocations[0].Args[0] = &expr.Binary{Op: expr.Quo, X: expr.Number(1), Y: expr.Number(0)}
	if _, err := golang.Generate(m, names, "dial", nil); !errors.Is(err, goexpr.ErrConstant) {
		t.Errorf("a division by zero: %v", err)
	}
}
