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
}

type modelTransition struct {
	source, target *modelState
	events         string // "" for none
	cond           modelExpr
	internal       bool
	content        []modelAction
}

// modelAction is a log, an assignment, or an if.
type modelAction struct {
	log      string
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
	m.enter(m.root, m.root.first(), m.root)
	m.settle()
}

func (s *modelState) first() *modelState {
	if s.initial != nil {
		return s.initial
	}
	return s.inner[0]
}

func (m *model) send(event string) {
	if t := m.choose(event); t != nil && !m.ended {
		m.take(t)
		m.settle()
	}
}

// settle takes transitions without an event until none applies.
func (m *model) settle() {
	for !m.ended && m.steps <= maxMicrosteps {
		t := m.choose("")
		if t == nil {
			return
		}
		m.take(t)
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
	if t.target == nil {
		m.run(t.content)
		return
	}
	domain := t.source
	if !t.internal || len(t.source.inner) == 0 || !t.target.within(t.source) {
		domain = t.source.parent
		for !t.target.within(domain) {
			domain = domain.parent
		}
	}
	for s := m.leaf; s != domain; s = s.parent {
		m.run(s.exit)
	}
	m.run(t.content)
	m.enter(domain, t.target, nil)
}

// enter enters a state that is inside the domain; begins is a state whose initial state is entered with it, without its entry.
func (m *model) enter(domain, target, begins *modelState) {
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
