package fsmtest

import (
	"reflect"
)

// spread is how far above its minimum each int parameter goes in the walk: 2,
// or less when there are many parameters.
func (o *draws) spread() int {
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
func (o *draws) drawParams(spread int, choose chooser) any {
	whole := reflect.New(o.config).Elem()
	computes(func() { // or there is a division by 0
		o.drawInto(whole, spread, choose)
	})
	return whole.Interface()
}

// drawInto chooses the parameters of a configuration, one after the other.
func (o *draws) drawInto(whole reflect.Value, spread int, choose chooser) {
	for i, p := range o.params {
		f := whole.Field(o.paramsAt).Field(p.index)
		switch p.kind {
		case boolean:
			f.SetBool(choose(2) == 1)
		case enumerated:
			f.Set(p.enum.values[choose(len(p.enum.values))])
		case text:
			f.SetString(pick(choose, append([]string{"", "x"}, o.Params[i].Texts...)))
		case integer:
			least, greatest := o.limits(i, whole.Interface())
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
}

// limits returns the declared range of an int parameter, given those before it.
func (o *draws) limits(param int, c any) (least, greatest int) {
	if p := o.Params[param].Range; p != nil {
		return p(c)
	}
	return NoMin, NoMax
}

// with returns c with another value of a parameter.
func (o *draws) with(c any, param int, value any) any {
	return o.editParams(c, func(v reflect.Value) { v.Field(o.params[param].index).Set(reflect.ValueOf(value)) })
}
