package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Decision is what neither spec says: the state in which machines of an old state continue, or a value of the new version.
type Decision struct {
	// Field is the name of its field in the generated struct.
	Field string
	// Part names it, such as "state Draft" or "datum Paid.receipt".
	Part string
	// Reason says why it is open, in a few words without a capital or a period.
	Reason string
	// Known lists what the result must satisfy: its range, and the invariants that read it, as texts of the new spec.
	Known []string
	// Checked reports that the value is kept if it fits, and that the program is asked only otherwise.
	Checked bool

	// state is the old state, or -1 for a value.
	state int
	to    *expr.Symbol
	// claims are what Known says.
	claims []claim
}

// missing adds the decisions that follow from the two specs alone.
func (p *Plan) missing() {
	for s := range p.a.States {
		if p.m.States[s] < 0 {
			p.add(Decision{Part: "state " + p.a.States[s].Name, state: s, Reason: "the new version has no such state"})
		}
	}
	for j := range p.b.Params {
		n := &p.b.Params[j]
		switch i := p.m.Params[j]; {
		case p.given(n.Symbol):
		case i >= 0 && !compatible(p.a.Params[i].Type, n.Type):
			p.decide(n.Symbol, retyped(p.a.Params[i].Type, n.Type), false)
		case i < 0 && n.Default == nil:
			p.decide(n.Symbol, "added without a default", false)
		}
	}
	open := slices.Contains(p.m.States, -1)
	for j := range p.b.Vars {
		n := &p.b.Vars[j]
		if p.given(n.Symbol) || n.Pending() {
			continue
		}
		if n.State < 0 {
			if i := p.m.Vars[j]; i >= 0 && !compatible(p.a.Vars[i].Type, n.Type) {
				p.decide(n.Symbol, retyped(p.a.Vars[i].Type, n.Type), false)
			}
			continue
		}
		var without []string
		for s, t := range p.m.States {
			at := stored.Place{State: s, Datum: j}
			if t != n.State {
				continue
			}
			if i := p.m.Data[at]; i >= 0 && !compatible(p.a.Vars[i].Type, n.Type) {
				p.m.Data[at] = -1
			}
			if p.m.Data[at] < 0 {
				without = append(without, p.a.States[s].Name)
			}
		}
		switch {
		case len(without) > 0 && n.Implied == core.Active:
			p.decide(n.Symbol, "a machine that was stored in state "+strings.Join(without, " or ")+" is in none of its states", true)
		case len(without) > 0:
			p.decide(n.Symbol, "a machine that was stored in state "+strings.Join(without, " or ")+" has no value for it", true)
		case open:
			p.decide(n.Symbol, "a machine for which the program chooses state "+p.b.States[n.State].Name+" has no value for it", true)
		}
	}
}

func retyped(o, n expr.Type) string {
	return "the type has changed from " + o.String() + " to " + n.String()
}

func slotOf(s *expr.Symbol) stored.Slot { return stored.Slot{Scope: s.Scope, Index: s.Index} }

func (p *Plan) given(s *expr.Symbol) bool { return p.m.Given[slotOf(s)] != nil }

// decide adds a decision about a value. A partial one is asked for only in some states, and the others keep their values.
func (p *Plan) decide(to *expr.Symbol, reason string, partial bool) {
	p.add(Decision{Part: p.part(to), state: -1, to: to, Reason: reason})
	if !partial {
		p.m.Decided[slotOf(to)] = true
	}
}

// add adds a decision, and what its result must satisfy.
func (p *Plan) add(d Decision) {
	for _, c := range p.claims() {
		if d.to != nil && c.reads(d.to) || d.to == nil && c.state >= 0 && c.of == nil {
			d.claims = append(d.claims, c)
			d.Known = append(d.Known, c.text)
		}
	}
	p.Decisions = append(p.Decisions, d)
}

// part names a value of the new version.
func (p *Plan) part(s *expr.Symbol) string {
	switch {
	case s.Scope == expr.Param:
		return "param " + s.Name
	case p.b.RegionOf(s.Index) != nil:
		return "region " + p.b.States[p.b.Vars[s.Index].State].Name + "." + p.b.RegionOf(s.Index).Name
	case p.b.Vars[s.Index].State >= 0:
		return "datum " + varName(p.b, s.Index)
	}
	return "var " + s.Name
}

// asks reports whether a decision can concern machines of an old state.
func (p *Plan) asks(d *Decision, state int) bool {
	if d.state >= 0 {
		return d.state == state
	}
	if p.m.Decided[slotOf(d.to)] {
		return slices.Contains(p.statesWith(d.to), state)
	}
	t := p.m.States[state]
	return t < 0 || t == p.b.Vars[d.to.Index].State && p.m.Data[stored.Place{State: state, Datum: d.to.Index}] < 0
}

// name gives the decisions their Go names, and sorts them: states first, then parameters, variables and data.
func (p *Plan) name() {
	rank := func(d *Decision) [3]int {
		switch {
		case d.state >= 0:
			return [3]int{0, d.state}
		case d.to.Scope == expr.Param:
			return [3]int{1, d.to.Index}
		}
		return [3]int{2, d.to.Index}
	}
	slices.SortStableFunc(p.Decisions, func(x, y Decision) int {
		a, b := rank(&x), rank(&y)
		return slices.Compare(a[:], b[:])
	})
	used := map[string]bool{"Migrate": true}
	for i := range p.Decisions {
		d := &p.Decisions[i]
		name := ""
		switch {
		case d.state >= 0:
			name = "From" + ident.Export(p.a.States[d.state].Name)
		default:
			name = ident.Export(strings.ReplaceAll(strings.SplitN(d.Part, " ", 2)[1], ".", "_"))
		}
		d.Field = name
		for n := 2; used[d.Field]; n++ {
			d.Field = fmt.Sprintf("%s%d", name, n)
		}
		used[d.Field] = true
	}
}
