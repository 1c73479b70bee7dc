package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// names returns the places of names.
func names(list ...syntax.Text) map[string]diag.Span {
	out := map[string]diag.Span{}
	for _, n := range list {
		out[n.Value] = n.Span
	}
	return out
}

// was returns the old names of a part. An old name must not be one that a part of the same kind
// has, or that another part had: a snapshot with that name would have two meanings. present has
// the names of all parts of the kind; old has the old names so far, and gets these.
func (l *naming) was(what string, list []syntax.Text, present, old map[string]diag.Span) (out []string) {
	for _, name := range list {
		if name.Value == "" {
			continue
		}
		named := "of this name"
		if what == "plain state" || what == "value" {
			l.checkText(name, what)
			named += " or text"
		} else {
			l.checkName(name, what)
		}
		if at, ok := present[name.Value]; ok {
			l.diags.Errorf(diag.CodeDuplicate, name.Span, "`was` lists `%s`, but the spec still has %s %s", diag.Clip(name.Value), diag.Indefinite(what), named).
				Note(at, "declared here").Helpf("list only names that the spec no longer uses for %s", diag.Indefinite(what))
			continue
		}
		if l.once(old, name, "the old name `%s` is listed twice", "first listed here") {
			out = append(out, name.Value)
		}
	}
	return out
}

// oldNames resolves the old names of parameters and variables, and those that are removed.
func (l *typing) oldNames() {
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
		m.Params[i].Was = l.was("parameter", p.Was, params, oldParams)
	}
	for i, v := range f.Vars {
		m.Vars[i].Was = l.was("variable", v.Was, vars, oldVars)
	}
	seen := map[string]diag.Span{}
	for _, name := range f.Removed {
		if name.Value != "" {
			l.checkName(name, "variable")
		}
		if l.gone(name, "parameter", params, oldParams) && l.gone(name, "variable", vars, oldVars) && l.once(seen, name, "`removed` lists `%s` twice", "first listed here") {
			m.Removed = append(m.Removed, name.Value)
		}
	}
}

// gone reports a removed name that a part of some kind still has, or had.
func (l *naming) gone(name syntax.Text, what string, present, old map[string]diag.Span) bool {
	if name.Value == "" {
		return false
	}
	if at, ok := present[name.Value]; ok {
		l.diags.Errorf(diag.CodeDuplicate, name.Span, "`removed` lists `%s`, but the spec still has %s of this name", diag.Clip(name.Value), diag.Indefinite(what)).
			Note(at, "declared here").Helpf("remove the name from the list")
		return false
	}
	if at, ok := old[name.Value]; ok {
		l.diags.Errorf(diag.CodeDuplicate, name.Span, "`removed` lists `%s`, which is also the old name of %s", diag.Clip(name.Value), diag.Indefinite(what)).
			Note(at, "listed as an old name here").Helpf("list it under `was` to keep the value, or under `removed` to drop it")
		return false
	}
	return true
}

// oldValues resolves the old names of the values of an enum.
func (l *typing) oldValues(enum *expr.Enum, e syntax.Enum) {
	present, old := names(e.Values...), map[string]diag.Span{}
	l.valueTexts(enum, e, present)
	seen := map[string]diag.Span{}
	for _, w := range e.Was {
		i := slices.Index(enum.Values, w.Value.Value)
		if i < 0 {
			l.unknown(w.Value, "value of enum `"+diag.Clip(enum.Name)+"`", enum.Values)
			continue
		}
		if !l.once(seen, w.Value, "the old names of `%s` are given twice", "first given here") {
			continue
		}
		if enum.Was == nil {
			enum.Was = make([][]string, len(enum.Values))
		}
		enum.Was[i] = l.was("value", w.Names, present, old)
	}
}

// oldCalls resolves the old names of calls and child machines, and those of their results.
func (l *declarations) oldCalls() {
	m := l.machine
	present, old := map[string]diag.Span{}, map[string]diag.Span{}
	listed := map[string][]syntax.Text{}
	for _, c := range l.file.Calls {
		present[c.Name.Value], listed[c.Name.Value] = c.Name.Span, c.Was
	}
	for _, u := range l.file.Uses {
		present[u.Name.Value], listed[u.Name.Value] = u.Name.Span, u.Was
	}
	taken := map[string]bool{}
	for _, e := range m.Events {
		for _, name := range append([]string{e.Name}, e.Was...) {
			taken[name] = true
		}
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		c.Was = l.was("call", listed[c.Name], present, old)
		for _, e := range c.Results {
			event := &m.Events[e]
			for _, was := range c.Was {
				if name := was + strings.TrimPrefix(event.Name, c.Name); !taken[name] {
					event.Was, taken[name] = append(event.Was, name), true
				}
			}
		}
	}
}

