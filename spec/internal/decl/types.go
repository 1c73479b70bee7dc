package decl

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/gotype"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// typeTable is the types of a machine: its enums, and the Go types that it names.
type typeTable struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	// goTypes are the Go types that have been checked, each with its fault or nil.
	goTypes map[string]*gotype.Fault
}

// kind returns the kind of a type given its text; the result is Opaque for enums.
func kind(text string) expr.Kind {
	switch text {
	case "int", "duration":
		return expr.Int
	case "bool":
		return expr.Bool
	case "string":
		return expr.String
	}
	return expr.Opaque
}

// foreignTypes maps names of types in other languages to Go types. Go does not
// predeclare these names, and packages are unlikely to declare them.
var foreignTypes = map[string]string{
	"integer": "int", "number": "int, or a Go type such as float64", "long": "int", "Int": "int",
	"boolean": "bool", "Boolean": "bool", "Bool": "bool", "str": "string", "String": "string", "text": "string",
	"float": "float64", "double": "float64", "bytes": `"[]byte"`, "Duration": "duration", "datetime": `"time.Time"`,
	"exception": "error", "err": "error", "object": "any", "list": `a Go type such as "[]string"`, "map": `a Go type such as "map[string]int"`,
}

// typeOf resolves a type given its text.
func (l *typeTable) typeOf(t syntax.Text) expr.Type {
	if t.Value == "" {
		return expr.Type{}
	}
	if k := kind(t.Value); k != expr.Opaque {
		return expr.Type{Kind: k, Duration: t.Value == "duration"}
	}
	for _, e := range l.machine.Enums {
		if e.Name == t.Value {
			return expr.Type{Kind: expr.Enumerated, Enum: e}
		}
	}
	if here, ok := foreignTypes[t.Value]; ok {
		l.diags.Errorf(diag.CodeGoType, t.Span, "unknown type `%s`", t.Value).Helpf("use %s", here)
		return expr.Type{}
	}
	_, predeclared := types.Universe.Lookup(t.Value).(*types.TypeName) // as in `error`, also beside an enum `Error`
	for _, e := range l.machine.Enums {
		if strings.EqualFold(e.Name, t.Value) && !predeclared {
			l.diags.Errorf(diag.CodeGoType, t.Span, "unknown type `%s`", t.Value).Note(e.Span, "enum `%s` is declared here", e.Name).Helpf("did you mean `%s`?", e.Name)
			return expr.Type{}
		}
	}
	g, err := expr.ParseGoType(t.Value)
	if err != nil {
		l.diags.Errorf(diag.CodeGoType, t.Span, "%s", err)
		return expr.Type{}
	}
	fault, known := l.goTypes[t.Value]
	if !known {
		fault = gotype.Check(g)
		l.goTypes[t.Value] = fault
	}
	if fault != nil {
		l.diags.Errorf(diag.CodeGoType, t.Span, "%s", fault.Message).Help = fault.Help
		return expr.Type{}
	}
	l.resembles(t)
	return expr.Type{Kind: expr.Opaque, Go: g}
}

// resembles warns of a type whose name is close to that of a predeclared Go type.
// The package of the generated code may still declare it, which is unknown here.
func (l *typeTable) resembles(t syntax.Text) {
	if !token.IsIdentifier(t.Value) || t.Value[0] < 'a' || t.Value[0] > 'z' || types.Universe.Lookup(t.Value) != nil {
		return
	}
	// Short names are close to many others.
	best, limit := "", 1
	if len(t.Value) > 5 {
		limit = 2
	}
	for _, name := range types.Universe.Names() {
		if _, is := types.Universe.Lookup(name).(*types.TypeName); !is || name == "comparable" {
			continue
		}
		if d := diag.Distance(t.Value, name); d < limit || d == limit && best == "" {
			best, limit = name, d
		}
	}
	if best != "" {
		l.diags.Warnf(diag.CodeGoType, t.Span, "`%s` is not a built-in Go type, so your package must declare it", t.Value).
			Helpf("did you mean `%s`? If not, declare `type %s` in a Go file beside the spec to silence this message", best, t.Value)
	}
}

// own returns the type of this machine that is the same as one of a child machine. An enum must
// have the same name and values in both specs. ok is false if there is none: such a value cannot
// be passed between the machines.
func (l *typeTable) own(t expr.Type) (own expr.Type, ok bool) {
	switch t.Kind {
	case expr.Enumerated:
		for _, e := range l.machine.Enums {
			if e.Name == t.Enum.Name && slices.Equal(e.Values, t.Enum.Values) {
				return expr.Type{Kind: expr.Enumerated, Enum: e}, true
			}
		}
		return t, false
	case expr.Opaque:
		return t, t.String() == "error"
	}
	return t, true
}
