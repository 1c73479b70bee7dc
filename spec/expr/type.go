package expr

import "github.com/fsmgen/fsmgen/spec/diag"

// Kind is the sort of a type. The zero Kind is Invalid.
type Kind uint8

const (
	// Invalid is the kind of an expression that has an error.
	Invalid Kind = iota
	// Int is Go's int; proofs treat it as a mathematical integer.
	Int
	// Bool is Go's bool.
	Bool
	// Enumerated is a type declared under enums.
	Enumerated
	// String is Go's string; it can be compared for equality.
	String
	// Opaque is any other Go type: carried and assigned, never computed on.
	Opaque
)

// Type is the type of a parameter, variable, payload field or expression.
// Types are compared with [Type.Same].
type Type struct {
	Kind Kind
	// Enum is set when Kind is Enumerated.
	Enum *Enum
	// Go is set when Kind is Opaque.
	Go *GoType
}

// Enum is a declared enumeration. Values are numbered from 0 in order.
type Enum struct {
	Name   string
	Doc    string
	Values []string
	// Go is the name of the type in Go where the spec gives another one, or "".
	Go   string
	Span diag.Span
}

// String returns the type as a spec writes it.
func (t Type) String() string {
	switch t.Kind {
	case Int:
		return "int"
	case Bool:
		return "bool"
	case String:
		return "string"
	case Enumerated:
		return t.Enum.Name
	case Opaque:
		return t.Go.Text
	}
	return "invalid"
}

// Same reports whether t and u are the same type. An invalid type is the same
// as any, so that one mistake is reported once.
func (t Type) Same(u Type) bool {
	if t.Kind == Invalid || u.Kind == Invalid {
		return true
	}
	if t.Kind != u.Kind || t.Enum != u.Enum {
		return false
	}
	return t.Kind != Opaque || t.Go.Text == u.Go.Text
}

// Scalar reports whether values of the type are numbers to the verifier:
// ints, bools (0 and 1), enum values (their number) and strings (interned).
func (t Type) Scalar() bool { return t.Kind != Opaque && t.Kind != Invalid }
