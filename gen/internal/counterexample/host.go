package counterexample

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// answers writes the answers of the host to an event in a state, as a map from the guard and its
// arguments, or "" for a machine without external guards.
func (w *writer) answers(state, event int, s trace.Step) string {
	if w.names.GuardSet == "" {
		return ""
	}
	var parts []string
	for i, a := range w.m.Asks {
		asks := slices.ContainsFunc(w.m.On(state, event), func(t core.Transition) bool {
			return expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External && s.Index == i })
		})
		if !asks {
			continue
		}
		key := []string{strconv.Quote(w.names.Guards[a.Guard].Method)}
		for k, arg := range a.Args {
			if w.m.Guards[a.Guard].Args[k].Type.Kind == expr.Opaque {
				continue
			}
			key = append(key, w.argument(arg, s))
		}
		parts = append(parts, fmt.Sprintf("fmt.Sprint(%s): %t", strings.Join(key, `, " ", `), s.Externals[i] != 0))
	}
	w.imports["fmt"] = true
	return "map[string]bool{" + strings.Join(slices.Compact(parts), ", ") + "}"
}

// argument writes an argument of a guard, which is a name or a constant, with the
// values before a step.
func (w *writer) argument(e expr.Expr, step trace.Step) string {
	r, ok := e.(*expr.Ref)
	if !ok {
		return w.code(e)
	}
	switch s := r.Symbol; s.Scope {
	case expr.Field:
		return w.value(s.Type, step.Fields[s.Index])
	case expr.Var:
		return w.value(s.Type, step.Before[s.Index])
	}
	return w.code(e)
}

// typeName writes a type as Go, and adds the imports that it needs.
func (w *writer) typeName(t expr.Type) string {
	switch t.Kind {
	case expr.Int, expr.Bool, expr.String:
		if t.Duration {
			w.imports["time"] = true
			return "time.Duration"
		}
		return t.String()
	case expr.Enumerated:
		return w.enum(t.Enum).Type
	}
	var out strings.Builder
	for _, part := range t.Go.Parts {
		out.WriteString(part.Token)
		if part.Path != "" {
			w.imports[part.Path] = true
			out.WriteString(path.Base(part.Path) + ".")
		}
		out.WriteString(part.Name)
	}
	return out.String()
}

// zero writes the zero value of a Go type.
func (w *writer) zero(t expr.Type) string {
	text := t.Go.Text
	for _, begins := range []string{"*", "[]", "map[", "func(", "chan ", "<-chan "} {
		if strings.HasPrefix(text, begins) {
			return "nil"
		}
	}
	if text == "error" || text == "any" {
		return "nil"
	}
	return "*new(" + w.typeName(t) + ")"
}

