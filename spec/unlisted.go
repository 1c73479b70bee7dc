package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// checkUnlisted reports, for `unlisted: error`, the events that a state does not
// decide.
func (l *flow) checkUnlisted() {
	if l.file.Unlisted.Value != "error" || l.unsureOfTransitions {
		return
	}
	decided := map[[2]int]bool{}
	for _, t := range l.machine.Transitions {
		decided[[2]int{t.From, t.Event}] = true
	}
	for _, n := range l.plain {
		if l.machine.Terminal(n.index) {
			continue
		}
		for e, event := range l.machine.Events {
			if !decided[[2]int{n.index, e}] && l.mustDecide(n, e) {
				l.unlisted(n, "state `"+n.decl.Name.Value+"` does not decide event `"+event.Name+"`").
					Helpf("handle the event under `on:`, list it under `ignore:`, or reject it with %s: {otherwise: reject}", event.Name)
			}
		}
	}
	for _, u := range l.undecided {
		if !l.mustDecide(u.state, u.event) {
			continue
		}
		var names []string
		for _, leaf := range u.leaves {
			names = append(names, "`"+leaf.decl.Name.Value+"`")
		}
		event := l.machine.Events[u.event].Name
		l.unlisted(u.state, "state `"+u.state.decl.Name.Value+"` does not decide event `"+event+"` while "+strings.Join(names, ", ")+" are active").
			Helpf("list the event under `ignore:` of `%s`, or reject it there with %s: {otherwise: reject}: both apply only where no region decides the event", u.state.decl.Name.Value, event)
	}
}

// mustDecide reports whether a state has to decide an event where the spec says `unlisted: error`: the program or a timer can send
// it there.
func (l *flow) mustDecide(n *node, event int) bool {
	e := &l.machine.Events[event]
	return !e.Result && (!e.Internal || l.timing.timed(n.index, event)) && !l.transient[n.index]
}

func (l *flow) unlisted(n *node, message string) *diag.Diagnostic {
	return l.diags.Errorf(diag.CodeUnlisted, n.decl.Name.Span, "%s", message).Note(l.file.Unlisted.Span, "`unlisted: error` requires every state to decide every event")
}

// undecided is an event that a state with regions decides for some of the states inside its regions, and not while these leaves
// are active.
type undecided struct {
	state  *node
	event  int
	leaves []*node
}

// without returns leaves that can be active together in the regions of a state while the machine waits, and do not list an event. It
// reports whether there are some.
func (l *regional) without(owner *node, event int) (leaves []*node, some bool) {
	// With an unconditional `done:`, the machine never waits while all regions are final.
	done := slices.ContainsFunc(owner.decl.Done.Alternatives, func(a syntax.Alternative) bool { return !a.If.Given() })
	for _, part := range l.parts {
		if part.region.owner != owner {
			continue
		}
		var final, other []*node
		for _, leaf := range part.region.leaves {
			f := part.leaves[leaf]
			if len(f.lists[event]) > 0 || f.decided[l.machine.Eventless()] {
				continue
			}
			inner, free := []*node(nil), true
			if leaf.regions != nil {
				inner, free = l.without(leaf, event)
			}
			switch {
			case !free:
			case leaf.decl.Final.Given() && leaf.parent == part.region.root:
				final = append(inner, leaf)
			case other == nil:
				other = append([]*node{leaf}, inner...)
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
