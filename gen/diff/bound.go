package diff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// bound compares the worst-case numbers of transitions, declared or inferred.
func (c *comparison) bound() {
	if c.old.Report == nil || c.new.Report == nil {
		if details := c.expr("claim", c.a.Bound, c.b.Bound); len(details) > 0 {
			c.both("progress", "bound", "bound", details)
		}
		return
	}
	old, new := c.old.Report.Bound, c.new.Report.Bound
	r := c.relate(-1, old.Expr, -1, new.Expr)
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
	b.With, b.OldNumber, b.NewNumber = c.numbers(old.Expr, new.Expr)
	if old.Expr != nil && old.Status != verify.Refuted && !r.atLeast {
		c.d.Breaking = append(c.d.Breaking, Breaking{Code: BoundRaised, Subject: "bound", Text: b.Old + " → " + orNone(b.New)})
	}
	c.d.Bound = b
}

// numbers evaluates two bounds for the given parameters, or else for the defaults, or small values for parameters without
// a default.
func (c *comparison) numbers(old, new expr.Expr) (with, before, after string) {
	values := map[string]int64{}
	oldReader, newReader := c.oldReader(), c.newReader()
	// A given value applies to both versions; one for the new version takes precedence.
	for i, p := range c.a.Params {
		if v, ok := c.old.Params[p.Name]; ok {
			values[oldReader.call(part{param, i, 0})] = v
		}
	}
	for i, p := range c.b.Params {
		if v, ok := c.new.Params[p.Name]; ok {
			values[newReader.call(part{param, i, 0})] = v
		}
	}
	var order, named []string
	env := func(m *core.Machine, name func(i int) string) (*expr.Env, bool) {
		e := &expr.Env{Params: make([]int64, len(m.Params))}
		for i := range m.Params {
			p, name := &m.Params[i], name(i)
			v, known := values[name]
			if !known {
				var ok bool
				if v, ok = typical(p, e); !ok {
					return nil, false
				}
				values[name] = v
			}
			if p.Type.Kind == expr.Int && !slices.Contains(named, name) {
				order, named = append(order, fmt.Sprintf("%s = %d", p.Name, v)), append(named, name)
			}
			if !allowed(p, e, v) {
				return nil, false
			}
			e.Params[i] = v
		}
		return e, true
	}
	// The new version decides, so that both versions use the same value.
	newEnv, ok := env(c.b, func(i int) string { return newReader.call(part{param, i, 0}) })
	oldEnv, ok2 := env(c.a, func(i int) string { return oldReader.call(part{param, i, 0}) })
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
	return strings.Join(order, ", "), value(old, oldEnv, ok2), value(new, newEnv, ok)
}

// small is the preferred value of a parameter without a default.
const small = 3

// typical returns the default of a parameter, or a small value in its range. env contains the values of earlier parameters.
func typical(p *core.Param, env *expr.Env) (int64, bool) {
	if p.Type.Kind == expr.String {
		return 0, false
	}
	if p.Default != nil {
		v, err := expr.Eval(p.Default, env)
		return v, err == nil
	}
	v := int64(0)
	if p.Type.Kind == expr.Int {
		v = small
	}
	for _, end := range []struct {
		e    expr.Expr
		pick func(a, b int64) int64
	}{{p.Max, func(a, b int64) int64 { return min(a, b) }}, {p.Min, func(a, b int64) int64 { return max(a, b) }}} {
		if end.e == nil {
			continue
		}
		limit, err := expr.Eval(end.e, env)
		if err != nil {
			return 0, false
		}
		v = end.pick(v, limit)
	}
	return v, true
}

// allowed reports whether a value is in the range of a parameter.
func allowed(p *core.Param, env *expr.Env, v int64) bool {
	if p.Min != nil {
		if low, err := expr.Eval(p.Min, env); err != nil || v < low {
			return false
		}
	}
	if p.Max != nil {
		if high, err := expr.Eval(p.Max, env); err != nil || v > high {
			return false
		}
	}
	return true
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
