package claim

import (
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// time resolves the claim of how long a run takes.
func (l *claims) time() {
	m, within := l.machine, l.file.Within
	if !within.Given() {
		return
	}
	if m.LongestSpan = within.Span; m.Reactive() {
		l.diags.Errorf(diag.CodeTimer, within.Span, "`within` limits the time to the end, but environment events may come any number of times before it").
			Helpf("remove `within:`, or `environment: true` of each event")
		return
	}
	if e := expr.ParseDuration(within.Value, within.Span, l.names.Params(), l.diags); e != nil {
		m.Longest = expr.Simplify(e)
	}
}
