package draw

import (
	"math"
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Edge is a set of parameters at the limit of a range.
type Edge struct {
	Name   string // which limit
	Params any    // a C without variables
	Ok     bool   // whether New accepts them
}

// Minimum returns the parameters each at the least value of its range, given
// those before it, except one. A param of -1 excepts none.
func (o *Draws) Minimum(param int, value any) any {
	c := reflect.New(o.Oracle.Layout.Config).Elem()
	for i, p := range o.Oracle.Layout.Params {
		f := c.Field(o.Oracle.Layout.ParamsAt).Field(p.Index)
		switch {
		case i == param:
			f.Set(reflect.ValueOf(value).Convert(p.Type))
		case p.Kind == oracle.Integer:
			oracle.Computes(func() { // or it stays 0, which valid refuses if it must
				least, greatest := o.Limits(i, c.Interface())
				switch {
				case least != oracle.NoMin:
					f.SetInt(int64(least))
				case greatest != oracle.NoMax:
					f.SetInt(int64(greatest))
				}
			})
		}
	}
	return c.Interface()
}

// Edges returns the limits of every parameter, the others at their minimum.
func (o *Draws) Edges() (all []Edge) {
	for i, p := range o.Oracle.Layout.Params {
		switch p.Kind {
		case oracle.Enumerated:
			for _, value := range mirror.Beyond(p.Type, len(p.Enum.Values)) {
				all = append(all, Edge{p.Name + " outside its enum", o.Minimum(i, value), false})
			}
		case oracle.Integer:
			least, greatest := oracle.NoMin, oracle.NoMax
			oracle.Computes(func() { least, greatest = o.Limits(i, o.Minimum(-1, nil)) })
			from := 0
			if least != oracle.NoMin {
				from = least
				all = o.Edge(all, p.Name+" below its minimum", o.Minimum(i, least-1))
				all = o.Edge(all, p.Name+" at its minimum", o.Minimum(i, least))
			}
			if greatest != oracle.NoMax {
				all = o.Edge(all, p.Name+" at its maximum", o.Minimum(i, greatest))
				all = o.Edge(all, p.Name+" above its maximum", o.Minimum(i, greatest+1))
			} else if c := o.Minimum(i, from+1_000_000); o.Oracle.Claims.Params(c) {
				all = o.Edge(all, p.Name+" is large", c)
			}
			if o.Spec.Params[i].Overflows {
				all = append(all, Edge{p.Name + " so great that the bound is beyond an int", o.Minimum(i, math.MaxInt), false})
			}
		}
	}
	return all
}

// large is the largest number of which any product of two fits in an int.
const large = math.MaxInt >> (oracle.IntSize / 2)

// Edge appends parameters, unless they or the bound are more than large. Ranges and the
// bound that the oracle computes could overflow then, and look right.
func (o *Draws) Edge(all []Edge, name string, c any) []Edge {
	ok := o.Oracle.Claims.Params(c)
	if ok && o.Spec.Bound != nil {
		bound := -1
		if oracle.Computes(func() { bound = o.Spec.Bound(o.Oracle.Initially(c).Vars) }); bound < 0 || bound > large {
			return all
		}
	}
	for _, p := range o.Oracle.Layout.Params {
		if v := o.Oracle.Layout.ParamsOf(c).Field(p.Index); p.Kind == oracle.Integer && (v.Int() > large || v.Int() < -large) {
			return all
		}
	}
	return append(all, Edge{name, c, ok})
}

// OtherEnd returns parameters with one at the end of its range, or at its least value if it has no
// other end.
func (o *Draws) OtherEnd(c any, param int, p oracle.Place) any {
	switch p.Kind {
	case oracle.Boolean:
		return o.With(c, param, true)
	case oracle.Enumerated:
		return o.With(c, param, p.Enum.Declared.Values[len(p.Enum.Declared.Values)-1])
	case oracle.Integer:
		oracle.Computes(func() {
			if least, greatest := o.Limits(param, c); least != oracle.NoMin && greatest != oracle.NoMax {
				c = o.With(c, param, greatest)
			} else if least != oracle.NoMin {
				c = o.With(c, param, least)
			}
		})
	}
	return c
}

// Smaller returns parameters that are smaller in one thing: at their minimum, or nearer to it.
func (o *Draws) Smaller(c any) (all []any) {
	least := o.DrawParams(0, First)
	for i, p := range o.Oracle.Layout.Params {
		v, limit := o.Oracle.Layout.ParamsOf(c).Field(p.Index), o.Oracle.Layout.ParamsOf(least).Field(p.Index)
		switch p.Kind {
		case oracle.Integer:
			for _, n := range nearer(int(v.Int()), int(limit.Int())) {
				all = append(all, o.With(c, i, n))
			}
		case oracle.Boolean:
			if v.Bool() {
				all = append(all, o.With(c, i, false))
			}
		case oracle.Enumerated, oracle.Text:
			if !mirror.SameValue(v, limit) {
				all = append(all, o.With(c, i, limit.Interface()))
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
