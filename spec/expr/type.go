package expr

import "github.com/fsmgen/fsmgen/spec/diag"

// Kind is the kind of a type. The zero value is Invalid.
type Kind uint8

const (
	// Invalid is the kind of an expression with an error.
	Invalid Kind = iota
	// Int is Go's int. Proofs treat it as a mathematical integer.
	Int
	// Bool is Go's bool.
	Bool
	// Enumerated is an enum that the spec declares.
	Enumerated
	// String is Go's string. Its values can be compared for equality.
	String
	// Opaque is any other Go type. Its values can be stored and assigned, but not
	// compared or computed with.
	Opaque
)

// Type is the type of a parameter, variable, payload field or expression.
// Types are compared with [Type.Same].
type Type struct {
	Kind Kind
	// Duration marks an Int that is a time.Duration: a number of nanoseconds. Everything that computes
	// with an int computes with it in the same way.
	Duration bool
	// Enum is set if Kind is Enumerated.
	Enum *Enum
	// Go is set if Kind is Opaque.
	Go *GoType
}

// Enum is a declared enumeration. Its values are numbered from 0, in order.
type Enum struct {
	Name   string
	Doc    string
	Values []string
	// Text has for each value what is stored in place of the name, or "". It is nil if the spec
	// gives none.
	Text []string
	// Was lists for each value the names and texts that it had in earlier versions. It is nil if the
	// spec gives none.
	Was [][]string
	// Go is the Go name that the spec chooses for the type, or "".
	Go   string
	Span diag.Span
}

// Stored returns the text that is stored for a value: its Text, or its name.
func (e *Enum) Stored(value int) string {
	if e.Text != nil && e.Text[value] != "" {
		return e.Text[value]
	}
	return e.Values[value]
}

// Texts returns all texts that mean a value in what is stored. The first one is that of
// [Enum.Stored].
func (e *Enum) Texts(value int) []string {
	texts := []string{e.Stored(value)}
	if texts[0] != e.Values[value] {
		texts = append(texts, e.Values[value])
	}
	if e.Was != nil {
		texts = append(texts, e.Was[value]...)
	}
	return texts
}

// String returns the type in the syntax of a spec.
func (t Type) String() string {
	switch t.Kind {
	case Int:
		if t.Duration {
			return "duration"
		}
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

// Same reports whether t and u are the same type. An invalid type is the same as
// every type, so that a mistake is reported only once.
func (t Type) Same(u Type) bool {
	if t.Kind == Invalid || u.Kind == Invalid {
		return true
	}
	if t.Kind != u.Kind || t.Duration != u.Duration || t.Enum != u.Enum {
		return false
	}
	return t.Kind != Opaque || t.Go.Text == u.Go.Text
}

// Scalar reports whether the verifier represents values of the type as integers:
// ints, bools (0 and 1), enum values (their numbers), and strings (interned).
func (t Type) Scalar() bool { return t.Kind != Opaque && t.Kind != Invalid }
