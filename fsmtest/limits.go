package fsmtest

import (
	"math"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
)

// edge is a set of parameters at the limit of a range.
type edge struct {
	name   string // which limit
	params any
	ok     bool // whether New accepts them
}

// minimum returns the parameters each at the least value of its range, given
// those before it, except one. A param of -1 excepts none.
func (o *draws) minimum(param int, value any) any {
	c := reflect.New(o.config).Elem()
	for i, p := range o.params {
		f := c.Field(o.paramsAt).Field(p.index)
		switch {
		case i == param:
			f.Set(reflect.ValueOf(value).Convert(p.typ))
		case p.kind == integer:
			computes(func() { // or it stays 0, which valid refuses if it must
				least, greatest := o.limits(i, c.Interface())
				switch {
				case least != NoMin:
					f.SetInt(int64(least))
				case greatest != NoMax:
					f.SetInt(int64(greatest))
				}
			})
		}
	}
	return c.Interface()
}

// edges returns the limits of every parameter, the others at their minimum.
func (o *draws) edges() (all []edge) {
	for i, p := range o.params {
		switch p.kind {
		case enumerated:
			for _, value := range beyond(p.typ, len(p.enum.values)) {
				all = append(all, edge{p.name + " outside its enum", o.minimum(i, value), false})
			}
		case integer:
			least, greatest := NoMin, NoMax
			computes(func() { least, greatest = o.limits(i, o.minimum(-1, nil)) })
			from := 0
			if least != NoMin {
				from = least
				all = o.edge(all, p.name+" below its minimum", o.minimum(i, least-1))
				all = o.edge(all, p.name+" at its minimum", o.minimum(i, least))
			}
			if greatest != NoMax {
				all = o.edge(all, p.name+" at its maximum", o.minimum(i, greatest))
				all = o.edge(all, p.name+" above its maximum", o.minimum(i, greatest+1))
			} else if c := o.minimum(i, from+1_000_000); o.valid(c) {
				all = o.edge(all, p.name+" is large", c)
			}
			if o.Params[i].Overflows {
				all = append(all, edge{p.name + " so great that the bound is beyond an int", o.minimum(i, math.MaxInt), false})
			}
		}
	}
	return all
}

// large is the largest number of which any product of two fits in an int.
const large = math.MaxInt >> (intSize / 2)

// edge appends parameters, unless they or the bound are more than large. Ranges and the
// bound that the oracle computes could overflow then, and look right.
func (o *draws) edge(all []edge, name string, c any) []edge {
	ok := o.valid(c)
	if ok && o.Bound != nil {
		bound := -1
		if computes(func() { bound = o.Bound(o.initially(c).vars) }); bound < 0 || bound > large {
			return all
		}
	}
	for _, p := range o.params {
		if v := o.paramsOf(c).Field(p.index); p.kind == integer && (v.Int() > large || v.Int() < -large) {
			return all
		}
	}
	return append(all, edge{name, c, ok})
}

// corners returns parameters in the corners of their ranges: all at their minimum, each
// in turn at its other end, and all there, and the defaults. What has no other end
// stays.
func (h *harness) corners() []any {
	var all []edge
	least := h.minimum(-1, nil)
	all = h.edge(all, "", least)
	ends := least
	for i, p := range h.params {
		all = h.edge(all, "", h.otherEnd(least, i, p))
		ends = h.otherEnd(ends, i, p)
	}
	all = h.edge(all, "", ends)
	var corners []any
	for _, e := range all {
		if e.ok && !slices.ContainsFunc(corners, func(c any) bool { return h.paramsText(c) == h.paramsText(e.params) }) {
			corners = append(corners, e.params)
		}
	}
	if c, ok := h.defaults(); ok && h.valid(c) {
		corners = append(corners, c)
	}
	return corners
}

// otherEnd returns parameters with one at the end of its range, or at its least value if it has no
// other end.
func (o *draws) otherEnd(c any, param int, p place) any {
	switch p.kind {
	case boolean:
		return o.with(c, param, true)
	case enumerated:
		return o.with(c, param, p.enum.Values[len(p.enum.Values)-1])
	case integer:
		computes(func() {
			if least, greatest := o.limits(param, c); least != NoMin && greatest != NoMax {
				c = o.with(c, param, greatest)
			} else if least != NoMin {
				c = o.with(c, param, least)
			}
		})
	}
	return c
}

// defaults returns the default parameters that the generated code has, if there are any.
func (h *harness) defaults() (c any, ok bool) {
	if h.DefaultParams == nil {
		return nil, false
	}
	return h.editParams(h.none(), func(v reflect.Value) { v.Set(reflect.ValueOf(h.DefaultParams).Call(nil)[0]) }), true
}

// testParams makes machines with parameters in range and out of range.
func (h *checks) testParams(t *testing.T) {
	small := h.small(t)
	for _, c := range small {
		if err := h.validate(c); err != nil {
			t.Errorf("%s is refused: %v", h.paramsText(c), err)
		}
	}
	if h.Host != nil {
		if m, err := h.newMachine(small[0], nil); err == nil || m != nil {
			t.Errorf("without a host, New(%s) returned %v, %v", h.paramsText(small[0]), m, err)
		}
		if h.contexts.on {
			if m, err := called(h.New, nil, h.paramsOf(small[0]).Interface(), h.newHost().face); err == nil || m != nil {
				t.Errorf("without a context, New(%s) returned %v, %v", h.paramsText(small[0]), m, err)
			}
		}
	}
	h.testTextParams(t, small[0])
	h.testDefaults(t)
	h.testEdges(t)
	h.testUnbounded(t)
	if h.Size != nil {
		h.testTooLarge(t)
	}
}

