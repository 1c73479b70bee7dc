package strategy

import "github.com/fsmgen/fsmgen/spec/expr"

// equalities lists linear equations that hold in all given configurations of a state.
func (f *finder) equalities(state int, visits []visit) (out []expr.Expr) {
	return nil
}
