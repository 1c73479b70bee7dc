package spec_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// want matches the expectations in a spec: # want FSM103 "regexp", for a
// diagnostic on this line. A line may hold several.
var want = regexp.MustCompile(`(FSM\d+) "((?:[^"\\]|\\.)*)"`)

// TestWrong checks that each spec in testdata/err gives just the diagnostics
// that its comments want, and that they print as they should.
func TestWrong(t *testing.T) {
	files, err := filepath.Glob("testdata/err/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s, diags := spec.LoadWith(filepath.Base(file), src, spectest.In(filepath.Dir(file)))
			if s.Machine != nil && diags.HasErrors() {
				t.Error("there is a machine in spite of errors")
			}
			expectations(t, src, diags)
			var text strings.Builder
			if err := diag.WriteText(&text, diags, func(string) []byte { return src }); err != nil {
				t.Fatal(err)
			}
			golden.File(t, strings.TrimSuffix(file, ".fsm.yaml")+".golden", []byte(text.String()))
		})
	}
}

// expectations compares diagnostics with the comments of the spec.
func expectations(t *testing.T, src []byte, diags diag.List) {
	t.Helper()
	type expected struct {
		line    int
		code    diag.Code
		message *regexp.Regexp
	}
	var open []expected
	for i, line := range strings.Split(string(src), "\n") {
		_, comment, ok := strings.Cut(line, "# want ")
		if !ok {
			continue
		}
		for _, m := range want.FindAllStringSubmatch(comment, -1) {
			open = append(open, expected{i + 1, diag.Code(m[1]), regexp.MustCompile(strings.ReplaceAll(m[2], `\"`, `"`))})
		}
	}
	for _, d := range diags {
		found := false
		for i, e := range open {
			if e.line == d.Span.Start.Line && e.code == d.Code && e.message.MatchString(d.Message) {
				open = append(open[:i], open[i+1:]...)
				found = true
				break
			}
		}
		if !found {
			t.Errorf("unexpected: %s: %s: %s [%s]", d.Span, d.Severity, d.Message, d.Code)
		}
	}
	for _, e := range open {
		t.Errorf("missing on line %d: %s %q", e.line, e.code, e.message)
	}
}

// TestRight loads each spec in testdata/ok without a finding and compares the
// core machine, printed, with its golden file.
func TestRight(t *testing.T) {
	files, err := filepath.Glob("testdata/ok/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	files = append(files, "../machines/fallback/fallback.fsm.yaml")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s, diags := spec.LoadWith(filepath.Base(file), src, spectest.In(filepath.Dir(file)))
			for _, d := range diags {
				t.Errorf("%s: %s [%s]", d.Span, d.Message, d.Code)
			}
			if s.Machine == nil {
				t.FailNow()
			}
			golden.File(t, "testdata/ok/"+strings.TrimSuffix(filepath.Base(file), ".fsm.yaml")+".golden", []byte(describe(s)))
		})
	}
}

// show prints an expression that may be missing.
func show(e expr.Expr) string {
	if e == nil {
		return "-"
	}
	return expr.Print(e, expr.Spec)
}

// was prints the old names of a part.
func was(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " was=" + strings.Join(names, ",")
}

func shows(es []expr.Expr) string {
	var b strings.Builder
	for _, e := range es {
		b.WriteString(" " + show(e))
	}
	return b.String()
}

// emitted prints outputs, with their values over the configuration before.
func raised(b *strings.Builder, m *core.Machine, list []core.Raise) {
	for _, r := range list {
		fmt.Fprintf(b, "    %s", source.Raise(m, r))
		if r.State != "" {
			fmt.Fprintf(b, " %s %s", []string{"", "leaving", "entering"}[r.Cause], r.State)
		}
		b.WriteString("\n")
	}
}

func emitted(b *strings.Builder, m *core.Machine, es []core.Emission) {
	for _, e := range es {
		cause := [...]string{"emit", "exit", "entry"}[e.Cause]
		fmt.Fprintf(b, "    %s %s %s%s\n", cause, e.State, m.Outputs[e.Output].Name, shows(e.Values))
	}
}

