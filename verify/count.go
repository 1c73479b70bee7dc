package verify

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Count is a proved limit of what a run starts, emits, or costs, for all parameter values: in no run,
// from the start, is the count greater, whether or not the run ends.
//
// The proof is a potential: an expression that is never negative, and that each transition lowers
// by at least what it adds to the count.
type Count struct {
	// Of is what is counted: a declared cost, the starts of a call, the occurrences of an output, or the sum of
	// one of their ints.
	Of obligation.Counted
	// Most is the limit, an expression over the parameters. A run may come to less.
	Most expr.Expr
	// UnlessOverflow reports that the limit holds only of runs in which all values fit in Go's int,
	// because it is not proved that they do in all runs.
	UnlessOverflow bool
	// Reached is a run that comes to the limit, for the last choice of parameters that was explored, if there is one for each of them.
	// It is looked for if Of is a declared cost, and otherwise nil.
	Reached *trace.Run
	// Potential has an expression over parameters and variables for each state.
	Potential []expr.Expr
	// Proof holds the certificates.
	Proof []*certificate.Proof
}

// limited returns the counts that are proved to be limited.
func limited(in *search.Input, r *Report, found *search.Findings, evidence *verdict.Case, judged *verdict.Judgment) (list []Count) {
	var bound expr.Expr
	if !r.Machine.Reactive() && r.Bound.Status == Proved {
		bound = r.Bound.Expr
	}
	for _, c := range verdict.Counts(evidence, judged, found.Counts(in, bound)) {
		list = append(list, Count{Of: c.Of.(obligation.Counted), Most: c.Most, UnlessOverflow: !judged.Fits, Potential: c.Potential, Proof: certificates(c)})
	}
	return list
}

// certificates lists the proofs of a limit.
func certificates(c *verdict.Count) []*certificate.Proof {
	list := append([]*certificate.Proof{c.Start}, c.NotNegative...)
	for _, p := range c.Steps {
		if p != nil {
			list = append(list, p)
		}
	}
	return list
}

// Name returns what is counted: the name of a cost, call, or output, as in "tools", followed by that of
// the int whose values are added up, as in "tools.calls".
func (c *Count) Name(m *core.Machine) string {
	name, field := c.parts(m)
	if field != "" {
		name += "." + field
	}
	return name
}

// parts returns the name of the cost, call, or output, and that of the int, or "".
func (c *Count) parts(m *core.Machine) (name, field string) {
	var fields []core.Field
	if c.Of.Cost >= 0 {
		return m.Costs[c.Of.Cost].Name, ""
	}
	if c.Of.Call >= 0 {
		name, fields = m.Calls[c.Of.Call].Name, m.Calls[c.Of.Call].Args
	} else {
		name, fields = m.Outputs[c.Of.Output].Name, m.Outputs[c.Of.Output].Fields
	}
	if c.Of.Field >= 0 {
		field = fields[c.Of.Field].Name
	}
	return name, field
}

// counting lists what is proved of costs and counts, for the summary.
func (r *Report) counting(b *strings.Builder) {
	for i := range r.Machine.Costs {
		fmt.Fprintf(b, "  cost         %s\n", costing(r, i))
	}
	for _, part := range []struct {
		title string
		of    func(*Count) bool
	}{
		{"calls  ", func(c *Count) bool { return c.Of.Call >= 0 }},
		{"outputs", func(c *Count) bool { return c.Of.Output >= 0 }},
	} {
		var list []string
		status := string(Proved)
		for i := range r.Counts {
			c := &r.Counts[i]
			if !part.of(c) {
				continue
			}
			if c.UnlessOverflow {
				status = unlessOverflow
			}
			most := expr.PrintNumber(c.Most, expr.Spec)
			if c.Of.Field < 0 {
				list = append(list, c.Name(r.Machine)+" at most "+most)
			} else {
				list = append(list, "the sum of "+c.Name(r.Machine)+" at most "+most)
			}
		}
		if len(list) > 0 {
			fmt.Fprintf(b, "  %s      %s: %s\n", part.title, strings.Join(list, ", "), status)
		}
	}
}

func countsJSON(r *Report) (list []countJSON) {
	for i := range r.Counts {
		c := &r.Counts[i]
		j := countJSON{Most: expr.PrintNumber(c.Most, expr.Spec), UnlessOverflow: c.UnlessOverflow, Reached: c.Reached != nil}
		name, field := c.parts(r.Machine)
		switch j.Sum = field; {
		case c.Of.Cost >= 0:
			j.Cost = name
		case c.Of.Call >= 0:
			j.Call = name
		default:
			j.Output = name
		}
		list = append(list, j)
	}
	return list
}
