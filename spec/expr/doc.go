// Package expr implements the expression language of specs: Go expressions over
// ints, bools, enum values, and strings.
//
//	remaining * (2*maxRetries + 3) + 1
//	event.class == Transient && retries < maxRetries
//
// [Parse] parses an expression with go/parser and checks its types; [Names] gives
// names their meaning. The result is an [Expr], a small immutable tree whose names
// are resolved to [Symbol] values. [Eval] evaluates it, [Print] and [PrintGo] write
// it, and [Walk], [Uses], [Substitute], and [Simplify] inspect or rewrite it.
//
// The semantics are those of Go: division truncates toward zero, and && and || do
// not evaluate their right operand if the left one decides. Where Go's ints would
// overflow, evaluation returns [ErrOverflow], never a wrong number. An expression
// that Parse returns is well typed.
package expr
