package smtlib

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// Script is one query for a solver.
type Script struct {
	// Name describes the script in one line, as in
	// "decrease: Selecting --Select[remaining > 0]--> Attempting".
	Name string
	// Obligation is an index into the obligations of the report, or -1 for a
	// script about the facts that the others assume, or about the function that shows the bound.
	Obligation int
	// Status is the verdict of the report.
	Status verify.Status
	// Expect is the answer that agrees with the verdict: "unsat", "sat", or
	// "unknown" if any answer agrees.
	Expect string
	// Text is the script, from (set-logic) to (check-sat).
	Text string
}

// Scripts returns the queries whose answers confirm report r: those about its facts
// first, then one for each obligation in the order of the report, then those about the function
// that shows the bound, if that is not the progress function. The required obligations are derived from the core machine, without the verifier. An error names a
// missing or superfluous obligation, a verdict that does not follow from the obligations,
// or an obligation of an unknown kind. Each of these is a bug in fsmgen.
func Scripts(r *verify.Report) ([]Script, error) {
	scripts, err := write(r)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(match(r, required(r)), conclude(r)); err != nil {
		return nil, fmt.Errorf("check the report: %w", err)
	}
	for i := range scripts {
		scripts[i].Text = name.ASCII(scripts[i].Text, func(text string) int { return name.Between(text, ";", "\n") + name.Between(text, `"`, `"`) })
	}
	return scripts, nil
}

// write writes the scripts of a report without checking it.
func write(r *verify.Report) ([]Script, error) {
	scripts := factScripts(r)
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if o.Kind == verify.KindPossible || o.Kind == verify.KindCost {
			continue // its proof is a plan or a potential, which is no single formula
		}
		q, err := obligation(r, o)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, q.script(title(r.Ranked(), o), i, o.Status, expect(o)))
	}
	more, err := potentialScripts(r)
	return append(scripts, more...), err
}

// expect returns the answer that agrees with the verdict on o. A script asks for values
// that violate the obligation, so "unsat" confirms it, except for the obligation on
// parameters, whose script asks for valid parameter values.
func expect(o *verify.Obligation) string {
	switch {
	case o.Status == verify.Unknown:
		return "unknown"
	case (o.Status == verify.Proved) == (o.Kind == verify.KindParams):
		return "sat"
	}
	return "unsat"
}

// title names an obligation in one line.
func title(m *core.Machine, o *verify.Obligation) string {
	var parts []string
	if o.Var >= 0 {
		parts = append(parts, m.Vars[o.Var].Name)
	}
	if o.Invariant >= 0 {
		parts = append(parts, expr.Print(m.Invariants[o.Invariant].Expr, expr.Spec))
	}
	switch {
	case o.Kind == verify.KindPossible:
		parts = append(parts, m.Goals[o.Goal].Text())
	case o.Kind == verify.KindCost:
		parts = append(parts, m.Costs[o.Cost].Name)
	case o.Kind == verify.KindChild:
		parts = append(parts, m.Calls[o.Call].Name)
	case o.Transition >= 0:
		parts = append(parts, m.Label(o.Transition))
	case o.State >= 0 && o.Kind != verify.KindInvariant:
		parts = append(parts, "in "+m.States[o.State].Name)
	case o.Kind != verify.KindParams:
		parts = append(parts, "at the start")
	}
	if o.Event >= 0 {
		parts = append(parts, "on "+m.Events[o.Event].Name)
	}
	if len(parts) == 0 {
		return string(o.Kind)
	}
	return string(o.Kind) + ": " + strings.Join(parts, ", ")
}

// Join returns one file with all scripts. Before each answer, a solver prints the name of
// the script and the expected answer.
func Join(m *core.Machine, scripts []Script) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "; The proof obligations of %s. Each script asks for values that violate one:\n", m.Name)
	b.WriteString("; the answer unsat means that there are none.\n")
	for i := range scripts {
		s := &scripts[i]
		b.WriteString("\n(reset)\n; " + s.Name + "\n; fsmgen: " + string(s.Status) + "\n")
		body, _ := strings.CutSuffix(s.Text, checkSat)
		line := fmt.Sprintf("%d %s", i+1, s.Name)
		if s.Expect != "unknown" {
			line += " (expect " + s.Expect + ")"
		}
		b.WriteString(body + "(echo " + quote(line) + ")\n")
		b.WriteString(checkSat)
	}
	return b.Bytes()
}

// checkSat ends each script.
const checkSat = "(check-sat)\n"

// quote writes a string in SMT-LIB, where quotation marks are doubled.
func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
