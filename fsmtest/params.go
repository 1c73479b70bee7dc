package fsmtest

import (
	"reflect"
)

// spread is how far above its minimum each int parameter goes in the walk: 2,
// or less when there are many parameters.
func (o *oracle[C, E]) spread() int {
	for spread := 2; spread > 0; spread-- {
		machines := 1
		for _, p := range o.params {
			switch p.kind {
			case integer:
				machines *= spread + 1
			case boolean, text:
				machines *= 2
			case enumerated:
				machines *= len(p.enum.values)
			}
		}
		if machines <= 100 {
			return spread
		}
	}
	return 1
}

// drawParams makes parameters at most spread above their minimum. Where the range of
// one cannot be computed, it and those after it are zero.
func (o *oracle[C, E]) drawParams(spread int, choose chooser) (c C) {
	defer func() { _ = recover() }() // from a division by 0
	v := o.paramsOf(&c)
	for i, p := range o.params {
		f := v.Field(p.index)
		switch p.kind {
		case boolean:
			f.SetBool(choose(2) == 1)
		case enumerated:
			f.Set(p.enum.values[choose(len(p.enum.values))])
		case text:
			f.SetString(pick(choose, append([]string{"", "x"}, o.Params[i].Texts...)))
		case integer:
			least, greatest := o.limits(i, c)
			switch {
			case least == NoMin && greatest == NoMax:
				f.SetInt(int64(choose(spread+1) - 1))
			case least == NoMin:
				f.SetInt(int64(greatest - choose(spread+1)))
			case greatest == NoMax:
				f.SetInt(int64(least + choose(spread+1)))
			default:
				f.SetInt(int64(least + choose(min(spread, greatest-least)+1)))
			}
		}
	}
	return c
}

// limits returns the declared range of an int parameter, given those before it.
func (o *oracle[C, E]) limits(param int, c C) (least, greatest int) {
	if p := o.Params[param].Range; p != nil {
		return p(c)
	}
	return NoMin, NoMax
}

// with returns c with another value of a parameter.
func (o *oracle[C, E]) with(c C, param int, value any) C {
	o.paramsOf(&c).Field(o.params[param].index).Set(reflect.ValueOf(value))
	return c
}
