package tla

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// sets defines the finite sets.
func (w *writer) sets() {
	m := w.m
	var states, terminal []string
	for s, state := range m.States {
		states = append(states, state.Name)
		if m.Terminal(s) {
			terminal = append(terminal, state.Name)
		}
	}
	w.line(0, "")
	w.line(0, "States == %s", set(states))
	if len(terminal) > 0 {
		w.line(0, "Terminal == %s", set(terminal))
	}
	for _, e := range m.Enums {
		w.line(0, "%s == %s", w.names.enums[e.Name], set(e.Values))
	}
}

// set defines a set of strings.
func set(list []string) string {
	var out []string
	for _, t := range list {
		out = append(out, quote(t))
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// constants declares the parameters, and the sets of payload values.
func (w *writer) constants() {
	var list []declared
	var assumed []string
	for i, p := range w.m.Params {
		if p.Type.Scalar() {
			list = append(list, declared{w.names.params[i], kind(p.Type)})
			assumed = append(assumed, w.within(w.names.params[i], p.Type, p.Min, p.Max)...)
		}
	}
	if w.takesInts {
		list = append(list, declared{"Ints", "Set(Int)"})
		assumed = append(assumed, `Ints \subseteq Int`)
	}
	if w.takesTexts {
		list = append(list, declared{"Strings", "Set(Str)"})
		assumed = append(assumed, `Strings \subseteq STRING`)
	}
	if len(list) == 0 {
		return
	}
	w.declare("CONSTANTS", list)
	w.line(0, "")
	w.list(0, "ASSUME", assumed)
	if w.takesInts || w.takesTexts {
		w.line(0, "")
		w.line(0, `\* What a configuration may put in their place.`)
	}
	if w.takesInts {
		w.line(0, "DefaultInts == {-1, 0, 1, 2, 3}")
	}
	if w.takesTexts {
		w.line(0, "DefaultStrings == %s", set(samples(w.m)))
	}
}

// declared is a name with its type in Apalache's syntax.
type declared struct{ name, kind string }

func (w *writer) declare(what string, list []declared) {
	w.line(0, "")
	w.line(0, "%s", what)
	for i, d := range list {
		comma := ","
		if i == len(list)-1 {
			comma = ""
		}
		w.line(1, `\* @type: %s;`, d.kind)
		w.line(1, "%s%s", d.name, comma)
	}
}

func kind(t expr.Type) string {
	switch t.Kind {
	case expr.Int:
		return "Int"
	case expr.Bool:
		return "Bool"
	}
	return "Str"
}

// scalars returns the variables of the module.
func (w *writer) scalars() (out []int) {
	for i, v := range w.m.Vars {
		if v.Type.Scalar() {
			out = append(out, i)
		}
	}
	return out
}

func (w *writer) variables() {
	list := []declared{{"state", "Str"}}
	all := []string{"state"}
	for _, i := range w.scalars() {
		list = append(list, declared{w.names.vars[i], kind(w.m.Vars[i].Type)})
		all = append(all, w.names.vars[i])
	}
	w.declare("VARIABLES", list)
	w.line(0, "")
	w.line(0, "vars == <<%s>>", strings.Join(all, ", "))
}

// operators defines those of Go's operators that the machine needs. They precede all declarations, so that the
// names of their arguments have no other meaning.
func (w *writer) operators() {
	needed := map[string]bool{}
	w.m.Expressions(func(e expr.Expr) {
		expr.Walk(e, func(e expr.Expr) {
			op := expr.Op(0)
			switch e := e.(type) {
			case *expr.Binary:
				op = e.Op
			case *expr.Call:
				op = e.Op
			}
			switch op {
			case expr.Min:
				needed["GoMin"] = true
			case expr.Max:
				needed["GoMax"] = true
			case expr.Rem:
				needed["GoRem"] = true
				fallthrough
			case expr.Quo:
				needed["GoAbs"], needed["GoQuo"] = true, true
			}
		})
	})
	if len(needed) == 0 {
		return
	}
	w.line(0, "")
	w.line(0, `\* As in Go, where division rounds towards zero.`)
	for _, d := range definitions() {
		if needed[d.Name] {
			w.line(0, "%s", d.Text)
		}
	}
}
