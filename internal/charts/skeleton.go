package charts

import (
	"fmt"
	"math/rand/v2"
)

// generator makes one chart.
type generator struct {
	dice dice
	with mix
	tree *hierarchy
	fuel fuel
	// child is the text of the child machine.
	child string

	vars   []variable
	events []event
	timers int
	// edges are the values of outputs on entry and exit.
	edges []*pair
	// used are the events that are raised.
	used map[string]bool
}

// newGenerator returns a generator of one chart. ends is set if each run must end.
func newGenerator(r *rand.Rand, ends bool) *generator {
	dice, tree := dice{r}, &hierarchy{}
	return &generator{dice: dice, tree: tree, fuel: fuel{dice, tree, ends}, used: map[string]bool{}}
}

// dice makes random choices.
type dice struct{ rand *rand.Rand }

// hierarchy is the tree of states in the making.
type hierarchy struct {
	states []*state // top level
	all    []*state
	count  int
}

// mix says which features a chart has.
type mix struct {
	regions, nested, history, raise, timers, calls, children, stall, limit, always, final, data, outputs, exits, guards, conditional bool
	unlisted                                                                                                                         string
}

func (d dice) chance(percent int) bool { return d.rand.IntN(100) < percent }

func (g *generator) choose() {
	c := g.dice.chance
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
	if g.fuel.on { // the more there is in regions, the more transitions their combinations have, and all are to be proved
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
	n := 2 + g.dice.rand.IntN(2)
	shapes := make([]string, n)
	for i := range shapes {
		shapes[i] = g.dice.pick("plain", "plain", "plain", "composite")
	}
	if g.with.history {
		shapes[g.dice.rand.IntN(n)] = "composite"
	}
	if g.with.regions {
		shapes[g.dice.rand.IntN(n)] = "parallel"
	}
	for _, shape := range shapes {
		g.tree.states = append(g.tree.states, g.grow(nil, shape, 0))
	}
	for range 1 + g.dice.rand.IntN(2) {
		s := g.tree.add("Z", nil)
		s.terminal = true
		g.tree.states = append(g.tree.states, s)
	}
	if g.dice.chance(15) { // a terminal state inside a composite one
		for _, s := range g.tree.states {
			if len(s.children) > 0 && !s.parallel && s.region() == nil {
				z := g.tree.add("Z", s)
				z.terminal = true
				s.children = append(s.children, z)
				break
			}
		}
	}
	for _, s := range g.tree.states {
		s.each(func(s *state) { g.tree.all = append(g.tree.all, s) })
	}
}

func (h *hierarchy) add(prefix string, parent *state) *state {
	h.count++
	return &state{name: fmt.Sprintf("%s%d", prefix, h.count), parent: parent}
}

// grow makes a state of a shape.
func (g *generator) grow(parent *state, shape string, depth int) *state {
	s := g.tree.add(map[string]string{"plain": "S", "composite": "C", "parallel": "P"}[shape], parent)
	switch shape {
	case "composite":
		g.fill(s, depth, "")
	case "parallel":
		g.divide(s, depth)
	case "plain":
		s.data = g.with.data && s.region() == nil && g.dice.chance(35)
	}
	return s
}

// fill gives a composite state or a region its states. must is the shape of one of them, or "".
func (g *generator) fill(s *state, depth int, must string) {
	n := 2
	if g.dice.chance(25) {
		n = 3
	}
	for i := range n {
		shape := "plain"
		if depth < 2 && g.dice.chance(15) {
			shape = "composite"
		}
		if must != "" && i == n-1 {
			shape = must
		}
		s.children = append(s.children, g.grow(s, shape, depth+1))
	}
	if g.with.final && g.dice.chance(45) {
		f := g.tree.add("F", s)
		f.final = true
		s.children = append(s.children, f)
	}
	s.initial = s.children[g.dice.rand.IntN(n)]
}

// divide gives a state regions.
func (g *generator) divide(s *state, depth int) {
	s.parallel = true
	n := 2
	if depth == 0 && g.dice.chance(25) && (!g.fuel.on || g.dice.chance(25)) {
		n = 3
	}
	s.bare = g.with.exits && depth == 0 && g.dice.chance(40) && (!g.fuel.on || g.dice.chance(60))
	for i := range n {
		r := g.tree.add("R", s)
		s.children = append(s.children, r)
		switch {
		case g.dice.chance(10) && i > 0:
			// a region that is a plain state
		case g.with.nested && depth < 1 && g.dice.chance(12):
			g.divide(r, depth+1)
		case g.with.nested && depth < 1 && g.dice.chance(50):
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
				g.lead(around[g.dice.rand.IntN(len(around))], s)
			}
		}
	}
	link(g.tree.states)
	for _, s := range g.tree.all {
		if len(s.children) > 0 && !s.parallel {
			link(s.children)
		}
	}
}

// lead gives a state a target that it must have, or the first plain state inside it if it cannot have it.
func (g *generator) lead(s, to *state) {
	for !g.tree.open(s, to) && len(s.children) > 0 {
		s = s.children[0]
	}
	s.wants = append(s.wants, to)
}

func (d dice) pick(words ...string) string { return words[d.rand.IntN(len(words))] }
