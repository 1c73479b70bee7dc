package core

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Goal is a claim that something stays possible: from each configuration of certain states that a run reaches
// and in which the machine has not ended,
// some run leads to a configuration of other states. On that run, the world does what is best: it chooses
// events, payloads, answers of external guards, and results of calls, and timers may fire.
type Goal struct {
	// From is the state of the configurations that the claim is about, or "" for all of them. To are the
	// states and outcomes to which a run leads.
	From string
	To   []string
	// Here has a condition for each state of the machine: a configuration there is one that the claim
	// is about. At is the same for those to which a run leads. They read only the variables of regions.
	Here, At []expr.Expr
	Span     diag.Span
}

// Text returns the claim in words, such as "`Done` stays possible from `Open`".
func (g *Goal) Text() string {
	text := g.Target() + " stays possible"
	if g.From != "" {
		text += " from `" + g.From + "`"
	}
	return text
}

// Target returns the states and outcomes to which a run leads, in words.
func (g *Goal) Target() string {
	names := make([]string, len(g.To))
	for i, name := range g.To {
		names[i] = "`" + name + "`"
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
	return strings.Join(names, "")
}

// About reports whether the claim may be about configurations in a state.
func (g *Goal) About(state int) bool { return !constant(g.Here[state], 0) }

// Meets reports whether some configurations in a state may be at the goal, and Met whether all of them are.
func (g *Goal) Meets(state int) bool { return !constant(g.At[state], 0) }

// Met is described at [Goal.Meets].
func (g *Goal) Met(state int) bool { return constant(g.At[state], 1) }

func constant(x expr.Expr, value int64) bool {
	lit, ok := x.(*expr.Lit)
	return ok && lit.Value == value
}

// Place returns, for each state of a machine, the condition that the machine is in the state with a name: a plain one, a composite one, a
// region, or one inside a region. It returns nil if there is no such state.
func Place(m *Machine, name string) []expr.Expr {
	out := make([]expr.Expr, len(m.States))
	known := false
	for i := range m.States {
		s := &m.States[i]
		x := expr.Expr(expr.Truth(s.Name == name || slices.Contains(s.Composites, name)))
		for r := range s.Regions {
			if in := s.Regions[r].in(m.Vars[s.Regions[r].Var].Symbol, name); in != nil {
				x = in
			}
		}
		known = known || !constant(x, 0)
		out[i] = x
	}
	if !known {
		return nil
	}
	return out
}

// in returns the condition that a region is in the state with a name, or nil if there is none in it.
func (r *Region) in(symbol *expr.Symbol, name string) expr.Expr {
	var some []expr.Expr
	others := false
	for i, leaf := range r.Leaves {
		if leaf.None || leaf.Name != name && r.Name != name && !slices.Contains(leaf.Composites, name) {
			others = true
			continue
		}
		some = append(some, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: symbol}, Y: &expr.Lit{T: symbol.Type, Value: int64(i)}})
	}
	switch {
	case len(some) == 0:
		return nil
	case !others:
		return expr.Truth(true)
	}
	return expr.AnyOf(some...)
}
