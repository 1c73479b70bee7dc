package handler

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// CheckFinals reports what is wrong with final states and `done:`.
func CheckFinals(in pass.Input, states *tree.Tree) {
	for _, name := range states.StateNames() {
		if n := states.Nodes[name]; n != nil {
			checkFinal(in, n)
			CheckAlternatives(in.Diags, []syntax.Handler{n.Decl.Done}, "state `"+diag.Clip(name)+"`")
		}
	}
}

// checkFinal reports final states that cannot be final, and `done:` that never applies.
func checkFinal(in pass.Input, n *tree.Node) {
	d := n.Decl
	switch {
	case d.Final.Given() && n.Parent == nil:
		in.Diags.Errorf(diag.CodeFinal, d.Final.Span, "state `%s` is final, but no composite state is around it", d.Name.Value).
			Helpf("to end the machine there, list the state under `terminal:`")
	case d.Final.Given() && n.Parent.Regions != nil:
		in.Diags.Errorf(diag.CodeFinal, d.Final.Span, "region `%s` cannot be final", d.Name.Value).
			Helpf("mark states inside it: `%s` is done when each of its regions is in one", n.Parent.Decl.Name.Value)
	case d.Final.Given() && n.Composite():
		in.Diags.Errorf(diag.CodeFinal, d.Final.Span, "the composite state `%s` cannot be final", d.Name.Value).
			Helpf("mark states inside it, and name a final state under its `done:`")
	case d.Final.Given() && n.Region != nil && n.Regions != nil:
		in.Diags.Errorf(diag.CodeFinal, d.Final.Span, "state `%s` has regions and cannot be final", d.Name.Value).
			Helpf("go to a final state when it is done, with `done:`")
	case d.Final.Given() && n.Index >= 0 && in.Machine.Terminal(n.Index):
		in.Diags.Errorf(diag.CodeFinal, d.Final.Span, "the terminal state `%s` cannot be final, because the machine ends there", d.Name.Value).
			Helpf("remove `final: true`, or remove the state from `terminal:`")
	case d.Final.Given() && len(d.On)+len(d.After)+len(d.Invoke) > 0:
		in.Diags.Errorf(diag.CodeFinal, d.Final.Span, "the final state `%s` cannot have `on:`, `always:`, `after:`, or `invoke:`", d.Name.Value).
			Helpf("put the transitions under the `on:` or `done:` of `%s`, or remove `final: true`", n.Parent.Decl.Name.Value)
	case len(d.Done.Alternatives) > 0 && n.Regions != nil:
		for _, r := range d.States {
			if !hasFinal(r) {
				in.Diags.Errorf(diag.CodeFinal, d.Done.Event.Span, "state `%s` is never done: no state directly inside its region `%s` is final", d.Name.Value, r.Name.Value).
					Helpf("mark one with `final: true`")
			}
		}
	case len(d.Done.Alternatives) > 0 && !n.Composite():
		in.Diags.Errorf(diag.CodeFinal, d.Done.Event.Span, "state `%s` has a `done:` but no states inside it", d.Name.Value).
			Helpf("use `always:` for a transition without an event")
	case len(d.Done.Alternatives) > 0 && !hasFinal(d):
		in.Diags.Errorf(diag.CodeFinal, d.Done.Event.Span, "state `%s` is never done: no state directly inside it is final", d.Name.Value).
			Helpf("mark one with `final: true`")
	}
}

func hasFinal(d *syntax.State) bool {
	for _, s := range d.States {
		if s.Final.Given() {
			return true
		}
	}
	return false
}
