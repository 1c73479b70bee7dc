package tla

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Module returns the module of m. TLC requires a file with the name of the module and the extension .tla; the first
// lines of the module mention it.
func Module(m *core.Machine) []byte {
	w := newWriter(m)
	title := " MODULE " + w.names.module + " "
	dashes := strings.Repeat("-", max(4, (78-len(title))/2))
	w.line(0, "%s%s%s", dashes, title, dashes)
	w.head()
	w.line(0, "EXTENDS Integers")
	w.operators()
	w.sets()
	w.constants()
	w.variables()
	w.typeOK()
	w.begin()
	for i := range m.Transitions {
		w.action(i)
	}
	w.next()
	w.claims()
	w.line(0, "")
	w.line(0, "%s", strings.Repeat("=", 78))
	return []byte(w.out.String())
}

type writer struct {
	out   strings.Builder
	names *names
	m     *core.Machine
	// takesInts and takesTexts report whether the module reads such a field of a
	// payload.
	takesInts, takesTexts bool
}

func newWriter(m *core.Machine) *writer {
	w := &writer{names: newNames(m), m: m}
	for _, t := range m.Transitions {
		for _, e := range w.computed(&t) {
			w.takesInts = w.takesInts || takes(e, expr.Int)
			w.takesTexts = w.takesTexts || takes(e, expr.String)
		}
	}
	return w
}

func takes(e expr.Expr, kind expr.Kind) bool {
	return expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Type.Kind == kind })
}

func (w *writer) line(indent int, format string, args ...any) {
	w.out.WriteString(strings.Repeat("  ", indent))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteString("\n")
}

// define starts a definition, with comments.
func (w *writer) define(name string, comment ...string) {
	w.line(0, "")
	for _, c := range comment {
		w.line(0, `\* %s`, c)
	}
	w.line(0, "%s ==", name)
}

// list writes terms, each after an operator.
func (w *writer) list(indent int, sign string, terms []string) {
	for _, t := range terms {
		w.line(indent, "%s %s", sign, t)
	}
}

// head writes the comment at the start of the module.
func (w *writer) head() {
	m := w.m
	w.line(0, `\* The machine %s. TLC requires the file names %s.tla and %[2]s.cfg, which`, m.Name, w.names.module)
	w.line(0, `\* fsmgen export --format tla-cfg writes. The comments about types are for Apalache.`)
	w.line(0, `\*`)
	w.line(0, `\* An event may occur whenever the state lists it, with any payload, and an external`)
	w.line(0, `\* guard may return any answer. An illegal, ignored, or rejected event is not a step.`)
	w.line(0, `\* Data that a state does not have are constant there.`)
	if m.Eventless() >= 0 {
		w.line(0, `\* No event occurs while a step without an event, one of "always", is possible.`)
	}
	if w.takesInts || w.takesTexts {
		w.line(0, `\* Ints and strings in a payload are chosen from constants, because TLC needs finite`)
		w.line(0, `\* sets: other values are not checked.`)
	}
	var out []string
	for i, v := range m.Vars {
		if !v.Type.Scalar() {
			out = append(out, w.names.vars[i])
		}
	}
	if len(out) > 0 {
		out = []string{"variables of Go types (" + strings.Join(out, ", ") + ")"}
	}
	if len(m.Outputs) > 0 {
		out = append(out, "outputs")
	}
	if len(m.Timers) > 0 {
		out = append(out, "the durations of timers")
	}
	if len(out) > 0 {
		w.line(0, `\* Not modeled: %s.`, strings.Join(out, ", "))
	}
	if m.Rank == 0 {
		w.line(0, `\* The spec declares no progress, so there is no ranking function.`)
	}
	if slices.ContainsFunc(texts(m), func(t string) bool { return quote(t) != `"`+t+`"` }) {
		w.line(0, `\* Special characters in strings are encoded as in a URL.`)
	}
	w.line(0, "")
}
