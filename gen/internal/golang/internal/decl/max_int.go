package decl

import (
	"math"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// MaxInt writes a constant that does not compile where int has 32 bits, if the machine
// needs 64: a constant of the spec does not fit in 32 bits, so its proofs are about 64, or
// limit does not, so New would accept no parameters. limit is the result of
// [machine.Machine.StepLimit].
func MaxInt(f *file.File, m *machine.Machine, limit expr.Expr) {
	most := int64(0)
	if limit != nil {
		if lit, ok := expr.Simplify(limit).(*expr.Lit); ok {
			most = lit.Value
		}
	}
	if m.Core.MaxInt() == math.MaxInt32 && most <= math.MaxInt32 {
		return
	}
	f.Doc(comment.Wrap("The numbers of the spec need more than 32 bits: where int has only 32, this line does not compile."))
	f.Const().Id("_").Int().Op("=").Qual("math", "MaxInt64")
}
