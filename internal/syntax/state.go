package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// State declares a plain state, a composite state, a state with regions, or a region.
type State struct {
	Name, Doc, Go Text
	// Text is what is stored for the state.
	Text Text
	Was  []Text
	// Initial is the inner state that a transition to a composite state enters.
	Initial Text
	Data    []Decl
	// Removed are the data of earlier versions of the state that snapshots may contain.
	Removed []Text
	// Entry and Exit are the outputs to emit on entry and exit.
	Entry, Exit []Emit
	After       []Timer
	Invoke      []Invocation
	// RaiseEntry and RaiseExit are the events to raise on entry and exit.
	RaiseEntry, RaiseExit []Text
	// On holds the transitions, those without an event first.
	On []Handler
	// Final is the text of `final: true`, if it is given, and Done holds the transitions of a
	// composite state that is done; it has no alternatives if there are none.
	Final Text
	Done  Handler
	// Ignore lists events that the state accepts without effect.
	Ignore []Text
	// Invariants are conditions that hold in the state.
	Invariants   []Text
	Requirements []Text
	// States are the states inside it. With Parallel, the key `parallel`, they are its regions,
	// which run side by side.
	States   []*State
	Parallel Text
}

func (d *decoder) states(n *Node) []*State {
	var out []*State
	d.entries(n, "a mapping of names to states", func(name Text, n *Node) {
		s := &State{Name: name}
		d.section(n, "state", func(key string, p Pair) {
			switch key {
			case "text":
				s.Text = d.text(p.Value, "a text")
			case "was":
				s.Was = d.texts(p.Value, "name")
			case "removed":
				s.Removed = d.texts(p.Value, "name")
			case "doc":
				s.Doc = d.text(p.Value, "text")
			case "go":
				s.Go = d.text(p.Value, "a name")
			case "entry":
				s.Entry = d.emits(p.Value)
			case "exit":
				s.Exit = d.emits(p.Value)
			case "after":
				d.entries(p.Value, delaysToEvents, func(delay Text, n *Node) {
					s.After = append(s.After, Timer{delay, d.text(n, "the name of an event")})
				})
			case "raise":
				d.section(p.Value, "raised events", func(key string, p Pair) {
					if key == "entry" {
						s.RaiseEntry = d.raises(p.Value)
					} else {
						s.RaiseExit = d.raises(p.Value)
					}
				})
			case "final":
				if v := d.text(p.Value, "true or false"); v.Value == "true" {
					s.Final = v
				} else if v.Value != "false" && v.Value != "" {
					d.diags.Errorf(diag.CodeShape, v.Span, "`final` must be true or false, not `%s`", diag.Clip(v.Value)).
						Helpf("`final: true` marks a state in which the composite state around it is done")
				}
			case "done":
				s.Done = d.always(p)
			case "invoke":
				s.Invoke = d.invocations(p)
			case "initial":
				s.Initial = d.text(p.Value, "the name of a state")
			case "ignore":
				s.Ignore = d.texts(p.Value, "event")
			case "invariants":
				s.Invariants = d.texts(p.Value, "condition")
			case "req":
				s.Requirements = d.texts(p.Value, "requirement")
			case "data":
				s.Data = d.decls(p.Value, "datum")
			case "on":
				s.On = append(s.On, d.handlers(p.Value)...)
			case "always":
				s.On = append([]Handler{d.always(p)}, s.On...)
			case "states":
				d.inner(s, p, "states")
			case "parallel":
				s.Parallel = Text{p.Key.Text, p.Key.Span}
				d.inner(s, p, "regions")
			}
		})
		out = append(out, s)
	})
	return out
}

// inner decodes the states inside a state, or its regions. The order of the two keys has no effect on
// the result, because the formatter may change it.
func (d *decoder) inner(s *State, p Pair, what string) {
	before, regions := s.States, p.Key.Text == "parallel"
	states := d.states(p.Value)
	if len(states) == 0 {
		d.diags.Errorf(diag.CodeShape, p.Key.Span, "state `%s` has an empty `%s:`", diag.Clip(s.Name.Value), p.Key.Text).
			Helpf("declare %s inside it, or remove `%s:`", what, p.Key.Text)
	}
	if len(before) > 0 {
		d.diags.Errorf(diag.CodeShape, p.Key.Span, "state `%s` has both `states:` and `parallel:`", diag.Clip(s.Name.Value)).
			Helpf("declare the states inside its regions, as in parallel: {REGION: {initial: ..., states: ...}}")
		if !regions {
			return
		}
	}
	s.States = states
}
