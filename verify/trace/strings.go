package trace

import (
	"slices"
	"sort"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Strings returns the strings that stand for all strings in runs of m: "",
// which is always number 0, the constants that matter in m, sorted, and one
// that m does not mention. A value of type string is an index into this slice,
// in parameters as well as in variables and fields.
func Strings(m *core.Machine) []string {
	texts := []string{""}
	m.Evaluated(func(e expr.Expr) {
		expr.Walk(e, func(e expr.Expr) {
			if t, ok := e.(*expr.Text); ok {
				texts = append(texts, t.Value)
			}
		})
	})
	slices.Sort(texts)
	texts = slices.Compact(texts)
	fresh := "other"
	for slices.Contains(texts, fresh) {
		fresh += "'"
	}
	return append(texts, fresh)
}

// Intern returns the function that numbers the string constants of a machine, where
// texts is the result of [Strings] for that machine. A constant that occurs only in an
// output has no number of its own.
func Intern(texts []string) func(string) int64 {
	constants := texts[:len(texts)-1]
	return func(s string) int64 {
		return int64(sort.SearchStrings(constants, s))
	}
}