// invoked prints what starts or stops.
func invoked(b *strings.Builder, m *core.Machine, verb string, invocations []int) {
	for _, i := range invocations {
		inv := &m.Invocations[i]
		fmt.Fprintf(b, "    %s %s of %s\n", verb, m.Calls[inv.Call].Name, inv.Owner)
	}
}

// describeCalls prints the calls and invocations.
func describeCalls(b *strings.Builder, m *core.Machine) {
	for _, c := range m.Calls {
		fmt.Fprintf(b, "call %s", c.Name)
		if c.Child != nil {
			fmt.Fprintf(b, " is machine %s in %s", c.Child.Name, c.Path)
		}
		for _, f := range c.Args {
			fmt.Fprintf(b, " %s:%s", f.Name, f.Type)
		}
		fmt.Fprintf(b, " results=%v go=%q doc=%q\n", c.Results, c.Go, c.Doc)
	}
	for i := range m.Invocations {
		inv := &m.Invocations[i]
		fmt.Fprintf(b, "%s invokes %s in", inv.Owner, source.Invocation(m, inv))
		for _, s := range inv.States {
			b.WriteString(" " + m.States[s].Name)
		}
		fmt.Fprintf(b, " requires%s cost=%s\n", shows(inv.Requires), show(inv.Cost))
	}
	if len(m.Calls) > 0 {
		fmt.Fprintf(b, "costs=%v\n", core.HasChildren(m))
		invoked(b, m, "at the start invoke", m.Invoked())
		fmt.Fprintf(b, "start cost %s\n", show(m.StartCost))
	}
}

// describeRegions prints the regions of a state.
func describeRegions(b *strings.Builder, m *core.Machine, s *core.State) {
	for _, r := range s.Regions {
		fmt.Fprintf(b, "    region %s is %s doc=%q\n", r.Name, m.Vars[r.Var].Name, r.Doc)
		for _, leaf := range r.Leaves {
			fmt.Fprintf(b, "        %s in %v final=%v doc=%q\n", leaf.Name, leaf.Composites, leaf.Final, leaf.Doc)
		}
	}
}

