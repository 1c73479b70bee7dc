package counter

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const (
	// maxLost limits the configurations of a graph in which a goal is looked for, and maxBehind those behind a
	// configuration.
	maxLost   = 100_000
	maxBehind = 4000
	// maxStarts limits the configurations of one graph from which a closed set is looked for.
	maxStarts = 6
	// maxListed limits the configurations of a state that are listed one by one.
	maxListed = 24
)

// impossible finds a run to a configuration from which no run leads to a goal, and the closed set behind it.
func impossible(in *Input, _ *core.Machine, g *explore.Graph, o obligation.Obligation) (Violation, bool) {
	return in.lost(g, &in.Machine.Goals[o.Goal])
}

// lost is impossible for a goal that need not be one of the machine.
func (in *Input) lost(g *explore.Graph, goal *core.Goal) (Violation, bool) {
	if g.Configs() > maxLost || !in.Looks.take(g.Moves()) {
		return Violation{}, false
	}
	distance := concrete.Distances(g, goal, false)
	return in.trapped(g, goal, func(id int) bool { return distance[id] < 0 })
}

// trapped finds a run to one of the given configurations of a graph that a goal is about, from which no run leads to the goal.
func (in *Input) trapped(g *explore.Graph, goal *core.Goal, among func(id int) bool) (Violation, bool) {
	tried := map[int]int{} // by state
	starts := 0
	for c := range g.All() {
		if !among(c.ID) || !holds(in.Machine, g.Params, goal.Here[c.State], c.Vars) || tried[c.State] == 2 {
			continue
		}
		if starts++; starts > maxStarts || in.Prover.Done() || !in.Looks.take(1) {
			break
		}
		tried[c.State]++
		if set := in.behind(g, goal, c.ID); set != nil {
			if run := g.Path(c.ID); set.Refutes(in.Machine, goal, run.Params, run.State(in.Machine), run.End()) {
				return Violation{Run: run, Set: set}, true
			}
		}
	}
	return Violation{}, false
}

func holds(m *core.Machine, params []int64, x expr.Expr, vars []int64) bool {
	v, err := expr.Eval(x, concrete.Env(m, params, vars))
	return err == nil && v != 0
}

// behind returns a closed set with all configurations that runs from one configuration lead to, or nil.
func (in *Input) behind(g *explore.Graph, goal *core.Goal, id int) *verdict.Closed {
	m := in.Machine
	ids := g.Beyond(id)
	if len(ids) > maxBehind {
		return nil
	}
	member := make([]bool, g.Configs())
	for _, i := range ids {
		member[i] = true
	}
	rows := make([][][]int64, len(m.States))
	for c := range g.All() {
		if member[c.ID] {
			rows[c.State] = append(rows[c.State], slices.Clone(c.Vars))
		}
	}
	for _, listed := range []bool{false, true} {
		c := &closing{in, goal, rows, map[expr.Expr]int{}, &verdict.Closed{In: make([][]expr.Expr, len(m.States)), Away: make([]*certificate.Proof, len(m.States)), Kept: make([][]*certificate.Proof, len(m.Transitions))}}
		for s := range m.States {
			if len(rows[s]) > 0 {
				c.set.In[s] = c.guesses(g, s)
				if listed && len(rows[s]) <= maxListed {
					c.set.In[s] = append(c.set.In[s], listing(m, s, rows[s]))
				}
			}
		}
		if c.close() {
			c.loosen()
			return c.set
		}
	}
	return nil
}

// closing makes a set of configurations closed.
type closing struct {
	*Input
	goal *core.Goal
	// rows are the explored configurations of the set in each state.
	rows [][][]int64
	// kinds are those of the conditions, for [closing.loosen].
	kinds map[expr.Expr]int
	set   *verdict.Closed
}

// close drops the conditions of the set that transitions do not keep, until none is left. It reports whether the set is
// closed then, and away from the goal.
func (c *closing) close() bool {
	m := c.Machine
	t := encode.Empty(m)
	for again := true; again; {
		again = false
		for i := range m.Transitions {
			to := m.Transitions[i].To
			problems := c.set.Keeps(t, m, i)
			c.set.Kept[i] = nil
			var wrong []int
			for k, p := range problems {
				proof := c.Prover.Divide(p.Facts, p.Goal)
				if proof == nil && c.set.In[to] == nil {
					return false
				}
				if proof == nil {
					wrong = append(wrong, k)
				}
				c.set.Kept[i] = append(c.set.Kept[i], proof)
			}
			for n := len(wrong) - 1; n >= 0; n-- {
				c.set.In[to] = slices.Delete(slices.Clone(c.set.In[to]), wrong[n], wrong[n]+1)
				again = true
			}
		}
	}
	for s := range m.States {
		if p, ok := c.set.Apart(t, c.goal, s); ok {
			if c.set.Away[s] = c.Prover.Divide(p.Facts, p.Goal); c.set.Away[s] == nil {
				return false
			}
		}
	}
	return true
}

// maxLoosened limits the conditions that are tried to leave out.
const maxLoosened = 40

// loosen leaves out conditions without which the set is closed, too, so that the set says what matters: all of one kind, or one of them.
func (c *closing) loosen() {
	tries := 0
	for kind := range kindsOfGuesses {
		for _, alone := range []bool{false, true} {
			var left [][2]int
			for s := range c.set.In {
				for k := len(c.set.In[s]) - 1; k >= 0; k-- {
					if c.kinds[c.set.In[s][k]] == kind {
						left = append(left, [2]int{s, k})
					}
				}
			}
			for len(left) > 0 {
				n := len(left)
				if alone {
					n = 1
				}
				if tries++; tries > maxLoosened || c.Prover.Done() {
					return
				}
				c.without(left[:n])
				left = left[n:]
			}
		}
	}
}

// without leaves out conditions, given by state and position, if the set is closed then. Positions descend within a state.
func (c *closing) without(list [][2]int) {
	whole := *c.set
	c.set.In = slices.Clone(whole.In)
	for _, at := range list {
		c.set.In[at[0]] = slices.Delete(slices.Clone(c.set.In[at[0]]), at[1], at[1]+1)
	}
	c.set.Away, c.set.Kept = slices.Clone(whole.Away), slices.Clone(whole.Kept)
	if !c.closed() {
		*c.set = whole
	}
}

// closed looks for the proofs of the set as it is.
func (c *closing) closed() bool {
	before := c.set.In
	c.set.In = slices.Clone(before)
	if !c.close() {
		return false
	}
	for s := range before {
		if len(before[s]) != len(c.set.In[s]) {
			return false
		}
	}
	return true
}
