package picture

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Label is the text of one transition, in parts.
type Label struct {
	// Event is the name of the event, or the name of a rule.
	Event string
	// Text is what is shown in place of the event, or "".
	Text string
	// Environment marks an environment event.
	Environment bool
	// After are the delays of the timers that raise the event, such as "30s", or
	// "30s in Busy" if the timer belongs to another state.
	After []string
	// Reenter marks a transition to the same state that exits and enters it.
	Reenter bool
	// Guard is the condition, or "".
	Guard string
	// Order is the place of the guard among the alternatives of the event, from 1, if it matters
	// which of them comes first and they are not all in one list; otherwise it is 0.
	Order int
	// Otherwise marks a transition without a guard after others of its event.
	Otherwise bool
	// Forks reports that the guard tells the arrow apart from others of its event, and is not shown.
	Forks bool
	// Updates are assignments such as "retries ← 0" and "retries += 1".
	Updates []string
	// Emits are the names of the outputs of the transition itself, in order. Entry and
	// exit outputs are shown with the states.
	Emits []string
	// Implied are the events that the transition itself raises, as "raise Event", and "to history of
	// Composite".
	Implied []string
	// Steps are the numbers of the steps of the run, such as "3", followed by "↻" for
	// steps that repeat forever.
	Steps []string
	// Of are the indices of the transitions that the label represents.
	Of []int
	// Mark shows the change of the transition, and Was are lines about its old version.
	Mark Mark
	Was  []string
	// Full are the labels with everything that this one stands for, at a lower level of detail.
	Full []Label
}

// maxSteps is the maximum number of steps of a run that a label lists.
const maxSteps = 8

// Trigger returns the event with its source: "Event", "«env» Event", or "after 30s: Event", after
// "reenter" for a transition to the same state. The steps of a run come first: "(1, 4) Event".
func (l Label) Trigger() string {
	text := l.trigger()
	if len(l.Steps) == 0 {
		return text
	}
	steps := l.Steps
	if last := len(steps) - 1; last >= maxSteps {
		steps = append(slices.Clone(steps[:maxSteps-2]), "…", steps[last])
	}
	return strings.TrimSpace("(" + strings.Join(steps, ", ") + ") " + text)
}

func (l Label) trigger() string {
	text := l.Name()
	if l.Environment {
		text = "«env» " + text
	}
	if len(l.After) > 0 {
		text = "after " + strings.Join(l.After, " or ") + ": " + text
	}
	if l.Reenter {
		text = "reenter " + text
	}
	return text
}

// Condition returns the guard, after its place among the alternatives if there is one.
func (l Label) Condition() string {
	if l.Order > 0 {
		return strconv.Itoa(l.Order) + ": " + l.Guard
	}
	return l.Guard
}

// Head returns "trigger [guard]". It passes the parts, but not the signs around them, through escape.
func (l Label) Head(escape func(string) string) string {
	switch {
	case l.Guard != "":
		return escape(l.Trigger()) + " [" + escape(l.Condition()) + "]"
	case l.Otherwise:
		return escape(l.Trigger()) + " [otherwise]"
	}
	return escape(l.Trigger())
}

// Actions returns the updates, the outputs as "emit Output", and what is implied.
func (l Label) Actions() []string {
	list := slices.Clone(l.Updates)
	for _, e := range l.Emits {
		list = append(list, "emit "+e)
	}
	return append(list, l.Implied...)
}

// Action returns "/ action, action", escaped like [Label.Head], or "".
func (l Label) Action(escape func(string) string) string {
	list := l.Actions()
	if len(list) == 0 {
		return ""
	}
	return "/ " + escape(strings.Join(list, ", "))
}

// Omitted returns the number of actions that the label does not show.
func (l Label) Omitted() (count int) {
	for _, full := range l.Full {
		count += len(full.Actions())
	}
	return max(0, count-len(l.Actions()))
}

// equal compares labels, ignoring the steps of a run.
func (l Label) equal(k Label) bool {
	return l.Event == k.Event && l.Reenter == k.Reenter && l.Guard == k.Guard && l.Order == k.Order && l.Otherwise == k.Otherwise &&
		slices.Equal(l.After, k.After) && slices.Equal(l.Updates, k.Updates) && slices.Equal(l.Emits, k.Emits) && slices.Equal(l.Implied, k.Implied)
}

// newLabel returns the label of a transition, without "otherwise" and timers.
func newLabel(m *core.Machine, t *core.Transition) Label {
	l := Label{Event: m.Trigger(t), Text: textOfTrigger(m, t), Environment: m.Events[event(m, t)].Environment, Emits: own(m, t), Implied: source.Actions(m, t)}
	if t.Move != nil {
		l.Implied = l.Implied[1:] // where the transition starts and ends shows the move
	}
	if t.Written != nil {
		l.Guard = printShort(m, t.Written)
	}
	for _, u := range t.Updates {
		if !u.Implied {
			l.Updates = append(l.Updates, assignment(m, u))
		}
	}
	return l
}

// ruleLabel returns the label of a transition of a rule, without its event and the guard of the
// transition that it precedes.
func ruleLabel(m *core.Machine, t *core.Transition) Label {
	counter := t.Written
	if and, ok := counter.(*expr.Binary); ok && and.Op == expr.And {
		counter = and.Y
	}
	return Label{Event: t.Rule, Guard: expr.Print(counter, expr.Math), Emits: own(m, t)}
}

// assignment returns "v += x" or "v -= x" for increments and decrements, and "v ← x" otherwise.
func assignment(m *core.Machine, u core.Update) string {
	name := m.Vars[u.Var].Name
	if sum, ok := u.Value.(*expr.Binary); ok && (sum.Op == expr.Add || sum.Op == expr.Sub) {
		if x, ok := sum.X.(*expr.Ref); ok && x.Symbol.Scope == expr.Var && x.Symbol.Index == u.Var {
			return name + " " + sum.Op.String() + "= " + printShort(m, sum.Y)
		}
	}
	return name + " ← " + printShort(m, u.Value)
}

// printShort returns e in mathematical notation, with payload fields without "event." if no
// parameter, variable, guard, or constant has the same name.
func printShort(m *core.Machine, e expr.Expr) string {
	short := expr.Substitute(source.Shown(m, e), func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Field || isTaken(m, s.Name) {
			return nil
		}
		return &expr.Ref{Symbol: &expr.Symbol{Scope: expr.External, Name: s.Name, Type: s.Type}}
	})
	return expr.Print(short, expr.Math)
}

func isTaken(m *core.Machine, name string) bool {
	return slices.ContainsFunc(m.Params, func(p core.Param) bool { return p.Name == name }) ||
		slices.ContainsFunc(m.Vars, func(v core.Var) bool { return v.Name == name }) ||
		slices.ContainsFunc(m.Guards, func(g core.Guard) bool { return g.Name == name }) ||
		slices.ContainsFunc(m.Enums, func(e *expr.Enum) bool { return slices.Contains(e.Values, name) })
}

// own returns the names of the outputs of a transition itself.
func own(m *core.Machine, t *core.Transition) []string {
	var list []string
	for _, e := range t.Emits {
		if e.Cause == core.ByTransition {
			list = append(list, m.Outputs[e.Output].Name)
		}
	}
	return list
}
