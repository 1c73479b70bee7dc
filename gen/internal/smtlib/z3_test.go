package smtlib

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// What z3 may use: effort for one script, in its own unit, which is the same on
// all machines, and seconds of processor time for the scripts of one machine in case
// that fails.
const (
	effort   = "rlimit=1000000"
	patience = 5
)

// needSolver ends a test that cannot ask z3: in CI with a failure.
func needSolver(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("z3"); err == nil {
		return
	}
	const missing = "z3 is not installed: NOTHING WAS CROSS-CHECKED"
	if os.Getenv("CI") != "" {
		t.Fatal(missing)
	}
	t.Skip(missing)
}

// ask gives z3 all scripts and returns its answers in their order.
func ask(t *testing.T, m *core.Machine, all []Script) []string {
	t.Helper()
	var answers []string
	for len(answers) < len(all) {
		some, done := askUntil(t, m, all[len(answers):])
		answers = append(answers, some...)
		if !done && len(answers) < len(all) {
			answers = append(answers, "unknown") // the one that takes too long
		}
	}
	return answers
}

// askUntil gives z3 one file of scripts and returns its answers; done is false
// if it has been stopped before the last.
func askUntil(t *testing.T, m *core.Machine, all []Script) (answers []string, done bool) {
	t.Helper()
	// A busy computer must not change the answers, so that the time is the processor's.
	cmd := exec.CommandContext(t.Context(), "sh", "-c", fmt.Sprintf("ulimit -t %d; exec z3 -in %s", patience, effort))
	cmd.Stdin = bytes.NewReader(Join(m, all))
	out, _ := cmd.Output() // z3 fails where an answer is not the expected one
	if cmd.ProcessState == nil {
		t.Fatal("z3 does not start")
	}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "sat", line == "unsat", line == "unknown":
			answers = append(answers, line)
		case strings.HasPrefix(line, "(error") && strings.Contains(line, "check annotation"):
			// The answer is not the one of (set-info :status).
		case len(answers) == len(all) || !strings.HasPrefix(line, fmt.Sprintf("%d %s", len(answers)+1, all[len(answers)].Name)):
			t.Fatalf("%s: z3 prints %q where it should answer script %d of %d", m.Name, line, len(answers)+1, len(all))
		}
	}
	done = cmd.ProcessState.Exited()
	if done && len(answers) != len(all) {
		t.Fatalf("%s: z3 has %d answers to %d scripts:\n%s", m.Name, len(answers), len(all), out)
	}
	return answers, done
}

// tally counts how the verdicts of a report compare with the answers.
type tally struct {
	// agreed are verdicts that z3 confirms; open, those of which it does not
	// know; weak, unknown ones of ours that it proves; undecided, the others
	// that are unknown to us.
	agreed, open, weak, undecided int
	// disagreements are scripts where one of the two is wrong.
	disagreements []string
}

func (c *tally) compare(r *verify.Report, all []Script, answers []string) {
	for i, s := range all {
		confirms := "unsat"
		if s.Obligation >= 0 && r.Obligations[s.Obligation].Kind == verify.KindParams {
			confirms = "sat"
		}
		answer := answers[i]
		decided := answer == "sat" || answer == "unsat"
		switch {
		case s.Status == verify.Unknown && answer == confirms:
			c.weak++
		case s.Status == verify.Unknown:
			c.undecided++
		case !decided:
			c.open++
		case (answer == confirms) == (s.Status == verify.Proved):
			c.agreed++
		default:
			c.disagreements = append(c.disagreements, fmt.Sprintf("%s, %s: fsmgen says %s, and z3 %s to\n%s", r.Machine.File, s.Name, s.Status, answer, s.Text))
		}
	}
}

