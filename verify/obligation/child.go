package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// Child: a child machine takes at most as many transitions as its bound claims, and has no
	// deadlock, so that it ends.
	Child Kind = "child"
	// Arguments: the parameters of a child machine are in their ranges when it starts.
	Arguments Kind = "arguments"
)

// children lists the child machines, each of them once.
func children(m *core.Machine) (list []Obligation) {
	for i := range m.Calls {
		if m.Calls[i].Child != nil {
			o := about(Child)
			o.Call = i
			list = append(list, o)
		}
	}
	return list
}

// arguments lists the start and the transitions at which a child machine starts that has
// parameters with ranges.
func arguments(m *core.Machine) (list []Obligation) {
	if len(demanded(m, m.Invoked())) > 0 {
		list = append(list, about(Arguments))
	}
	for i := range m.Transitions {
		if len(demanded(m, m.Transitions[i].Invokes)) > 0 {
			o := about(Arguments)
			o.Transition = i
			list = append(list, o)
		}
	}
	return list
}

// demanded returns what the child machines of invocations require of the values when they start.
func demanded(m *core.Machine, invocations []int) (list []expr.Expr) {
	for _, i := range invocations {
		list = append(list, m.Invocations[i].Requires...)
	}
	return list
}

// started returns the invocations that start where an obligation is: at the start or on a
// transition.
func started(m *core.Machine, o Obligation) []int {
	if o.Transition < 0 {
		return m.Invoked()
	}
	return m.Transitions[o.Transition].Invokes
}

// required returns the conditions on the values when child machines start.
func required(m *core.Machine, o Obligation) []expr.Expr { return demanded(m, started(m, o)) }

func describeChild(m *core.Machine, o Obligation) Description {
	c := &m.Calls[o.Call]
	bound := "`" + expr.Print(c.Child.Bound, expr.Spec) + "`"
	return Description{c.Span,
		"machine `" + c.Name + "` ends after at most " + bound + " transitions", "",
		"fsmgen verify " + diag.Printable(c.Child.File) + " shows what is missing"}
}

func describeArguments(m *core.Machine, o Obligation) Description {
	span, on := m.Span, " at the start"
	if invocations := started(m, o); len(invocations) > 0 {
		span = m.Invocations[invocations[0]].Span
	}
	if o.Transition >= 0 {
		on = " on " + m.Label(o.Transition)
	}
	return Description{span,
		"the parameters of child machines are in their ranges" + on, "a parameter of a child machine can be outside its range" + on,
		"guard the transition, or change the value under `with:` or the range in the spec of the child"}
}
