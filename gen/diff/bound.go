package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/typical"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// bound compares the worst-case numbers of transitions, declared or inferred.
func (pf proofs) bound() {
	if pf.c.old.Report == nil || pf.c.new.Report == nil {
		if details := pf.c.prover.expr("claim", pf.c.a.Bound, pf.c.b.Bound); len(details) > 0 {
			pf.c.record.both("progress", "bound", "bound", details)
		}
		return
	}
	old, new := pf.c.old.Report.Bound, pf.c.new.Report.Bound
	r := pf.c.prover.relate(-1, old.Expr, -1, new.Expr)
	if r.equal() {
		return
	}
	b := &Bound{Old: written(old.Expr), New: written(new.Expr), OldStatus: old.Status, NewStatus: new.Status}
	switch {
	case r.atLeast && r.above:
		b.Note = "proved lower or equal"
	case r.atMost && r.below:
		b.Note = "proved higher or equal"
	}
	b.With, b.OldNumber, b.NewNumber = pf.numbers(old.Expr, new.Expr, false)
	if old.Expr != nil && old.Status != verify.Refuted && !r.atLeast {
		pf.c.record.d.Breaking = append(pf.c.record.d.Breaking, Breaking{Code: BoundRaised, Subject: "bound", Text: b.Old + " → " + orNone(b.New)}.at(bounded(pf.c.b)))
	}
	pf.c.record.d.Bound = b
}

// numbers evaluates two bounds for the given parameters, or else for the defaults, or small values for parameters without
// a default. If own is true, each version has its own defaults, and with does not list them.
func (pf proofs) numbers(old, new expr.Expr, own bool) (with, before, after string) {
	values := map[string]int64{}
	oldReader, newReader := pf.c.matching.oldReader(), pf.c.matching.newReader()
	// A given value applies to both versions; one for the new version takes precedence.
	for i, p := range pf.c.a.Params {
		if v, ok := pf.c.old.Params[p.Name]; ok {
			values[oldReader.call(part{param, i, 0})] = v
		}
	}
	for i, p := range pf.c.b.Params {
		if v, ok := pf.c.new.Params[p.Name]; ok {
			values[newReader.call(part{param, i, 0})] = v
		}
	}
	var order, named []string
	defaults := false
	env := func(m *core.Machine, name func(i int) string) (*expr.Env, bool) {
		e := &expr.Env{Params: make([]int64, len(m.Params))}
		for i := range m.Params {
			p, name := &m.Params[i], name(i)
			v, known := values[name]
			if !known {
				if p.Type.Kind == expr.String {
					return nil, false
				}
				var ok bool
				if v, ok = typical.Value(p, e); !ok {
					return nil, false
				}
				if p.Default == nil || !own {
					values[name] = v
				}
			}
			if own && !known && p.Default != nil {
				defaults = true
			} else if p.Type.Kind == expr.Int && !slices.Contains(named, name) {
				order, named = append(order, p.Name+" = "+expr.Print(&expr.Lit{T: p.Type, Value: v}, expr.Spec)), append(named, name)
			}
			if !typical.Allowed(p, e, v) {
				return nil, false
			}
			e.Params[i] = v
		}
		return e, true
	}
	// The new version decides, so that both versions use the same value.
	newEnv, ok := env(pf.c.b, func(i int) string { return newReader.call(part{param, i, 0}) })
	oldEnv, ok2 := env(pf.c.a, func(i int) string { return oldReader.call(part{param, i, 0}) })
	value := func(e expr.Expr, env *expr.Env, ok bool) string {
		if e == nil || !ok {
			return ""
		}
		v, err := expr.Eval(e, env)
		if err != nil {
			return ""
		}
		return strconv.FormatInt(v, 10)
	}
	if defaults {
		order = append(order, "the default parameters")
	}
	if own && len(order) > 1 {
		order = []string{strings.Join(order[:len(order)-1], ", ") + " and " + order[len(order)-1]}
	}
	return strings.Join(order, ", "), value(old, oldEnv, ok2), value(new, newEnv, ok)
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