// TestCrossCheck redoes all proofs with z3. A disagreement is a wrong verdict
// of fsmgen or a wrong script.
func TestCrossCheck(t *testing.T) {
	needSolver(t)
	var c tally
	known := files(t)
	specs, total := sample.Some(t, known, sample.Size(2, 2, min(len(known), 20))), 0
	for _, file := range specs {
		r := report(t, file)
		all := scripts(t, r)
		answers := ask(t, r.Machine, all)
		before := c
		c.compare(r, all, answers)
		total += len(all)
		if c.open > before.open || c.weak > before.weak {
			t.Logf("%s: %d not cross-checked, %d unknown to fsmgen that z3 proves", file, c.open-before.open, c.weak-before.weak)
		}
	}
	for _, d := range c.disagreements {
		t.Error(d)
	}
	t.Logf("%d of %d machines, %d scripts: %d agreed, %d not cross-checked, %d disagreements; of those unknown to fsmgen z3 proves %d, and not %d",
		len(specs), len(known), total, c.agreed, c.open, len(c.disagreements), c.weak, c.undecided)
	if len(specs) == len(known) && c.agreed < 9*c.open {
		t.Error("too much was not cross-checked for the test to mean anything")
	}
}

// TestCrossCheckRandom redoes the proofs of random specs with z3, those with transitions without an event
// among them.
func TestCrossCheckRandom(t *testing.T) {
	sample.Turn(t)
	needSolver(t)
	var c tally
	specs, random, eventless := sample.Size(1, 1, 6), sample.Rand(t), 0
	for range specs {
		text := spectest.Random(random, spectest.All)
		s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		if s.Machine == nil {
			continue
		}
		if s.Machine.Eventless() >= 0 {
			eventless++
		}
		r := verify.Machine(t.Context(), s.Machine)
		before := len(c.disagreements)
		all := scripts(t, r)
		if c.compare(r, all, ask(t, r.Machine, all)); len(c.disagreements) > before {
			t.Errorf("%s\nin\n%s", c.disagreements[before], text)
		}
	}
	t.Logf("%d specs, %d of which have transitions without an event: %d agreed, %d not cross-checked; of those unknown to fsmgen z3 proves %d, and not %d",
		specs, eventless, c.agreed, c.open, c.weak, c.undecided)
	if specs >= 16 && (eventless < 1 || c.agreed < 9*c.open) {
		t.Error("too little was cross-checked for the test to mean anything")
	}
}

// TestCrossCheckFails changes the machine behind a report in many ways. Each
// makes a verdict wrong, and z3 must say so.
func TestCrossCheckFails(t *testing.T) {
	sample.Turn(t)
	needSolver(t)
	verified := report(t, small)
	if !verified.Proved() {
		t.Fatal("the machine is not proved")
	}
	find := func(m *core.Machine, label string) *core.Transition {
		for i := range m.Transitions {
			if m.Label(i) == label {
				return &m.Transitions[i]
			}
		}
		t.Fatalf("no transition %s", label)
		return nil
	}
	plus := func(x expr.Expr, n int64) expr.Expr {
		return &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(n)}
	}
	for _, test := range []struct {
		name   string
		change func(m *core.Machine)
		kind   string
	}{
		{"an update is left out", func(m *core.Machine) {
			tr := find(m, "Selecting --Select[remaining > 0]--> Attempting")
			tr.Updates = tr.Updates[1:]
		}, "decrease"},
		{"a guard is left out", func(m *core.Machine) {
			find(m, "Selecting --Select[remaining > 0]--> Attempting").Guard = expr.Truth(true)
		}, "range"},
		{"a guard reads another value", func(m *core.Machine) {
			g := find(m, "Retrying --RetryReady[retries < maxRetries]--> Attempting").Guard.(*expr.Binary)
			find(m, "Retrying --RetryReady[retries < maxRetries]--> Attempting").Guard = &expr.Binary{Op: expr.Le, X: g.X, Y: g.Y}
		}, "facts"},
		{"a transition leads elsewhere", func(m *core.Machine) {
			find(m, "Retrying --RetryReady[otherwise]--> Selecting").To = find(m, "Retrying --RetryReady[otherwise]--> Selecting").From
		}, "decrease"},
		{"progress is higher in one state", func(m *core.Machine) {
			s := &m.States[find(m, "Retrying --RetryReady[otherwise]--> Selecting").From]
			s.Progress = []expr.Expr{plus(s.Progress[0], 1)}
		}, "decrease"},
		{"progress is lower in one state", func(m *core.Machine) {
			s := &m.States[find(m, "Retrying --RetryReady[otherwise]--> Selecting").To]
			s.Progress = []expr.Expr{plus(s.Progress[0], -2)}
		}, "bounded"},
		{"the bound is lower", func(m *core.Machine) { m.Bound = plus(m.Bound, -1) }, "bound"},
		{"a range is smaller", func(m *core.Machine) { m.Vars[0].Min = expr.Number(1) }, "range"},
		{"a variable begins elsewhere", func(m *core.Machine) { m.Vars[1].Init = expr.Number(-1) }, "init"},
		{"a parameter has no range", func(m *core.Machine) { m.Params[1].Min = nil }, "init"},
		{"no parameters are left", func(m *core.Machine) { m.Params[1].Max = expr.Number(-1) }, "params"},
		{"a value grows", func(m *core.Machine) {
			u := &find(m, "Retrying --RetryReady[retries < maxRetries]--> Attempting").Updates[0]
			u.Value = plus(u.Value, 1<<62)
		}, "overflow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := load(t, small)
			test.change(m)
			r := *verified
			r.Machine = m
			all, err := write(&r)
			if err != nil {
				t.Fatal(err)
			}
			// z3 need not answer the scripts of other kinds.
			all = slices.DeleteFunc(all, func(s Script) bool { return !strings.HasPrefix(s.Name, test.kind) })
			var c tally
			c.compare(&r, all, ask(t, m, all))
			if !slices.ContainsFunc(c.disagreements, func(d string) bool {
				return strings.HasPrefix(d, m.File+", "+test.kind)
			}) {
				t.Errorf("z3 finds nothing wrong with an obligation of kind %s; it disagrees with %d", test.kind, len(c.disagreements))
			}
		})
	}
}

