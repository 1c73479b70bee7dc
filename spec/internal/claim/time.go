package claim

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// times resolves the claims of how long a run takes, and those of how long it takes to an outcome.
func (l *claims) times() {
	m := l.machine
	m.Longest, m.LongestSpan = l.time(l.file.Within), l.file.Within.Span
	for _, o := range l.file.Terminal {
		// Of two outcomes with one name, which is an error, the first one is in the machine.
		if at := slices.IndexFunc(m.Outcomes, func(c core.Outcome) bool { return c.Span == o.Name.Span }); at >= 0 {
			m.Outcomes[at].Longest, m.Outcomes[at].LongestSpan = l.time(o.Within), o.Within.Span
		}
	}
}

// time resolves a claim. It returns nil if there is none.
func (l *claims) time(within syntax.Text) expr.Expr {
	if !within.Given() {
		return nil
	}
	if l.machine.Reactive() {
		l.diags.Errorf(diag.CodeTimer, within.Span, "`within` limits the time to the end, but environment events may come any number of times before it").
			Helpf("remove `within:`, or `environment: true` of each event")
		return nil
	}
	if e := expr.ParseDuration(within.Value, within.Span, l.names.Params(), l.diags); e != nil {
		return expr.Simplify(e)
	}
	return nil
}
