package explore

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Strings returns the strings that stand for all strings when m is explored; see
// [trace.Strings].
func Strings(m *core.Machine) []string { return trace.Strings(m) }

// evaluated returns the expressions of m that give values and decide guards.
func evaluated(m *core.Machine) (list []expr.Expr) {
	m.Evaluated(func(e expr.Expr) { list = append(list, e) })
	return list
}
