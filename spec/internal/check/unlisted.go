package check

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/timer"
	"github.com/fsmgen/fsmgen/spec/internal/transition"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Unlisted reports, for `unlisted: error`, the events that a state does not
// decide. None of the transitions may be wrong.
func Unlisted(in pass.Input, states *tree.Tree, transitions *transition.Result) {
	if in.File.Unlisted.Value != "error" {
		return
	}
	l := &gaps{in.File, in.Machine, in.Diags, transitions.Transient}
	decided := map[[2]int]bool{}
	for _, t := range l.machine.Transitions {
		decided[[2]int{t.From, t.Event}] = true
	}
	for _, n := range states.Plain {
		if l.machine.Terminal(n.Index) {
			continue
		}
		for e, event := range l.machine.Events {
			if !decided[[2]int{n.Index, e}] && l.mustDecide(n, e) {
				l.unlisted(n, "state `"+n.Decl.Name.Value+"` does not decide event `"+event.Name+"`").
					Helpf("handle the event under `on:`, list it under `ignore:`, or reject it with %s: {otherwise: reject}", event.Name)
			}
		}
	}
	for _, u := range transitions.Undecided {
		if !l.mustDecide(u.State, u.Event) {
			continue
		}
		var names []string
		for _, leaf := range u.Leaves {
			names = append(names, "`"+leaf.Decl.Name.Value+"`")
		}
		event := l.machine.Events[u.Event].Name
		l.unlisted(u.State, "state `"+u.State.Decl.Name.Value+"` does not decide event `"+event+"` while "+strings.Join(names, ", ")+" are active").
			Helpf("list the event under `ignore:` of `%s`, or reject it there with %s: {otherwise: reject}: both apply only where no region decides the event", u.State.Decl.Name.Value, event)
	}
}

// gaps are the events that states do not decide.
type gaps struct {
	file      *syntax.File
	machine   *core.Machine
	diags     *diag.List
	transient map[int]bool
}

// mustDecide reports whether a state has to decide an event where the spec says `unlisted: error`: the program or a timer can send
// it there.
func (l *gaps) mustDecide(n *tree.Node, event int) bool {
	e := &l.machine.Events[event]
	return !e.OfCall() && (!e.Internal || timer.Timed(l.machine, n.Index, event)) && !l.transient[n.Index]
}

func (l *gaps) unlisted(n *tree.Node, message string) *diag.Diagnostic {
	return l.diags.Errorf(diag.CodeUnlisted, n.Decl.Name.Span, "%s", message).Note(l.file.Unlisted.Span, "`unlisted: error` requires every state to decide every event")
}
