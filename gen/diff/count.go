package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// counts reports the calls and outputs of which the old version is proved to start or emit no more than a limit, if
// that is not proved of the new one.
func (pf proofs) counts() {
	old, new := pf.c.old.Report, pf.c.new.Report
	if old == nil || new == nil {
		return
	}
	for i := range old.Counts {
		x := &old.Counts[i]
		if x.Of.Cost >= 0 {
			continue // see [pricing]
		}
		of, at, ok := pf.counterpart(x.Of)
		if !ok {
			continue // what is counted is gone, which is reported
		}
		most := limit(new, of)
		if pf.c.prover.relate(-1, x.Most, -1, most).atLeast {
			continue
		}
		name := (&verify.Count{Of: of}).Name(pf.c.b)
		pf.c.record.d.Breaking = append(pf.c.record.d.Breaking, Breaking{Code: CountRaised, Subject: name, Text: written(x.Most) + " → " + orNone(written(most))}.at(spot{at, false}))
	}
}

// counterpart returns what the new version counts in place of what the old one counts, and its place.
func (pf proofs) counterpart(x obligation.Counted) (obligation.Counted, diag.Span, bool) {
	p := part{call, x.Call, 0}
	if x.Output >= 0 {
		p = part{output, x.Output, 0}
	}
	q, ok := pf.c.matching.toNew[p]
	if !ok {
		return obligation.Counted{}, diag.Span{}, false
	}
	out := obligation.Counted{Cost: -1, Call: -1, Output: -1, Field: -1}
	var before, after []core.Field
	var at diag.Span
	if x.Output >= 0 {
		out.Output, before, after, at = q.i, pf.c.a.Outputs[x.Output].Fields, pf.c.b.Outputs[q.i].Fields, pf.c.b.Outputs[q.i].Span
	} else {
		out.Call, before, after, at = q.i, pf.c.a.Calls[x.Call].Args, pf.c.b.Calls[q.i].Args, pf.c.b.Calls[q.i].Span
	}
	if x.Field >= 0 {
		out.Field = slices.IndexFunc(after, func(f core.Field) bool {
			return f.Name == before[x.Field].Name && f.Type.Kind == expr.Int
		})
	}
	return out, at, x.Field < 0 || out.Field >= 0
}

// limit returns a proved limit of a count, or nil. A report leaves out a count whose limit would be at least
// the bound on all transitions, which limits it if each of them adds 1 at most.
func limit(r *verify.Report, of obligation.Counted) expr.Expr {
	if i := slices.IndexFunc(r.Counts, func(c verify.Count) bool { return c.Of == of }); i >= 0 {
		return r.Counts[i].Most
	}
	m := r.Machine
	if of.Field >= 0 || m.Reactive() || r.Bound.Status != verify.Proved || len(of.Start(m)) > 0 {
		return nil
	}
	for i := range m.Transitions {
		if len(of.Step(m, i)) > 1 {
			return nil
		}
	}
	return r.Bound.Expr
}
