package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// prompted asks somebody who types for the next event, and names those that the present state handles. It reports whether there is
// anything to ask for.
func (s *stepper) prompted() bool {
	if !s.asks {
		return true
	}
	state := s.instance.Core.States[s.instance.State].Name
	if s.instance.Core.Terminal(s.instance.State) {
		fmt.Fprintf(s.std.err, "the machine has ended in %s\n", state)
		return false
	}
	fmt.Fprintf(s.std.err, "%s (%s, help, quit)> ", state, strings.Join(s.handled(), ", "))
	return true
}

// handled returns the names of the events that the present state handles.
func (s *stepper) handled() (names []string) {
	for i, e := range s.instance.Core.Events {
		if !e.Eventless && len(s.instance.Core.On(s.instance.State, i)) > 0 {
			names = append(names, e.Name)
		}
	}
	return names
}

// commanded reports whether a line is one of some words, and none of them the name of an event.
func (s *stepper) commanded(line string, words ...string) bool {
	return slices.Contains(words, line) && !slices.ContainsFunc(s.instance.Core.Events, func(e core.Event) bool { return e.Name == line })
}

// helped prints what can be typed if a line asks for it.
func (s *stepper) helped(line string) bool {
	if !s.asks || !s.commanded(line, "help", "?") {
		return false
	}
	for i, e := range s.instance.Core.Events {
		if !e.Eventless && len(s.instance.Core.On(s.instance.State, i)) > 0 {
			fmt.Fprintf(s.std.err, "  %s\n", s.takes(i))
		}
	}
	fmt.Fprintln(s.std.err, "  Write an event and its values, such as: Event field=value")
	return true
}
