package charts

import (
	"fmt"
	"math/rand/v2"
)

// generator makes one chart.
type generator struct {
	*rand.Rand
	with   mix
	states []*state // top level
	all    []*state
	count  int
	// inner is the text of the child machine.
	child string

	vars   []variable
	events []event
	timers int
	// edges are the values of outputs on entry and exit.
	edges []*pair
	// ends is set if each run must end: transitions use fuel, and numbers have ranges.
	ends bool
	// used are the events that are raised.
	used map[string]bool
}

// mix says which features a chart has.
type mix struct {
	regions, nested, history, raise, timers, calls, children, stall, limit, always, final, data, outputs, exits, guards, conditional bool
	unlisted                                                                                                                         string
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) choose() {
	c := g.chance
	g.with = mix{
		regions: c(70), nested: c(45), history: c(45), raise: c(45), timers: c(40), calls: c(35), children: c(20), stall: c(30), limit: c(25),
		always: c(45), final: c(50), data: c(30), outputs: c(60), exits: c(50), guards: c(25), conditional: c(40),
	}
	switch {
	case c(20):
		g.with.unlisted = "ignore"
	case c(12):
		g.with.unlisted = "error"
	}
	if g.ends { // the more there is in regions, the more transitions their combinations have, and all are to be proved
		g.with.nested = g.with.nested && c(40)
	}
}

// state is a state at any level, or a region.
type state struct {
	name     string
	parent   *state
	children []*state
	parallel bool
	terminal bool
	final    bool
	data     bool
	initial  *state
	// owns are the variables that what is inside a region may set.
	owns []int
	// bare forbids transitions that leave the state with the region from elsewhere, so its states can have exits.
	bare bool
	// wants are targets that the state must have, so that all states can be reached.
	wants []*state
}

// region returns the innermost region around a state, or the state itself if it is one.
func (s *state) region() *state {
	for ; s != nil; s = s.parent {
		if s.parent != nil && s.parent.parallel {
			return s
		}
	}
	return nil
}

// outermost returns the outermost region around a state, or nil.
func (s *state) outermost() (found *state) {
	for r := s.region(); r != nil; r = r.parent.region() {
		found = r
	}
	return found
}

func (s *state) inside(outer *state) bool {
	for s = s.parent; s != nil; s = s.parent {
		if s == outer {
			return true
		}
	}
	return false
}

func (s *state) each(visit func(*state)) {
	visit(s)
	for _, c := range s.children {
		c.each(visit)
	}
}

// contains reports whether a state is, or has inside, one for which match holds.
func (s *state) contains(match func(*state) bool) (found bool) {
	s.each(func(x *state) { found = found || match(x) })
	return found
}

// skeleton makes the tree of states.
func (g *generator) skeleton() {
	n := 2 + g.IntN(2)
	shapes := make([]string, n)
	for i := range shapes {
		shapes[i] = g.pick("plain", "plain", "plain", "composite")
	}
	if g.with.history {
		shapes[g.IntN(n)] = "composite"
	}
	if g.with.regions {
		shapes[g.IntN(n)] = "parallel"
	}
	for _, shape := range shapes {
		g.states = append(g.states, g.grow(nil, shape, 0))
	}
	for range 1 + g.IntN(2) {
		s := g.state("Z", nil)
		s.terminal = true
		g.states = append(g.states, s)
	}
	if g.chance(15) { // a terminal state inside a composite one
		for _, s := range g.states {
			if len(s.children) > 0 && !s.parallel && s.region() == nil {
				z := g.state("Z", s)
				z.terminal = true
				s.children = append(s.children, z)
				break
			}
		}
	}
	for _, s := range g.states {
		s.each(func(s *state) { g.all = append(g.all, s) })
	}
}

func (g *generator) state(prefix string, parent *state) *state {
	g.count++
	return &state{name: fmt.Sprintf("%s%d", prefix, g.count), parent: parent}
}

// grow makes a state of a shape.
func (g *generator) grow(parent *state, shape string, depth int) *state {
	s := g.state(map[string]string{"plain": "S", "composite": "C", "parallel": "P"}[shape], parent)
	switch shape {
	case "composite":
		g.fill(s, depth, "")
	case "parallel":
		g.divide(s, depth)
	case "plain":
		s.data = g.with.data && s.region() == nil && g.chance(35)
	}
	return s
}

// fill gives a composite state or a region its states. must is the shape of one of them, or "".
func (g *generator) fill(s *state, depth int, must string) {
	n := 2
	if g.chance(25) {
		n = 3
	}
	for i := range n {
		shape := "plain"
		if depth < 2 && g.chance(15) {
			shape = "composite"
		}
		if must != "" && i == n-1 {
			shape = must
		}
		s.children = append(s.children, g.grow(s, shape, depth+1))
	}
	if g.with.final && g.chance(45) {
		f := g.state("F", s)
		f.final = true
		s.children = append(s.children, f)
	}
	s.initial = s.children[g.IntN(n)]
}

// divide gives a state regions.
func (g *generator) divide(s *state, depth int) {
	s.parallel = true
	n := 2
	if depth == 0 && g.chance(25) && (!g.ends || g.chance(25)) {
		n = 3
	}
	s.bare = g.with.exits && depth == 0 && g.chance(40) && (!g.ends || g.chance(60))
	for i := range n {
		r := g.state("R", s)
		s.children = append(s.children, r)
		switch {
		case g.chance(10) && i > 0:
			// a region that is a plain state
		case g.with.nested && depth < 1 && g.chance(12):
			g.divide(r, depth+1)
		case g.with.nested && depth < 1 && g.chance(50):
			g.fill(r, depth+1, "parallel")
		default:
			g.fill(r, depth+1, "")
		}
	}
}

// connect lets each state lead to the next one beside it, so that most states can be reached.
func (g *generator) connect() {
	link := func(states []*state) {
		var around []*state
		for _, s := range states {
			if !s.final && !s.terminal {
				around = append(around, s)
			}
		}
		for i, s := range around {
			if len(around) > 1 {
				g.lead(s, around[(i+1)%len(around)])
			}
		}
		for _, s := range states {
			if s.final || s.terminal {
				g.lead(around[g.IntN(len(around))], s)
			}
		}
	}
	link(g.states)
	for _, s := range g.all {
		if len(s.children) > 0 && !s.parallel {
			link(s.children)
		}
	}
}

// lead gives a state a target that it must have, or the first plain state inside it if it cannot have it.
func (g *generator) lead(s, to *state) {
	for !g.open(s, to) && len(s.children) > 0 {
		s = s.children[0]
	}
	s.wants = append(s.wants, to)
}

func (g *generator) pick(words ...string) string { return words[g.IntN(len(words))] }
