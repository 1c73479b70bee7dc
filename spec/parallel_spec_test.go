package spec_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// part is a state of a random machine with regions, for an interpreter that knows nothing of how
// the loader works: it keeps a set of active states, and follows appendix D of SCXML.
type part struct {
	name            string
	parent          *part
	states          []*part
	parallel, final bool
	on              map[string][]*choice
	ignore          []string
	tells           bool // emits an output on entry
	number          int  // document order
}

// choice is an alternative.
type choice struct {
	source *part
	less   int    // the condition that the variable of the region is below, or 0
	in     string // the condition that a state is active, or ""
	least  int    // the condition that the number of the payload is at least this, or 0
	most   int    // the condition that the other number is at most this, or 0
	mark   string // the condition that the payload is marked, "event.mark" or "!event.mark", or ""
	to     *part
	add    bool
	store  bool // stores the number of the payload
	tell   bool // emits it
	region int
	raise  string // an event, or ""
	veto   string // "ignore" or "reject" if the event has no effect under the condition, or ""
}

// payload is that of the events A, B, and C.
type payload struct {
	number int
	mark   bool
	more   int
}

// parallelSpec is a random machine: a state P with regions between a first and a last state.
type parallelSpec struct {
	random *rand.Rand
	root   *part
	all    []*part
	owner  *part
	// regions are those of P, and those inside of them, in document order.
	regions []*part
	raises  bool
	nested  bool
}

func (s *parallelSpec) add(parent *part, name string) *part {
	p := &part{name: name, parent: parent, on: map[string][]*choice{}, number: len(s.all), tells: parent != nil && s.random.IntN(3) == 0}
	s.all = append(s.all, p)
	if parent != nil {
		parent.states = append(parent.states, p)
	}
	return p
}

func newParallelSpec(random *rand.Rand) *parallelSpec {
	s := &parallelSpec{random: random, raises: random.IntN(2) == 0, nested: random.IntN(3) > 0}
	s.root = s.add(nil, "machine")
	off := s.add(s.root, "Off")
	s.owner = s.add(s.root, "P")
	s.owner.parallel = true
	s.split(s.owner, "R", 2+random.IntN(2), 0)
	end := s.add(s.root, "End")
	off.on["A"] = []*choice{{source: off, to: s.owner, region: -1}}
	off.on["B"] = []*choice{{source: off, to: s.all[4+random.IntN(len(s.all)-5)], region: -1}}
	if s.owner.on["X"] = []*choice{{source: s.owner, to: []*part{off, end, s.owner}[random.IntN(3)], region: -1}}; random.IntN(2) == 0 {
		s.owner.on["A"] = []*choice{{source: s.owner, to: []*part{off, end}[random.IntN(2)], region: -1}}
	}
	for _, p := range s.all {
		if r := regionOf(p); r != nil && !p.final && (p != r || s.nested && random.IntN(4) == 0) {
			for _, event := range []string{"A", "B", "C", "E", "F", "always", "done"} {
				s.fill(p, event, slices.Index(s.regions, r))
			}
		}
	}
	for range 3 { // what nothing raises, nothing can handle
		raised := s.raised()
		for _, p := range s.all {
			for _, e := range []string{"E", "F"} {
				if !slices.Contains(raised, e) {
					delete(p.on, e)
				}
			}
		}
	}
	for _, p := range s.all {
		if inside := regionOf(p) != nil && !p.final; inside && random.IntN(4) == 0 || p.parallel && random.IntN(3) == 0 {
			for _, e := range append([]string{"A", "B", "C"}, s.raised()...) {
				if p.on[e] == nil && random.IntN(2) == 0 {
					p.ignore = append(p.ignore, e)
				}
			}
		}
	}
	off.ignore = s.raised()
	// Each state inside a region can be reached, at least from Off.
	for _, p := range s.all {
		if p != regionOf(p) && regionOf(p) != nil && len(p.states) == 0 {
			off.on["C"] = append(off.on["C"], &choice{source: off, less: 1 + len(off.on["C"]), to: p, region: 0})
		}
	}
	return s
}

