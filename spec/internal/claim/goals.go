package claim

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// goals resolves the claims that something stays possible.
func (l *claims) goals() {
	seen := map[string]diag.Span{}
	for i := range l.file.Possible {
		p := &l.file.Possible[i]
		if p.From.Given() && !l.names.Once(seen, p.From, "what stays possible from `%s` is given twice", "first given here") {
			continue
		}
		if g, ok := l.goal(p); ok && !l.idle(p, &g) {
			l.machine.Goals = append(l.machine.Goals, g)
		}
	}
}

// goal resolves one claim. ok is false if a name in it is wrong, which has been reported.
func (l *claims) goal(p *syntax.Possible) (g core.Goal, ok bool) {
	g = core.Goal{From: p.From.Value, Span: p.Span, Here: slices.Repeat([]expr.Expr{expr.Truth(true)}, len(l.machine.States))}
	if ok = !p.From.Given() || l.tree.Nodes[p.From.Value] != nil; !ok {
		l.names.Unknown(p.From, "state", l.tree.StateNames())
	} else if p.From.Given() {
		g.Here = core.Place(l.machine, p.From.Value)
	}
	seen := map[string]diag.Span{}
	for s := range l.machine.States {
		if l.machine.Terminal(s) {
			g.Here[s] = expr.Truth(false) // a machine that has ended goes nowhere
		}
	}
	g.At = slices.Repeat([]expr.Expr{expr.Truth(false)}, len(l.machine.States))
	for _, name := range p.To {
		at := l.reaching(name)
		if at == nil || !l.names.Once(seen, name, "`%s` is listed twice", "first listed here") {
			ok = false
			continue
		}
		g.To = append(g.To, name.Value)
		for s := range at {
			g.At[s] = expr.Simplify(&expr.Binary{Op: expr.Or, X: g.At[s], Y: at[s]})
		}
	}
	return g, ok
}

// reaching returns, for each plain state, the condition that the machine is in a state or has an outcome. It is nil
// if there is no such name, or if it has two meanings, which it reports.
func (l *claims) reaching(name syntax.Text) []expr.Expr {
	m := l.machine
	outcome := slices.IndexFunc(m.Outcomes, func(o core.Outcome) bool { return o.Name == name.Value })
	n := l.tree.Nodes[name.Value]
	switch {
	case n == nil && outcome < 0:
		known := l.tree.StateNames()
		for i := range m.Outcomes {
			known = append(known, m.Outcomes[i].Name)
		}
		l.names.Unknown(name, "state or outcome", known)
		return nil
	case n == nil:
		out := make([]expr.Expr, len(l.machine.States))
		for s := range m.States {
			out[s] = expr.Truth(m.States[s].Outcome == outcome)
		}
		return out
	case outcome >= 0 && !slices.Equal(m.Outcomes[outcome].States, []int{n.Index}):
		l.diags.Errorf(diag.CodeGoal, name.Span, "`%s` is both a state and an outcome", diag.Clip(name.Value)).
			Note(m.Outcomes[outcome].Span, "the outcome is declared here").
			Helpf("rename one of them, or list the states of the outcome")
		return nil
	}
	return core.Place(m, name.Value)
}

// idle reports a claim that says nothing: no run goes on from the state, or each configuration is one to which
// a run is to lead.
func (l *claims) idle(p *syntax.Possible, g *core.Goal) bool {
	open, trivial := false, true
	for s := range l.machine.States {
		if !g.About(s) {
			continue
		}
		open = true
		trivial = trivial && (g.Met(s) || expr.Equal(g.Here[s], g.At[s]))
	}
	switch {
	case !open:
		l.diags.Errorf(diag.CodeGoal, p.Span, "nothing is possible from `%s`, because the machine ends there", diag.Clip(p.From.Value)).
			Helpf("name a state from which runs go on, or remove the claim")
	case trivial:
		d := l.diags.Errorf(diag.CodeGoal, p.Span, "this claim says nothing: %s is where the machine is already", g.Target())
		if p.From.Given() {
			d.Helpf("name states outside of `%s`, or remove the claim", diag.Clip(p.From.Value))
		} else {
			d.Helpf("name states that lie ahead, or remove the claim")
		}
	default:
		return false
	}
	return true
}
