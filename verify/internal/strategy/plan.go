package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// planWork limits the work of all proofs of the search for one plan.
const planWork = 12_000_000

// maxPlanned limits the configurations of one state that a plan is made from.
const maxPlanned = 200

// Plan returns a plan that shows that what a goal claims stays possible, for all parameter values: in each
// configuration, an event after which shortest runs to the goal are shorter. It returns nil if none is found.
// grants tells for the result of a child machine whether some run of it has this result. uses are the claims that the proofs use.
func Plan(in *Input, g *core.Goal, grants func(call, event int) bool) (p *verdict.Plan, uses []encode.Claim) {
	f := &finder{Input: in, prover: in.Prover.Part(planWork), texts: trace.Strings(in.Machine)}
	m := in.Machine
	f.comes = func(_, event int) bool {
		call := m.Caller(event)
		return call < 0 || m.Calls[call].Child == nil || grants(call, event)
	}
	f.makes = func(v visit, o *option) (interp.Config, bool) {
		after, _, ok := v.try(v.Config, o)
		if !ok {
			return after, false
		}
		left, known := v.remaining(after)
		before, _ := v.remaining(v.Config)
		return after, known && left < before
	}
	pl := &planner{finder: f, goal: g}
	if pl.boards = pl.near(); len(pl.boards) == 0 {
		return nil, nil
	}
	banned := map[place]bool{}
	for range maxRounds {
		before := len(banned)
		if !pl.lead(banned) {
			break
		}
		for of := range shapes {
			p := pl.write(of)
			if p == nil {
				continue
			}
			failed, ok := pl.prove(p)
			if ok {
				return p, pl.uses
			}
			if failed != nil {
				banned[*failed] = true
			}
		}
		if len(banned) == before || f.prover.Done() {
			break
		}
	}
	return pl.table(), pl.uses
}

// maxNear limits the work to explore what is near the start again, if exploration has found much more, in moves.
const maxNear = 200_000

// planner looks for a plan.
type planner struct {
	finder *finder
	goal   *core.Goal
	boards []*board
	// visits are the configurations in each state from which the plan leads on, and choices what it does there.
	visits  map[int][]visit
	choices map[int][]choice
	// uses are the claims that the last proofs use.
	uses []encode.Claim
}

// near returns the boards with the length of a shortest run to the goal from each configuration. It returns nil if
// there is none from one that the claim is about, in a graph that has all configurations and tries all payloads that matter.
func (pl *planner) near() (out []*board) {
	m := pl.finder.Machine
	intern := trace.Intern(pl.finder.texts)
	total := 0
	for _, g := range pl.finder.Graphs {
		if g.Configs() > maxConfigs {
			g = explore.Within(pl.finder.prover.Context(), m, g.Params, maxConfigs, maxNear)
		}
		n := g.Configs()
		if n == 0 || total+n > allConfigs {
			continue
		}
		total += n
		b := &board{
			Machine: interp.Machine{Core: m, Params: g.Params, Intern: intern}, left: map[string]int{},
			env: &expr.Env{Params: g.Params, Intern: intern},
		}
		distance := concrete.Distances(g, pl.goal, true)
		for c := range g.All() {
			d := int(distance[c.ID])
			switch {
			case d >= 0:
				b.left[key(c.State, c.Vars)] = d
			case g.Complete && g.Exact && b.holds(pl.goal.Here[c.State], c.Vars):
				return nil
			}
			if d > 0 {
				b.configs = append(b.configs, interp.Config{State: c.State, Vars: slices.Clone(c.Vars)})
			}
		}
		out = append(out, b)
	}
	return out
}

// lead chooses what the plan does in each state to which it leads. It reports whether it found something for all of them.
func (pl *planner) lead(banned map[place]bool) bool {
	pl.visits, pl.choices = map[int][]visit{}, map[int][]choice{}
	seen := map[*board]map[string]bool{}
	var todo []int
	add := func(v visit) {
		k := key(v.State, v.Vars)
		if left, known := v.remaining(v.Config); seen[v.board][k] || !known || left <= 0 || len(pl.visits[v.State]) >= maxPlanned {
			return
		}
		if seen[v.board] == nil {
			seen[v.board] = map[string]bool{}
		}
		seen[v.board][k] = true
		pl.visits[v.State] = append(pl.visits[v.State], v)
		if !slices.Contains(todo, v.State) {
			todo = append(todo, v.State)
		}
	}
	for _, b := range pl.boards {
		for _, c := range b.configs {
			if b.holds(pl.goal.Here[c.State], c.Vars) {
				add(visit{b, c})
			}
		}
	}
	for len(todo) > 0 {
		s := todo[0]
		todo = todo[1:]
		if pl.choices[s] = pl.finder.choose(s, pl.visits[s], banned); pl.choices[s] == nil {
			if pl.choices[s] = pl.pairs(s, banned); pl.choices[s] == nil {
				return false
			}
		}
		for _, v := range slices.Clone(pl.visits[s]) {
			if c := chosen(v, pl.choices[s]); c >= 0 {
				if after, ok := pl.finder.step(v, c); ok {
					add(visit{v.board, after})
				}
			}
		}
	}
	return true
}

// maxPairs limits the conditions with two parts.
const maxPairs = 300

// pairs is choose with conditions that have two parts.
func (pl *planner) pairs(state int, banned map[place]bool) []choice {
	visits, options := pl.visits[state], pl.finder.of(state)
	good := make([][]bool, len(options))
	for i := range options {
		if banned[place{state, i}] {
			continue
		}
		good[i] = make([]bool, len(visits))
		for k, v := range visits {
			_, good[i][k] = pl.finder.step(v, i)
		}
	}
	atoms := pl.finder.atoms(state)
	both := slices.Clone(atoms)
	for i, x := range atoms {
		for _, y := range atoms[i+1:] {
			if len(both) < maxPairs {
				both = append(both, &expr.Binary{Op: expr.And, X: x, Y: y})
			}
		}
	}
	return pl.finder.divide(visits, good, both, maxChoices)
}

// chosen returns the option for a configuration, or -1 if there is none.
func chosen(v visit, choices []choice) int {
	for _, c := range choices {
		if v.holds(c.when, v.Vars) {
			return c.option
		}
	}
	return -1
}
