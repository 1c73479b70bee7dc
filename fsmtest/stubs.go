package fsmtest

func (r *run[M, S, C, E]) restore() error                                  { return nil }
func (r *run[M, S, C, E]) value(e Input[E], next Config[C], row int) error { return nil }