// oldStates resolves the old names of states. A plain state may have been a state that is
// composite in this version, and the reverse.
func (l *hierarchy) oldStates() {
	plain, composite, old := map[string]diag.Span{}, map[string]diag.Span{}, map[string]diag.Span{}
	for _, name := range l.stateNames() {
		if n := l.nodes[name]; n.index < 0 {
			composite[name] = n.decl.Name.Span
		} else {
			plain[name] = n.decl.Name.Span
		}
	}
	for _, name := range l.stateNames() {
		if n := l.nodes[name]; n.index >= 0 {
			l.machine.States[n.index].Text = l.text("state", n.decl.Name, n.decl.Text, plain)
		} else if n.decl.Text.Given() && n.composite() {
			l.diags.Errorf(diag.CodeComposite, n.decl.Text.Span, "the composite state `%s` has a text, but no machine is stored in it", diag.Clip(name)).
				Helpf("give texts to the states inside it")
		}
	}
	l.oldComposites = map[string][]string{}
	for _, name := range l.stateNames() {
		n := l.nodes[name]
		if n.region != nil {
			continue
		}
		if n.index >= 0 {
			s := &l.machine.States[n.index]
			s.Was = l.was("plain state", n.decl.Was, plain, old)
			s.Removed = l.removedData(n)
			continue
		}
		l.oldComposites[name] = l.was("composite state", n.decl.Was, composite, old)
		if len(n.decl.Removed) > 0 {
			l.diags.Errorf(diag.CodeComposite, n.decl.Removed[0].Span, "the composite state `%s` has no data, so nothing can be removed from it", diag.Clip(name)).
				Helpf("list the data in the states inside it, and variables under `removed` at the top level")
		}
	}
}

// removedData resolves the old names of the data of a plain state, and returns those that are removed.
func (l *hierarchy) removedData(n *node) (out []string) {
	present, old := map[string]diag.Span{}, map[string]diag.Span{}
	for _, d := range n.decl.Data {
		present[d.Name.Value] = d.Name.Span
	}
	for _, i := range l.data[n.index] {
		v := &l.machine.Vars[i]
		at := slices.IndexFunc(n.decl.Data, func(d syntax.Decl) bool { return d.Name.Value == v.Name })
		v.Was = l.was("datum", n.decl.Data[at].Was, present, old)
	}
	seen := map[string]diag.Span{}
	for _, name := range n.decl.Removed {
		if name.Value != "" {
			l.checkName(name, "datum")
		}
		if l.gone(name, "datum", present, old) && l.once(seen, name, "`removed` lists `%s` twice", "first listed here") {
			out = append(out, name.Value)
		}
	}
	return out
}

// wasState returns the old names of a state, plain or composite.
func (l *hierarchy) wasState(state string) []string {
	i := slices.IndexFunc(l.machine.States, func(s core.State) bool { return s.Name == state })
	if i < 0 {
		return l.oldComposites[state]
	}
	// The text may be the name that the state had before it was renamed. Other texts are in no timer.
	s := &l.machine.States[i]
	return slices.DeleteFunc(append([]string{s.Text}, s.Was...), func(text string) bool { return !name.Is(text) })
}

// oldMemory gives the variable of a memory, and its values, the names that they had when the states had their old names.
func (l *history) oldMemory(n *node, h *memory) {
	m := l.machine
	v := &m.Vars[h.symbol.Index]
	enum := v.Type.Enum
	taken := slices.Clone(m.Removed)
	for i := range m.Vars {
		taken = append(append(taken, m.Vars[i].Name), m.Vars[i].Was...)
	}
	for _, was := range l.wasState(n.decl.Name.Value) {
		if name := memoryName(was, h.deep); !slices.Contains(taken, name) {
			v.Was, taken = append(v.Was, name), append(taken, name)
		}
	}
	for i, s := range h.states {
		for _, was := range l.wasState(s.decl.Name.Value) {
			if slices.Contains(enum.Values, was) {
				continue // which is another state now
			}
			if enum.Was == nil {
				enum.Was = make([][]string, len(enum.Values))
			}
			enum.Was[i+1] = append(enum.Was[i+1], was)
		}
	}
}

// memoryName returns the name of the variable that remembers where the machine was inside a state.
func memoryName(state string, deep bool) string {
	name := state + map[bool]string{false: "History", true: "DeepHistory"}[deep]
	return strings.ToLower(name[:1]) + name[1:]
}
