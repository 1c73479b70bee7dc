package verify

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Strategy lists what the strategy that proves a lower bound does in each state where it goes on: the events, and
// how many transitions follow at least. It returns "" if there is none.
func (r *Report) Strategy() string {
	l := r.Bound.Lower
	if l == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  strategy for a run of %s%s:\n", counting(l.Expr), conditional(" if ", l.given()))
	b.WriteString(spotLines(r.Machine, l.Spots))
	return b.String()
}

// spotLines writes a line for each spot with moves.
func spotLines(m *core.Machine, spots []Spot) string {
	var b strings.Builder
	for i := range spots {
		s := &spots[i]
		if len(s.Moves) == 0 {
			continue
		}
		fmt.Fprintf(&b, "    %s%s: %s", m.States[s.State].Name, conditional(", where ", strings.Join(placed(m, s.State, s.Where), " && ")), s.moves(m))
		if s.Left != nil {
			fmt.Fprintf(&b, "; %s left", expr.PrintNumber(s.Left, expr.Spec))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// moves writes the moves of a spot, in order.
func (s *Spot) moves(m *core.Machine) string {
	var parts []string
	for i := range s.Moves {
		v := &s.Moves[i]
		text := v.event(m, s.State)
		switch {
		case v.When != nil:
			text += " if " + expr.Print(v.When, expr.Spec)
		case i > 0:
			text += " otherwise"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// event writes the event of a move with the parts of the payload and the answers of external guards that matter.
func (v *Play) event(m *core.Machine, state int) string {
	e := &m.Events[v.Event]
	if v.Event == m.Eventless() {
		list := m.Always(state)
		return m.Trigger(&list[0])
	}
	var parts []string
	for i, x := range v.Fields {
		if x != nil && read(m, state, v.Event, i) {
			parts = append(parts, e.Fields[i].Name+": "+expr.Print(x, expr.Spec))
		}
	}
	for i, yes := range v.Answers {
		if asked(m, state, v.Event, i) {
			parts = append(parts, fmt.Sprintf("%s = %t", m.Asks[i].Symbol.Name, yes))
		}
	}
	if len(parts) == 0 {
		return e.Name
	}
	return e.Name + "(" + strings.Join(parts, ", ") + ")"
}

// conditional returns a word and a text, or "" if there is no text.
func conditional(word, text string) string {
	if text == "" {
		return ""
	}
	return word + text
}

// operand writes one of several conditions that all hold.
func operand(x expr.Expr, among int) string {
	text := expr.Print(x, expr.Spec)
	if b, ok := x.(*expr.Binary); ok && b.Op == expr.Or && among > 1 {
		return "(" + text + ")"
	}
	return text
}
