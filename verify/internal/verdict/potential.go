package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Potential is a progress function with one component, besides that of the machine. It is evidence for a
// bound and for nothing else, so no generated code computes it, and its values need not fit in Go's int.
type Potential struct {
	// Progress has one expression for each state.
	Progress [][]expr.Expr
	// Evidence proves the obligations on it.
	Evidence map[obligation.Obligation]Evidence
}

// Ranked returns a copy of m that declares the potential as its progress function.
func (p *Potential) Ranked(m *core.Machine) *core.Machine { return Declaring(m, p.Progress) }

// Asks lists the obligations on the potential: those on a progress function of m.
func (p *Potential) Asks(m *core.Machine) []obligation.Obligation {
	return obligation.Ranking(p.Ranked(m), true)
}

// pays returns the machine that declares a potential, or nil if it is not proved to be a progress function with one
// component. bounded reports whether it is at or below the claimed bound wherever the count of transitions starts.
func (j *judge) pays(p *Potential) (ranked *core.Machine, bounded bool) {
	if !sensible(j.machine, p.Progress) || len(p.Progress[j.machine.Initial]) != 1 {
		return nil, false
	}
	of := *j
	of.ranked = p.Ranked(j.machine)
	if !rests(of.ranked) {
		return nil, false
	}
	bounded = true
	for _, o := range p.Asks(j.machine) {
		proved := of.holds(o, p.Evidence[o])
		if !proved && o.Kind.Terminates() {
			return nil, false
		}
		bounded = bounded && proved
	}
	return of.ranked, bounded
}
