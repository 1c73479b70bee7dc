package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// maxFormula is the largest number of characters of a bound in a table.
const maxFormula = 40

// table holds the results of several machines.
type table struct {
	rows   [][]string
	specs  []*loaded
	proved bool
}

// add adds the result for a spec; the report is nil if the spec has errors.
func (t *table) add(l *loaded, r *verify.Report) {
	t.proved = (len(t.rows) == 0 || t.proved) && r != nil && r.Proved()
	row := []string{l.path.String(), l.spec.Name, "invalid", "-", "-"}
	if r != nil {
		count := map[verify.Status]int{}
		for i := range r.Obligations {
			count[r.Obligations[i].Status]++
		}
		row[2], row[3] = string(verdictOf(r)), boundOf(r)
		if r.UnlessOverflow && row[2] == string(verify.Unknown) {
			row[2] = "unless overflow"
		}
		row[4] = fmt.Sprintf("%d/%d/%d", count[verify.Proved], count[verify.Unknown], count[verify.Refuted])
	}
	for i := range row {
		row[i] = strings.ReplaceAll(diag.Printable(row[i]), "\t", " ")
	}
	t.rows = append(t.rows, row)
	t.specs = append(t.specs, l)
}

// print writes a row for each machine, and then the findings.
func (t *table) print(out io.Writer) error {
	if len(t.rows) == 0 {
		return nil
	}
	var rows strings.Builder
	w := tabwriter.NewWriter(&rows, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "file\tmachine\tverdict\tbound\tobligations proved/unknown/refuted")
	for _, row := range t.rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	_ = w.Flush() // a builder takes everything
	if _, err := io.WriteString(out, painted(out, rows.String())); err != nil {
		return err
	}
	if !t.proved {
		fmt.Fprintln(out, "fsmgen verify -v shows the whole result of each machine")
	}
	var all diag.List
	for _, l := range t.specs {
		if err := l.print(out); err != nil {
			return err
		}
		all = append(all, l.diags...)
	}
	total(out, "", all)
	return nil
}

// verdictOf returns the worst verdict in a report.
func verdictOf(r *verify.Report) verify.Status {
	refuted := r.Termination == verify.Refuted || r.Bound.Status == verify.Refuted
	for i := range r.Obligations {
		refuted = refuted || r.Obligations[i].Status == verify.Refuted
	}
	switch {
	case r.Proved():
		return verify.Proved
	case refuted:
		return verify.Refuted
	}
	return verify.Unknown
}

// boundOf returns the bound of a machine in short, with its value for the default parameters.
func boundOf(r *verify.Report) string {
	x, remark := r.Bound.Expr, ""
	switch {
	case x == nil && r.Bound.Found == nil:
		return "none"
	case x == nil:
		x, remark = r.Bound.Found, ", not claimed"
	case r.Bound.Status != verify.Proved:
		remark = ", " + string(r.Bound.Status)
	}
	if r.Bound.UnlessOverflow {
		remark = ", unless overflow"
	}
	text := []rune(expr.Print(x, expr.Spec))
	if len(text) > maxFormula {
		text = append(text[:maxFormula-1], '…')
	}
	number := ""
	if _, constant := x.(*expr.Lit); !constant {
		if n, ok := byDefault(r.Machine, x); ok {
			number = fmt.Sprintf(" = %d", n)
		}
	}
	return string(text) + number + remark
}

// byDefault evaluates an expression for the default parameters. ok is false if it depends on one without a default.
func byDefault(m *core.Machine, x expr.Expr) (n int64, ok bool) {
	var open func(x expr.Expr) bool
	open = func(x expr.Expr) bool {
		return expr.Uses(x, func(s *expr.Symbol) bool {
			d := m.Params[s.Index].Default
			return d == nil || open(d)
		})
	}
	if open(x) {
		return 0, false
	}
	s := newInstance(m)
	if err := setParams(s, nil); err != nil {
		return 0, false
	}
	n, err := expr.Eval(x, &expr.Env{Params: s.Params, Intern: s.Intern})
	return n, err == nil
}
