package golang

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// goType writes a type of the spec as Go.
func (g *generator) goType(t expr.Type) *jen.Statement {
	switch t.Kind {
	case expr.Int, expr.Bool, expr.String:
		return jen.Id(t.String())
	case expr.Enumerated:
		return jen.Id(g.enum(t.Enum).Type)
	}
	out := jen.Null()
	text := ""
	flush := func() {
		if text != "" {
			out.Op(text)
			text = ""
		}
	}
	for _, p := range t.Go.Parts {
		if p.Path == "" {
			text += p.Token + p.Name
			continue
		}
		flush()
		out.Qual(p.Path, p.Name)
	}
	flush()
	return out
}

// zero writes the zero value of a type. Of a named Go type nothing is known,
// so that only *new(T) is right for all of them.
func (g *generator) zero(t expr.Type) *jen.Statement {
	switch t.Kind {
	case expr.Int:
		return jen.Lit(0)
	case expr.Bool:
		return jen.False()
	case expr.String:
		return jen.Lit("")
	case expr.Enumerated:
		return jen.Id(g.enum(t.Enum).Values[0])
	}
	switch first := t.Go.Parts[0]; {
	case slices.Contains([]string{"*", "map", "chan", "func", "<"}, first.Token),
		strings.HasPrefix(t.Go.Text, "[]"),
		t.Go.Text == "error", t.Go.Text == "any":
		return jen.Nil()
	case first.Token == "[":
		return g.goType(t).Values()
	case t.Go.Text == "time.Duration", isNumber(t.Go.Text):
		return jen.Lit(0)
	case t.Go.Text == "time.Time":
		return g.goType(t).Values()
	}
	return jen.Op("*").New(g.goType(t))
}

func isNumber(name string) bool {
	return slices.Contains([]string{
		"byte", "rune", "uint", "uintptr", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
		"float32", "float64", "complex64", "complex128",
	}, name)
}

// opaqueTypes returns the Go types that the spec names, in its order.
func opaqueTypes(m *core.Machine) []*expr.GoType {
	var out []*expr.GoType
	add := func(t expr.Type) {
		if t.Go != nil {
			out = append(out, t.Go)
		}
	}
	addAll := func(fields []core.Field) {
		for _, f := range fields {
			add(f.Type)
		}
	}
	for _, v := range m.Vars {
		add(v.Type)
	}
	for _, e := range m.Events {
		addAll(e.Fields)
	}
	for _, g := range m.Guards {
		addAll(g.Args)
	}
	for _, o := range m.Outputs {
		addAll(o.Fields)
	}
	for _, d := range m.Delays {
		addAll(d.Args)
	}
	return out
}

// punctuation is what may stand between the names of a Go type. A comment or
// a line break would let the text of a type reach beyond it.
var punctuation = regexp.MustCompile(`^([][*(),.<\- 0-9]|map|chan|func)$`)

func checkType(t *expr.GoType) error {
	for _, p := range t.Parts {
		if p.Name == "" && !punctuation.MatchString(p.Token) {
			return fmt.Errorf("%q in the Go type %q", p.Token, t.Text)
		}
	}
	return nil
}

// nameImports gives each package outside the standard library a local name,
// written in the import clause because the package's own is not known here.
// It is one that no argument hides and no type of the package uses.
func (g *generator) nameImports() {
	used := map[string]bool{g.pkg: true}
	use := func(args []string) {
		for _, a := range args {
			used[a] = true
		}
	}
	for _, e := range g.names.Events {
		use(e.Args)
	}
	for _, n := range g.names.Guards {
		use(n.Args)
	}
	for _, n := range g.names.Outputs {
		use(n.Args)
	}
	for _, n := range g.names.Delays {
		use(n.Args)
	}
	for _, standard := range []string{"bytes", "encoding", "errors", "fmt", "json", "math", "reflect", "slices", "strings", "time", "utf8"} {
		g.imports[standard] = true
	}
	types := opaqueTypes(g.m)
	for _, t := range types {
		for _, p := range t.Parts {
			if p.Path == "" {
				used[p.Name] = true
			}
		}
	}
	for _, t := range types {
		for _, p := range t.Parts {
			name := importName(p.Path)
			if host, _, _ := strings.Cut(p.Path, "/"); !strings.Contains(host, ".") {
				g.imports[name] = true
				continue
			}
			for used[name] {
				name += "pkg"
			}
			g.imports[name] = true
			g.file.ImportAlias(p.Path, name)
		}
	}
}

var (
	majorVersion = regexp.MustCompile(`^v[0-9]+$`)
	notInName    = regexp.MustCompile(`[^a-z0-9]`)
)

// importName guesses the name of a package by the customs of import paths:
// "example.com/go-money/v2" is money, "gopkg.in/yaml.v3" yaml.
func importName(importPath string) string {
	name := path.Base(importPath)
	if majorVersion.MatchString(name) && path.Dir(importPath) != "." {
		name = path.Base(path.Dir(importPath))
	}
	if before, after, ok := strings.Cut(name, ".v"); ok && strings.Trim(after, "0123456789") == "" {
		name = before
	}
	name = strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(name), "go-"), "-go")
	name = strings.TrimLeft(notInName.ReplaceAllString(name, ""), "0123456789")
	if name == "" {
		return "pkg"
	}
	return name
}
