package counterexample

import (
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// ErrNone is the error of a report without counterexamples that a test can show.
var ErrNone = errors.New("no counterexample")

// Heading is the beginning of the files.
const Heading = "// What is wrong with "

// Test returns the test file for the counterexamples of a report, in package pkg. The
// tests use the machine that package golang writes with the given names. The error is
// ErrNone if there is nothing to test; any other error is a bug in fsmgen.
func Test(r *verify.Report, names *ident.Names, pkg string) ([]byte, error) {
	return write(r, names, pkg, "", Heading+r.Machine.Name+", as found by fsmgen verify. Each test fails until the\n"+
		"// machine is fixed, and passes from then on.")
}

// Generated returns the test file that belongs beside the other generated files of a machine. Its names are others than those of [Test], so
// that both can be in a package. The first line is the given header.
func Generated(r *verify.Report, names *ident.Names, pkg, header string) ([]byte, error) {
	return write(r, names, pkg, "Refuted", "// "+header+"\n\n// What is wrong with "+r.Machine.Name+". Each test fails; once the machine is proved, fsmgen generate deletes this file.")
}

// write writes a test file with an infix in its names.
func write(r *verify.Report, names *ident.Names, pkg, infix, heading string) ([]byte, error) {
	w := &writer{m: r.Machine, names: names, imports: map[string]bool{}, infix: infix, prefix: strings.TrimRight(ident.Unexport(r.Machine.Name), "_") + infix}
	w.termination(r)
	if run := r.Bound.Run; run != nil && r.Bound.Status == verify.Refuted && w.m.Bound != nil {
		w.bound(run)
	}
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Status == verify.Refuted && o.Run != nil {
			w.obligation(o)
		}
	}
	if w.tests == 0 {
		return nil, ErrNone
	}
	w.imports["testing"] = true
	common := w.common() + w.values() + walk(w)
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n\npackage %s\n\n%s%s%s", heading, pkg, w.importList(), common, &w.body)
	data, err := format.Source([]byte(out.String()))
	if err != nil {
		return nil, fmt.Errorf("internal error: counterexamples of %q: %w", r.Machine.Name, err)
	}
	return data, nil
}

// writer writes the tests of one file.
type writer struct {
	m       *core.Machine
	names   *ident.Names
	prefix  string // of the package-level names of the file, other than tests
	infix   string // of the names of tests, after that of the machine
	imports map[string]bool
	body    strings.Builder
	tests   int
	lassos  bool // there is a test of a run that returns to an earlier configuration
	walking bool // there is a test that sends random events
}

// test writes a test function with the given run. check is the code that takes its
// steps and checks the result.
func (w *writer) test(name, what string, run *trace.Run, check string) {
	w.tests++
	name = ident.Export(w.m.Name) + w.infix + name
	fmt.Fprintf(&w.body, "\n// Test%s fails as long as this is true:\n// %s.\n", name, strings.Join(strings.Fields(what), " "))
	fmt.Fprintf(&w.body, "func Test%s(t *testing.T) {\n", name)
	if w.names.Host != "" {
		w.body.WriteString("host := &" + w.prefix + "CounterexampleHost{}\n")
	}
	fmt.Fprintf(&w.body, "m, err := %s\n", w.maker(run))
	w.body.WriteString("if err != nil {\nt.Logf(\"fixed: these parameters are rejected: %v\", err)\nreturn\n}\n")
	if len(run.Steps) > 0 {
		fmt.Fprintf(&w.body, "run := []%sCounterexampleStep{\n", w.prefix)
		for _, s := range run.Steps {
			w.step(s)
		}
		w.body.WriteString("}\n")
	}
	w.body.WriteString(check + "}\n")
}

// maker writes the call that makes the machine of a run, given the host.
func (w *writer) maker(run *trace.Run) string {
	host := ""
	if w.names.Host != "" {
		host = ", host"
	}
	maker := cmp.Or(w.names.Start, w.names.New) // the run has the steps from there
	return fmt.Sprintf("%s(%s%s{%s}%s)", maker, w.inContext(), w.names.Params, w.params(run.Params), host)
}

// inContext is the context of the test as an argument with a comma, if the machine takes contexts.
func (w *writer) inContext() string {
	if w.names.Context == "" {
		return ""
	}
	return "t.Context(), "
}

// take writes code that takes the steps of a slice of the run.
func take(steps string) string {
	return "for _, s := range " + steps + " {\nif !s.take(t, m) {\nreturn\n}\n}\n"
}

// params writes the fields of the parameter struct for a run.
func (w *writer) params(values []int64) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = w.names.Fields[i] + ": " + w.value(w.m.Params[i].Type, v)
	}
	return strings.Join(parts, ", ")
}

// value writes a value of a run as Go.
func (w *writer) value(t expr.Type, v int64) string {
	switch t.Kind {
	case expr.Bool:
		return strconv.FormatBool(v != 0)
	case expr.String:
		return strconv.Quote(trace.Strings(w.m)[v])
	case expr.Enumerated:
		return w.enum(t.Enum).Values[v]
	case expr.Opaque:
		return w.zero(t)
	}
	return strconv.FormatInt(v, 10)
}

func (w *writer) enum(e *expr.Enum) *ident.Enum {
	for i := range w.m.Enums {
		if w.m.Enums[i] == e {
			return &w.names.Enums[i]
		}
	}
	panic("unreachable: enum " + e.Name + " of another machine")
}

// code writes an expression over the current values of the machine m.
func (w *writer) code(e expr.Expr) string {
	name := func(s *expr.Symbol) string {
		if s.Scope == expr.Param {
			return "m.Params()." + w.names.Fields[s.Index]
		}
		return "m." + w.names.Vars[s.Index].Field
	}
	text := expr.PrintGo(e, name, func(e *expr.Enum, i int) string { return w.enum(e).Values[i] })
	if strings.Contains(text, "time.") {
		w.imports["time"] = true
	}
	return text
}

// step writes a step of the run.
func (w *writer) step(s trace.Step) {
	t := &w.m.Transitions[s.Transition]
	call := w.call(t.Event, s.Fields)
	send := "func() error { return " + call + " }"
	if w.m.Events[t.Event].Eventless {
		send = "nil"
	} else if answers := w.answers(t.From, t.Event, s); answers != "" {
		send = "func() error {\nhost.answers = " + answers + "\nreturn " + call + "\n}"
	} else if method, ok := strings.CutSuffix(call, "()"); ok {
		send = method
	}
	fmt.Fprintf(&w.body, "{%q, %s, %s},\n", w.m.Events[t.Event].Name, send, w.names.States[t.To])
}

// call writes the call of the method that handles an event.
func (w *writer) call(event int, fields []int64) string {
	name := w.names.Events[event]
	var args []string
	if w.names.Context != "" {
		args = append(args, "t.Context()")
	}
	if w.m.Events[event].Result {
		args = append(args, "host.calls["+w.names.Calls[w.m.Caller(event)].Const+"]")
	}
	for i, f := range w.m.Events[event].Fields {
		args = append(args, w.value(f.Type, fields[i]))
	}
	return "m." + cmp.Or(name.Handle, name.Method) + "(" + strings.Join(args, ", ") + ")"
}
