package explore

import (
	"iter"
	"slices"
	"sort"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Graph is the result of exploring a machine for one valuation of its parameters. It does
// not change, and its methods may be called concurrently.
//
// Configurations are numbered from 0, the initial one, in breadth-first order.
type Graph struct {
	Machine *core.Machine
	// Params holds a value for each parameter.
	Params []int64
	// Complete reports whether every reachable configuration was found and expanded.
	// Otherwise, the limit was reached or the context was done: everything in the graph
	// is real, but more may exist.
	Complete bool
	// Exact reports that no relevant int or string field was sampled, so that the graph
	// has every step from its configurations. Both answers of external guards are
	// always tried. Only a graph that is complete and exact shows that something does
	// not exist.
	Exact bool

	walker *walker // never used itself, only its forks
	set    set
	// expanded is the number of configurations whose successors were computed, and moves
	// the number of their moves.
	expanded, moves int
	// marks holds the number of configurations that were known before each multiple of
	// stride was expanded, and levels the first configuration at each distance from the
	// initial one.
	marks, levels []uint32
	found         found
	claims        []claim
	// broken is the reason why the machine cannot start, or nil if it can.
	broken *Fault
	// remaining holds the length of the longest run from each
	// configuration, or endless. It is nil if it was not computed.
	remaining []int32
	// deepest is the configuration with the longest run among the initial one and the
	// targets of environment events.
	deepest uint32
	// ahead is what the start or the environment event that leads there costs.
	ahead int32
}

// stride is the distance between marks, which are used to find parents. A smaller stride
// makes runs cheaper and graphs larger.
const stride = 16

// Config is a configuration of a graph.
type Config struct {
	// ID is its number.
	ID    int
	State int
	// Vars holds the values as in [Step.Before]. It is valid until the next
	// configuration is asked for.
	Vars []int64
	// Remaining is the number of steps of the longest run from here without
	// environment events, or -1 if there is an endless one. It is a lower bound if
	// the graph is not complete.
	Remaining int
}

// Configs returns the number of configurations. It is 0 only if the machine cannot start,
// for the reason that [Graph.Faults] reports; then there are no runs.
func (g *Graph) Configs() int { return g.set.len() }

// Moves returns the work that exploration took; see [Within].
func (g *Graph) Moves() int { return g.moves }

// Prepared returns the work that it took before, in moves: to compile the alternatives for
// each payload. The graph keeps what is compiled.
func (g *Graph) Prepared() (n int) {
	for s := range g.walker.rows {
		n += g.walker.rows[s].made
	}
	return n
}

// Reached reports whether a configuration in the state was found.
func (g *Graph) Reached(state int) bool { return g.found.reached[state] }

// Taken reports whether a step with the transition was found.
func (g *Graph) Taken(transition int) bool { return g.found.taken[transition] }

// All yields the configurations in order.
func (g *Graph) All() iter.Seq[Config] {
	return func(yield func(Config) bool) {
		w := g.walker.fork()
		vars := make([]int64, len(w.vars))
		for id := range g.set.len() {
			state := w.read(g.set.words.at(id), vars)
			if !yield(Config{id, state, vars, g.Remaining(id)}) {
				return
			}
		}
	}
}

// Path returns a shortest run to configuration id.
func (g *Graph) Path(id int) Run {
	w := g.walker.fork()
	var ids []int
	for ; id > 0; id = g.parent(w, id) {
		ids = append(ids, id)
	}
	r := g.start(w)
	from := 0
	for i := len(ids) - 1; i >= 0; i-- {
		r.Steps = append(r.Steps, g.step(w, from, ids[i], r.End(), nil))
		from = ids[i]
	}
	return r
}

// Find returns a shortest run whose last step satisfies match, which is
// called for every step that was explored, in a fixed order, until it returns
// true. The slices in the step are valid during the call.
func (g *Graph) Find(match func(Step) bool) (Run, bool) {
	return g.find(-1, func(row *row) (steps []codeOf) {
		for i := range row.choices {
			steps = append(steps, codeOf{&row.choices[i], &row.codes[row.choices[i].code]})
		}
		return steps
	}, match)
}

// FindMove is like [Graph.Find] for the steps of one transition, and for a match that reads
// neither payload nor answers: of the payloads that make no difference to a step, it tries
// only the first.
func (g *Graph) FindMove(transition int, match func(Step) bool) (Run, bool) {
	if !g.Taken(transition) {
		return Run{}, false
	}
	return g.find(g.Machine.Transitions[transition].From, func(row *row) (steps []codeOf) {
		for i := range row.codes {
			c := &row.codes[i]
			if slices.ContainsFunc(c.alts, func(a alt) bool { return int(a.transition) == transition }) {
				steps = append(steps, codeOf{&row.choices[c.choice], c})
			}
		}
		return steps
	}, func(s Step) bool { return s.Transition == transition && match(s) })
}

// codeOf is a choice, and what is computed for it.
type codeOf struct {
	*choice
	code *code
}

// find looks at the steps from one state, or from all if state is -1. Tried lists what to
// try in a state.
func (g *Graph) find(only int, tried func(*row) []codeOf, match func(Step) bool) (Run, bool) {
	w := g.walker.fork()
	before, steps := make([]int64, len(w.vars)), make([][]codeOf, len(w.rows))
	for id := range g.expanded {
		state := w.read(g.set.words.at(id), before)
		if only >= 0 && state != only {
			continue
		}
		copy(w.vars, before)
		if steps[state] == nil {
			steps[state] = tried(&w.rows[state])
		}
		for _, c := range steps[state] {
			o := w.apply(c.code)
			if o < 0 {
				continue
			}
			s := Step{Transition: int(o), Fields: c.fields, Externals: c.externals, Before: before, After: w.next}
			if match(s) {
				run := g.Path(id)
				s.After = slices.Clone(w.next)
				run.Steps = append(run.Steps, s)
				return run, true
			}
		}
	}
	return Run{}, false
}

// start returns the run without steps.
func (g *Graph) start(w *walker) Run {
	r := Run{Params: g.Params, LoopFrom: -1}
	if g.set.len() > 0 {
		_, r.Start = w.values(g.set.words.at(0))
	}
	return r
}

// parent returns the configuration that id was found from: the first that has
// it as a successor.
func (g *Graph) parent(w *walker, id int) int {
	word := g.set.words.at(id)
	block := sort.Search(len(g.marks), func(i int) bool { return int(g.marks[i]) > id }) - 1
	for from := block * stride; ; from++ {
		for _, m := range w.expand(g.set.words.at(from)) {
			if m.word == word {
				return from
			}
		}
	}
}

// step returns the first step from one configuration to another that satisfies only, or
// just the first if only is nil. before holds the values of the first configuration.
func (g *Graph) step(w *walker, from, to int, before []int64, only func(move) bool) Step {
	word := g.set.words.at(to)
	for _, m := range w.expand(g.set.words.at(from)) {
		if m.word != word || only != nil && !only(m) {
			continue
		}
		row := &w.rows[w.state]
		c := &row.codes[m.code]
		choice := &row.choices[c.choice]
		_, after := w.values(word)
		return Step{Transition: int(m.outcome), Fields: choice.fields, Externals: choice.externals, Before: before, After: after}
	}
	panic("unreachable: no step between the configurations")
}

// distance returns the length of the shortest runs to configuration id.
func (g *Graph) distance(id int) int {
	return sort.Search(len(g.levels), func(i int) bool { return int(g.levels[i]) > id }) - 1
}
