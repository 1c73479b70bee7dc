package worst

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/overflow"
	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Write adds the type and the methods for the limits that are proved, of which there is one at least.
func Write(f *file.File, m *machine.Machine, proved []worstcase.Limit) {
	p := &printer{f: f, m: m, proved: proved, overflow: overflow.New(m)}
	p.declare()
	p.most()
	p.left()
	p.temporal()
}

// temporal writes what package temporal compares with the timeouts of workflows.
func (p *printer) temporal() {
	n := p.m.Names
	if !p.m.Core.Faces.Temporal || !slices.ContainsFunc(p.proved, func(l worstcase.Limit) bool { return l.Kind == worstcase.Time }) {
		return
	}
	p.f.Function(comment.Wrap("LeftTime returns the time of ["+n.Machine+".Left], for package temporal."),
		"func ("+n.Values.Kind+") LeftTime(m *"+n.Machine+") time.Duration { return m.Left().Time }")
}

type printer struct {
	f        *file.File
	m        *machine.Machine
	proved   []worstcase.Limit
	overflow *overflow.Checker
}

// group is a part of the struct, with its type and the comment on it.
type group struct {
	kind           worstcase.Kind
	name, typ, doc string
}

// groups returns the parts that the struct can have.
func (p *printer) groups() []group {
	n := &p.m.Names.Worst
	return []group{
		{worstcase.Calls, "Calls", n.CallSet, " has how often each call and child machine starts."},
		{worstcase.Outputs, "Outputs", n.OutputSet, " has how often each output is emitted."},
		{worstcase.Cost, "Costs", n.CostSet, " has the costs that the spec declares."},
	}
}

// field returns the field of a limit, as it is selected.
func (p *printer) field(l worstcase.Limit) string {
	n := &p.m.Names.Worst
	switch l.Kind {
	case worstcase.Transitions:
		return "Transitions"
	case worstcase.Time:
		return "Time"
	case worstcase.Calls:
		return "Calls." + n.Calls[l.Index]
	case worstcase.Outputs:
		return "Outputs." + n.Outputs[l.Index]
	}
	return "Costs." + n.Costs[l.Index]
}

// declare writes the type.
func (p *printer) declare() {
	n := p.m.Names
	var b strings.Builder
	doc := func(text string) {
		for _, line := range comment.Wrap(text) {
			b.WriteString("// " + line + "\n")
		}
	}
	b.WriteString("type " + n.Worst.Type + " struct {\n")
	for _, l := range p.proved {
		switch l.Kind {
		case worstcase.Transitions:
			text := "Transitions is the number of transitions"
			if p.children() {
				text += ", with those of child machines"
			}
			if p.m.Core.Reactive() {
				text += ", until the next event of the environment"
			}
			doc(text + ".")
			b.WriteString("Transitions int\n")
		case worstcase.Time:
			doc("Time is the time until the end, if each timer fires when it is due. Steps take no time.")
			b.WriteString("Time time.Duration\n")
		}
	}
	var parts []func()
	for _, g := range p.groups() {
		var fields []string
		for _, l := range p.proved {
			if l.Kind == g.kind {
				fields = append(fields, strings.TrimPrefix(p.field(l), g.name+"."))
			}
		}
		if fields == nil {
			continue
		}
		doc(g.name + g.doc)
		fmt.Fprintf(&b, "%s %s\n", g.name, g.typ)
		parts = append(parts, func() {
			p.f.Function(comment.Wrap(g.typ+g.doc), "type "+g.typ+" struct { "+strings.Join(fields, ", ")+" int }")
		})
	}
	b.WriteString("}")
	p.f.Function(comment.Wrap(n.Worst.Type+" is what a run takes at most, as far as it is proved: from the start, see ["+n.Params+
		".WorstCase], or from where a machine is, see ["+n.Machine+".Left]. A number that does not fit is the largest one of its type."), b.String())
	for _, part := range parts {
		part()
	}
}

// children reports whether the machine has child machines.
func (p *printer) children() bool {
	for _, c := range p.m.Core.Calls {
		if c.Child != nil {
			return true
		}
	}
	return false
}

// most writes the method of the parameters.
func (p *printer) most() {
	n := p.m.Names
	var lines []string
	known := map[string]string{}
	for _, l := range p.proved {
		value := "p.MaxTransitions()"
		if l.Kind != worstcase.Transitions || p.m.Core.Bound == nil || !expr.Equal(p.m.Core.Bound, l.Terms[0].Most) {
			value = p.value(l, func(t worstcase.Term) expr.Expr { return t.Most })
		}
		lines = append(lines, "most."+p.field(l)+" = "+again("most", value, p.field(l), known))
	}
	p.f.Function(comment.Wrap("WorstCase returns what no run of a machine with these parameters exceeds, from the start. The parameters must be valid."),
		"func (p "+n.Params+") WorstCase() (most "+n.Worst.Type+") {\n"+p.sums(lines)+strings.Join(append(lines, "return most"), "\n")+"\n}")
}

// sums declares what computes values that may not fit, if lines need it.
func (p *printer) sums(lines []string) string {
	if strings.Contains(strings.Join(lines, "\n"), "= n.") || strings.Contains(strings.Join(lines, "\n"), "min(n.") {
		return "var n fsm.Checked\n"
	}
	return ""
}
