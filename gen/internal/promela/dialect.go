package promela

import (
	"fmt"

	"github.com/fsmgen/fsmgen/internal/dialect"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// language is the syntax of Promela, the language of SPIN. Its division is that
// of C, which is the same as Go's; its ints have 32 bits.
var language = dialect.Dialect{
	Apply: apply,
	Choose: func(condition, first, second string) string {
		return "(" + condition + " -> " + first + " : " + second + ")"
	},
	Negative: func(size string) string { return "(-" + size + ")" },
	True:     "true", False: "false",
}

func apply(o expr.Op, terms ...string) string {
	switch o {
	case expr.Not, expr.Neg:
		return "(" + o.String() + terms[0] + ")"
	case expr.Min:
		return fmt.Sprintf("(%s <= %s -> %[1]s : %[2]s)", terms[0], terms[1])
	case expr.Max:
		return fmt.Sprintf("(%s >= %s -> %[1]s : %[2]s)", terms[0], terms[1])
	}
	return "(" + terms[0] + " " + o.String() + " " + terms[1] + ")"
}

// printed returns an expression in Promela, without enclosing parentheses, except for a conditional
// one, which needs them.
func printed(e expr.Expr, v dialect.Vocabulary) string {
	text := language.Print(e, v)
	for {
		call, ok := e.(*expr.Call)
		if !ok {
			return dialect.Bare(text)
		}
		if len(call.Args) > 1 {
			return text
		}
		e = call.Args[0]
	}
}