// TestAssumptions asks whether what the scripts assume can be true at all:
// without the goal there must be values, or unsat means nothing.
func TestAssumptions(t *testing.T) {
	needSolver(t)
	r := report(t, fallback)
	all := scripts(t, r)
	for i := range all {
		assumed, goal, found := strings.Cut(all[i].Text, "; goal: ")
		if found == (all[i].Name == "params") || strings.Count(goal, "(assert") > 1 {
			t.Errorf("%s: the goal does not stand at the end", all[i].Name)
		}
		if found {
			all[i].Text = assumed + checkSat
		}
	}
	for i, answer := range ask(t, r.Machine, all) {
		if answer != "sat" {
			t.Errorf("%s: z3 says %s to what is assumed", all[i].Name, answer)
		}
	}
}

// TestGoDivision compares the functions for / and % with Go's.
func TestGoDivision(t *testing.T) {
	needSolver(t)
	q := newQuery(&verify.Report{Machine: &core.Machine{}})
	var terms []string
	for x := -7; x <= 7; x++ {
		for y := -3; y <= 3; y++ {
			if y == 0 {
				continue
			}
			terms = append(terms,
				fmt.Sprintf("(= (go.quo %s %s) %s)", number(x), number(y), number(x/y)),
				fmt.Sprintf("(= (go.rem %s %s) %s)", number(x), number(y), number(x%y)))
		}
	}
	q.helpers["go.quo"], q.helpers["go.rem"] = true, true
	q.show(and(terms))
	all := []Script{q.script("division", -1, verify.Proved, "unsat")}
	if answers := ask(t, q.machine, all); answers[0] != "unsat" {
		t.Errorf("z3 says %s: division is not Go's", answers[0])
	}
}

func number(n int) string { return language.Print(expr.Number(int64(n)), nil) }

// TestDocs compares what docs/verification/solvers.md says that z3 prints.
func TestDocs(t *testing.T) {
	sample.Turn(t)
	needSolver(t)
	text, err := os.ReadFile("../../../docs/verification/solvers.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "| z3 -in\n")
	block, _, _ = strings.Cut(block, "```")
	if block == "" {
		t.Fatal("the docs do not show what z3 prints")
	}
	r := report(t, fallback)
	all := scripts(t, r)
	cmd := exec.CommandContext(t.Context(), "z3", "-in")
	cmd.Stdin = bytes.NewReader(Join(r.Machine, all))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(block, "...\n") {
		if !strings.Contains(string(out), part) {
			t.Errorf("z3 does not print\n%s", part)
		}
	}
	if n := strings.Count(string(out), "\nsat\n"); n != 1 || strings.Count(string(out), "\nunsat\n") != len(all)-1 {
		t.Errorf("z3 prints\n%s", out)
	}
}
