package verify

import (
	"cmp"
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// contradiction returns an error if a run of the report refutes what the judgment proves,
// and nil otherwise. Either the proof or the run is wrong, which is a bug.
func contradiction(r *Report, judged *verdict.Judgment) error {
	m := r.Ranked()
	but := func(proved, run string, shown *trace.Run) error {
		return fmt.Errorf("%s, but there is %s%s", proved, run, Trace(m, shown))
	}
	if r.Termination == Refuted && (judged.Terminates || judged.UnlessOverflow.Terminates) {
		ends := "ends"
		if m.Reactive() {
			ends = "settles"
		}
		return but("it is proved that "+m.Name+" "+ends, "an endless run", r.Run)
	}
	if x := cmp.Or(judged.Bound, judged.UnlessOverflow.Bound); r.Bound.Status == Refuted && x != nil {
		return but("the bound `"+expr.Print(x, expr.Spec)+"` is proved", "a longer run", r.Bound.Run)
	}
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Status == Refuted && judged.Proved[o.About()] {
			return but("it is proved that "+o.About().Describe(m).Claim, "a counterexample", o.Run)
		}
	}
	return nil
}

// contradicted returns the report of a machine on which the verifier contradicts itself.
// Neither side is credible, so everything is unknown.
func contradicted(m *core.Machine, judged *verdict.Judgment, why error) *Report {
	r := &Report{Machine: m, Termination: Unknown, Bound: Bound{Expr: m.Bound, Status: Unknown}, Contradiction: why}
	for _, o := range judged.Asked {
		r.Obligations = append(r.Obligations, about(o))
	}
	var diags diag.List
	diags.Errorf(diag.CodeUnproved, m.Span, "nothing is proved, because of a bug in fsmgen; please report it").
		Note(diag.Span{}, "%s", why.Error())
	r.Diagnostics = diags
	return r
}

// absent returns the report of a machine that there is not.
func absent() *Report {
	r := &Report{Machine: &core.Machine{}, Termination: Unknown, Bound: Bound{Status: Unknown}}
	var diags diag.List
	diags.Errorf(diag.CodeUnproved, diag.Span{}, "there is no machine to verify").Helpf("mend the errors of the spec first")
	r.Diagnostics = diags
	return r
}
