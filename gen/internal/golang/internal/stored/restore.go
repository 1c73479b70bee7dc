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
	g.f.Function(comment.Wrap(g.restoreDoc()), `
func $Restore($args) (*$Machine, error) {
	`+check+`m := &$Machine{$fields}
	if err := m.record().Restore(data); err != nil {
		return nil, err
	}
	return m, nil
}`, "$Restore", name, "$args", args, "$fields", fields)
}

// restoreDoc is the comment of the function.
func (g printer) restoreDoc() string {
	n := g.m.Names
	doc := n.Record.Restore + " returns the machine that data is a snapshot of, as package [codec] documents."
	switch {
	case n.TimerSet != "" && n.CallSet != "":
		return doc + " It does not call the host: start the timers of [" + n.Machine + ".Timers], with the numbers of [" + n.Machine + ".TimerStart], and the calls of [" + n.Machine + ".Calls], with theirs."
	case n.TimerSet != "":
		return doc + " It does not call the host: start the timers of [" + n.Machine + ".Timers], with the numbers of [" + n.Machine + ".TimerStart]."
	case n.CallSet != "":
		return doc + " It does not call the host: start the calls of [" + n.Machine + ".Calls] again, with their numbers."
	case n.Host != "":
		return doc + " It does not call the host."
	}
	return doc
}

// computed emits code that sets the parameters that a snapshot lacks to defaults that depend on other parameters.
func (g printer) computed() (out string) {
	for i, p := range g.m.Core.Params {
		if p.Default != nil && expr.Uses(p.Default, func(*expr.Symbol) bool { return true }) {
			out += fmt.Sprintf("if missing(%q) {\nm.params.%s = %s\n}\n", p.Name, g.m.Names.Fields[i], code.Expr(g.m, p.Default, "m.params", -1))
		}
	}
	return out
}

// initial emits code that sets variables to their initial values, which a snapshot may lack.
func (g printer) initial() (out string) {
	for _, i := range g.m.Data().In(-1) {
		if v := &g.m.Core.Vars[i]; v.Init != nil && !code.IsZero(v.Init) && !v.Pending() {
			out += "m." + g.m.Names.Vars[i].Field + " = " + code.Expr(g.m, v.Init, "m.params", -1) + "\n"
		}
	}
	return out
}
