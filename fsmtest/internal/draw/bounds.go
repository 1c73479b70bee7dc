package draw

import (
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// Validate is what the parameters' Validate says.
func (o *Draws) Validate(c any) error {
	return mirror.Error(o.Oracle.Layout.ParamsOf(c).MethodByName("Validate").Call(nil))
}

// MaxTransitions is what the parameters' MaxTransitions says.
func (o *Draws) MaxTransitions(c any) int {
	return int(o.Oracle.Layout.ParamsOf(c).MethodByName("MaxTransitions").Call(nil)[0].Int())
}
