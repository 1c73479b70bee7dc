package tree

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// outcomes resolves the sets of terminal states.
func (l *Tree) outcomes() {
	m := l.machine
	seen := map[string]diag.Span{}
	first := map[int]diag.Span{}
	for _, o := range l.file.Terminal {
		l.names.Check(o.Name, "outcome")
		if !l.names.Unique(seen, o.Name, "outcome") {
			continue
		}
		outcome := core.Outcome{Name: o.Name.Value, Kind: core.OutcomeKind(o.Kind), Span: o.Name.Span}
		for _, name := range o.States {
			n := l.Nodes[name.Value]
			if n == nil {
				l.names.Unknown(name, "state", l.StateNames())
				l.UnsureOfTerminals = true
				continue
			}
			if n.Composite() {
				l.diags.Errorf(diag.CodeComposite, name.Span, "the composite state `%s` cannot be terminal", diag.Clip(name.Value)).
					Helpf("list the states inside it instead")
				continue
			}
			if n.Region != nil || n.Regions != nil {
				l.diags.Errorf(diag.CodeParallel, name.Span, "state `%s` cannot be terminal, because it is in a region or has regions", diag.Clip(name.Value)).
					Helpf("end with a state outside of the regions, to which a `done:` leads")
				continue
			}
			if before, ok := first[n.Index]; ok {
				l.diags.Errorf(diag.CodeDuplicate, name.Span, "the terminal state `%s` is listed twice", diag.Clip(name.Value)).
					Note(before, "first listed here").Helpf("each terminal state has exactly one outcome")
				continue
			}
			first[n.Index] = name.Span
			m.States[n.Index].Outcome = len(m.Outcomes)
			outcome.States = append(outcome.States, n.Index)
		}
		m.Outcomes = append(m.Outcomes, outcome)
	}
}
