package expr

import "slices"

// Scope is the kind of a symbol: where its value comes from.
type Scope uint8

const (
	// Param is a parameter, fixed for the lifetime of a machine.
	Param Scope = iota
	// Var is a variable or a datum of a state.
	Var
	// Field is a field of the event that is being handled.
	Field
	// External is a call of an external guard, which the program answers.
	External
	// Named is a named guard. It occurs in expressions as written, never in
	// expanded ones, which are evaluated.
	Named
	// With is an argument of a call, or a field of an output, in the weight of a cost. It
	// occurs nowhere else, and its value takes its place before a weight is evaluated.
	With
)

// Symbol is a resolved name. Two symbols are the same if they have the same Scope
// and Index. Parameters, variables, and external calls are numbered within the
// machine, fields within their event.
type Symbol struct {
	Scope Scope
	Index int
	// Name is the name in the spec, without "event." and "with.".
	Name string
	Type Type
}

// Expr is a typed expression: a [*Lit], [*Text], [*Ref], [*Unary], [*Binary],
// [*Call], or [*Case]. Expressions are immutable and may be shared.
type Expr interface {
	// Type returns the type of the value.
	Type() Type
}

// Lit is a constant: an int, a bool (0 or 1) or an enum value (its number).
type Lit struct {
	T     Type
	Value int64
}

// Text is a string constant.
type Text struct{ Value string }

// Ref is the value of a symbol.
type Ref struct{ Symbol *Symbol }

// Unary is -X or !X.
type Unary struct {
	Op Op
	X  Expr
}

// Binary is X Op Y.
type Binary struct {
	Op   Op
	X, Y Expr
}

// Call is min or max of one or more ints.
type Call struct {
	Op   Op
	Args []Expr
}

// Case is the int that belongs to the value of an enum or a bool. Specs cannot write it: the loader
// makes it for the progress of states with regions, and the verifier for progress with phases.
type Case struct {
	// Of is the enum value, or the condition.
	Of Expr
	// Values has one int for each value of the enum. For a bool, the first one belongs to false.
	Values []Expr
}

// Op is an operator or a built-in function.
type Op uint8

// The operators, named as in Go's token package.
const (
	Add Op = iota + 1
	Sub
	Mul
	Quo
	Rem
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	And
	Or
	Not
	Neg
	Min
	Max
)

// String returns the operator as Go writes it.
func (o Op) String() string {
	return [...]string{"", "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "!", "-", "min", "max"}[o]
}

// Type returns the type of the constant.
func (e *Lit) Type() Type { return e.T }

// Type returns the type string.
func (e *Text) Type() Type { return Type{Kind: String} }

// Type returns the type of the symbol.
func (e *Ref) Type() Type { return e.Symbol.Type }

// Type returns bool for !, and int or duration for -.
func (e *Unary) Type() Type {
	if e.Op == Not {
		return Type{Kind: Bool}
	}
	return Type{Kind: Int, Duration: e.X.Type().Duration}
}

// Type returns int or duration for arithmetic, and bool for comparisons and logic.
func (e *Binary) Type() Type {
	if e.Op <= Rem {
		return Type{Kind: Int, Duration: isDuration(e)}
	}
	return Type{Kind: Bool}
}

// Type returns int or duration.
func (e *Call) Type() Type {
	return Type{Kind: Int, Duration: slices.ContainsFunc(e.Args, isDuration)}
}

// Type returns int.
func (e *Case) Type() Type { return Type{Kind: Int} }

// Number returns the int constant n.
func Number(n int64) *Lit { return &Lit{Type{Kind: Int}, n} }

// Truth returns the bool constant b.
func Truth(b bool) *Lit {
	if b {
		return &Lit{Type{Kind: Bool}, 1}
	}
	return &Lit{Type{Kind: Bool}, 0}
}

// Walk calls visit for e and for every expression inside it, outermost first.
func Walk(e Expr, visit func(Expr)) {
	visit(e)
	switch e := e.(type) {
	case *Unary:
		Walk(e.X, visit)
	case *Binary:
		Walk(e.X, visit)
		Walk(e.Y, visit)
	case *Call:
		for _, a := range e.Args {
			Walk(a, visit)
		}
	case *Case:
		Walk(e.Of, visit)
		for _, v := range e.Values {
			Walk(v, visit)
		}
	}
}

// Uses reports whether e refers to a symbol for which match returns true. A nil e
// refers to none.
func Uses(e Expr, match func(*Symbol) bool) bool {
	found := false
	if e != nil {
		Walk(e, func(e Expr) {
			if r, ok := e.(*Ref); ok && match(r.Symbol) {
				found = true
			}
		})
	}
	return found
}

// Substitute returns e with each symbol replaced by the result of replace, or left
// unchanged if that is nil. Replacements are not themselves searched for symbols. A [*Case] of a
// constant becomes the value that belongs to it.
func Substitute(e Expr, replace func(*Symbol) Expr) Expr {
	switch e := e.(type) {
	case *Ref:
		if r := replace(e.Symbol); r != nil {
			return r
		}
	case *Unary:
		return &Unary{e.Op, Substitute(e.X, replace)}
	case *Binary:
		return &Binary{e.Op, Substitute(e.X, replace), Substitute(e.Y, replace)}
	case *Call:
		args := make([]Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = Substitute(a, replace)
		}
		return &Call{e.Op, args}
	case *Case:
		of := Substitute(e.Of, replace)
		if lit, ok := of.(*Lit); ok {
			return Substitute(e.Values[lit.Value], replace)
		}
		values := make([]Expr, len(e.Values))
		for i, v := range e.Values {
			values[i] = Substitute(v, replace)
		}
		return &Case{of, values}
	}
	return e
}
