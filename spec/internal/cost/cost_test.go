package cost_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const text = `machine: M
params: {n: {type: int, min: 1, max: 9}, m: {type: int, min: n, max: 99}, d: {type: int, min: -5}, s: string}
vars: {volume: {type: int, min: 0, max: n}, w: {type: int, min: -3, max: 3}, xerox: int, f: error}
events: {E: {k: int, t: string, u: {type: int, min: 0, max: n}}}
calls:
  call: {with: {a: int, b: int, c: bool, other: error}}
outputs: {Tell: {k: int, v: int}, Pay: {u: int}, doc: {}}
initial: A
terminal: {done: [Z]}
states:
  A:
    on: {E: {to: B, emit: [{Tell: {k: event.k, v: volume + 1}}, {Pay: {u: event.u}}, doc]}}
  B:
    invoke: {call: call, with: {a: volume, b: w * w, c: true, other: f}, on: {done: Z, error: Z}}
  Z: {}
costs:
  c: COST
`

// TestAdd reads weights, and reports those that may be negative or have no meaning, each at its place and with a way out.
func TestAdd(t *testing.T) {
	for _, test := range []struct{ cost, want, help string }{
		{"{call: 3}", "call 3", ""},
		{"{call: 0}", "call 0", ""},
		{"{call: n * m + 2}", "call n * m + 2", ""},
		{`{call: "max(0, d)"}`, "call max(0, d)", ""},
		{`{call: "min(n, m) / 3 + m % 5"}`, "call min(n, m) / 3 + m % 5", ""},
		{"{call: with.a + 2 * n}", "call with.a + 2 * n", ""},
		{"{Tell: with.v, max: n + 5}", "Tell with.v max n + 5", ""},
		{"{Pay: with.u}", "Pay with.u", ""},
		{`{Tell: "max(with.k, 1)"}`, "Tell max(with.k, 1)", ""},
		{"{weights: {doc: 4, call: 1}, Tell: 2}", "doc 4, call 1, Tell 2", ""},
		{"{call: m - n}", "the weight `m - n` may be negative, for all that the declared ranges tell", "write max(0, m - n)"},
		{"{call: -1}", "a weight cannot be negative: -1", "give it no weight"},
		{"{call: 2 - 3}", "a weight cannot be negative: -1", "give it no weight"},
		{"{call: d}", "the weight `d` may be negative, for all that the declared ranges tell", "declare ranges"},
		{"{call: with.b}", "the weight `with.b` may be negative, for all that the declared ranges tell", "write max(0, with.b)"},
		{"{Tell: with.k}", "the weight `with.k` may be negative, for all that the declared ranges tell", "write max(0, with.k)"},
		{"{Tell: n % d}", "the expressions of a cost can divide only by a constant", "smaller unit"},
		{"{Tell: n / 0}", "division by zero", ""},
		{"{Tell: 1, max: n / m}", "the expressions of a cost can divide only by a constant", "smaller unit"},
		{"{Tell: 1, max: volume}", "unknown name `volume`", "only parameters and constants"},
		{"{Tell: v}", "unknown name `v`", "did you mean"},
		{"{Tell: xerox}", "unknown name `xerox`", "`xerox` is a variable"},
		{"{Tell: event.k}", "unknown name `event.k`", "as in `with.k`"},
		{"{Tell: with.z}", "unknown name `with.z`", ""},
		{"{doc: 1}", "cost `c` has no weights", "as in c: {model: 3}"},
		{"{weights: {doc: with.z}}", "unknown name `with.z`", "`doc` has no arguments or fields"},
		{"{call: with.other}", "unknown name `with.other`", "has a Go type"},
		{"{call: with.c}", "expected an int, found a bool `with.c`", ""},
		{"{E: 1}", "`E` is an event, which costs nothing", "a call, a child machine, or an output"},
		{"{cal: 1}", "unknown call, child machine, or output `cal`", "did you mean `call`?"},
		{"{call: 1, weights: {call: 2}}", "`call` has two weights", "remove or change one of them"},
		{"{}", "cost `c` has no weights", "as in c: {model: 3}"},
		{"{max: 3}", "cost `c` has no weights", "as in c: {model: 3}"},
		{"5", "expected weights of calls, child machines, and outputs, such as {model: 3}, found `5`", ""},
		{"{call: 99999999999999999999}", "the number 99999999999999999999 does not fit in 64 bits", ""},
	} {
		s, diags := spec.Load("cost.fsm.yaml", []byte(strings.Replace(text, "COST", test.cost, 1)))
		at := slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
		if at >= 0 {
			if d := diags[at]; !strings.Contains(d.Message, test.want) || !strings.Contains(d.Help, test.help) || d.Span.Start.Line != 17 {
				t.Errorf("%s: %v", test.cost, d)
			}
			continue
		}
		c := &s.Machine.Costs[0]
		var got []string
		for _, w := range c.Weights {
			name := ""
			if w.Call >= 0 {
				name = s.Machine.Calls[w.Call].Name
			} else {
				name = s.Machine.Outputs[w.Output].Name
			}
			got = append(got, name+" "+expr.Print(w.Value, expr.Spec))
		}
		all := strings.Join(got, ", ")
		if c.Max != nil {
			all += " max " + expr.Print(c.Max, expr.Spec)
		}
		if all != test.want {
			t.Errorf("%s: %s, want %s", test.cost, all, test.want)
		}
	}
}

// TestNames reports names of costs, and of what has two meanings.
func TestNames(t *testing.T) {
	for change, want := range map[string]string{
		"func: {Tell: 1}":                       "`func` is a Go keyword",
		"c: {Tell: 1}\n  c: {Tell: 2}":          "FSM005",
		"c: {Tell: 1, doc: Costs., max: n * 2}": "",
	} {
		_, diags := spec.Load("cost.fsm.yaml", []byte(strings.Replace(text, "c: COST", change, 1)))
		at := slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
		switch {
		case want == "" && at >= 0:
			t.Errorf("%s: %v", change, diags[at])
		case want != "" && (at < 0 || !strings.Contains(diags[at].Message+string(diags[at].Code), want)):
			t.Errorf("%s: %v", change, diags)
		}
	}
	both := strings.NewReplacer("COST", "{Tell: 1}", "outputs: {", "outputs: {call: {go: Called}, ", "[{Tell:", "[call, {Tell:").Replace(text)
	if _, diags := spec.Load("cost.fsm.yaml", []byte(both)); diags.HasErrors() {
		t.Errorf("a call and an output of the same name, without a weight: %v", slices.DeleteFunc(diags, func(d diag.Diagnostic) bool { return d.Severity != diag.Error }))
	}
	_, diags := spec.Load("cost.fsm.yaml", []byte(strings.Replace(both, "c: {Tell: 1}", "c: {call: 1}", 1)))
	if len(diags) != 1 || diags[0].Message != "`call` is both a call and an output" || len(diags[0].Notes) != 2 {
		t.Errorf("%v", diags)
	}
}