// describe prints a core machine in full.
func describe(s *spec.Spec) string {
	var b strings.Builder
	m := s.Machine
	fmt.Fprintf(&b, "machine %s package=%q prefix=%q%s\n", m.Name, s.Package, s.Prefix, was(m.Was))
	if len(m.Removed) > 0 {
		fmt.Fprintf(&b, "removed %s\n", strings.Join(m.Removed, " "))
	}
	for _, p := range m.Params {
		fmt.Fprintf(&b, "param %s %s min=%s max=%s default=%s%s\n", p.Name, p.Type, show(p.Min), show(p.Max), show(p.Default), was(p.Was))
	}
	for _, e := range m.Enums {
		fmt.Fprintf(&b, "enum %s %s\n", e.Name, strings.Join(e.Values, " "))
		for i := range e.Values {
			if texts := e.Texts(i); len(texts) > 1 || texts[0] != e.Values[i] {
				fmt.Fprintf(&b, "    %s=%q\n", e.Values[i], texts)
			}
		}
	}
	for _, v := range m.Vars {
		where := "machine"
		if v.State >= 0 {
			where = m.States[v.State].Name
		}
		fmt.Fprintf(&b, "var %s of %s: %s min=%s max=%s init=%s%s\n", v.Name, where, v.Type, show(v.Min), show(v.Max), show(v.Init), was(v.Was))
	}
	for i, e := range m.Events {
		fmt.Fprintf(&b, "event %s", e.Name)
		for _, f := range e.Fields {
			fmt.Fprintf(&b, " %s:%s", f.Name, f.Type)
		}
		if e.Environment {
			b.WriteString(" of the environment")
		}
		if e.Eventless {
			fmt.Fprintf(&b, " without an event, internal=%v", e.Internal)
		}
		if e.Result {
			fmt.Fprintf(&b, " result of %s", m.Calls[m.Caller(i)].Name)
		}
		b.WriteString(was(e.Was) + "\n")
	}
	for i, s := range m.States {
		fmt.Fprintf(&b, "state %s", s.Name)
		if len(s.Composites) > 0 {
			fmt.Fprintf(&b, " in %s", strings.Join(s.Composites, "/"))
		}
		if i == m.Initial {
			b.WriteString(" initial")
		}
		if rest := m.Rest(i); rest != nil {
			fmt.Fprintf(&b, " transient=%v rest=%s", m.Transient(i), show(rest))
		}
		if m.Terminal(i) {
			o := &m.Outcomes[s.Outcome]
			fmt.Fprintf(&b, " outcome=%s", o.Name)
			if o.Kind != core.Neutral {
				fmt.Fprintf(&b, " kind=%s", o.Kind)
			}
		}
		for _, p := range s.Progress {
			fmt.Fprintf(&b, " progress=%s", show(p))
		}
		if s.Text != "" {
			fmt.Fprintf(&b, " texts=%q", s.Texts())
		} else {
			b.WriteString(was(s.Was))
		}
		if len(s.Removed) > 0 {
			fmt.Fprintf(&b, " removed=%s", strings.Join(s.Removed, ","))
		}
		b.WriteString("\n")
		describeRegions(&b, m, &m.States[i])
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		fmt.Fprintf(&b, "%s {%s}", m.Label(i), source.Assignments(m, t))
		if t.Internal {
			b.WriteString(" internal")
		}
		if t.Composite != "" {
			fmt.Fprintf(&b, " from %s", t.Composite)
		}
		if t.Rule != "" {
			fmt.Fprintf(&b, " by %s", t.Rule)
		}
		if t.Doc != "" {
			fmt.Fprintf(&b, " doc=%q", t.Doc)
		}
		if len(t.Requirements) > 0 {
			fmt.Fprintf(&b, " req=%v", t.Requirements)
		}
		if t.Move != nil {
			fmt.Fprintf(&b, " moves %+v", *t.Move)
		}
		if t.Handles != "" {
			fmt.Fprintf(&b, " handles %s", t.Handles)
		}
		b.WriteString("\n")
		if when := source.Implied(m, t); when != nil {
			fmt.Fprintf(&b, "    when %s\n", show(when))
		}
		for _, u := range t.Updates {
			if u.Implied {
				fmt.Fprintf(&b, "    count %s: %s\n", m.Vars[u.Var].Name, show(u.Value))
			}
		}
		emitted(&b, m, t.Emits)
		raised(&b, m, t.Raises)
		for _, i := range m.Stops(t) {
			fmt.Fprintf(&b, "    stop %s of %s\n", m.Events[m.Timers[i].Event].Name, m.Timers[i].Owner)
		}
		for _, i := range t.Starts {
			fmt.Fprintf(&b, "    start %s of %s\n", m.Events[m.Timers[i].Event].Name, m.Timers[i].Owner)
		}
		invoked(&b, m, "cancel", m.Cancels(t))
		invoked(&b, m, "invoke", t.Invokes)
		if t.Cost != nil {
			fmt.Fprintf(&b, "    cost %s\n", show(t.Cost))
		}
	}
	if len(m.Start) > 0 {
		b.WriteString("start\n")
		emitted(&b, m, m.Start)
	}
	raised(&b, m, m.StartRaises)
	describeCalls(&b, m)
	for _, t := range m.Timers {
		fmt.Fprintf(&b, "timer of %s raises %s after %s", t.Owner, m.Events[t.Event].Name, t.Constant)
		if t.Delay >= 0 {
			fmt.Fprintf(&b, " %s%s", m.Delays[t.Delay].Name, shows(t.Args))
		}
		b.WriteString(" in")
		for _, s := range t.States {
			b.WriteString(" " + m.States[s].Name)
		}
		b.WriteString(was(t.Was) + "\n")
	}
	for _, a := range m.Asks {
		fmt.Fprintf(&b, "ask %s: %s%s\n", a.Symbol.Name, m.Guards[a.Guard].Name, shows(a.Args))
	}
	fmt.Fprintf(&b, "bound %s\n", show(m.Bound))
	return b.String()
}