// testTextParams checks parameters with odd texts.
func (h *checks) testTextParams(t *testing.T, c any) {
	t.Helper()
	for _, odd := range []string{"A Long " + strings.Repeat("Text ", 50), "\xff", "\x00"} {
		some := false
		for i, p := range h.params {
			if p.kind == text {
				c = h.with(c, i, odd)
				some = true
			}
		}
		if err := h.validate(c); some && (err == nil) != h.valid(c) {
			t.Errorf("Validate of %s returned %v", h.paramsText(c), err)
		}
	}
}

// testDefaults compares the default parameters with those of the spec.
func (h *checks) testDefaults(t *testing.T) {
	t.Helper()
	got, ok := h.defaults()
	if !ok {
		return
	}
	for i, p := range h.params {
		value, want := h.paramsOf(got).Field(p.index), reflect.Zero(p.typ)
		if of := h.Params[i].Default; of != nil {
			want = reflect.ValueOf(of(got))
		}
		if p.kind != opaque && !same(value, want) {
			t.Errorf("the default of %s is %s, want %s", p.name, p.write(value), p.write(want))
		}
	}
}

// testEdges makes machines at the limits of ranges, and beyond them.
func (h *checks) testEdges(t *testing.T) {
	t.Helper()
	for _, e := range h.edges() {
		var to *host
		if h.Host != nil {
			to = h.newHost()
		}
		if m, err := h.newMachine(e.params, to); (err == nil) != e.ok || (m != nil) != e.ok {
			t.Errorf("%s: New(%s) returned %v, %v", e.name, h.paramsText(e.params), m, err)
		}
		if h.Bound == nil || !e.ok {
			continue
		}
		if got := h.maxTransitions(e.params); got != h.Bound(h.initially(e.params).vars) {
			t.Errorf("%s: with %s, MaxTransitions() is %d", e.name, h.paramsText(e.params), got)
		}
	}
}

// testUnbounded wants the greatest parameters that are accepted to have a bound that is
// right: one beyond the range of int would have become negative.
func (h *checks) testUnbounded(t *testing.T) {
	t.Helper()
	for _, spread := range []int{0, 5} {
		least := h.drawParams(spread, func(n int) int { return max(n-1, 0) })
		for i, p := range h.params {
			if !h.Params[i].Unbounded {
				continue
			}
			from := int(h.paramsOf(least).Field(p.index).Int())
			n := sort.Search(math.MaxInt-from, func(n int) bool { return h.validate(h.with(least, i, from+n)) != nil })
			if n == 0 {
				continue
			}
			greatest := h.with(least, i, from+n-1)
			switch bound, got := h.Bound(h.initially(greatest).vars), h.maxTransitions(greatest); {
			case bound < 0:
				t.Errorf("%s is accepted, but its bound overflows to %d", h.paramsText(greatest), bound)
			case got != bound:
				t.Errorf("with %s, MaxTransitions() is %d, want %d", h.paramsText(greatest), got, bound)
			}
		}
	}
}

// testTooLarge wants parameters to be refused whose bound overflows an int. The bound
// that an int holds then can look right.
func (h *checks) testTooLarge(t *testing.T) {
	t.Helper()
	for spread := range 6 {
		least := h.drawParams(spread, func(n int) int { return max(n-1, 0) })
		for i := range h.params {
			for shift := 0; h.Params[i].Unbounded && shift < 30; shift++ {
				for _, value := range []int{math.MaxInt >> shift, math.MaxInt>>shift - 1} {
					c := h.with(least, i, value)
					// A float is exact to some 15 digits.
					if h.validate(c) == nil && h.Size(h.initially(c).vars) > math.MaxInt*(1+1e-9) {
						t.Errorf("%s is accepted, but its bound overflows: it is about %g", h.paramsText(c), h.Size(h.initially(c).vars))
					}
				}
			}
		}
	}
}

// smaller returns parameters that are smaller in one thing: at their minimum, or nearer to it.
func (o *draws) smaller(c any) (all []any) {
	least := o.drawParams(0, first)
	for i, p := range o.params {
		v, limit := o.paramsOf(c).Field(p.index), o.paramsOf(least).Field(p.index)
		switch p.kind {
		case integer:
			for _, n := range nearer(int(v.Int()), int(limit.Int())) {
				all = append(all, o.with(c, i, n))
			}
		case boolean:
			if v.Bool() {
				all = append(all, o.with(c, i, false))
			}
		case enumerated, text:
			if !same(v, limit) {
				all = append(all, o.with(c, i, limit.Interface()))
			}
		}
	}
	return all
}

// nearer returns values nearer to a limit than v.
func nearer(v, limit int) []int {
	one := v - 1
	if v < limit {
		one = v + 1
	}
	near := slices.Compact([]int{limit, v - (v-limit)/2, one})
	return slices.DeleteFunc(near, func(n int) bool { return n == v || v == limit })
}
