package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
)

// Generate returns the Go file of the migration, which belongs to the package of the code that is generated from the new version. It
// imports the standard library, and the packages of the spec's types. An error is a bug in fsmgen.
func (p *Plan) Generate(pkg string) ([]byte, error) {
	g := &generator{plan: p, file: &file{out: &strings.Builder{}, pkg: pkg, imports: map[string]string{}}, past: ancestry{p.a}}
	var clashes int
	old, list := ident.Assign(p.a, p.Old.Spec.Prefix)
	clashes = len(list)
	new, list := ident.Assign(p.b, p.New.Spec.Prefix)
	if clashes+len(list) > 0 {
		return nil, fmt.Errorf("the Go names of a version collide")
	}
	g.old, g.new = old, new
	g.name()
	g.stored()
	g.decisions()
	g.migrate()
	g.object()
	return g.file.bytes(p.b.File)
}

// name chooses names of types that the generated code of the machine does not have.
func (g *generator) name() {
	taken := fmt.Sprintf("%+v", g.new) // all names are in it
	free := func(name string) string {
		name = g.plan.New.Spec.Prefix + name
		for slices.Contains(strings.FieldsFunc(taken, func(r rune) bool { return strings.ContainsRune(" {}[]:", r) }), name) {
			name = "Migrated" + name
		}
		return name
	}
	g.typeDecisions, g.typeStored = free("Decisions"), free("Stored")
}
