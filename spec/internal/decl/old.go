package decl

import (
	"github.com/fsmgen/fsmgen/spec/diag"
)

// oldNames resolves the old names of parameters and variables, and those that are removed.
func (l *values) oldNames() {
	m, f := l.machine, l.file
	params, vars := map[string]diag.Span{}, map[string]diag.Span{}
	for _, p := range m.Params {
		params[p.Name] = p.Span
	}
	for _, v := range m.Vars {
		vars[v.Name] = v.Span
	}
	oldParams, oldVars := map[string]diag.Span{}, map[string]diag.Span{}
	for i, p := range f.Params {
		m.Params[i].Was = l.names.Was("parameter", p.Was, params, oldParams)
	}
	for i, v := range f.Vars {
		m.Vars[i].Was = l.names.Was("variable", v.Was, vars, oldVars)
	}
	seen := map[string]diag.Span{}
	for _, name := range f.Removed {
		if name.Value != "" {
			l.names.Check(name, "variable")
		}
		if l.names.Gone(name, "parameter", params, oldParams) && l.names.Gone(name, "variable", vars, oldVars) && l.names.Once(seen, name, "`removed` lists `%s` twice", "first listed here") {
			m.Removed = append(m.Removed, name.Value)
		}
	}
}
