package proptest

import (
	"go/ast"
	"go/token"
	"slices"
)

// group is the constants of a type, which count from 0.
type group struct {
	of    string
	names []string
}

// variable is something that has a name and a type.
type variable struct{ name, of string }

// declare reads the fields of the machine that its spec names, its parameters, and
// the constants of its types.
func (m *mutator) declare(file *ast.File) {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		all := &group{}
		for _, s := range g.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				fields, ok := s.Type.(*ast.StructType)
				switch {
				case ok && s.Name.Name == m.names.Machine:
					m.fields["m"] = m.named(fields.Fields)
				case ok && s.Name.Name == m.names.Params:
					m.fields["p"] = m.named(fields.Fields)
					m.fields["m.params"] = m.fields["p"]
				}
			case *ast.ValueSpec:
				if s.Type != nil {
					all.of = m.text(s.Type)
				}
				if g.Tok == token.CONST {
					all.names = append(all.names, s.Names[0].Name)
					m.groups[s.Names[0].Name] = all
				}
			}
		}
	}
}

// named returns what has names in a list, but for what each machine has.
func (m *mutator) named(list *ast.FieldList) []variable {
	var out []variable
	for _, f := range list.List {
		for _, name := range f.Names {
			if !slices.Contains([]string{"params", "host", "state", "busy", "due", "over", "firing", "steps", "typed", "observed"}, name.Name) {
				out = append(out, variable{name.Name, m.text(f.Type)})
			}
		}
	}
	return out
}

// confuse puts what has the same type in the place of a name: a variable of the
// machine, a parameter, or an argument.
func (m *mutator) confuse(n *ast.Ident, prefix string, all []variable) {
	old := n.Name
	i := slices.IndexFunc(all, func(v variable) bool { return v.name == old })
	if i < 0 {
		return
	}
	for _, v := range all {
		if v.of == all[i].of && v.name != old {
			m.add(prefix+v.name+" for "+prefix+old, func() { n.Name = v.name }, func() { n.Name = old })
		}
	}
}

// constant puts another constant in the place of one: each other state and timer,
// and of others the neighbours.
func (m *mutator) constant(n *ast.Ident) {
	old, g := n.Name, m.groups[n.Name]
	if g == nil {
		return
	}
	i := slices.Index(g.names, old)
	rest := append(slices.Clone(g.names[i+1:]), g.names[:i]...)
	if g.of != m.names.State && g.of != m.names.Timer && len(rest) > 2 {
		rest = []string{rest[0], rest[len(rest)-1]}
	}
	for _, other := range rest {
		m.add(other+" for "+old, func() { n.Name = other }, func() { n.Name = old })
	}
}
