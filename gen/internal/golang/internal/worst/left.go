package worst

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// left writes the method of the machine.
func (p *printer) left() {
	n := p.m.Names
	var head, all []string // before the switch, and all lines
	var cases []string
	bodies := map[string][]string{} // the states by what is left there
	if p.progress() {
		head = append(head, "left.Transitions = m.Progress()")
	}
	for s := range p.m.Core.States {
		lines := p.in(s)
		if len(lines) == 0 {
			continue
		}
		all = append(all, lines...)
		body := strings.Join(lines, "\n")
		if bodies[body] == nil {
			cases = append(cases, body)
		}
		bodies[body] = append(bodies[body], n.States[s])
	}
	var b strings.Builder
	b.WriteString("func (m *" + n.Machine + ") Left() (left " + n.Worst.Type + ") {\n")
	if p.reads() {
		b.WriteString("p := m.params\n")
	}
	if slices.ContainsFunc(p.proved, whole) {
		b.WriteString("most := m.params.WorstCase()\n")
	}
	b.WriteString(p.sums(all))
	for _, line := range head {
		b.WriteString(line + "\n")
	}
	if len(cases) > 0 {
		b.WriteString("switch m.state {\n")
		for _, body := range cases {
			b.WriteString("case " + strings.Join(bodies[body], ", ") + ":\n" + body + "\n")
		}
		b.WriteString("}\n")
	}
	b.WriteString("return left\n}")
	text := "Left returns what the machine does not exceed from here on, however it goes on. It is zero at the end."
	if slices.ContainsFunc(p.proved, func(l worstcase.Limit) bool { return l.Kind == worstcase.Time }) {
		text += " A timer that runs counts with its full duration."
	}
	p.f.Function(comment.Wrap(text), b.String())
}

// whole reports whether nothing better is known of what is left than the limit of a run from the start.
func whole(l worstcase.Limit) bool {
	return slices.ContainsFunc(l.Terms, func(t worstcase.Term) bool { return t.Left == nil })
}

// in returns the lines for what is left in a state.
func (p *printer) in(state int) (lines []string) {
	if p.m.Core.Terminal(state) {
		return nil
	}
	known := map[string]string{}
	for _, l := range p.proved {
		field := p.field(l)
		switch {
		case whole(l):
			lines = append(lines, "left."+field+" = most."+field)
		case l.Kind == worstcase.Transitions && p.progress():
		default:
			if value := p.value(l, func(t worstcase.Term) expr.Expr { return t.Left[state] }); value != "0" {
				lines = append(lines, "left."+field+" = "+again("left", value, field, known))
			}
		}
	}
	return lines
}

// progress reports whether the method Progress returns how many transitions are left.
func (p *printer) progress() bool {
	if p.m.Core.Rank != 1 || p.proved[0].Kind != worstcase.Transitions || whole(p.proved[0]) {
		return false
	}
	for s, x := range p.proved[0].Terms[0].Left {
		if x != nil && !expr.Equal(x, expr.Simplify(p.m.Core.States[s].Progress[0])) {
			return false
		}
	}
	return true
}

// reads reports whether what is left in some state reads a parameter.
func (p *printer) reads() bool {
	for _, l := range p.proved {
		if whole(l) || l.Kind == worstcase.Transitions && p.progress() {
			continue
		}
		for _, t := range l.Terms {
			for _, x := range t.Left {
				if x != nil && expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.Param }) {
					return true
				}
			}
		}
	}
	return false
}
