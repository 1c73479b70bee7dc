package proptest

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/verify/trace"
)

const (
	// reachConfigs bounds the configurations that are explored for one choice
	// of parameters, reachAll those for all, reachSlips those after which
	// nothing is searched for slips alone, and reachChoices the choices.
	reachConfigs = 20_000
	reachAll     = 200_000
	reachSlips   = 2_000
	reachChoices = 200
	// reachMoves bounds the work for one choice; see [explore.Within].
	reachMoves = 1 << 22
	// reachTries bounds the choices tried for a transition that exploration
	// takes, but only after steps that a host cannot cause.
	reachTries = 3
	// Where parameters near their minimum do not do, ints are tried that are
	// so far apart, and so many of them.
	wideStride = 4
	wideSteps  = 4
)

// explorer looks for runs that a test file has.
type explorer struct{ subject *subject }

// shown are the runs that exploration has found with some parameters, as Go: a
// tree, whose steps come after those that they go on from.
type shown struct {
	Params string // the fields of a literal
	Steps  []shownStep
}

// shownStep is an event and the row of the transition that it leads to.
type shownStep struct {
	Before int // the step that it goes on from, or -1
	Row    int
	Event  string // the fields of a literal
	Label  string
}

// shown returns runs that take every transition that exploration finds with small
// parameters, each at the end of a shortest run: the shortest with the smallest
// parameters that allow the transition. Steps that show slips in a transition come
// after them, if they are found within reachSlips.
func (p *explorer) shown() []shown {
	search := search{targets: p.targets()}
	search.found, search.tries = make([]bool, len(search.targets)), make([]int, len(search.targets))
	configs := 0
	var out []shown
	for _, params := range slices.Concat(p.choices(1, p.subject.spread()+1), p.choices(wideStride, wideSteps)) {
		rows, all := search.lacks()
		if configs >= reachAll || !rows && (configs >= reachSlips || !all) {
			break
		}
		g := explore.Within(context.Background(), p.subject.m, params, min(reachConfigs, reachAll-configs), reachMoves)
		configs += g.Configs()
		t := tree{p: p, texts: trace.Strings(p.subject.m), reached: map[string]trace.Step{}, printed: map[string]int{}}
		for _, h := range t.search(g, &search) {
			t.print(h)
		}
		if len(t.steps) > 0 {
			out = append(out, shown{p.subject.paramFields(params, t.texts), t.steps})
		}
	}
	return out
}

// tree is the runs to configurations, which are known by their name.
type tree struct {
	p       *explorer
	texts   []string
	reached map[string]trace.Step // the first step to a configuration
	printed map[string]int        // the number of the step to a configuration
	steps   []shownStep
}

// configuration tells configurations apart.
func configuration(state int, vars []int64) string {
	key := binary.AppendVarint(make([]byte, 0, 64), int64(state))
	for _, v := range vars {
		key = binary.AppendVarint(key, v)
	}
	return string(key)
}

func (t *tree) before(s *trace.Step) string {
	return configuration(t.p.subject.m.Transitions[s.Transition].From, s.Before)
}
func (t *tree) after(s *trace.Step) string {
	return configuration(t.p.subject.m.Transitions[s.Transition].To, s.After)
}

// hit is a step that has a target. Runs go on after it if as many timers have expired as on the way on which its configuration
// was reached first.
type hit struct {
	trace.Step
	goesOn bool
}

// search is what has been found so far.
type search struct {
	targets []target
	found   []bool
	tries   []int // in how many graphs that have the transition
}

// lacks reports whether a transition, or any target, has not been found.
func (s *search) lacks() (rows, all bool) {
	for i, t := range s.targets {
		rows = rows || !s.found[i] && t.when == nil
		all = all || !s.found[i]
	}
	return rows, all
}

// open lists the targets to be looked for in a graph by the transitions of their
// steps, and says how many they are, and how many of them are transitions. Those
// that had only steps that a test cannot make with some choices of parameters are
// left out.
func (t *tree) open(g *explore.Graph, s *search) (wanted map[int][]int, all, rows int) {
	wanted = map[int][]int{}
	for i, target := range s.targets {
		if s.found[i] || target.when == nil && (!g.Taken(i) || s.tries[i] >= reachTries) {
			continue
		}
		taken := false
		for _, row := range t.p.reaches(target) {
			if g.Taken(row) {
				wanted[row] = append(wanted[row], i)
				taken = true
			}
		}
		if !taken {
			continue
		}
		all++
		if target.when == nil {
			s.tries[i]++
			rows++
		}
	}
	return wanted, all, rows
}

// search returns steps of a graph that have the targets not found yet, the first
// step for each. Steps that a test cannot make are left out.
func (t *tree) search(g *explore.Graph, s *search) (hits []hit) {
	wanted, all, rows := t.open(g, s)
	if all == 0 {
		return nil
	}
	env := t.p.subject.env(g.Params)
	t.printed[configuration(t.p.subject.m.Initial, g.Path(0).Start)] = -1
	timers := firings{t.p, map[string][]int{}}
	g.Find(func(step trace.Step) bool {
		from := t.before(&step)
		if _, start := t.printed[from]; !start {
			if _, ok := t.reached[from]; !ok {
				return false
			}
		}
		if !t.p.heard(g.Params, &step) || slices.ContainsFunc(step.Fields, func(v int64) bool { return v < math.MinInt32 || v > math.MaxInt32 }) {
			return false
		}
		expired, comes := timers.after(g.Params, &step, from)
		if !comes {
			return false
		}
		kept := false
		keep := func() {
			if !kept {
				step.Before, step.After = slices.Clone(step.Before), slices.Clone(step.After)
				kept = true
			}
		}
		to := t.after(&step)
		if _, ok := t.reached[to]; !ok {
			keep()
			t.reached[to] = step
			timers.expired[to] = expired
		}
		new := false
		wanted[step.Transition] = slices.DeleteFunc(wanted[step.Transition], func(i int) bool {
			if !s.found[i] && s.targets[i].hits(env, &step) {
				s.found[i], new = true, true
				if all--; s.targets[i].when == nil {
					rows--
				}
			}
			return s.found[i]
		})
		if new {
			keep()
			hits = append(hits, hit{step, slices.Equal(expired, timers.expired[to])})
		}
		return all == 0 || rows == 0 && len(t.reached) > reachSlips
	})
	return hits
}

// print adds a step, and those before it.
func (t *tree) print(h hit) {
	run := []trace.Step{h.Step}
	for at := t.before(&h.Step); ; {
		if _, ok := t.printed[at]; ok {
			break
		}
		step := t.reached[at]
		run = append(run, step)
		at = t.before(&step)
	}
	for i := len(run) - 1; i >= 0; i-- {
		s := run[i]
		to, number := t.after(&s), len(t.steps)
		t.steps = append(t.steps, shownStep{t.printed[t.before(&s)], t.p.subject.row(s.Transition), t.p.subject.eventFields(&s, t.texts), t.p.subject.m.Label(s.Transition)})
		if _, ok := t.printed[to]; !ok && (i > 0 || h.goesOn) {
			t.printed[to] = number
		}
	}
}