// importList writes the imports, with the names that typeName uses.
func (w *writer) importList() string {
	var std, other []string
	for p := range w.imports {
		line := strconv.Quote(p)
		if path.Base(p) != p && p != random {
			line = path.Base(p) + " " + line
		}
		if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	slices.Sort(std)
	slices.Sort(other)
	return "import (\n" + strings.Join(std, "\n") + "\n\n" + strings.Join(other, "\n") + "\n)\n"
}

// sending says what a step sends and how nothing is written, and writes how a test sends it.
func (w *writer) sending() (what, none, send string) {
	if w.m.Eventless() < 0 {
		return "an event", "", "err := s.send()"
	}
	return "an event, or a transition without one,", " // nil: no event", `var err error
	switch goes := ` + w.call(w.m.Eventless(), nil) + `; {
	case goes && s.send != nil:
		t.Logf("fixed: %v is left without an event, and not by %s", from, s.event)
		return false
	case !goes && s.send == nil:
		t.Logf("fixed: %v is not left without an event", from)
		return false
	case s.send != nil:
		err = s.send()
	}`
}

// common writes the declarations that the tests share: a step of a run, and the host.
func (w *writer) common() string {
	w.imports["testing"] = true
	var b strings.Builder
	what, none, send := w.sending()
	b.WriteString(strings.NewReplacer("PREFIX", w.prefix, "STATE", w.names.State, "MACHINE", w.names.Machine, "WHAT", what, "NONE", none, "SEND", send).Replace(`
// PREFIXCounterexampleStep is WHAT and the state to which it leads.
type PREFIXCounterexampleStep struct {
	event string
	send  func() errorNONE
	to    STATE
}

// take sends the event, and reports whether the machine still takes the step.
func (s PREFIXCounterexampleStep) take(t *testing.T, m *MACHINE) bool {
	t.Helper()
	from := m.State()
	SEND
	if err != nil || m.State() != s.to {
		t.Logf("fixed: %s in %v leads to %v (error: %v), not to %v", s.event, from, m.State(), err, s.to)
		return false
	}
	return true
}
`))
	if w.names.Host == "" {
		return b.String()
	}
	host := w.prefix + "CounterexampleHost"
	answers := ""
	if w.names.GuardSet != "" {
		w.imports["fmt"] = true
		answers = "answers map[string]bool // by guard and arguments\n"
	}
	what, calls := "answers guards as in a run. Its other methods do nothing", ""
	if n := len(w.m.Calls); n > 0 {
		what = "answers guards as in a run, and knows the numbers of the calls. Its other methods do nothing"
		calls = fmt.Sprintf("calls [%d]int // numbers of the last starts\n", n)
	}
	dice := ""
	if w.walking && w.names.GuardSet != "" {
		dice = "random *rand.Rand // answers guards, if it is not nil\n"
	}
	fmt.Fprintf(&b, "\n// %s %s.\ntype %s struct {\n%s%s%s}\n", host, what, host, answers, calls, dice)
	method := func(name, params, result, body string) {
		fmt.Fprintf(&b, "\n// %s implements %s.\nfunc (h *%s) %s(%s) %s {%s}\n", name, w.names.Host, host, name, params, result, body)
	}
	guards(w, method)
	if w.walking && w.names.GuardSet != "" {
		fmt.Fprintf(&b, "\nfunc (h *%s) answer(question string) bool {\nif answer, known := h.answers[question]; known || h.random == nil {\nreturn answer\n}\nreturn h.random.IntN(2) == 1\n}\n", host)
	}
	for i, o := range w.m.Outputs {
		method(w.names.Outputs[i].Method, w.types(o.Fields, w.context(o.Context)...), "", "")
	}
	if w.names.TimerSet != "" {
		w.imports["time"] = true
		method("Now", "", "time.Time", " return time.Time{} ")
		method("StartTimer", w.names.Timer+", int, time.Duration", "", "")
		method("StopTimer", w.names.Timer+", int", "", "")
		for i, d := range w.m.Delays {
			if name := w.names.Delays[i].Method; name != "" {
				method(name, w.types(d.Args), "time.Duration", " return time.Hour ")
			}
		}
	}
	for i := range w.m.Calls {
		params := []string{"call int"}
		for _, f := range w.m.Calls[i].Args {
			params = append(params, "_ "+w.typeName(f.Type))
		}
		method(w.names.Calls[i].Start, strings.Join(params, ", "), "", " h.calls["+w.names.Calls[i].Const+"] = call ")
	}
	if w.names.CallSet != "" {
		method("StopCall", w.names.Call+", int", "", "")
	}
	return b.String()
}

// guards writes the methods of external guards, given what writes a method: its name, parameters, result, and body.
func guards(w *writer, method func(name, params, result, body string)) {
	for i, g := range w.m.Guards {
		if !g.External {
			continue
		}
		name := w.names.Guards[i].Method
		key := []string{strconv.Quote(name)}
		params := w.context(g.Context)
		for k, f := range g.Args {
			arg := "_"
			if f.Type.Kind != expr.Opaque {
				arg = "v" + strconv.Itoa(k+1)
				key = append(key, arg)
			}
			params = append(params, arg+" "+w.typeName(f.Type))
		}
		answer := "h.answers[fmt.Sprint(" + strings.Join(key, `, " ", `) + ")]"
		if w.walking {
			answer = "h.answer(fmt.Sprint(" + strings.Join(key, `, " ", `) + "))"
		}
		if g.Reason {
			w.imports["errors"] = true
			method(name, strings.Join(params, ", "), "error", "\nif "+answer+" {\nreturn nil\n}\nreturn errors.New(\"no\")\n")
			continue
		}
		method(name, strings.Join(params, ", "), "bool", "\nreturn "+answer+"\n")
	}
}

// context writes the parameter of a method of the host that takes a context.
func (w *writer) context(takes bool) []string {
	if !takes {
		return nil
	}
	w.imports["context"] = true
	return []string{"_ context.Context"}
}

// types writes parameters without names, after others.
func (w *writer) types(fields []core.Field, before ...string) string {
	named := len(before) > 0 // Go wants names for all or none
	for _, f := range fields {
		name := w.typeName(f.Type)
		if named {
			name = "_ " + name
		}
		before = append(before, name)
	}
	return strings.Join(before, ", ")
}
