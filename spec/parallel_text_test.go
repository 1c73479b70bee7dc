package spec_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// text returns the spec.
func (s *parallelSpec) text() string {
	var b strings.Builder
	b.WriteString("machine: M\nvars:\n")
	for r := range s.regions {
		fmt.Fprintf(&b, "  n%d: {type: int, min: 0, max: 5}\n", r)
	}
	b.WriteString("events: {A: {number: int, mark: bool, more: int}, B: {number: int, mark: bool, more: int}, C: {number: int, mark: bool, more: int}, X: {}")
	for _, e := range s.raised() {
		b.WriteString(", " + e + ": {internal: true}")
	}
	b.WriteString("}\noutputs: {Told: {number: int}, ")
	for _, p := range s.all {
		if p.tells {
			b.WriteString("In" + p.name + ": {}, ")
		}
	}
	b.WriteString("}\ninitial: Off\nterminal: {done: [End]}\nstates:\n")
	for _, p := range s.root.states {
		s.write(&b, p, "  ")
	}
	return b.String()
}

func (s *parallelSpec) write(b *strings.Builder, p *part, indent string) {
	fmt.Fprintf(b, "%s%s:\n", indent, p.name)
	inner := indent + "  "
	if p.final {
		b.WriteString(inner + "final: true\n")
	}
	if p.tells {
		b.WriteString(inner + "entry: In" + p.name + "\n")
	}
	if p.parallel {
		b.WriteString(inner + "parallel:\n")
	} else if len(p.states) > 0 {
		fmt.Fprintf(b, "%sinitial: %s\n%sstates:\n", inner, p.states[0].name, inner)
	}
	for _, q := range p.states {
		s.write(b, q, inner+"  ")
	}
	events := slices.Sorted(maps.Keys(p.on))
	if i := slices.Index(events, "always"); i >= 0 {
		fmt.Fprintf(b, "%salways:\n%s", inner, choices(p.on["always"], inner+"  "))
		events = slices.Delete(events, i, i+1)
	}
	if i := slices.Index(events, "done"); i >= 0 {
		fmt.Fprintf(b, "%sdone:\n%s", inner, choices(p.on["done"], inner+"  "))
		events = slices.Delete(events, i, i+1)
	}
	if len(events) > 0 {
		b.WriteString(inner + "on:\n")
	}
	for _, e := range events {
		fmt.Fprintf(b, "%s  %s:\n%s", inner, e, choices(p.on[e], inner+"    "))
	}
	if len(p.ignore) > 0 {
		b.WriteString(inner + "ignore: [" + strings.Join(p.ignore, ", ") + "]\n")
	}
	if len(p.on)+len(p.ignore)+len(p.states) == 0 && !p.final && !p.tells {
		b.WriteString(inner + "doc: Nothing.\n")
	}
}

func choices(list []*choice, indent string) string {
	var b strings.Builder
	for _, c := range list {
		var keys, conditions []string
		if c.less > 0 {
			conditions = append(conditions, fmt.Sprintf("n%d < %d", c.region, c.less))
		}
		if c.in != "" {
			conditions = append(conditions, "in("+c.in+")")
		}
		if c.least > 0 {
			conditions = append(conditions, fmt.Sprintf("event.number >= %d", c.least))
		}
		if c.most > 0 {
			conditions = append(conditions, fmt.Sprintf("event.more <= %d", c.most))
		}
		if c.mark != "" {
			conditions = append(conditions, c.mark)
		}
		if len(conditions) > 0 {
			keys = append(keys, fmt.Sprintf("if: %q", strings.Join(conditions, " && ")))
		}
		if c.to != nil {
			keys = append(keys, "to: "+c.to.name)
		}
		if c.add {
			keys = append(keys, fmt.Sprintf("set: {n%d: \"min(n%d + 1, 5)\"}", c.region, c.region))
		}
		if c.store {
			keys = append(keys, fmt.Sprintf("set: {n%d: \"max(0, min(event.number, 5))\"}", c.region))
		}
		if c.tell {
			keys = append(keys, "emit: {Told: {number: event.number}}")
		}
		if c.raise != "" {
			keys = append(keys, "raise: "+c.raise)
		}
		if c.veto != "" {
			keys = append(keys, "otherwise: "+c.veto)
		}
		fmt.Fprintf(&b, "%s- {%s}\n", indent, strings.Join(keys, ", "))
	}
	return b.String()
}
