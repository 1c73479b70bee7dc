package smtlib

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// leadsOn writes the condition that some event, with some payload and some answers of
// external guards, takes a transition in a state where the machine waits for one. Results of a call that may have
// ended do not count.
func (q *query) leadsOn(state int) string {
	var ways []string
	for event := range q.machine.Events {
		list := q.machine.On(state, event)
		if len(list) == 0 || q.machine.Events[event].Eventless || ended(q.machine, state, event) {
			continue
		}
		ways = append(ways, q.exists(q.chosen(list)))
	}
	return or(ways)
}

// chosen writes the condition that an alternative that takes a transition is chosen.
func (q *query) chosen(list []core.Transition) string {
	var ways, before []string
	for _, t := range list {
		holds := "true"
		if t.Guard != nil {
			holds = q.term(t.Guard, false)
		}
		if t.Effect == core.Take {
			ways = append(ways, and(append(slices.Clone(before), holds)))
		}
		before = append(before, apply(expr.Not, holds))
	}
	return or(ways)
}

// exists binds the fields and answers that body reads.
func (q *query) exists(body string) string {
	var names, ints []string
	for _, i := range slices.Sorted(maps.Keys(q.fields)) {
		s := q.fields[i]
		names = append(names, "(event."+s.Name+" "+q.sort(s.Type)+")")
		switch s.Type.Kind {
		case expr.Int:
			ints = append(ints, q.fits("event."+s.Name))
		case expr.String:
			q.text(q.other())
		}
	}
	for _, i := range slices.Sorted(maps.Keys(q.asks)) {
		names = append(names, "("+answer(i)+" Bool)")
	}
	clear(q.fields)
	clear(q.asks)
	if len(names) == 0 {
		return body
	}
	return "(exists (" + strings.Join(names, " ") + ") " + and(append(ints, body)) + ")"
}

// other is a string that the machine does not mention. There always is one.
func (q *query) other() string {
	longest := 0
	for _, s := range q.texts {
		longest = max(longest, len(s))
	}
	for _, t := range q.machine.Transitions {
		if t.Guard == nil {
			continue
		}
		expr.Walk(t.Guard, func(x expr.Expr) {
			if s, ok := x.(*expr.Text); ok {
				longest = max(longest, len(s.Value))
			}
		})
	}
	return strings.Repeat("x", longest+1)
}

// answer returns the name of the answer of an external guard.
func answer(i int) string { return fmt.Sprintf("ask.%d", i) }

// or joins conditions. Without conditions, it returns false.
func or(terms []string) string {
	switch len(terms) {
	case 0:
		return "false"
	case 1:
		return terms[0]
	}
	return "(or " + strings.Join(terms, " ") + ")"
}
