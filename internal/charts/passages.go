package charts

import (
	"slices"
	"strings"
)

// passages lets outputs on entry and exit read the payload, where the loader finds that all events which lead there have it. Each event
// gets the field k for this. If no output can, the chart stays as it was.
func (g *generator) passages(spec pairs, c Chart) Chart {
	if len(g.edges) == 0 || !g.dice.chance(40) { // loading takes time
		return c
	}
	if _, diags := c.Load(); diags.HasErrors() {
		return c
	}
	i := slices.IndexFunc(spec, func(p pair) bool { return p.key == "events" })
	events := slices.Clone(spec[i].value.(pairs))
	for j, e := range events {
		fields := e.value.(pairs)
		own := strings.HasPrefix(e.key, "E") || e.key == "Quit"
		if own && !slices.ContainsFunc(fields, func(p pair) bool { return p.key == "k" }) {
			events[j].value = append(slices.Clone(fields), pair{"k", "int"})
		}
	}
	spec[i].value = events
	for _, value := range g.edges {
		before := value.value
		value.value = g.dice.pick("", "", "1 + ", "g - ") + g.fuel.field(field{"k", "int"})
		with := Chart{text(spec), c.Children}
		if _, diags := with.Load(); diags.HasErrors() {
			value.value = before
		} else {
			c = with
		}
	}
	return c
}

// edge makes an output on entry or exit, and notes its values.
func (g *generator) edge(s scope) any {
	out := g.emission(s)
	outputs, several := out.(list)
	if !several {
		outputs = list{out}
	}
	for _, o := range outputs {
		if p, ok := o.(pairs); ok && p[0].key == "Say" {
			g.edges = append(g.edges, &p[0].value.(pairs)[0])
		}
	}
	return out
}
