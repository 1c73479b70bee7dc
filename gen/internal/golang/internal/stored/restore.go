package stored

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// restore emits the function that restores a machine from a snapshot.
func (g printer) restore() {
	n := g.m.Names
	name := n.Record.Restore
	args, fields, check := "data []byte", "", ""
	if n.Host != "" {
		args += ", host " + n.Host
		fields = "host: host"
		check = "if host == nil {\nreturn nil, errors.New(\"" + g.f.Package + ": " + name + ": host is nil\")\n}\n"
	}
	if slices.ContainsFunc(g.m.Core.Params, func(p core.Param) bool { return p.Default != nil }) {
		if fields != "" {
			fields += ", "
		}
		fields += "params: " + n.Defaults + "()"
	}
	after := ""
	if g.m.Data().Claimed() {
		after += "if err := m.checkClaims(); err != nil {\nreturn nil, err\n}\n"
	}
	g.f.Function(comment.Wrap(g.restoreDoc()), `
func $Restore($args) (*$Machine, error) {
	`+check+`m := &$Machine{$fields}
	r := m.record()
	if err := r.Open(data); err != nil {
		return nil, err
	}
	`+g.computed()+`if err := m.params.Validate(); err != nil {
		return nil, err
	}
	`+g.initial()+`if err := r.Read(); err != nil {
		return nil, err
	}
	`+after+`return m, nil
}`, "$Restore", name, "$args", args, "$fields", fields)
}

// restoreDoc is the comment of the function.
func (g printer) restoreDoc() string {
	n := g.m.Names
	name := n.Record.Restore
	doc := name + " returns the machine that data is a snapshot of. It checks the whole snapshot: names, each of which must occur only once, " +
		"types, parameters, ranges and invariants, and the conditions under which the proofs apply. So the machine keeps to its bound and " +
		"does not panic, but " + name + " cannot tell whether a run reaches it." + g.lacks()
	if g.m.Data().Renames() || len(g.m.Core.Removed) > 0 {
		doc += " It may contain names that the spec lists as old or removed."
	}
	if n.Host != "" {
		doc += " The host is not called."
	}
	if n.TimerSet != "" {
		doc += " No timer is running afterward: the program must start those of [" + n.Machine + ".Timers], with the numbers that [" + n.Machine + ".TimerStart] returns. [" + n.Machine + ".Due] returns when each is due, if the snapshot contains that."
	}
	if n.CallSet != "" {
		when := "afterward"
		if n.TimerSet != "" {
			when = "either"
		}
		doc += " No call is running " + when + ": the program must start those of [" + n.Machine + ".Calls] again, with their numbers."
	}
	return doc
}

// lacks says what a snapshot of an earlier version may lack.
func (g printer) lacks() string {
	const may = " A snapshot of an earlier version of the spec may lack "
	vars := slices.ContainsFunc(g.m.Data().In(-1), func(i int) bool { return !g.m.Core.Vars[i].Pending() })
	defaults := slices.ContainsFunc(g.m.Core.Params, func(p core.Param) bool { return p.Default != nil })
	switch {
	case vars && defaults:
		return may + "variables and parameters, which then have their initial values and defaults."
	case vars:
		return may + "variables, which then have their initial values."
	case defaults:
		return may + "parameters, which then have their defaults."
	}
	return ""
}

// computed emits code that sets the parameters that a snapshot lacks to defaults that depend on other parameters.
func (g printer) computed() (out string) {
	for i, p := range g.m.Core.Params {
		if p.Default != nil && expr.Uses(p.Default, func(*expr.Symbol) bool { return true }) {
			out += fmt.Sprintf("if r.Missing(%q) {\nm.params.%s = %s\n}\n", p.Name, g.m.Names.Fields[i], code.Expr(g.m, p.Default, "m.params", -1))
		}
	}
	return out
}

// initial emits code that sets variables to their initial values, which a snapshot may lack.
func (g printer) initial() (out string) {
	for _, i := range g.m.Data().In(-1) {
		if v := &g.m.Core.Vars[i]; v.Init != nil && !zero(v.Init) && !v.Pending() {
			out += "m." + g.m.Names.Vars[i].Field + " = " + code.Expr(g.m, v.Init, "m.params", -1) + "\n"
		}
	}
	return out
}

// zero reports whether an initial value is Go's zero value.
func zero(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Lit:
		return e.Value == 0
	case *expr.Text:
		return e.Value == ""
	}
	return false
}
