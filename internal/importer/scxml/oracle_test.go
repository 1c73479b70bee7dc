package scxml

import (
	"fmt"
	"slices"
	"strings"
)

// The model is a document as the tests make it, with an interpreter that follows the algorithm of the recommendation
// (Appendix D) and shares nothing with the importer.

type modelState struct {
	id          string
	parent      *modelState
	inner       []*modelState
	initial     *modelState // nil for the first state
	begin       []modelAction
	final       bool
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
	variable string
	value    modelExpr
	then, or []modelAction
}

// modelExpr is an expression, as text and as what it computes; booleans are 0 and 1.
type modelExpr struct {
	text string
	eval func(map[string]int64) int64
}

// model runs a document.
type model struct {
	root    *modelState
	leaf    *modelState
	vars    map[string]int64
	outputs []string
	ended   bool
	steps   int
	// internal and external are the queues, and memory is what the histories remember.
	internal, external []string
	memory             map[*modelHistory]*modelState
	// did counts what has happened: events of each queue that were handled, ends of compound states, and histories.
	did map[string]int
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
	m.memory, m.did = map[*modelHistory]*modelState{}, map[string]int{}
	m.enter(m.root, m.root.first(), m.root, nil)
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
		t := m.choose("")
		if t == nil {
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
			if t = m.choose(event); t != nil && queue == &m.internal {
				m.did[map[bool]string{false: "raised", true: "done"}[strings.HasPrefix(event, "done.state.")]]++
			}
		}
		if t != nil {
			m.take(t)
		}
	}
}

// choose returns the first transition for an event, from the inside out.
func (m *model) choose(event string) *modelTransition {
	for s := m.leaf; s != nil; s = s.parent {
		for i := range s.trans {
			t := &s.trans[i]
			match := event == "" && t.events == ""
			for _, d := range strings.Fields(t.events) {
				d = strings.TrimSuffix(d, ".*")
				match = match || event != "" && (d == "*" || event == d || strings.HasPrefix(event, d+"."))
			}
			if match && (t.cond.eval == nil || t.cond.eval(m.vars) != 0) {
				return t
			}
		}
	}
	return nil
}

// take executes a transition.
func (m *model) take(t *modelTransition) {
	m.steps++
	target := m.goal(t)
	if target == nil {
		m.run(t.content)
		return
	}
	domain := t.domain(target)
	for s := m.leaf; s != domain; s = s.parent {
		for _, h := range s.histories {
			m.remember(h)
		}
	}
	for s := m.leaf; s != domain; s = s.parent {
		m.run(s.exit)
	}
	m.run(t.content)
	// What has been left just now may be where a history leads.
	target = m.goal(t)
	fresh := t.history
	if fresh != nil && m.memory[fresh] != nil {
		m.did[map[bool]string{false: "shallow", true: "deep"}[fresh.deep]]++
		fresh = nil
	}
	m.enter(t.domain(target), target, nil, fresh)
}

// goal returns the effective target of a transition, or nil.
func (m *model) goal(t *modelTransition) *modelState {
	if t.history == nil {
		return t.target
	}
	if s := m.memory[t.history]; s != nil {
		return s
	}
	return t.history.target
}

// domain returns the innermost state that a transition to a target does not leave.
func (t *modelTransition) domain(target *modelState) *modelState {
	if t.internal && len(t.source.inner) > 0 && target.within(t.source) {
		return t.source
	}
	domain := t.source.parent
	for !target.within(domain) {
		domain = domain.parent
	}
	return domain
}

// remember notes where the machine is inside the parent of a history.
func (m *model) remember(h *modelHistory) {
	s := m.leaf
	for !h.deep && s.parent != h.parent {
		s = s.parent
	}
	m.memory[h] = s
}

// enter enters a state that is inside the domain; begins is a state whose initial state is entered with it, without its entry,
// and fresh a history that remembers nothing.
func (m *model) enter(domain, target, begins *modelState, fresh *modelHistory) {
	set := map[*modelState]bool{}
	starts := map[*modelState]bool{begins: true}
	for s := target; ; s = s.first() {
		for p := s; p != domain && !set[p]; p = p.parent {
			set[p] = true
		}
		if m.leaf = s; len(s.inner) == 0 {
			break
		}
		starts[s] = true
	}
	if begins != nil {
		m.run(begins.begin)
	}
	var walk func(s *modelState)
	walk = func(s *modelState) {
		if set[s] {
			m.run(s.entry)
			if starts[s] {
				m.run(s.begin)
			}
			if fresh != nil && fresh.parent == s {
				m.run(fresh.content)
			}
			if s.final && s.parent != m.root {
				m.internal = append(m.internal, "done.state."+s.parent.id)
			}
		}
		for _, c := range s.inner {
			walk(c)
		}
	}
	walk(m.root)
	m.ended = m.leaf.final && m.leaf.parent == m.root
}

func (m *model) run(list []modelAction) {
	for _, a := range list {
		switch {
		case a.log != "":
			m.outputs = append(m.outputs, a.log)
		case a.raise != "":
			m.internal = append(m.internal, a.raise)
		case a.send != "":
			m.external = append(m.external, a.send)
		case a.variable != "":
			m.vars[a.variable] = a.value.eval(m.vars)
		case a.value.eval(m.vars) != 0:
			m.run(a.then)
		default:
			m.run(a.or)
		}
	}
}

// see returns what the model shows since the last time.
func (m *model) see() string {
	s := fmt.Sprintf("%s %v x=%d y=%d b=%d", m.leaf.id, slices.Clone(m.outputs), m.vars["x"], m.vars["y"], m.vars["b"])
	m.outputs = nil
	return s
}
