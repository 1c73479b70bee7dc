package fsmtest

func (r *run[M, S, C, E]) takeTyped(e Input[E]) error { return nil }

func (h *harness[M, S, C, E]) driven(c testCase[C, E]) error { return nil }

func (h *harness[M, S, C, E]) hurries() bool { return false }
