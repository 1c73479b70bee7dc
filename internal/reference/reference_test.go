package reference_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/internal/syntax"
)

func read(t *testing.T, text string) *reference.Machine {
	t.Helper()
	root, diags := syntax.Read("test.fsm.yaml", []byte(text))
	if diags.HasErrors() {
		t.Fatal(diags[0].Message)
	}
	file, _ := syntax.Decode(root)
	m, err := reference.New(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// leaves returns the active states that have no active states inside, and the transitions taken.
func leaves(m *reference.Machine, r *reference.Run, result reference.Result) string {
	var b strings.Builder
	b.WriteString(strings.Join(r.Active(), " "))
	for i, v := range m.Slots() {
		if v.State == "" {
			fmt.Fprintf(&b, " %s=%d", v.Name, r.Vars()[i])
		}
	}
	for _, s := range result.Steps {
		for _, o := range s.Outputs {
			fmt.Fprintf(&b, " !%s%v", o.Name, o.Values)
		}
		for _, x := range s.Stops {
			b.WriteString(" -" + x.Delay)
		}
		for _, x := range s.Starts {
			b.WriteString(" +" + x.Delay)
		}
		for _, x := range s.Cancels {
			b.WriteString(" -" + x.Call)
		}
		for _, x := range s.Invokes {
			fmt.Fprintf(&b, " +%s%v", x.Call, x.Args)
		}
	}
	if result.Verdict != reference.Taken {
		b.WriteString(" " + result.Verdict.String())
	}
	if r.Outcome() != "" {
		b.WriteString(" = " + r.Outcome())
	}
	return b.String()
}

// TestExamples has machines whose steps docs/spec.md says. Each line of a run is an event, and what is active then, with
// variables, outputs, timers, and calls. An event after @ is that of a timer, and one after # the result of a call.
func TestExamples(t *testing.T) {
	for _, test := range []struct{ name, spec, run string }{
		{"history from inside leaves first", `
machine: M
events: {X: {}, Y: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {initial: a1, on: {X: {to: A, history: shallow}}, states: {a1: {on: {Y: a2}}, a2: {}}}
  Z: {}
`, `start: A a1
Y: A a2
X: A a2
X: A a2`},
		{"shallow and deep history", `
machine: M
events: {N: {}, P: {}, S: {}, D: {}}
initial: W
terminal: {done: [Z]}
states:
  W: {on: {S: {to: A, history: shallow}, D: {to: A, history: deep}}}
  A:
    initial: a1
    on: {P: W}
    states:
      a1: {on: {N: B}}
      B: {initial: b1, states: {b1: {on: {N: b2}}, b2: {}}}
  Z: {}
`, `start: W
D: A a1
N: A B b1
N: A B b2
P: W
S: A B b1
N: A B b2
P: W
D: A B b2`},
		{"history from a region", `
machine: M
events: {E: {}, F: {}}
initial: C
terminal: {done: [Z]}
states:
  C: {initial: A, states: {A: {on: {E: B}}, B: {on: {F: W}}}}
  W: {parallel: {R1: {initial: X, states: {X: {on: {E: {to: C, history: shallow}}}}}, R2: {}}}
  Z: {}
`, `start: C A
E: C B
F: W R1 X R2
E: C B`},
		{"a self-transition with a target does not stall in a region", `
machine: M
events: {T: {}, U: {}}
initial: P
terminal: {done: [Z]}
stall: {limit: 2, to: Z}
states:
  P: {parallel: {R1: {initial: A, states: {A: {on: {T: A, U: {}}}}}, R2: {}}}
  Z: {}
`, `start: P R1 A R2 stalls=0
T: P R1 A R2 stalls=0
U: P R1 A R2 stalls=1
T: P R1 A R2 stalls=0
U: P R1 A R2 stalls=1
U: Z stalls=1 = done`},
		{"outputs and timers", `
machine: M
vars: {n: int}
outputs: {A: {n: int}}
events: {E: {by: int}, T: {internal: true}, L: {}}
initial: C
terminal: {done: [Z]}
states:
  C:
    entry: {A: {n: n}}
    exit: {A: {n: n + 50}}
    after: {9s: T}
    initial: x
    states:
      x: {on: {E: {to: y, set: {n: n + event.by}, emit: {A: {n: event.by}}}, L: Z}, exit: {A: {n: n + 10}}}
      y: {entry: {A: {n: n + 20}}, on: {T: x, E: C}, after: {1s: T}}
      Z: {}
`, `start: C x n=0 !A[0] +9s
E(7): C y n=7 !A[10] !A[7] !A[27] +1s
E(7): C x n=7 !A[57] !A[7] -9s -1s +9s
E(1): C y n=8 !A[17] !A[1] !A[28] +1s
@1s: C x n=8
L: C Z n=8 !A[18] -9s = done`},
		{"payloads of outputs on entry and exit", `
machine: M
vars: {n: int}
outputs: {A: {n: int, k: int}}
events: {E: {k: int}, F: {k: int}}
calls: {f: {done: {k: int}}}
initial: O
terminal: {done: [Z]}
limit: {transitions: 7, to: Z}
states:
  O: {exit: {A: {n: n, k: event.k}}, on: {E: {to: P, set: {n: event.k + 1}}}}
  P:
    entry: {A: {n: n, k: event.k}}
    on: {F: {to: P, set: {n: 9}}}
    parallel:
      R1: {initial: a, states: {a: {on: {E: b}}, b: {entry: {A: {n: 1, k: event.k}}, on: {E: {if: event.k > 7, to: b}}}}}
      R2: {initial: c, states: {c: {on: {E: {to: d, set: {n: event.k}}}}, d: {entry: {A: {n: n, k: 2 * event.k}}, on: {E: {to: I, set: {n: 0}}}}}}
  I:
    initial: x
    states:
      x: {invoke: {call: f, on: {done: y, error: Z}}}
      y: {entry: {A: {n: 3, k: event.k}}, exit: {A: {n: 4, k: event.k}}, on: {E: {set: {n: 0}}, F: {set: {n: 0}}}}
  Z: {}
`, `start: O n=0 transitions=0
E(4): P R1 a R2 c n=5 transitions=1 !A[0 4] !A[5 4]
F(6): P R1 a R2 c n=9 transitions=2 !A[9 6]
E(2): P R1 b R2 d n=2 transitions=4 !A[1 2] !A[2 4]
E(3): I x n=0 transitions=5 +f[]
#x f done 6: I y n=0 transitions=6 !A[3 6]
E(1): I y n=0 transitions=7
F(8): Z n=0 transitions=7 !A[4 8] = done`},
		{"regions", `
machine: M
events: {E: {}, F: {}, G: {}, H: {}, I: {}}
vars: {n: int}
initial: P
terminal: {done: [Z]}
unlisted: ignore
states:
  P:
    on: {F: {to: Z}, H: {set: {n: n + 1}}, I: b2}
    done: Z
    parallel:
      R1: {initial: a1, ignore: [H], states: {a1: {on: {E: a2}}, a2: {on: {E: R1}, ignore: F}, a3: {final: true}}}
      R2: {initial: b1, states: {b1: {on: {E: Z, G: {if: n > 0, to: b2}}}, b2: {final: true}}}
  Z: {}
`, `start: P R1 a1 R2 b1 n=0
H: P R1 a1 R2 b1 n=0 ignored
E: P R1 a2 R2 b1 n=0
F: P R1 a2 R2 b1 n=0 ignored
G: P R1 a2 R2 b1 n=0 illegal
E: P R1 a1 R2 b1 n=0
I: P R1 a1 R2 b2 n=0
E: P R1 a2 R2 b2 n=0
I: P R1 a1 R2 b2 n=0
F: Z n=0 = done`},
		{"raised events come after transitions without an event", `
machine: M
events: {E: {}, A: {internal: true}, B: {internal: true}, C: {internal: true}}
outputs: {Do: {n: int}}
initial: x
terminal: {done: [Z]}
states:
  x: {raise: {exit: A}, on: {E: {to: y, raise: B}}}
  y: {raise: {entry: C}, always: {to: w, emit: {Do: {n: 0}}}}
  w:
    on:
      A: {emit: {Do: {n: 1}}}
      B: {emit: {Do: {n: 2}}}
      C: {emit: {Do: {n: 3}}, to: Z}
  Z: {}
`, `start: x
E: Z !Do[0] !Do[1] !Do[2] !Do[3] = done`},
		{"limit, conditional otherwise", `
machine: M
vars: {n: int}
limit: {transitions: 2, to: Z}
events: {E: {bad: bool}, F: {}}
initial: x
terminal: {done: [Z]}
states:
  x:
    ignore: F
    on: {E: [{if: event.bad, otherwise: reject}, {set: {n: n + 1}}]}
  Z: {}
`, `start: x n=0 transitions=0
E(1): x n=0 transitions=0 rejected
E(0): x n=1 transitions=1
E(0): x n=2 transitions=2
F: x n=2 transitions=2 ignored
E(0): Z n=2 transitions=2 = done`},
		{"calls", `
machine: M
vars: {n: int}
calls: {f: {with: {a: int}, done: {b: int}}}
events: {E: {}}
initial: x
terminal: {done: [Z]}
states:
  x:
    invoke: {call: f, with: {a: n + 1}, on: {done: [{if: event.b > n, to: x, set: {n: event.b}}, {otherwise: ignore}], error: Z}}
    on: {E: x}
  Z: {}
`, `start: x n=0 +f[1]
#x f done 4: x n=4 +f[5]
E: x n=4 -f +f[5]
#x f done 3: x n=4 ignored
E: x n=4 +f[5]
#x f error 0: Z n=4 = done`},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := read(t, test.spec)
			r, result, err := m.Start(nil)
			for i, line := range strings.Split(test.run, "\n") {
				event, want, _ := strings.Cut(line, ": ")
				if i > 0 {
					result, err = drive(r, event)
				}
				if err != nil {
					t.Fatalf("%s: %v", event, err)
				}
				if got := leaves(m, r, result); got != want {
					t.Fatalf("after %s: %s, want %s", event, got, want)
				}
			}
		})
	}
}

func drive(r *reference.Run, event string) (reference.Result, error) {
	if call, ok := strings.CutPrefix(event, "#"); ok {
		var state, name, result string
		var value int64
		if _, err := fmt.Sscanf(call, "%s %s %s %d", &state, &name, &result, &value); err != nil {
			return reference.Result{}, err
		}
		return r.Result(state, name, result, []int64{value}, nil)
	}
	if delay, ok := strings.CutPrefix(event, "@"); ok {
		for _, x := range r.Timers() {
			if x.Delay == delay {
				return r.Fire(x.Owner, x.Event, nil)
			}
		}
		return reference.Result{}, reference.ErrNotRunning
	}
	name, value, given := strings.Cut(event, "(")
	if !given {
		return r.Send(name, nil, nil)
	}
	var v int64
	_, err := fmt.Sscanf(value, "%d)", &v)
	if err != nil {
		return reference.Result{}, err
	}
	return r.Send(name, []int64{v}, nil)
}
