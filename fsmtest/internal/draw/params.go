package draw

import (
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Spread is how far above its minimum each int parameter goes in the walk: 2,
// or less when there are many parameters.
func (o *Draws) Spread() int {
	for spread := 2; spread > 0; spread-- {
		machines := 1
		for _, p := range o.Oracle.Layout.Params {
			switch p.Kind {
			case oracle.Integer:
				machines *= spread + 1
			case oracle.Boolean, oracle.Text:
				machines *= 2
			case oracle.Enumerated:
				machines *= len(p.Enum.Values)
			}
		}
		if machines <= 100 {
			return spread
		}
	}
	return 1
}

// DrawParams makes parameters at most spread above their minimum. Where the range of
// one cannot be computed, it and those after it are zero.
func (o *Draws) DrawParams(spread int, choose Chooser) any {
	whole := reflect.New(o.Oracle.Layout.Config).Elem()
	oracle.Computes(func() { // or there is a division by 0
		o.drawInto(whole, spread, choose)
	})
	return whole.Interface()
}

// drawInto chooses the parameters of a configuration, one after the other.
func (o *Draws) drawInto(whole reflect.Value, spread int, choose Chooser) {
	for i, p := range o.Oracle.Layout.Params {
		f := whole.Field(o.Oracle.Layout.ParamsAt).Field(p.Index)
		switch p.Kind {
		case oracle.Boolean:
			f.SetBool(choose(2) == 1)
		case oracle.Enumerated:
			f.Set(p.Enum.Values[choose(len(p.Enum.Values))])
		case oracle.Text:
			f.SetString(pick(choose, append([]string{"", "x"}, o.Spec.Params[i].Texts...)))
		case oracle.Integer:
			least, greatest := o.Limits(i, whole.Interface())
			switch {
			case least == oracle.NoMin && greatest == oracle.NoMax:
				f.SetInt(int64(choose(spread+1) - 1))
			case least == oracle.NoMin:
				f.SetInt(int64(greatest - choose(spread+1)))
			case greatest == oracle.NoMax:
				f.SetInt(int64(least + choose(spread+1)))
			default:
				f.SetInt(int64(least + choose(min(spread, greatest-least)+1)))
			}
		}
	}
}

// Limits returns the declared range of an int parameter, given those before it.
func (o *Draws) Limits(param int, c any) (least, greatest int) {
	if p := o.Spec.Params[param].Range; p != nil {
		return p(c)
	}
	return oracle.NoMin, oracle.NoMax
}

// With returns c with another value of a parameter.
func (o *Draws) With(c any, param int, value any) any {
	return o.Oracle.Layout.EditParams(c, func(v reflect.Value) {
		v.Field(o.Oracle.Layout.Params[param].Index).Set(reflect.ValueOf(value).Convert(o.Oracle.Layout.Params[param].Type))
	})
}
