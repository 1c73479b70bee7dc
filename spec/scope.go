package spec

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// paramScope contains constants and parameters, which ranges, defaults, initial
// values, and bounds can use.
type paramScope struct{ l *naming }

// Lookup implements [expr.Names].
func (s paramScope) Lookup(name string) expr.Expr {
	e := s.l.names[name].value
	if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope != expr.Param {
		return nil
	}
	return e
}

// Why distinguishes a name that cannot be used here from a misspelled one.
func (s paramScope) Why(name string) string {
	if n, ok := s.l.names[name]; ok && s.Lookup(name) == nil {
		return "`" + name + "` is " + n.what + ", but only parameters and constants can be used here"
	}
	return ""
}

// All implements [expr.Names].
func (s paramScope) All() []string { return known(s, s.l.order) }

// stateScope contains what guards, updates, and progress functions can use in one
// state: all declarations of the machine, the data of the state, and the payload of
// the event, if there is one.
type stateScope struct {
	l     *hierarchy
	state int
	event int // -1 outside a transition
	// edge is the state for outputs on the way into or out of it. They are the same for all transitions that lead there, so they
	// read the payload, but no guards.
	edge *node
	// guards is the number of named guards in scope: all of them in a transition,
	// and those before it in the condition of a guard.
	guards int
}

// decides reports whether guards can be used.
func (s stateScope) decides() bool { return s.event >= 0 && s.edge == nil }

// Lookup implements [expr.Names].
func (s stateScope) Lookup(name string) expr.Expr {
	m := s.l.machine
	if field, ok := strings.CutPrefix(name, "event."); ok {
		if s.event < 0 {
			return nil
		}
		for _, f := range m.Events[s.event].Fields {
			if f.Name == field {
				return &expr.Ref{Symbol: f.Symbol}
			}
		}
		return nil
	}
	for _, v := range s.l.data[s.state] {
		if m.Vars[v].Name == name {
			return &expr.Ref{Symbol: m.Vars[v].Symbol}
		}
	}
	e := s.l.names[name].value
	if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.Named {
		if !s.decides() || r.Symbol.Index >= s.guards {
			return nil
		}
		if g := m.Guards[r.Symbol.Index]; g.External && len(g.Args) > 0 {
			return nil
		} else if g.External {
			return s.Ask(name, nil)
		}
	}
	if name == "stalled" && s.l.stall != nil && s.decides() {
		return &expr.Ref{Symbol: s.l.stall.stalledName}
	}
	return e
}

// Why explains why a guard or a payload field cannot be used, as opposed to a
// misspelled name.
func (s stateScope) Why(name string) string {
	if strings.HasPrefix(name, "event.") && s.event >= 0 {
		e := s.l.machine.Events[s.event]
		if e.Eventless {
			return "there is no event under `always`: store the value in a variable when the event arrives"
		}
		if len(e.Fields) == 0 {
			return "event `" + e.Name + "` has no payload"
		}
		fields := make([]string, len(e.Fields))
		for i, f := range e.Fields {
			fields[i] = f.Name
		}
		if near := diag.Nearest(name[len("event."):], fields); near != "" {
			return "did you mean `event." + near + "`?"
		}
		return "the payload of event `" + e.Name + "` consists of " + join(fields)
	}
	if g, ok := s.external(name); ok {
		return "`" + name + "` takes arguments: write " + signature(name, s.l.machine.Guards[g].Args)
	}
	n, ok := s.l.names[name]
	switch {
	case !ok || s.Lookup(name) != nil:
		return ""
	case !s.decides():
		return "`" + name + "` is " + n.what + ", and only transitions can use guards"
	}
	return "`" + name + "` is " + n.what + "; a guard can use only guards that are declared before it"
}

// All implements [expr.Names].
func (s stateScope) All() []string {
	out := known(s, s.l.order)
	for _, v := range s.l.data[s.state] {
		out = append(out, s.l.machine.Vars[v].Name)
	}
	if s.event >= 0 {
		for _, f := range s.l.machine.Events[s.event].Fields {
			out = append(out, "event."+f.Name)
		}
	}
	return out
}

func known(s expr.Names, order []string) []string {
	var out []string
	for _, name := range order {
		if s.Lookup(name) != nil {
			out = append(out, name)
		}
	}
	return out
}
