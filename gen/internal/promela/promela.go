package promela

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// ints are the values of ints in a payload.
var ints = []int64{-1, 0, 1, 2, 3}

// Model returns the model of m. The values of the parameters are in the order of the machine:
// bools are 0 and 1, enum values are their numbers, and strings are their indices in [Texts]. It
// returns an error if SPIN cannot represent the machine.
func Model(m *core.Machine, params []int64) ([]byte, error) {
	w := &writer{m: m, params: params, texts: Texts(m)}
	if err := w.check(); err != nil {
		return nil, err
	}
	w.head()
	w.variables()
	w.line(0, "inline claims() {")
	w.claims()
	w.line(0, "}")
	w.line(0, "")
	w.line(0, "active proctype machine() {")
	w.line(1, "d_step { claims() };")
	w.line(1, "do")
	for s := range m.States {
		w.state(s)
	}
	w.line(1, "od")
	w.line(0, "}")
	return []byte(name.ASCII(w.String(), func(text string) int { return name.Between(text, "/*", "*/") })), nil
}

type writer struct {
	strings.Builder
	m      *core.Machine
	params []int64
	texts  []string
}

func (w *writer) line(indent int, format string, args ...any) {
	w.WriteString(strings.Repeat("  ", indent))
	fmt.Fprintf(w, format, args...)
	w.WriteString("\n")
}

// check returns an error for numbers that do not fit.
func (w *writer) check() error {
	if len(w.params) != len(w.m.Params) {
		return fmt.Errorf("the machine has %d parameters, but %d values are given", len(w.m.Params), len(w.params))
	}
	for i, v := range w.params {
		if v != int64(int32(v)) {
			return fmt.Errorf("parameter %s is %d, but ints in SPIN have 32 bits", w.m.Params[i].Name, v)
		}
	}
	var err error
	w.m.Expressions(func(e expr.Expr) {
		expr.Walk(e, func(e expr.Expr) {
			if l, ok := e.(*expr.Lit); ok && (l.Value > math.MaxInt32 || l.Value < math.MinInt32) {
				err = fmt.Errorf("the spec contains the number %d, but ints in SPIN have 32 bits", l.Value)
			}
		})
	})
	return err
}

func (w *writer) head() {
	var values []string
	for i, p := range w.m.Params {
		values = append(values, p.Name+" = "+w.value(p.Type, w.params[i]))
	}
	what := w.m.Name
	if len(values) > 0 {
		what += " for " + strings.Join(values, ", ")
	}
	w.line(0, "/* %s.", what)
	w.line(0, "   Ints in a payload are chosen from %v, and strings from the constants of the spec and one other.", ints)
	w.line(0, "   spin -a MODEL && cc -O2 -DSAFETY -o pan pan.c && ./pan */")
	w.line(0, "")
	for s, state := range w.m.States {
		w.line(0, "#define S_%s %d", state.Name, s)
	}
	w.line(0, "")
}

// value returns a value of a type as text for people.
func (w *writer) value(t expr.Type, v int64) string {
	switch {
	case t.Kind == expr.Bool:
		return fmt.Sprint(v == 1)
	case t.Kind == expr.Enumerated && v >= 0 && v < int64(len(t.Enum.Values)):
		return t.Enum.Values[v]
	case t.Kind == expr.String && v >= 0 && v < int64(len(w.texts)):
		return fmt.Sprintf("%q", w.texts[v])
	}
	return fmt.Sprint(v)
}

// variables declares the state, the variables, and the choices of a step, which are hidden because
// they are not part of a configuration.
func (w *writer) variables() {
	m := w.m
	w.line(0, "short state = S_%s;", m.States[m.Initial].Name)
	for i, v := range m.Vars {
		if !v.Type.Scalar() {
			continue
		}
		init := "0"
		if v.Init != nil {
			init = w.print(v.Init)
		}
		w.line(0, "int %s = %s;", w.variable(i), init)
		w.line(0, "hidden int next_%d;", i)
	}
	most := 0
	for _, e := range m.Events {
		most = max(most, len(e.Fields))
	}
	for i := range most {
		w.line(0, "hidden int field_%d;", i)
	}
	for i, a := range m.Asks {
		w.line(0, "hidden int answer_%d; /* %s */", i, strings.ReplaceAll(a.Symbol.Name, "*/", "* /"))
	}
	w.line(0, "")
}

func (w *writer) variable(i int) string {
	v := &w.m.Vars[i]
	if v.State >= 0 {
		return "d_" + w.m.States[v.State].Name + "_" + v.Name
	}
	return "v_" + v.Name
}

