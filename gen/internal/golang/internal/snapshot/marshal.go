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
	if slices.ContainsFunc(g.m.Vars, func(v core.Var) bool { return v.Type.Kind == expr.Opaque }) {
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
	var params []string
	for i, p := range g.m.Params {
		field := "m.params." + n.Fields[i]
		params = append(params, strconv.Quote(p.Name)+": "+field)
		if p.Type.Kind == expr.String {
			body += validText("parameter "+p.Name, field)
		}
	}
	vars, writes := g.written(-1, "vars")
	body += "vars := map[string]any{" + strings.Join(vars, ", ") + "}\n" + writes
	data, cases := "map[string]any{}", ""
	for s := range g.m.States {
		if values, writes := g.written(s, "data"); len(values) > 0 || writes != "" {
			cases += "case " + n.States[s] + ":\n"
			if len(values) > 0 {
				cases += "data = map[string]any{" + strings.Join(values, ", ") + "}\n"
			}
			cases += writes
		}
	}
	if cases != "" {
		body += "data := map[string]any{}\nswitch m.state {\n" + cases + "default: // has no data\n}\n"
		data = "data"
	}
	collect, timers := g.writtenTimers()
	body += collect
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) MarshalJSON() ([]byte, error) {
	$body
	return json.Marshal(map[string]any{
		"machine": $name,
		"params": map[string]any{$params},
		"state": m.state,
		"vars": vars,
		"data": $data,$timers
	})
}`, "$body", strings.ReplaceAll(body, "$pkg", g.f.Package), "$name", strconv.Quote(g.m.Name),
		"$params", strings.Join(params, ", "), "$data", data, "$timers", timers)
}

// written returns the elements of a map with the variables, or the data of a state, that JSON
// can represent directly, and the statements that add the others.
func (g printer) written(state int, into string) (elements []string, writes string) {
	for i, v := range g.m.Vars {
		if v.State != state {
			continue
		}
		name, field := strconv.Quote(v.Name), "m."+g.m.Names.Vars[i].Field
		if v.Type.Kind == expr.Opaque {
			writes += fmt.Sprintf("if err := m.writeValue(%s, %s, &%s); err != nil {\nreturn nil, err\n}\n", into, name, field)
			continue
		}
		elements = append(elements, name+": "+field)
		if v.Type.Kind == expr.String {
			writes += validText(v.Name, field)
		}
	}
	return elements, writes
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
