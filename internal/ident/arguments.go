package ident

import (
	"go/doc"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// arguments returns the names of the parameters of a method that takes fields, beside those that args
// has.
func (a *allocator) arguments(fields []core.Field, args scope) []string {
	var out []string
	for _, f := range fields {
		name := a.scopes.take(args, Unexport(f.Name), "field `"+f.Name+"`", f.Span)
		out = append(out, a.argument(name))
	}
	return out
}

// argument returns a parameter name that does not shadow anything that its method
// needs: the receiver, predeclared names, package variables, and the packages and
// types that the spec uses.
func (a *allocator) argument(name string) string {
	hides := name == "m" || a.variables[name] || a.foreign[name] || doc.IsPredeclared(name) || name == "time" && len(a.machine.Timers) > 0 ||
		a.context != "" && (name == a.context || name == "context")
	if hides {
		return name + "_"
	}
	return name
}

// takeContext chooses the parameter with the context of the call that makes a step, if a method of the host takes it.
func (a *allocator) takeContext() {
	if slices.ContainsFunc(a.machine.Guards, func(g core.Guard) bool { return g.Context }) ||
		slices.ContainsFunc(a.machine.Outputs, func(o core.Output) bool { return o.Context }) {
		a.context = a.argument("ctx")
	}
}

// foreign returns the packages, and the types of the generated package, that types of the
// spec name.
func foreign(m *core.Machine) map[string]bool {
	names := map[string]bool{}
	look := func(t expr.Type) {
		if t.Duration {
			names["time"] = true
		}
		if t.Go == nil {
			return
		}
		for _, p := range t.Go.Parts {
			if p.Path != "" {
				names[lastElem(p.Path)] = true
			} else {
				names[p.Name] = true
			}
		}
	}
	for _, p := range m.Params {
		look(p.Type)
	}
	for _, v := range m.Vars {
		look(v.Type)
	}
	lookAll := func(fields []core.Field) {
		for _, f := range fields {
			look(f.Type)
		}
	}
	for _, e := range m.Events {
		lookAll(e.Fields)
	}
	for _, g := range m.Guards {
		lookAll(g.Args)
	}
	for _, o := range m.Outputs {
		lookAll(o.Fields)
	}
	for _, d := range m.Delays {
		lookAll(d.Args)
	}
	for _, c := range m.Calls {
		lookAll(c.Args)
	}
	return names
}

// lastElem returns the usual name of a package: the last element of its path,
// without the major version ("math/rand/v2" is rand).
func lastElem(path string) string {
	dir, last := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, last = path[:i], path[i+1:]
	}
	if dir != "" && last[0] == 'v' && last != "v" && strings.Trim(last[1:], "0123456789") == "" {
		return lastElem(dir)
	}
	return last
}
