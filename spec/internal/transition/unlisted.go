package transition

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Undecided is an event that a state with regions decides for some of the states inside its regions, and not while these leaves
// are active.
type Undecided struct {
	// State is the state with the regions, and Event the number of the event.
	State *tree.Node
	Event int
	// Leaves can be active together.
	Leaves []*tree.Node
}

// unlistedByLeaves returns the alternative that rejects an event that no active leaf lists, or ignores it where the spec
// says so. It needs no condition if each leaf that lists the event has an alternative for every case.
func (l *parallel) unlistedByLeaves(event int) []core.Transition {
	p := l.owner
	var listed expr.Expr
	complete := true
	for _, part := range l.parts {
		leaves := slices.DeleteFunc(slices.Clone(part.region.Leaves), func(leaf *tree.Node) bool { return len(part.leaves[leaf].Lists[event]) == 0 })
		if len(leaves) == 0 {
			continue
		}
		in := part.region.In(leaves)
		if in == nil {
			return nil
		}
		complete = complete && !slices.ContainsFunc(leaves, func(leaf *tree.Node) bool { return !part.leaves[leaf].Decided[event] })
		if listed == nil {
			listed = in
		} else {
			listed = &expr.Binary{Op: expr.Or, X: listed, Y: in}
		}
	}
	out := core.Transition{From: p.Index, To: p.Index, Event: event, Effect: core.Reject, Rule: "parallel", Internal: true, Span: p.Decl.Name.Span}
	if l.builder.file.Unlisted.Value == "ignore" && !l.builder.machine.Events[event].OfCall() {
		out.Effect, out.Rule, out.Composite, out.Span = core.Ignore, "", "the machine", l.builder.file.Unlisted.Span
	}
	if !complete {
		out.Guard = &expr.Unary{Op: expr.Not, X: listed}
	}
	return []core.Transition{out}
}

// without returns leaves that can be active together in the regions of a state while the machine waits, and do not list an event. It
// reports whether there are some.
func (l *parallel) without(owner *tree.Node, event int) (leaves []*tree.Node, some bool) {
	// With an unconditional `done:`, the machine never waits while all regions are final.
	done := slices.ContainsFunc(owner.Decl.Done.Alternatives, func(a syntax.Alternative) bool { return !a.If.Given() })
	for _, part := range l.parts {
		if part.region.Owner != owner {
			continue
		}
		var final, other []*tree.Node
		for _, leaf := range part.region.Leaves {
			f := part.leaves[leaf]
			if len(f.Lists[event]) > 0 || f.Decided[l.builder.machine.Eventless()] {
				continue
			}
			inner, free := []*tree.Node(nil), true
			if leaf.Regions != nil {
				inner, free = l.without(leaf, event)
			}
			switch {
			case !free:
			case leaf.Decl.Final.Given() && leaf.Parent == part.region.Root:
				final = append(inner, leaf)
			case other == nil:
				other = append([]*tree.Node{leaf}, inner...)
			}
		}
		if other != nil {
			done, final = false, other
		}
		if final == nil {
			return nil, false
		}
		leaves = append(leaves, final...)
	}
	return leaves, !done
}
