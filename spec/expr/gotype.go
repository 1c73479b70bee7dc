package expr

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"unicode"
)

// GoType is a Go type in the syntax of a spec: Go's type syntax with import paths
// instead of package names, as in "*net/http.Response" or
// "map[string][]time.Duration".
type GoType struct {
	// Text is the type as written.
	Text string
	// Parts are the names and other tokens of the text, in order.
	Parts []GoPart
}

// GoPart is one part of a Go type: a token or a name.
type GoPart struct {
	// Token is punctuation, a keyword, or part of a number; it is "" for a name.
	Token string
	// Path is the import path of the package of Name. It is "" for predeclared
	// types and types of the generated package.
	Path string
	Name string
}

// maxGoType is the maximum length of a Go type, in bytes.
const maxGoType = 1000

// ParseGoType parses a Go type. The message of the error is suitable for a
// diagnostic.
func ParseGoType(text string) (*GoType, error) {
	if len(text) > maxGoType {
		return nil, fmt.Errorf("the Go type has %d characters, and the limit is %d: declare a type in your package, and write its name", len(text), maxGoType)
	}
	if strings.TrimSpace(text) != text || strings.ContainsAny(text, "\r\n\t;") {
		return nil, fmt.Errorf("%q is not a Go type", text)
	}
	if strings.ContainsAny(text, "{}") {
		return nil, errors.New("struct and interface literals are not supported: declare a type in your package, and write its name")
	}
	t := &GoType{Text: text}
	var plain strings.Builder // the same type with import paths cut to a name that go/parser takes
	for rest := text; rest != ""; {
		n := pathLen(rest)
		if n == 0 {
			if !strings.ContainsRune("*[](),<- .0123456789", rune(rest[0])) {
				return nil, fmt.Errorf("%q is not a Go type", text)
			}
			t.Parts = append(t.Parts, GoPart{Token: rest[:1]})
			plain.WriteString(rest[:1])
			rest = rest[1:]
			continue
		}
		word := rest[:n]
		rest = rest[n:]
		part, err := splitName(word)
		if err != nil {
			return nil, err
		}
		t.Parts = append(t.Parts, part)
		switch {
		case part.Token != "":
			plain.WriteString(part.Token)
		case part.Path != "":
			plain.WriteString("p." + part.Name)
		case noType(part.Name):
			return nil, fmt.Errorf("%q is not a Go type", part.Name)
		default:
			plain.WriteString(part.Name)
		}
	}
	x, err := parser.ParseExpr(plain.String())
	if err == nil && hasOddLength(x) {
		return nil, errors.New("the length of an array must be a number, as in \"[3]int\"")
	}
	if err != nil || !isType(x) {
		return nil, fmt.Errorf("%q is not a Go type", text)
	}
	return t, nil
}

// noType reports whether a name is blank, or predeclared with a meaning other than
// the type of a value: a constant, nil, a function, or a constraint.
func noType(name string) bool {
	switch object := types.Universe.Lookup(name).(type) {
	case nil:
		return name == "_"
	case *types.TypeName:
		return name == "comparable"
	default:
		return object != nil
	}
}

// pathLen returns the length of the import path and name at the start of s.
func pathLen(s string) int {
	for i, r := range s {
		switch {
		case r == '_', unicode.IsLetter(r):
		case i > 0 && ('0' <= r && r <= '9' || strings.ContainsRune("./-~", r)):
		default:
			return i
		}
	}
	return len(s)
}

// splitName splits a name such as "net/http.Response" at its last dot.
func splitName(word string) (GoPart, error) {
	if token.IsKeyword(word) {
		return GoPart{Token: word}, nil
	}
	path, name := "", word
	if i := strings.LastIndexByte(word, '.'); i >= 0 {
		path, name = word[:i], word[i+1:]
	}
	if !token.IsIdentifier(name) {
		return GoPart{}, fmt.Errorf("%q is not a Go type: write the import path, a dot, and the name, as in \"net/http.Response\"", word)
	}
	if path == "" {
		return GoPart{Name: name}, nil
	}
	if path == "C" || path == "unsafe" {
		return GoPart{}, fmt.Errorf("generated code cannot import %q", path)
	}
	for elem := range strings.SplitSeq(path, "/") {
		if elem == "" || strings.Trim(elem, ".") == "" {
			return GoPart{}, fmt.Errorf("%q is not an import path", path)
		}
	}
	if !token.IsExported(name) {
		return GoPart{}, fmt.Errorf("%q is not exported by package %q", name, path)
	}
	return GoPart{Path: path, Name: name}, nil
}

// isType reports whether x has the form of a type. It rejects struct and interface
// literals, which should be declared as named types.
func isType(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name != "_"
	case *ast.SelectorExpr:
		return isType(x.X)
	case *ast.StarExpr:
		return isType(x.X)
	case *ast.ArrayType:
		return isType(x.Elt) && (x.Len == nil || isLength(x.Len))
	case *ast.MapType:
		return isType(x.Key) && isType(x.Value)
	case *ast.ChanType:
		return isType(x.Value)
	case *ast.IndexExpr:
		return isType(x.X) && isType(x.Index)
	case *ast.IndexListExpr:
		for _, i := range x.Indices {
			if !isType(i) {
				return false
			}
		}
		return isType(x.X)
	case *ast.FuncType:
		return areTypes(x.Params) && areTypes(x.Results)
	}
	return false
}

// hasOddLength reports whether x contains an array whose length is not a number.
func hasOddLength(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		a, ok := n.(*ast.ArrayType)
		found = found || ok && a.Len != nil && !isLength(a.Len)
		return true
	})
	return found
}

func isLength(x ast.Expr) bool {
	lit, ok := x.(*ast.BasicLit)
	return ok && lit.Kind == token.INT
}

func areTypes(l *ast.FieldList) bool {
	if l == nil {
		return true
	}
	for _, f := range l.List {
		t := f.Type
		if e, ok := t.(*ast.Ellipsis); ok {
			t = e.Elt
		}
		if !isType(t) {
			return false
		}
	}
	return true
}
