package ident

import (
	"github.com/fsmgen/fsmgen/spec/diag"
)

// scopes are the names that are taken in the package and among the methods of the machine.
type scopes struct {
	pkg, methods scope
	// diags are about names that collide.
	diags diag.List
}

// own allocates a package-level name that the generated code needs.
func (sc *scopes) own(name, prefix string) string {
	name = prefix + name
	sc.pkg[name] = use{what: "the generated " + name}
	return name
}

func (sc *scopes) take(s scope, name, what string, span diag.Span) string {
	first, taken := s[name]
	if !taken {
		s[name] = use{what, span}
		return name
	}
	d := sc.diags.Errorf(diag.CodeCollision, span, "%s and %s have the same Go name, `%s`", what, first.what, name)
	if first.span.Start.IsValid() {
		d.Note(first.span, "%s is declared here", first.what)
	}
	if !first.span.Start.IsValid() {
		d.Helpf("rename it, or choose another Go name, as in {go: My%s}", name)
		return name
	}
	d.Helpf("rename one of them")
	return name
}

// reserve allocates the name of a method that the generated machine needs.
func (sc *scopes) reserve(method string) {
	sc.methods[method] = use{what: "method " + method + " of the generated machine"}
}
