package golang_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// replayHost writes the methods of a host that answers like the oracle's host and records
// its calls, or "" for a machine without a host.
func replayHost(m *core.Machine, n *ident.Names) string {
	if n.Host == "" {
		return ""
	}
	var out bytes.Buffer
	method := func(name string, fields []core.Field, result, body string, args ...any) {
		var params []string
		for i, f := range fields {
			params = append(params, fmt.Sprintf("x%d %s", i, typeText(n, m, f.Type)))
		}
		fmt.Fprintf(&out, "func (h *recorder) %s(%s) %s {\n", name, strings.Join(params, ", "), result)
		fmt.Fprintf(&out, body+"\n}\n\n", args...)
	}
	sum := func(fields []core.Field, factor int) string {
		text := ""
		for i := range fields {
			text += fmt.Sprintf(" + %d*number(x%d)", i+factor, i)
		}
		return text
	}
	fmt.Fprintf(&out, "var _ %s = (*recorder)(nil)\n\n", n.Host)
	for i, g := range m.Guards {
		switch {
		case g.Reason:
			method(n.Guards[i].Method, g.Args, "error", "\tif (h.salt+%d%s)%%3 != 0 {\n\t\treturn nil\n\t}\n\treturn errors.ErrUnsupported", i, sum(g.Args, 2))
		case g.External:
			method(n.Guards[i].Method, g.Args, "bool", "\treturn (h.salt+%d%s)%%3 != 0", i, sum(g.Args, 2))
		}
	}
	for i, o := range m.Outputs {
		values := ""
		for j := range o.Fields {
			values += fmt.Sprintf(", number(x%d)", j)
		}
		method(n.Outputs[i].Method, o.Fields, "", "\th.told = append(h.told, 2, %d%s)", i, values)
	}
	if n.CallSet != "" {
		fmt.Fprintf(&out, "func (h *recorder) StopCall(c %s, call int) { h.stopCall(number(c), number(call)) }\n\n", n.Call)
	}
	for i, c := range m.Calls {
		fields := append([]core.Field{{Type: expr.Type{Kind: expr.Int}}}, c.Args...)
		values := ""
		for j := range fields {
			values += fmt.Sprintf(", number(x%d)", j)
		}
		method(n.Calls[i].Start, fields, "", "\th.told = append(h.told, 4, %d%s)", i, values)
	}
	if n.TimerSet == "" {
		return out.String()
	}
	out.WriteString("func (h *recorder) Now() time.Time { return time.Time{} }\n\n")
	fmt.Fprintf(&out, "func (h *recorder) StopTimer(t %s, start int) { h.stop(number(t), number(start)) }\n\n", n.Timer)
	fmt.Fprintf(&out, "func (h *recorder) StartTimer(t %s, start int, d time.Duration) { h.start(number(t), number(start), d) }\n\n", n.Timer)
	for i, d := range m.Delays {
		if n.Delays[i].Method != "" {
			method(n.Delays[i].Method, d.Args, "time.Duration", "\treturn time.Duration(1000 + %d%s)", i, sum(d.Args, 1))
		}
	}
	return out.String()
}
