package golang

import (
	"go/doc"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// delivery is what the host is told once the machine is in its new state, in the
// order in which it is told.
type delivery struct {
	host    string // the Go expression for the host
	stops   []int
	outputs []string // calls, without the host
	starts  []int
}

func (d delivery) calls() bool { return len(d.stops)+len(d.outputs)+len(d.starts) > 0 }

// deliver emits the calls.
func (g *generator) deliver(body *jen.Group, d delivery) {
	for _, t := range d.stops {
		body.Id(d.host).Dot("StopTimer").Call(jen.Id(g.names.Timers[t]))
	}
	for _, o := range d.outputs {
		body.Id(d.host).Dot(o)
	}
	for _, t := range d.starts {
		body.Id(d.host).Dot("StartTimer").Call(jen.Id(g.names.Timers[t]), g.length(t, d.host))
	}
}

// start is what the host is told when a machine begins.
func (g *generator) start() delivery {
	out := delivery{host: "host"}
	for _, e := range g.m.Start {
		out.outputs = append(out.outputs, g.names.Outputs[e.Output].Method+"("+g.codes(e.Written, "p", -1)+")")
	}
	for i, t := range g.m.Timers {
		if slices.Contains(t.States, g.m.Initial) {
			out.starts = append(out.starts, i)
		}
	}
	return out
}

// delivery returns what a transition tells the host, and the statements that
// keep for it the old values that the transition changes. Outputs of entering
// a state are over the new values and need none.
func (g *generator) delivery(t core.Transition, clears []int, local *locals) ([]string, delivery) {
	changed := map[string]bool{}
	for _, u := range g.assigned(t) {
		changed[g.names.Vars[u.Var].Field] = true
	}
	for _, v := range clears {
		changed[g.names.Vars[v].Field] = true
	}
	changes := func(s *expr.Symbol) bool { return s.Scope == expr.Var && changed[g.names.Vars[s.Index].Field] }

	var keeps []string
	kept := map[string]string{}
	out := delivery{host: "m.host", stops: g.m.Stops(&t), starts: t.Starts}
	for _, e := range t.Emits {
		method := g.names.Outputs[e.Output].Method
		if e.Cause == core.ByEntry {
			out.outputs = append(out.outputs, method+"("+g.codes(e.Written, "m.params", -1)+")")
			continue
		}
		args := make([]string, len(e.Values))
		for i, v := range e.Values {
			args[i] = g.code(v, "m.params", t.Event)
			if !expr.Uses(v, changes) {
				continue
			}
			name, known := kept[args[i]]
			if !known {
				name = g.keptName(local, e.Output, i, v)
				kept[args[i]] = name
				keeps = append(keeps, name+" := "+args[i])
			}
			args[i] = name
		}
		out.outputs = append(out.outputs, method+"("+strings.Join(args, ", ")+")")
	}
	return keeps, out
}

// locals chooses names for the local variables of a method. They hide nothing
// that the method uses, and not each other.
type locals struct{ taken map[string]bool }

func (g *generator) newLocals(event int) *locals {
	l := &locals{taken: maps.Clone(g.imports)}
	l.taken["m"] = true
	for _, a := range g.names.Events[event].Args {
		l.taken[a] = true
	}
	for _, t := range opaqueTypes(g.m) {
		for _, p := range t.Parts {
			if p.Path == "" {
				l.taken[p.Name] = true
			}
		}
	}
	return l
}

// clone returns locals of a block inside.
func (l *locals) clone() *locals { return &locals{maps.Clone(l.taken)} }

// name takes the first candidate that is free, or the last with a number.
func (l *locals) name(candidates ...string) string {
	free := func(name string) bool { return !l.taken[name] && !doc.IsPredeclared(name) }
	name := candidates[len(candidates)-1]
	if i := slices.IndexFunc(candidates, free); i >= 0 {
		name = candidates[i]
	}
	for i, base := 2, name; !free(name); i++ {
		name = base + strconv.Itoa(i)
	}
	l.taken[name] = true
	return name
}

// keptName names the old value of a field of an output: after the variable that
// it is, or else after the field.
func (g *generator) keptName(local *locals, output, field int, value expr.Expr) string {
	if r, ok := value.(*expr.Ref); ok {
		name := g.names.Vars[r.Symbol.Index].Getter
		return local.name(ident.Unexport(name), "old"+name)
	}
	o := g.m.Outputs[output]
	name := o.Fields[field].Name
	return local.name(ident.Unexport(name), ident.Unexport(o.Name)+ident.Export(name))
}
