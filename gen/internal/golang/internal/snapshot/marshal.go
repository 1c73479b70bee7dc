package snapshot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// marshalMachine emits MarshalJSON of the machine.
func (g printer) marshalMachine() {
	n := g.m.Names
	doc := "MarshalJSON returns a snapshot of the machine, from which [" + n.Record.Restore + "] makes an equal machine. Equal machines have equal snapshots, byte for byte"
	if g.goTypes() {
		doc += ", if the JSON of the Go types in them is deterministic. Values of Go types are encoded by encoding/json, and errors as their text. A value that JSON cannot restore completely is an error"
	}
	doc += "."
	if n.Host != "" {
		doc += " It returns an error during a step, and after a step that a panic of the host has left unfinished."
	}
	body := ""
	if n.Host != "" {
		body += "if " + code.Busy(g.m) + " {\nreturn nil, errors.New(\"$pkg: no snapshot during a step\")\n}\n"
	}
	if g.m.HasClaims() {
		body += "if err := m.checkClaims(); err != nil {\nreturn nil, err\n}\n"
	}
	for i, p := range g.m.Params {
		if p.Type.Kind == expr.String {
			body += validText("parameter "+p.Name, "m.params."+n.Fields[i])
		}
	}
	if g.goTypes() {
		body += "values := map[string]any{}\n"
	}
	checks, vars := g.fields(-1)
	t := text{out: checks}
	g.begin(&t)
	cases := ""
	for s := range g.m.States {
		checks, fields := g.fields(s)
		if len(fields) == 0 {
			continue
		}
		branch := text{out: checks}
		branch.fields(fields)
		g.pending(&branch, s, len(fields) > 0)
		cases += "case " + n.States[s] + ":\n" + branch.flush()
	}
	if cases != "" {
		t.statement("switch m.state {\n" + cases + "default: // has no data\n}\n")
	}
	t.literal(`},"machine":` + strconv.Quote(g.m.Name) + `,"params":{`)
	t.fields(g.params())
	t.literal(`},"state":`)
	g.enumerated(&t, "m.state", g.storedStates())
	g.writeTimers(&t)
	t.literal(`,"vars":{`)
	t.fields(vars)
	g.pending(&t, -1, len(vars) > 0)
	t.literal("}}")
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) MarshalJSON() ([]byte, error) {
	$body$textreturn text, nil
}`, "$body", strings.ReplaceAll(body, "$pkg", g.f.Package), "$text", strings.ReplaceAll(t.flush(), "$pkg", g.f.Package))
}

// storedStates reports whether snapshots have texts in place of the names of states.
func (g printer) storedStates() bool {
	return slices.ContainsFunc(g.m.States, func(s core.State) bool { return s.Text != "" })
}

// field is a member of an object in a snapshot: its name, and what appends its value.
type field struct {
	name   string
	append func(*text)
}

// params returns the parameters as fields.
func (g printer) params() (list []field) {
	for i, p := range g.m.Params {
		list = append(list, g.field(p.Name, p.Type, "m.params."+g.m.Names.Fields[i]))
	}
	return list
}

// fields returns the variables, or the data of a state, as fields, and the statements that check them.
func (g printer) fields(state int) (checks string, list []field) {
	for _, i := range g.m.DataOf(state) {
		v, value := &g.m.Vars[i], "m."+g.m.Names.Vars[i].Field
		switch v.Type.Kind {
		case expr.Opaque:
			checks += fmt.Sprintf("if err := m.writeValue(values, %q, &%s); err != nil {\nreturn nil, err\n}\n", v.Name, value)
			value = fmt.Sprintf("values[%q]", v.Name)
		case expr.String:
			checks += validText(v.Name, value)
		}
		if !v.Pending() {
			list = append(list, g.field(v.Name, v.Type, value))
		}
	}
	return checks, list
}

// pending appends what a machine that is not at rest is still to do, and with which data, as other fields. Data are carried only
// in states that have other fields.
func (g printer) pending(t *text, state int, more bool) {
	for _, i := range g.m.DataOf(state) {
		if v := &g.m.Vars[i]; v.Pending() {
			value, name := "m."+g.m.Names.Vars[i].Field, strconv.Quote(v.Name)+":"
			if more {
				name = "," + name
			}
			branch := text{}
			branch.literal(name)
			g.field(v.Name, v.Type, value).append(&branch)
			t.statement("if " + code.NotZero(g.m, v.Type, value).GoString() + " { // not at rest\n" + branch.flush() + "}\n")
		}
	}
}

// field returns a field with the value of a Go expression.
func (g printer) field(name string, t expr.Type, value string) field {
	return field{name, func(out *text) {
		switch t.Kind {
		case expr.Int:
			out.value("append(", "strconv.Itoa("+value+")...)")
		case expr.Bool:
			out.value("strconv.AppendBool(", value+")")
		case expr.Enumerated:
			g.enumerated(out, value, t.Enum.Text != nil)
		default:
			out.value("m.appendJSON(", value+")")
		}
	}}
}

// enumerated appends the text of a constant. Names need no escapes, but a stored text may.
func (g printer) enumerated(out *text, value string, stored bool) {
	if stored {
		out.value("m.appendJSON(", value+")")
		return
	}
	out.literal(`"`)
	out.value("append(", value+".String()...)")
	out.literal(`"`)
}

// validText checks a string that package json would change.
func validText(name, field string) string {
	return fmt.Sprintf("if !utf8.ValidString(%s) {\nreturn nil, errors.New(%q)\n}\n", field, "$pkg: "+name+" is not valid UTF-8, so JSON cannot represent it")
}

// unmarshalMachine emits UnmarshalJSON, which always returns an error. Without it, package json
// would silently leave the machine unchanged.
func (g printer) unmarshalMachine() {
	g.f.Function(comment.Wrap("UnmarshalJSON always returns an error. Use ["+g.m.Names.Record.Restore+"] to make a machine from a snapshot."), `
func (m *$Machine) UnmarshalJSON([]byte) error {
	return errors.New("$pkg: cannot unmarshal into a machine: use $Restore")
}`, "$Restore", g.m.Names.Record.Restore)
}
