// Package expr is the expression language of specs: Go expressions over int,
// bool, enums and strings.
//
//	remaining * (2*maxRetries + 3) + 1
//	event.class == Transient && retries < maxRetries
//
// [Parse] reads an expression with go/parser and types it against a [Scope],
// which says what each name means. The result is an [Expr], a small immutable
// tree whose names are resolved to [Symbol] values. [Eval] computes one,
// [Print] writes one as Go or as mathematics, [Vars] and [Equal] inspect one.
//
// Meaning is Go's: division truncates toward zero, && and || stop early.
// Evaluation is exact where Go would wrap: a result beyond 64 bits is
// [ErrOverflow], never a wrong number. A tree that Parse returned without
// errors is well typed, so that the packages behind this one need not check.
package expr
