package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// outputs lists the outputs, each with where it is emitted and the values.
func outputs(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("Output", "Meaning and payload", "Emitted")
	for i := range m.Outputs {
		o := &m.Outputs[i]
		t.Row(markdown.Text(o.Name), described(o.Doc, fields(o.Fields)), emitted(m, i))
	}
	return t
}

// emitted lists where an output is emitted, grouped by the values of its payload.
func emitted(m *core.Machine, output int) string {
	var values []string
	places := map[string][]string{}
	note := func(t *core.Transition, list []core.Emission) {
		for i := range list {
			e := &list[i]
			if e.Output != output {
				continue
			}
			v, place := payload(m, e), emissionPlace(m, t, e)
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
			if !slices.Contains(places[v], place) {
				places[v] = append(places[v], place)
			}
		}
	}
	note(nil, m.Start)
	for i := range m.Transitions {
		note(&m.Transitions[i], m.Transitions[i].Emits)
	}
	if len(values) == 0 {
		return "*never*"
	}
	var parts []string
	for _, v := range values {
		parts = append(parts, places[v]...)
		if v != "" {
			parts = append(parts, "with "+v)
		}
	}
	return lines(parts)
}

// emissionPlace describes where an output is emitted. t is the transition, or nil at the start.
func emissionPlace(m *core.Machine, t *core.Transition, e *core.Emission) string {
	switch {
	case e.Cause == core.ByEntry:
		return "entering " + markdown.Text(e.State)
	case e.Cause == core.ByExit:
		return "leaving " + markdown.Text(e.State)
	case t.Composite != "":
		return stepFrom(m, markdown.Text(t.Composite), t)
	}
	return stepName(m, t)
}

// payload writes the payload of an output.
func payload(m *core.Machine, e *core.Emission) string {
	var values []string
	for i, f := range m.Outputs[e.Output].Fields {
		values = append(values, f.Name+" = "+expr.Print(e.Written[i], expr.Math))
	}
	return markdown.Code(strings.Join(values, ", "))
}

// outputNote says when the values of outputs are computed, if there are any.
func outputNote(m *core.Machine) string {
	for i := range m.Outputs {
		if len(m.Outputs[i].Fields) > 0 {
			return "Values are computed before the step, and on entry after it."
		}
	}
	return ""
}

// emits names the outputs of the transition itself. Outputs on exit and entry are the
// same for all transitions and are omitted.
func emits(m *core.Machine, t *core.Transition) []string {
	var names []string
	for _, e := range t.Emits {
		if e.Cause == core.ByTransition {
			names = append(names, markdown.Text(m.Outputs[e.Output].Name))
		}
	}
	return names
}
