package spec

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/fsmgen/fsmgen/internal/gotype"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// typing are the types of a machine, and what has one before there are states: enums, parameters,
// variables, and the fields of what is declared later.
type typing struct {
	*naming
	file    *syntax.File
	machine *core.Machine
	// goTypes are the Go types that have been checked, each with its fault or nil.
	goTypes map[string]*gotype.Fault
	// limit and stall are the rules that end a machine, or nil.
	limit, stall *counter
}

// kind returns the kind of a type given its text; the result is Opaque for enums.
func kind(text string) expr.Kind {
	switch text {
	case "int":
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
	"float": "float64", "double": "float64", "bytes": `"[]byte"`, "duration": `"time.Duration"`, "datetime": `"time.Time"`,
	"exception": "error", "err": "error", "object": "any", "list": `a Go type such as "[]string"`, "map": `a Go type such as "map[string]int"`,
}

// typeOf resolves a type given its text.
func (l *typing) typeOf(t syntax.Text) expr.Type {
	if t.Value == "" {
		return expr.Type{}
	}
	if k := kind(t.Value); k != expr.Opaque {
		return expr.Type{Kind: k}
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
func (l *typing) resembles(t syntax.Text) {
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

// enums declares enumerations. A value can always be written as Enum.Value, and
// by its own name if no other enum has a value of that name.
func (l *typing) enums() {
	seen := map[string]diag.Span{}
	count := map[string]int{}
	for _, e := range l.file.Enums {
		for _, v := range e.Values {
			count[v.Value]++
		}
	}
	for _, e := range l.file.Enums {
		l.checkName(e.Name, "enum")
		if kind(e.Name.Value) != expr.Opaque {
			l.diags.Errorf(diag.CodeName, e.Name.Span, "`%s` is a built-in type and cannot be the name of an enum", e.Name.Value).
				Helpf("choose another name")
		}
		if !l.unique(seen, e.Name, "enum") {
			continue
		}
		enum := &expr.Enum{Name: e.Name.Value, Doc: e.Doc.Value, Go: l.goName(e.Go), Span: e.Name.Span}
		if len(e.Values) == 0 {
			l.diags.Errorf(diag.CodeMissing, e.Name.Span, "enum `%s` has no values", diag.Clip(enum.Name)).Helpf("for example, %s: [Low, High]", enum.Name)
			continue
		}
		values := map[string]diag.Span{}
		if len(e.Values) > 256 {
			l.diags.Errorf(diag.CodeTooBig, e.Name.Span, "enum `%s` has %d values; the limit is 256", diag.Clip(enum.Name), len(e.Values)).
				Helpf("use an int with a range, or a string")
			continue
		}
		for i, v := range e.Values {
			l.checkName(v, "value")
			if !l.unique(values, v, "value") {
				continue
			}
			lit := &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: enum}, Value: int64(i)}
			l.names[enum.Name+"."+v.Value] = named{value: lit}
			l.order = append(l.order, enum.Name+"."+v.Value)
			if count[v.Value] == 1 {
				l.name(v, "value of enum "+enum.Name, lit)
			}
			enum.Values = append(enum.Values, v.Value)
		}
		l.oldValues(enum, e)
		l.machine.Enums = append(l.machine.Enums, enum)
	}
}
