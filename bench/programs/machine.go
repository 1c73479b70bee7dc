package main

import (
	"fmt"
	"slices"
	"strings"
)

// machine is a program as a machine.
type machine struct {
	name    string
	params  []string
	vars    []string
	start   []*term // the first value of each variable
	initial string
	moves   []move
	// stops means that a run may end anywhere, so that a state without moves is no deadlock, and rules that
	// each move has an event of its own, which is rejected if the guard does not hold.
	stops, rules bool
}

// move is a transition.
type move struct {
	from, to, event string
	payload         []string
	guard           []*term
	set             []*term // the value of each variable after it
}

// prune removes what no run reaches. A machine that goes on everywhere can be stopped.
func (m *machine) prune() {
	reached := map[string]bool{m.initial: true}
	for more := true; more; {
		more = false
		for _, v := range m.moves {
			if reached[v.from] && !reached[v.to] {
				reached[v.to], more = true, true
			}
		}
	}
	m.moves = slices.DeleteFunc(m.moves, func(v move) bool { return !reached[v.from] })
	m.stops = m.stops || !reached["Done"]
}

// spec writes the machine as a spec.
func (m *machine) spec() string {
	m.prune()
	var b strings.Builder
	fmt.Fprintf(&b, "machine: %s\nparams: {%s}\nvars:\n", m.name, declared(m.used()))
	for n, v := range m.vars {
		fmt.Fprintf(&b, "  %s: {type: int, init: %q}\n", v, m.start[n])
	}
	b.WriteString("events:\n")
	if m.stops {
		b.WriteString("  Stop: {}\n")
	}
	var events, states []string
	for _, v := range m.moves {
		if !slices.Contains(events, v.event) {
			events = append(events, v.event)
			fmt.Fprintf(&b, "  %s: {%s}\n", v.event, declared(v.payload))
		}
		for _, s := range []string{v.from, v.to} {
			if !slices.Contains(states, s) && s != "Done" {
				states = append(states, s)
			}
		}
	}
	if len(m.moves) == 0 {
		b.WriteString("  Nothing: {}\n")
	}
	fmt.Fprintf(&b, "initial: %s\nterminal: {done: [Done]}\nstates:\n", m.initial)
	for _, s := range states {
		m.state(&b, s)
	}
	b.WriteString("  Done: {}\n")
	return b.String()
}

// state writes a state with its moves.
func (m *machine) state(b *strings.Builder, s string) {
	fmt.Fprintf(b, "  %s:\n    on:\n", s)
	if m.stops {
		b.WriteString("      Stop: Done\n")
	}
	var last string
	for _, v := range m.moves {
		if v.from != s {
			continue
		}
		if v.event != last {
			fmt.Fprintf(b, "      %s:\n", v.event)
			last = v.event
		}
		fmt.Fprintf(b, "        - {")
		if guard := conjunction(v.guard); guard != "" {
			fmt.Fprintf(b, "if: %q, ", guard)
		}
		fmt.Fprintf(b, "to: %s", v.to)
		var set []string
		for n, x := range v.set {
			if x.String() != m.vars[n] {
				set = append(set, fmt.Sprintf("%s: %q", m.vars[n], x))
			}
		}
		if len(set) > 0 {
			fmt.Fprintf(b, ", set: {%s}", strings.Join(set, ", "))
		}
		b.WriteString("}\n")
		if m.rules && conjunction(v.guard) != "" {
			b.WriteString("        - {otherwise: reject}\n")
		}
	}
}

// used returns the parameters that occur.
func (m *machine) used() (list []string) {
	found := map[string]bool{}
	note := func(name string) { found[name] = true }
	for _, x := range m.start {
		x.names(note)
	}
	for _, v := range m.moves {
		for _, x := range slices.Concat(v.guard, v.set) {
			x.names(note)
		}
	}
	for _, p := range m.params {
		if found[p] {
			list = append(list, p)
		}
	}
	return list
}

func declared(names []string) string {
	var list []string
	for _, n := range names {
		list = append(list, n+": int")
	}
	return strings.Join(list, ", ")
}
