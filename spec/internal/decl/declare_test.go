package decl_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
)

const text = `
machine: M
enums: {Mood: [Good, Bad]}
params: {n: {type: int, min: 1, max: 9, default: 3}}
vars: {mood: Mood, left: {type: int, min: 0, max: n, init: n}}
limit: {transitions: 2 * n, to: End}
events: {Go: {by: Mood}, Always: {}}
calls: {pay: {with: {cents: int}, done: {id: string}}}
outputs: {Say: {what: string}}
use: {kid: kid.fsm.yaml}
initial: S
terminal: {done: [End]}
states: {S: {always: End}, End: {}}
`

func none(syntax.Use) *core.Machine { return nil }

func events(in pass.Input) (list []string) {
	for _, e := range in.Machine.Events {
		list = append(list, e.Name)
	}
	return list
}

// TestDeclare adds to a machine what its spec declares besides states.
func TestDeclare(t *testing.T) {
	in := passtest.Read(t, text)
	decls := decl.Declare(in, none)
	passtest.Clean(t, in)
	m := in.Machine
	if got := fmt.Sprint(len(m.Enums), len(m.Params), len(m.Vars), len(m.Calls), len(m.Outputs), len(m.States)); got != "1 1 3 1 1 0" {
		t.Errorf("the machine has %s parts", got)
	}
	if want := []string{"Go", "Always", "payDone", "payError", "always"}; !slices.Equal(events(in), want) {
		t.Errorf("events %v", events(in))
	}
	if got := decls.EventNames(); !slices.Equal(got, []string{"Go", "Always"}) {
		t.Errorf("states can name %v", got)
	}
	if decls.Event("payError") != 3 || decls.Event("always") != -1 {
		t.Errorf("payError is event %d, and always is %d", decls.Event("payError"), decls.Event("always"))
	}
	if decls.Stall != nil || decls.Limit == nil || !decls.Counts(2) || decls.Counts(1) || expr.Print(m.Vars[2].Max, expr.Spec) != "2 * n" {
		t.Errorf("the counter of `limit` is %v of %v", decls.Limit, m.Vars)
	}
	if !decls.Unsure("kid") || decls.Unsure("other") {
		t.Error("kid could not be used")
	}
}

// TestChild declares a call for a child machine, which returns the data of its outcomes.
func TestChild(t *testing.T) {
	child := passtest.Read(t, "machine: Kid\nparams: {n: {type: int, min: 0, max: 9}}\nevents: {E: {}}\ninitial: S\nterminal: {ok: [S]}\nstates: {S: {}}\n")
	decl.Declare(child, none)
	m := child.Machine
	m.States = []core.State{{Name: "S", Outcome: 0}}
	m.Outcomes = []core.Outcome{{Name: "ok", States: []int{0}}}
	m.Vars = []core.Var{{Name: "sum", Type: expr.Type{Kind: expr.Int}, State: 0}}

	in := passtest.Read(t, text)
	decls := decl.Declare(in, func(u syntax.Use) *core.Machine {
		if u.Path.Value != "kid.fsm.yaml" {
			t.Errorf("the path is %s", u.Path.Value)
		}
		return m
	})
	passtest.Clean(t, in)
	e := decls.Event("kidOk")
	if e < 0 || len(in.Machine.Events[e].Fields) != 1 || in.Machine.Events[e].Fields[0].Name != "sum" {
		t.Errorf("events %v", in.Machine.Events)
	}
	if got := decl.ResultNames(&in.Machine.Calls[1]); !slices.Equal(got, []string{"ok"}) {
		t.Errorf("results %v", got)
	}
	if got := decl.ResultNames(&in.Machine.Calls[0]); !slices.Equal(got, []string{"done", "error"}) {
		t.Errorf("results %v", got)
	}
}