// claims asserts ranges and invariants.
func (w *writer) claims() {
	m := w.m
	in := func(state int) string {
		if state < 0 {
			return ""
		}
		return fmt.Sprintf("state != S_%s || ", m.States[state].Name)
	}
	for i, v := range m.Vars {
		if v.Min != nil {
			w.line(1, "assert(%s%s >= (%s));", in(v.State), w.variable(i), w.print(v.Min))
		}
		if v.Max != nil {
			w.line(1, "assert(%s%s <= (%s));", in(v.State), w.variable(i), w.print(v.Max))
		}
	}
	for _, c := range m.Invariants {
		w.line(1, "assert(%s(%s));", in(c.State), w.print(c.Expr))
	}
	w.line(1, "skip")
}

// state writes the effect of each event in a state.
func (w *writer) state(s int) {
	m := w.m
	if m.Terminal(s) {
		w.line(1, ":: state == S_%s -> break", m.States[s].Name)
		return
	}
	busy := w.busy(s)
	for e := range m.Events {
		if alternatives := m.On(s, e); len(alternatives) > 0 {
			when := ""
			switch {
			case m.Events[e].Eventless:
				when = " && " + busy
			case busy != "":
				when = " && !" + busy
			}
			w.line(1, ":: atomic { state == S_%s%s -> /* %s */", m.States[s].Name, when, m.Events[e].Name)
			w.choices(e, alternatives)
			w.alternatives(2, alternatives)
			w.forget(e)
			w.line(2, "claims();")
			w.line(1, "}")
		}
	}
}

// busy returns the condition that a transition without an event applies in a state, so that the machine
// handles no event; "" if there is none.
func (w *writer) busy(s int) string {
	var guards []string
	for i := range w.m.Transitions {
		t := &w.m.Transitions[i]
		switch {
		case t.From != s || !w.m.Events[t.Event].Eventless:
		case t.Guard == nil:
			guards = append(guards, "true")
		default:
			guards = append(guards, "("+w.print(t.Guard)+")")
		}
	}
	if len(guards) == 0 {
		return ""
	}
	return "(" + strings.Join(guards, " || ") + ")"
}

// choices writes the choices of the payload and of the answers of the program.
func (w *writer) choices(event int, alternatives []core.Transition) {
	for i, f := range w.m.Events[event].Fields {
		w.choice(fmt.Sprintf("field_%d", i), w.domain(f.Type))
	}
	for i := range w.m.Asks {
		asked := func(t core.Transition) bool {
			return expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External && s.Index == i })
		}
		if slices.ContainsFunc(alternatives, asked) {
			w.choice(fmt.Sprintf("answer_%d", i), []int64{0, 1})
		}
	}
}

func (w *writer) choice(name string, values []int64) {
	if len(values) == 0 {
		return
	}
	w.WriteString("    if")
	for _, v := range values {
		fmt.Fprintf(w, " :: %s = %d", name, v)
	}
	w.WriteString(" fi;\n")
}

// domain lists the values of a payload field; none if it is opaque.
func (w *writer) domain(t expr.Type) (out []int64) {
	n := 0
	switch t.Kind {
	case expr.Bool:
		n = 2
	case expr.Enumerated:
		n = len(t.Enum.Values)
	case expr.String:
		n = len(w.texts) + 1
	case expr.Int:
		return ints
	}
	for i := range n {
		out = append(out, int64(i))
	}
	return out
}

// alternatives writes the first alternative and, as its else branch, the others.
func (w *writer) alternatives(indent int, list []core.Transition) {
	if len(list) == 0 {
		w.line(indent, "assert(false); /* no alternative applies */")
		return
	}
	t := &list[0]
	if t.Guard == nil {
		w.take(indent, t)
		return
	}
	w.line(indent, "if")
	w.line(indent, ":: (%s) ->", w.print(t.Guard))
	w.take(indent+1, t)
	w.line(indent, ":: else ->")
	w.alternatives(indent+1, list[1:])
	w.line(indent, "fi;")
}

// take writes a step, in which all values are computed from the old ones. Data that do not exist in the
// target are set to 0, so that they do not distinguish configurations.
func (w *writer) take(indent int, t *core.Transition) {
	if t.Effect != core.Take {
		w.line(indent, "skip;")
		return
	}
	var set []int
	for _, u := range t.Updates {
		if w.m.Vars[u.Var].Type.Scalar() {
			set = append(set, u.Var)
			w.line(indent, "next_%d = %s;", u.Var, w.print(u.Value))
		}
	}
	for _, i := range set {
		w.line(indent, "%s = next_%d; next_%d = 0;", w.variable(i), i, i)
	}
	for i, v := range w.m.Vars {
		if v.Type.Scalar() && v.State == t.From && t.To != t.From && !slices.Contains(set, i) {
			w.line(indent, "%s = 0;", w.variable(i))
		}
	}
	w.line(indent, "state = S_%s;", w.m.States[t.To].Name)
}

// forget resets the choices.
func (w *writer) forget(event int) {
	for i := range w.m.Events[event].Fields {
		w.line(2, "field_%d = 0;", i)
	}
	for i := range w.m.Asks {
		w.line(2, "answer_%d = 0;", i)
	}
}
