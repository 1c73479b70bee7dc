package scxml

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The model is a document as the tests make it, with an interpreter that follows the algorithm of the recommendation
// (Appendix D) with its sets of active states, and shares nothing with the importer.

type modelState struct {
	id      string
	number  int // in document order
	parent  *modelState
	inner   []*modelState
	initial *modelState // nil for the first state
	// back is a history in which the state begins, in place of initial, and also are further initial states in other regions.
	back        *modelHistory
	also        []*modelState
	begin       []modelAction
	final       bool
	parallel    bool
	trans       []modelTransition
	entry, exit []modelAction
	histories   []*modelHistory
}

// modelHistory is a history state, which leads to a target as long as nothing is remembered.
type modelHistory struct {
	id      string
	parent  *modelState
	deep    bool
	target  *modelState
	content []modelAction
}

type modelTransition struct {
	source, target *modelState
	also           []*modelState // further targets in other regions
	history        *modelHistory // in place of the target
	events         string        // "" for none
	cond           modelExpr
	internal       bool
	content        []modelAction
}

// modelAction is a log, an event for the internal or the external queue, an assignment, or an if.
type modelAction struct {
	log      string
	raise    string
	send     string
	delay    int    // of send, in milliseconds
	id       string // of send
	cancel   string // the id of the send that is canceled
	peeks    int    // 1 if the value of an if asks for active states
	fails    bool   // an assignment that raises an error
	variable string
	value    modelExpr
	then, or []modelAction
}

// modelLate is an event that comes at a time.
type modelLate struct {
	event, id string
	due       int
}

// modelExpr is an expression, as text and as what it computes; booleans are 0 and 1.
type modelExpr struct {
	text string
	eval func(map[string]int64) int64
}

// model runs a document.
type model struct {
	root *modelState
	// active are the active states, in document order.
	active  []*modelState
	vars    map[string]int64
	outputs []string
	ended   bool
	steps   int
	// internal and external are the queues, and memory is what the histories remember.
	internal, external []string
	memory             map[*modelHistory][]*modelState
	// now is the time in milliseconds, and late are the events that come later.
	now  int
	late []modelLate
	// did counts what has happened: events of each queue that were handled, ends of compound states, and histories.
	did map[string]int
}

// pass lets time pass, and sends the event that comes then, if there is one. Events that come at the same time have no order.
func (m *model) pass(now int) {
	m.now = now
	for i, l := range m.late {
		if l.due == now {
			m.late = slices.Delete(slices.Clone(m.late), i, i+1)
			m.steps = 0
			if m.send(l.event); m.steps > 1 {
				m.did["delayed"]++
			}
			return
		}
	}
}

// tie reports whether two events come at the same time.
func (m *model) tie() bool {
	for i, l := range m.late {
		if slices.ContainsFunc(m.late[:i], func(o modelLate) bool { return o.due == l.due }) {
			return true
		}
	}
	return false
}

