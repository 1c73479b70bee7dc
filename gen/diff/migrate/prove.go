package migrate

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// prove finds out which demands of Restore hold after the migration. A value that may not fit becomes a decision, unless a
// person has given it.
func (p *Plan) prove(ctx context.Context) {
	before := conditions(p.Old.Report)
	for {
		p.demands = p.m.Demands(p.a, p.b, before, conditions(p.New.Report))
		found := stored.Decide(ctx, p.a, before, p.demands)
		if p.fit(found) {
			continue
		}
		p.name()
		p.report(found)
		return
	}
}

// fit makes a decision of each value that may not fit, and reports whether there are any.
func (p *Plan) fit(found []stored.Finding) bool {
	var added []*expr.Symbol
	for _, f := range found {
		if f.Answer == stored.Reached || f.Earlier || f.Of == nil || p.given(f.Of) || slices.Contains(added, f.Of) || p.m.Decided[slotOf(f.Of)] {
			continue
		}
		added = append(added, f.Of)
		p.m.Decided[slotOf(f.Of)] = true
		reason := f.Reason
		switch f.Kind {
		case stored.Range:
			reason = "a stored value may be outside of its range"
		case stored.Value:
			reason = "enum " + f.Of.Type.Enum.Name + " may lack a stored value"
		}
		if f.Answer == stored.May {
			reason += " (it is not known whether there is one)"
		} else if f.Example != "" {
			reason += ", for example " + f.Example
		}
		i := slices.IndexFunc(p.Decisions, func(d Decision) bool { return d.to == f.Of })
		if i < 0 {
			i = len(p.Decisions)
			p.add(Decision{Part: p.part(f.Of), state: -1, to: f.Of, Reason: reason})
		} else {
			p.Decisions[i].Reason += "; " + reason
		}
		p.Decisions[i].Checked = p.kept(f.Of)
	}
	return len(added) > 0
}

// kept reports whether a value is kept where it fits, which is checked before Restore.
func (p *Plan) kept(s *expr.Symbol) bool {
	return slices.ContainsFunc(p.statesWith(s), func(state int) bool {
		names, holds := p.fitting(s, state, p.link(s, state))
		return names != nil || holds != nil
	})
}

// link returns the old parameter or variable that gives a value of the new version to machines of an old state, or nil.
func (p *Plan) link(s *expr.Symbol, state int) *expr.Symbol {
	if s.Scope == expr.Param {
		if i := p.m.Params[s.Index]; i >= 0 {
			return p.a.Params[i].Symbol
		}
		return nil
	}
	i := p.m.Vars[s.Index]
	if p.b.Vars[s.Index].State >= 0 {
		from, ok := p.m.Data[stored.Place{State: state, Datum: s.Index}]
		if i = from; !ok {
			i = -1
		}
	}
	if i < 0 {
		return nil
	}
	return p.a.Vars[i].Symbol
}

func (p *Plan) report(found []stored.Finding) {
	for _, f := range found {
		switch {
		case f.Earlier:
		case f.Answer == stored.Reached:
			if !slices.Contains(p.Unchecked, f.Part) {
				p.Unchecked = append(p.Unchecked, f.Part)
			}
		default:
			out := Finding{Part: f.Part, Reason: f.Reason, Refuted: f.Answer == stored.Fails, Example: f.Example, run: f.Run, machine: f.Machine}
			if f.Run != nil && len(f.Run.Steps) > 0 {
				// The machine of the run has demands as invariants, and is otherwise shown as the old version.
				m := *f.Machine
				m.Rank, m.Events = 0, p.a.Events
				out.Trace = "a run" + verify.Trace(&m, f.Run)
			}
			p.Findings = append(p.Findings, out)
		}
	}
}
