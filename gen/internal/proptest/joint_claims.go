package proptest

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// together lists the names of a snapshot that one claim is about, if it is about
// several: only their values can be wrong together when neither is alone.
func (ct *content) together() (claims []string) {
	add := func(names []string) {
		slices.Sort(names)
		names = slices.Compact(names)
		if claim := strings.Join(names, " "); len(names) > 1 && !slices.Contains(claims, claim) {
			claims = append(claims, claim)
		}
	}
	for i, q := range ct.subject.m.Params {
		self := &expr.Symbol{Scope: expr.Param, Index: i}
		for _, end := range []expr.Expr{q.Min, q.Max} {
			add(append(ct.subject.paths(end), ct.subject.path(self)))
		}
	}
	for i, v := range ct.subject.m.Vars {
		self := &expr.Symbol{Scope: expr.Var, Index: i}
		for _, end := range []expr.Expr{v.Min, v.Max} {
			add(append(ct.subject.paths(end), ct.subject.path(self)))
		}
	}
	for _, claim := range ct.claims {
		for _, part := range expr.Conjuncts(claim.Expr) {
			add(ct.subject.paths(part))
		}
	}
	return claims
}

// paths lists the names in an expression, nil included.
func (p *subject) paths(e expr.Expr) (paths []string) {
	expr.Uses(e, func(s *expr.Symbol) bool {
		paths = append(paths, p.path(s))
		return false
	})
	return paths
}

// path says where a snapshot has a parameter or a variable.
func (p *subject) path(s *expr.Symbol) string {
	if s.Scope == expr.Param {
		return "params." + p.m.Params[s.Index].Name
	}
	v := p.m.Vars[s.Index]
	if v.State >= 0 {
		return "data." + v.Name
	}
	return "vars." + v.Name
}
