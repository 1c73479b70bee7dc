package scope

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// Lookup implements [expr.Names].
func (s State) Lookup(name string) expr.Expr {
	m := s.Env.machine
	if field, ok := strings.CutPrefix(name, "event."); ok {
		if s.Event < 0 {
			return nil
		}
		for _, f := range m.Events[s.Event].Fields {
			if f.Name == field {
				return &expr.Ref{Symbol: f.Symbol}
			}
		}
		return nil
	}
	for _, v := range s.Env.tree.Data[s.At] {
		if m.Vars[v].Name == name {
			return &expr.Ref{Symbol: m.Vars[v].Symbol}
		}
	}
	e := s.Env.names.Known[name].Value
	if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.Named {
		if !s.decides() || r.Symbol.Index >= s.Guards {
			return nil
		}
		if g := m.Guards[r.Symbol.Index]; g.External && len(g.Args) > 0 {
			return nil
		} else if g.External {
			return s.Ask(name, nil)
		}
	}
	if name == "stalled" && s.Env.decls.Stall != nil && s.decides() {
		return &expr.Ref{Symbol: s.Env.decls.Stall.StalledName}
	}
	return e
}

// Why explains why a guard or a payload field cannot be used, as opposed to a
// misspelled name.
func (s State) Why(name string) string {
	if strings.HasPrefix(name, "event.") && s.Event >= 0 {
		e := s.Env.machine.Events[s.Event]
		if e.Eventless {
			return "there is no event under `always`: store the value in a variable when the event arrives"
		}
		field, fixed := name[len("event."):], e.Internal || e.OfCall() // whether no author gives the event a payload
		if len(e.Fields) == 0 && fixed {
			return "event `" + e.Name + "` has no payload"
		}
		if len(e.Fields) == 0 {
			return "event `" + e.Name + "` has no payload: declare the field with its type, such as bool or int, as in events: {" + e.Name + ": {" + diag.Clip(field) + ": bool}}"
		}
		fields := make([]string, len(e.Fields))
		for i, f := range e.Fields {
			fields[i] = f.Name
		}
		if near := diag.Nearest(field, fields); near != "" {
			return "did you mean `event." + near + "`?"
		}
		help := "the payload of event `" + e.Name + "` consists of " + names.Join(fields)
		if !fixed {
			help += "; declare `" + diag.Clip(field) + "` there, with its type, if it is missing"
		}
		return help
	}
	if g, ok := s.external(name); ok {
		return "`" + name + "` takes arguments: write " + signature(name, s.Env.machine.Guards[g].Args)
	}
	n, ok := s.Env.names.Known[name]
	switch {
	case !ok || s.Lookup(name) != nil:
		return ""
	case !s.decides():
		return "`" + name + "` is " + n.What + ", and only transitions can use guards"
	}
	return "`" + name + "` is " + n.What + "; a guard can use only guards that are declared before it"
}

// All implements [expr.Names].
func (s State) All() []string {
	out := names.Visible(s, s.Env.names.Order)
	for _, v := range s.Env.tree.Data[s.At] {
		out = append(out, s.Env.machine.Vars[v].Name)
	}
	if s.Event >= 0 {
		for _, f := range s.Env.machine.Events[s.Event].Fields {
			out = append(out, "event."+f.Name)
		}
	}
	return out
}