// split gives a state regions.
func (s *parallelSpec) split(owner *part, prefix string, count, depth int) {
	owner.parallel = true
	random := s.random
	for r := range count {
		region := s.add(owner, fmt.Sprintf("%s%d", prefix, r))
		s.regions = append(s.regions, region)
		if s.nested && depth < 2 && random.IntN(8) == 0 {
			s.split(region, region.name+"Q", 1+random.IntN(2), depth+1)
			continue
		}
		for i := range 1 + random.IntN(3-min(depth, 1)) {
			leaf := s.add(region, fmt.Sprintf("%sS%d", region.name, i))
			switch {
			case i > 0 && random.IntN(3) == 0:
				leaf.final = true
			case s.nested && depth < 2 && random.IntN(2+depth*2) == 0:
				if random.IntN(4) == 0 {
					leaf = s.add(leaf, leaf.name+"K") // a composite state around it
				}
				s.split(leaf, leaf.name+"R", 1+random.IntN(2), depth+1)
			case random.IntN(4) == 0:
				for k := range 2 {
					s.add(leaf, fmt.Sprintf("%sC%d", leaf.name, k)).final = k == 1 && random.IntN(2) == 0
				}
			}
		}
	}
}

// ends reports whether a state is done at some time.
func ends(p *part) bool {
	final := func(q *part) bool { return slices.ContainsFunc(q.states, func(q *part) bool { return q.final }) }
	if p.parallel {
		return !slices.ContainsFunc(p.states, func(q *part) bool { return !final(q) })
	}
	return final(p)
}

// raised lists the events that the machine raises.
func (s *parallelSpec) raised() (out []string) {
	for _, p := range s.all {
		for _, list := range p.on {
			for _, c := range list {
				if c.raise != "" && !slices.Contains(out, c.raise) {
					out = append(out, c.raise)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func regionOf(p *part) *part {
	for ; p != nil; p = p.parent {
		if p.parent != nil && p.parent.parallel {
			return p
		}
	}
	return nil
}

// fill gives a state alternatives for an event.
func (s *parallelSpec) fill(p *part, event string, region int) {
	if s.random.IntN(2) == 0 || event == "always" && s.random.IntN(3) > 0 || event == "done" && !ends(p) {
		return
	}
	alone := event == "always" || event == "done"
	for n := 1 + s.random.IntN(2); n > 0; n-- {
		c := &choice{source: p, region: region, add: s.random.IntN(2) == 0}
		if n > 1 || alone || s.random.IntN(3) == 0 {
			c.less = 1 + s.random.IntN(4)
		}
		if n > 1 && s.random.IntN(3+len(s.regions)) == 0 && !alone {
			c.in = s.all[4+s.random.IntN(len(s.all)-5)].name
		}
		switch s.random.IntN(8) {
		case 0:
			c.add = true // stays
		case 2:
			for top := s.top(p); c.to == nil || s.top(c.to) != top; {
				c.to = s.all[s.random.IntN(len(s.all))]
			}
		case 1:
			c.to = []*part{s.all[1], s.all[len(s.all)-1], s.owner, s.owner.states[s.random.IntN(len(s.owner.states))]}[s.random.IntN(4)]
		default:
			same := regionOf(p)
			for c.to == nil || regionOf(c.to) != same {
				c.to = s.all[s.random.IntN(len(s.all))]
			}
		}
		if alone {
			c.add = true
		}
		if slices.Contains([]string{"A", "B", "C"}, event) && s.random.IntN(3) == 0 {
			s.payload(c, n > 1 || s.random.IntN(4) == 0)
		}
		if s.raises && s.random.IntN(3) == 0 {
			c.raise = []string{"E", "F"}[s.random.IntN(2)]
		}
		if n > 1 && !alone && s.random.IntN(4) == 0 {
			c.to, c.add, c.store, c.tell, c.raise = nil, false, false, false, ""
			c.veto = []string{"ignore", "reject"}[s.random.IntN(2)]
		}
		p.on[event] = append(p.on[event], c)
	}
}

// payload lets an alternative read the payload, also in its condition if it may have one.
func (s *parallelSpec) payload(c *choice, condition bool) {
	if condition && s.random.IntN(3) > 0 {
		c.least = 1 + s.random.IntN(4)
	}
	if condition && s.random.IntN(3) == 0 {
		c.most = 1 + s.random.IntN(4)
	}
	if condition && s.random.IntN(3) == 0 {
		c.mark = []string{"event.mark", "!event.mark"}[s.random.IntN(2)]
	}
	if s.random.IntN(2) == 0 {
		c.add, c.store = false, true
	}
	c.tell = s.random.IntN(3) == 0
}

// top returns the region of P around a state, or nil.
func (s *parallelSpec) top(p *part) *part {
	for ; p != nil; p = p.parent {
		if p.parent == s.owner {
			return p
		}
	}
	return nil
}
