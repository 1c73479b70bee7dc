package draft

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// MaxNesting is the number of composite states around a state that an import accepts. A
// spec has two levels for each, and the loader accepts 100 levels.
const MaxNesting = 40

// State is a state or a composite state of a draft; see [Draft.AddState].
type State struct {
	// Want is the text that is to become the name, and Title another text for
	// people, or "". What the name does not say is added to the documentation.
	Want, Title string
	// Doc is documentation, or "".
	Doc string
	// At is the place in the source. It is the zero value for a state that the
	// importer has added, about which there is nothing to report.
	At diag.Span
	// Comments stand above the state.
	Comments []string
	// Initial is the inner state in which a composite state begins.
	Initial *State
	// Entry and Exit are names of outputs.
	Entry, Exit []string
	// Final marks a state in which the composite state around it is done.
	Final bool
	// Parallel marks a state whose inner states are regions, which are active at the same time.
	Parallel bool
	// Ignore are names of events.
	Ignore []string
	// End is the outcome if the source says that the machine ends here, or "".
	End string

	name    string
	parent  *State
	inner   []*State
	after   []timer
	on      []handler
	outcome string // of a terminal state
}

type timer struct{ delay, event string }

// handler is what a state does at an event, or without one if the event is "", or when it is done.
type handler struct {
	event        string
	alternatives []Alternative
}

// Alternative is one of the things that a state does at an event.
type Alternative struct {
	// Guard is a condition from [Draft.Condition], or "".
	Guard string
	// Otherwise is "ignore" or "reject" for an event that changes nothing, or "".
	Otherwise string
	// To is nil for what happens without leaving the state.
	To *State
	// History is "shallow" or "deep" for an alternative that returns to where the machine left the composite state To, or "".
	History string
	// Set are assignments, all at once.
	Set []Assignment
	// Emit are names of outputs.
	Emit []string
	// Doc is documentation, or "".
	Doc string
	// Raise are names of events that the transition raises, in order.
	Raise []string
	// At is the place in the source.
	At diag.Span
	// Order is the place among the alternatives with a guard, from 1, or 0 if the source
	// does not give it.
	Order int
	// Late marks an alternative that is tried when the others do not hold, though
	// it has a guard.
	Late bool
}

// Assignment gives a variable a value, an expression.
type Assignment struct{ Name, Value string }

// same reports whether two alternatives do the same under the same condition.
func (a Alternative) same(b Alternative) bool {
	return a.Guard == b.Guard && a.Otherwise == b.Otherwise && a.To == b.To && a.History == b.History &&
		slices.Equal(a.Emit, b.Emit) && slices.Equal(a.Raise, b.Raise) && slices.Equal(a.Set, b.Set)
}

// leads lists the states that an alternative enters, without those that are entered with them.
func (a Alternative) leads() []*State {
	if a.History == "" {
		return []*State{a.To}
	}
	list := []*State{a.To}
	for _, s := range a.To.inner {
		list = append(list, s)
		if a.History == "deep" && len(s.inner) > 0 {
			list = append(list, Alternative{To: s, History: a.History}.leads()...)
		}
	}
	return list
}

// inSource tells states of the source from those that the importer has added.
func (s *State) inSource() bool { return s.At.Start.IsValid() }

// AddState adds a state behind those that its parent, or [Draft.Root], has.
func (d *Draft) AddState(parent, s *State) *State {
	s.parent = parent
	parent.inner = append(parent.inner, s)
	return s
}

// AddFirst is AddState for a state that comes before the others.
func (d *Draft) AddFirst(parent, s *State) *State {
	s.parent = parent
	parent.inner = slices.Insert(parent.inner, 0, s)
	return s
}

// Inner returns the states directly inside s. The caller must not change them.
func (s *State) Inner() []*State { return s.inner }

// Parent returns the state around s, which is [Draft.Root] for one of the machine's.
func (s *State) Parent() *State { return s.parent }

// Handle adds an alternative to what a state does at an event.
func (s *State) Handle(event string, a Alternative) {
	for i := range s.on {
		if s.on[i].event == event {
			s.on[i].alternatives = append(s.on[i].alternatives, a)
			return
		}
	}
	s.on = append(s.on, handler{event, []Alternative{a}})
}

// Always adds an alternative to what a state does without an event.
func (s *State) Always(a Alternative) { s.Handle("", a) }

// Done adds an alternative to what a composite state does when it is done.
func (s *State) Done(a Alternative) { s.Handle(done, a) }

// AddTimer raises an event when a time from [Draft.Delay] has passed in the state. A
// state has at most one timer for an event and for a time.
func (s *State) AddTimer(delay, event string) {
	if !slices.ContainsFunc(s.after, func(t timer) bool { return t.event == event || t.delay == delay }) {
		s.after = append(s.after, timer{delay, event})
	}
}

// each calls visit for the states inside s, from the outside in.
func (s *State) each(visit func(*State)) {
	for _, i := range s.inner {
		visit(i)
		i.each(visit)
	}
}

// begin returns the plain state, or the state with regions, that an arrow to s leads to, or nil.
func (s *State) begin() *State {
	for s != nil && len(s.inner) > 0 && !s.Parallel {
		s = s.Initial
	}
	return s
}
