package fsmtest

import "reflect"

// defaults returns the default parameters that the generated code has, if there are any.
func (h *harness[M, S, C, E]) defaults() (c C, ok bool) {
	if h.DefaultParams == nil {
		return c, false
	}
	h.paramsOf(&c).Set(reflect.ValueOf(h.DefaultParams).Call(nil)[0])
	return c, true
}
