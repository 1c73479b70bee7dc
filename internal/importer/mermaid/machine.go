package mermaid

// machine is the spec in the making, part by part as it will be written.
type machine struct {
	name     string
	doc      string
	guards   []declaration
	delays   []declaration
	events   []declaration
	outputs  []declaration
	initial  string
	terminal []outcome
	root     *state // its inner states are those of the machine
	comments []string
}

// declaration is a name with what the diagram says about it.
type declaration struct {
	name, doc   string
	environment bool
}

type outcome struct {
	name   string
	states []string
}

// state is a state of the spec.
type state struct {
	name, doc   string
	comments    []string
	node        *node
	parent      *state
	inner       []*state
	initial     *state
	entry, exit []string
	after       []timer
	on          []handler
	ignore      []string
	outcome     string // of a terminal state
}

type timer struct{ delay, event string }

// handler is what a state does at an event.
type handler struct {
	event        string
	alternatives []alternative
}

type alternative struct {
	guard     string
	otherwise string // "ignore" or "reject"
	to        *state
	emit      []string
	at        text
	late      bool // tried when the others do not hold, though it has a guard
}

// same reports whether two alternatives do the same under the same condition.
func (a alternative) same(b alternative) bool {
	if a.guard != b.guard || a.otherwise != b.otherwise || a.to != b.to || len(a.emit) != len(b.emit) {
		return false
	}
	for i := range a.emit {
		if a.emit[i] != b.emit[i] {
			return false
		}
	}
	return true
}

// handle adds an alternative to what a state does at an event.
func (s *state) handle(event string, a alternative) {
	for i := range s.on {
		if s.on[i].event == event {
			s.on[i].alternatives = append(s.on[i].alternatives, a)
			return
		}
	}
	s.on = append(s.on, handler{event, []alternative{a}})
}

// each calls visit for the states inside s, from the outside in.
func (s *state) each(visit func(*state)) {
	for _, i := range s.inner {
		visit(i)
		i.each(visit)
	}
}

// begin returns the plain state that an arrow to s leads to, or nil.
func (s *state) begin() *state {
	for s != nil && len(s.inner) > 0 {
		s = s.initial
	}
	return s
}
