package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// ends writes a range.
func ends(low, high expr.Expr) string {
	switch {
	case low == nil && high == nil:
		return ""
	case high == nil:
		return "at least " + written(low)
	case low == nil:
		return "at most " + written(high)
	}
	return written(low) + " to " + written(high)
}

// span compares ranges. narrowed is set unless the new range is proved to contain all
// values of the old one.
func (by *prover) span(oldLow, oldHigh, newLow, newHigh expr.Expr) (details []Detail, narrowed bool) {
	low, high := by.relate(-1, oldLow, -1, newLow), by.relate(-1, oldHigh, -1, newHigh)
	if low.equal() && high.equal() {
		return nil, false
	}
	narrowed = newLow != nil && !low.atLeast || newHigh != nil && !high.atMost
	note := "may exclude values"
	if !narrowed {
		note = "proved wider"
	} else if (oldLow == nil || low.atMost) && (oldHigh == nil || high.atLeast) {
		note = "proved narrower"
	}
	return []Detail{{What: "range", Old: ends(oldLow, oldHigh), New: ends(newLow, newHigh), Note: note}}, narrowed
}

// unproved removes the note from a range, because values of different types cannot be
// compared.
func unproved(span []Detail) []Detail {
	for i := range span {
		span[i].Note = ""
	}
	return span
}

func (c *comparison) params() {
	c.matching.each(param, func(i, j int) {
		p, q := &c.a.Params[i], &c.b.Params[j]
		var breaks []breach
		details := c.matching.typ(p.Type, q.Type)
		span, narrowed := c.prover.span(p.Min, p.Max, q.Min, q.Max)
		if p.Type.Kind != q.Type.Kind {
			span = unproved(span)
		} else if narrowed {
			breaks = append(breaks, breach{ParamRefused, "the range may exclude old values"})
		}
		details = append(details, span...)
		details = append(details, c.prover.expr("default", p.Default, q.Default)...)
		details = append(details, texts("Go name", p.Go, q.Go)...)
		details = append(details, oldNames(p.Name, p.Was, q.Name, q.Was)...)
		c.record.both("param", p.Name, q.Name, details, breaks...)
	}, func(a Action, m *core.Machine, i int) {
		p := &m.Params[i]
		about := having("type", p.Type.String(), "range", ends(p.Min, p.Max), "default", written(p.Default), "Go name", p.Go)
		var breaks []breach
		if low, ok := p.Min.(*expr.Lit); a == Added && p.Min != nil && (!ok || low.Value > 0) {
			breaks = append(breaks, breach{ParamRefused, "added, and its range may exclude Go's zero value"})
		}
		c.record.single(a, m, "param", p.Name, about, breaks...)
	})
}

// varName names a variable; the name of state data includes the state.
func varName(m *core.Machine, i int) (kind, name string) {
	if v := &m.Vars[i]; v.State >= 0 {
		return "datum", m.States[v.State].Name + "." + v.Name
	}
	return "var", m.Vars[i].Name
}

func (c *comparison) vars() {
	oldCounters, newCounters := counters(c.a), counters(c.b)
	c.matching.each(variable, func(i, j int) {
		v, w := &c.a.Vars[i], &c.b.Vars[j]
		if v.Implied != core.Declared {
			return
		}
		kind, was := varName(c.a, i)
		_, name := varName(c.b, j)
		span, _ := c.prover.span(v.Min, v.Max, w.Min, w.Max)
		if slices.Contains(oldCounters, i) && slices.Contains(newCounters, j) {
			return // the change of the rule reports it
		}
		details := c.matching.typ(v.Type, w.Type)
		if v.Name == w.Name {
			was = name // a datum whose state is renamed keeps its name
		}
		if v.Type.Kind != w.Type.Kind {
			span = unproved(span)
		}
		details = append(details, span...)
		var breaks []breach
		if !v.Type.Same(w.Type) || v.Init != nil || w.Init != nil {
			first := c.prover.expr("initial value", v.Init, w.Init)
			if len(first) > 0 && v.Type.Kind == w.Type.Kind {
				breaks = append(breaks, breach{EffectChanged, "initial value: " + orNone(first[0].Old) + " → " + orNone(first[0].New)})
			}
			details = append(details, first...)
		}
		details = append(details, texts("Go name", v.Go, w.Go)...)
		details = append(details, oldNames(v.Name, v.Was, w.Name, w.Was)...)
		c.record.both(kind, was, name, details, breaks...)
	}, func(a Action, m *core.Machine, i int) {
		v := &m.Vars[i]
		if v.Implied != core.Declared {
			return
		}
		kind, name := varName(m, i)
		about := having("type", v.Type.String(), "range", ends(v.Min, v.Max), "initial value", written(v.Init), "Go name", v.Go)
		c.record.single(a, m, kind, name, about)
	})
}