func (s *modelState) within(outer *modelState) bool {
	for p := s.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// maxMicrosteps is how many steps of the model follow an event; what needs more is not compared.
const maxMicrosteps = 40

func (m *model) start() {
	m.memory, m.did = map[*modelHistory][]*modelState{}, map[string]int{}
	m.enter([]way{{domain: m.root, targets: m.begins(m.root), fresh: m.fresh(m.root.back)}}, m.root)
	m.settle()
}

func (s *modelState) first() *modelState {
	if s.initial != nil {
		return s.initial
	}
	return s.inner[0]
}

func (m *model) send(event string) {
	m.external = append(m.external, event)
	m.settle()
}

// settle takes transitions without an event until none applies, then for an internal event, or else for an external one, until
// there are no events.
func (m *model) settle() {
	for !m.ended && m.steps <= maxMicrosteps {
		list := m.choose("")
		if list == nil {
			queue := &m.internal
			if len(*queue) == 0 {
				queue = &m.external
			}
			if len(*queue) == 0 {
				return
			}
			m.steps++
			event := (*queue)[0]
			*queue = (*queue)[1:]
			if list = m.choose(event); list != nil && queue == &m.internal {
				m.did[map[bool]string{false: "raised", true: "done"}[strings.HasPrefix(event, "done.state.")]]++
				if s := list[0].source; s.parallel && event == "done.state."+s.id {
					m.did["parallel done"]++
				}
			}
		}
		if list != nil {
			m.take(list)
		}
	}
}

func (m *model) is(s *modelState) bool { return slices.Contains(m.active, s) }

// choose returns the transitions for an event: for each active state without states inside the first one, from the inside out,
// if no other one has precedence.
func (m *model) choose(event string) (chosen []*modelTransition) {
	var enabled []*modelTransition
	for _, leaf := range m.active {
		if len(leaf.inner) > 0 {
			continue
		}
		if t := m.first(leaf, event); t != nil && !slices.Contains(enabled, t) {
			enabled = append(enabled, t)
		}
	}
	for _, t := range enabled {
		kept, preempted := []*modelTransition{}, false
		for _, u := range chosen {
			conflict := slices.ContainsFunc(m.leaves(t), func(s *modelState) bool { return slices.Contains(m.leaves(u), s) })
			if conflict && !t.source.within(u.source) {
				preempted = true
			}
			if !conflict || !t.source.within(u.source) {
				kept = append(kept, u)
			}
		}
		if preempted {
			m.did["preempted"]++
			continue
		}
		chosen = append(kept, t)
	}
	if len(chosen) > 1 {
		m.did["together"]++
	}
	return chosen
}

// first returns the first transition for an event from a state on, from the inside out.
func (m *model) first(s *modelState, event string) *modelTransition {
	for ; s != nil; s = s.parent {
		for i := range s.trans {
			t := &s.trans[i]
			match := event == "" && t.events == ""
			for _, d := range strings.Fields(t.events) {
				d = strings.TrimSuffix(d, ".*")
				match = match || event != "" && (d == "*" || event == d || strings.HasPrefix(event, d+"."))
			}
			if match && t.cond.text == "return" {
				m.internal = append(m.internal, "error.execution")
				continue
			}
			if match && (t.cond.eval == nil || t.cond.eval(m.known("event "+event)) != 0) {
				return t
			}
		}
	}
	return nil
}

// known are the values for conditions: those of variables, of In(), and of some that are true.
func (m *model) known(true ...string) map[string]int64 {
	list := maps.Clone(m.vars)
	for _, name := range true {
		list[name] = 1
	}
	for _, s := range m.active {
		list["In "+s.id] = 1
	}
	return list
}

// leaves returns the states that a transition leaves, in document order.
func (m *model) leaves(t *modelTransition) (list []*modelState) {
	if targets := m.goal(t); targets != nil {
		domain := t.domain(targets)
		for _, s := range m.active {
			if s.within(domain) {
				list = append(list, s)
			}
		}
	}
	return list
}

// way says which states are entered, inside another one that has not been left. The history remembers nothing.
type way struct {
	domain  *modelState
	targets []*modelState
	fresh   *modelHistory
}

// take executes transitions.
func (m *model) take(list []*modelTransition) {
	m.steps++
	for _, t := range list {
		if region := t.source.region(); region != nil && t.target != nil && t.target.within(region) && !t.domain(m.goal(t)).within(region.parent) {
			m.did["again"]++
		}
	}
	exits := map[*modelState]bool{}
	for _, t := range list {
		for _, s := range m.leaves(t) {
			exits[s] = true
		}
	}
	for _, s := range m.active {
		for _, h := range s.histories {
			if exits[s] {
				m.remember(h)
			}
		}
	}
	for _, s := range slices.Backward(slices.Clone(m.active)) {
		if exits[s] {
			m.run(s.exit)
			m.active = slices.DeleteFunc(m.active, func(a *modelState) bool { return a == s })
			if s.parallel {
				m.did["left"]++
			}
		}
	}
	for _, t := range list {
		m.run(t.content)
	}
	var ways []way
	for _, t := range list {
		// What has been left just now may be where a history leads.
		targets := m.goal(t)
		if targets == nil {
			continue
		}
		if len(t.also) > 0 {
			m.did["several"]++
		}
		ways = append(ways, way{t.domain(targets), targets, m.fresh(t.history)})
	}
	m.enter(ways, nil)
}

// goal returns the effective targets of a transition, or nil.
func (m *model) goal(t *modelTransition) []*modelState {
	if t.history != nil {
		return m.recall(t.history)
	}
	if t.target == nil {
		return nil
	}
	return append([]*modelState{t.target}, t.also...)
}

// recall returns the states in which a history continues.
func (m *model) recall(h *modelHistory) []*modelState {
	if list := m.memory[h]; list != nil {
		return list
	}
	return []*modelState{h.target}
}

// fresh returns a history, which may be nil, if it remembers nothing.
func (m *model) fresh(h *modelHistory) *modelHistory {
	if h == nil {
		return nil
	}
	if list := m.memory[h]; list != nil {
		m.did[map[bool]string{false: "shallow", true: "deep"}[h.deep]]++
		if len(list) > 1 {
			m.did["split history"]++
		}
		return nil
	}
	return h
}

// begins returns the states in which a state begins.
func (m *model) begins(s *modelState) []*modelState {
	if s.back != nil {
		return m.recall(s.back)
	}
	return append([]*modelState{s.first()}, s.also...)
}

// domain returns the innermost state that a transition to some targets does not leave: it is not a parallel one.
func (t *modelTransition) domain(targets []*modelState) *modelState {
	outside := func(s *modelState) bool {
		return slices.ContainsFunc(targets, func(target *modelState) bool { return !target.within(s) })
	}
	if t.internal && len(t.source.inner) > 0 && !t.source.parallel && !outside(t.source) {
		return t.source
	}
	domain := t.source.parent
	for outside(domain) || domain.parallel {
		domain = domain.parent
	}
	return domain
}

// remember notes where the machine is inside the parent of a history.
func (m *model) remember(h *modelHistory) {
	delete(m.memory, h)
	for _, s := range m.active {
		if s.within(h.parent) && (!h.deep && s.parent == h.parent || h.deep && len(s.inner) == 0) {
			m.memory[h] = append(m.memory[h], s)
		}
	}
}

// enter enters states; begins is a state whose initial state is entered with it, without its entry.
func (m *model) enter(ways []way, begins *modelState) {
	set := map[*modelState]bool{}
	starts := map[*modelState]bool{begins: true}
	var freshes []*modelHistory
	var down func(s *modelState)
	up := func(s, domain *modelState) {
		for p := s.parent; p != domain; p = p.parent {
			set[p] = true
			for _, c := range p.inner {
				if p.parallel && !slices.ContainsFunc(slices.Collect(maps.Keys(set)), func(x *modelState) bool { return x == c || x.within(c) }) {
					down(c)
				}
			}
		}
	}
	down = func(s *modelState) {
		set[s] = true
		switch {
		case s.parallel:
			for _, c := range s.inner {
				if !slices.ContainsFunc(slices.Collect(maps.Keys(set)), func(x *modelState) bool { return x == c || x.within(c) }) {
					down(c)
				}
			}
		case len(s.inner) > 0:
			starts[s] = true
			if h := m.fresh(s.back); h != nil {
				freshes = append(freshes, h)
			}
			list := m.begins(s)
			for _, c := range list {
				down(c)
			}
			for _, c := range list {
				up(c, s)
			}
		}
	}
	for _, w := range ways {
		if w.fresh != nil {
			freshes = append(freshes, w.fresh)
		}
		for _, s := range w.targets {
			down(s)
		}
		for _, s := range w.targets {
			up(s, w.domain)
		}
	}
	if begins != nil {
		m.run(begins.begin)
	}
	var walk func(s *modelState)
	walk = func(s *modelState) {
		if set[s] {
			m.come(s, starts[s], freshes)
		}
		for _, c := range s.inner {
			walk(c)
		}
	}
	walk(m.root)
}

// come enters one state.
func (m *model) come(s *modelState, starts bool, freshes []*modelHistory) {
	m.active = append(m.active, s)
	slices.SortFunc(m.active, func(a, b *modelState) int { return a.number - b.number })
	m.run(s.entry)
	if starts {
		m.run(s.begin)
	}
	for _, h := range freshes {
		if h.parent == s {
			m.run(h.content)
		}
	}
	switch {
	case !s.final:
	case s.parent == m.root:
		m.ended = true
	default:
		m.internal = append(m.internal, "done.state."+s.parent.id)
		if p := s.parent.parent; p != nil && p.parallel && !slices.ContainsFunc(p.inner, func(c *modelState) bool { return !m.finished(c) }) {
			m.internal = append(m.internal, "done.state."+p.id)
		}
	}
}

// finished reports whether a state is in a final state directly inside it.
func (m *model) finished(s *modelState) bool {
	if s.parallel {
		return !slices.ContainsFunc(s.inner, func(c *modelState) bool { return !m.finished(c) })
	}
	return slices.ContainsFunc(s.inner, func(c *modelState) bool { return c.final && m.is(c) })
}

func (m *model) run(list []modelAction) {
	for _, a := range list {
		switch {
		case a.log != "":
			m.outputs = append(m.outputs, a.log)
		case a.fails:
			m.internal = append(m.internal, "error.execution")
			m.did["failed"]++
			return
		case a.raise != "":
			m.internal = append(m.internal, a.raise)
		case a.send != "" && a.delay > 0:
			m.late = append(m.late, modelLate{a.send, a.id, m.now + a.delay})
		case a.send != "":
			m.external = append(m.external, a.send)
		case a.variable != "":
			m.vars[a.variable] = a.value.eval(m.vars)
		case a.cancel != "":
			n := len(m.late)
			m.late = slices.DeleteFunc(slices.Clone(m.late), func(l modelLate) bool { return l.id == a.cancel })
			m.did["canceled"] += n - len(m.late)
		case a.value.eval(m.known()) != 0:
			m.did["peeked"] += a.peeks
			m.run(a.then)
		default:
			m.run(a.or)
		}
	}
}

// see returns what the model shows since the last time.
func (m *model) see() string {
	var leaves []string
	for _, s := range m.active {
		if len(s.inner) == 0 {
			leaves = append(leaves, s.id)
		}
	}
	s := fmt.Sprintf("%s %v x=%d y=%d b=%d", strings.Join(leaves, "+"), slices.Clone(m.outputs), m.vars["x"], m.vars["y"], m.vars["b"])
	m.outputs = nil
	return s
}
