package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// parse reads "Event field=value answer=true".
func (s *stepper) parse(line string) (event int, fields, answers []int64, err error) {
	words := split(line)
	event = slices.IndexFunc(s.instance.Core.Events, func(e core.Event) bool { return e.Name == words[0] })
	if event >= 0 && s.instance.Core.Events[event].Eventless {
		return 0, nil, nil, fmt.Errorf("%s is not an event: the machine takes these transitions itself", words[0])
	}
	if event < 0 {
		var known []string
		for _, e := range s.instance.Core.Events {
			if !e.Eventless {
				known = append(known, e.Name)
			}
		}
		return 0, nil, nil, fmt.Errorf("the machine has no event %q%s%s", words[0], others(known), s.taken(known))
	}
	fields = make([]int64, len(s.instance.Core.Events[event].Fields))
	answers = make([]int64, len(s.instance.Core.Asks))
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return 0, nil, nil, fmt.Errorf("%q is not NAME=VALUE; %s", word, s.takes(event))
		}
		if err := s.assign(event, name, value, fields, answers); err != nil {
			return 0, nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return event, fields, answers, nil
}

// taken returns a clause that lists the events that the present state handles, unless these are all events.
func (s *stepper) taken(known []string) string {
	here := s.handled()
	switch state := s.instance.Core.States[s.instance.State].Name; {
	case len(here) == len(known):
		return ""
	case len(here) == 0:
		return ", and " + state + " handles none of them"
	default:
		return ", and " + state + " handles " + strings.Join(here, ", ")
	}
}

// assign sets a field of the payload or the answer of an external guard.
func (s *stepper) assign(event int, name, value string, fields, answers []int64) (err error) {
	if i := slices.IndexFunc(s.instance.Core.Events[event].Fields, func(f core.Field) bool { return f.Name == name }); i >= 0 {
		fields[i], err = s.instance.value(s.instance.Core.Events[event].Fields[i].Type, value)
		return err
	}
	bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	for i, a := range s.instance.Core.Asks {
		if bare(a.Symbol.Name) == bare(name) {
			answers[i], err = s.instance.value(expr.Type{Kind: expr.Bool}, value)
			return err
		}
	}
	return fmt.Errorf("neither a field of %s nor an external guard; %s", s.instance.Core.Events[event].Name, s.takes(event))
}

// takes lists what can be given after an event: the fields of its payload, and the
// answers of the external guards that its alternatives in the present state ask.
func (s *stepper) takes(event int) string {
	e := &s.instance.Core.Events[event]
	var names []string
	for _, f := range e.Fields {
		if f.Type.Scalar() {
			names = append(names, f.Name)
		}
	}
	asked := map[int]bool{}
	for _, t := range s.instance.Core.On(s.instance.State, event) {
		expr.Walk(t.Guard, func(x expr.Expr) {
			if r, ok := x.(*expr.Ref); ok && r.Symbol.Scope == expr.External && !asked[r.Symbol.Index] {
				asked[r.Symbol.Index] = true
				names = append(names, strings.ReplaceAll(r.Symbol.Name, " ", ""))
			}
		})
	}
	if len(names) == 0 {
		return e.Name + " takes no values here"
	}
	return e.Name + " takes " + strings.Join(names, ", ")
}

// split splits a line at spaces outside of quotes, and removes the quotes.
func split(line string) (words []string) {
	var word strings.Builder
	quoted, begun := false, false
	for _, c := range line {
		switch {
		case c == '"':
			quoted, begun = !quoted, true
		case c == ' ' && !quoted:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words
}
