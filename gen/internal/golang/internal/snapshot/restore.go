package snapshot

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// restore emits the function that restores a machine from a snapshot.
func (g printer) restore() {
	n := g.m.Names
	name := n.Record.Restore
	doc := name + " returns the machine that data is a snapshot of. It checks the whole snapshot: names, each of which must occur exactly once, " +
		"types, parameters, ranges and invariants, and the conditions under which the proofs apply. So the machine keeps to its bound and " +
		"does not panic, but " + name + " cannot tell whether a run reaches it. " +
		"A snapshot of another version of the spec is refused if its states, parameters, variables, ranges or invariants differ."
	args, fields, check := "data []byte", "", ""
	if n.Host != "" {
		doc += " The host is not called."
		args += ", host " + n.Host
		fields = "host: host"
		check = "if host == nil {\nreturn nil, errors.New(\"" + g.f.Package + ": " + name + ": host is nil\")\n}\n"
	}
	if n.TimerSet != "" {
		doc += " No timer is running afterward: the program must start those of [" + n.Machine + ".Timers] that had not expired."
	}
	g.f.Function(comment.Wrap(doc), `
func $Restore($args) (*$Machine, error) {
	$checkif !utf8.Valid(data) || !json.Valid(data) {
		return nil, errors.New("$pkg: snapshot: not valid JSON")
	}
	m := &$Machine{$fields}
	snapshot, err := m.readFields("field", "a snapshot", data, "machine", "spec", "params", "state", "vars", "data")
	if err != nil {
		return nil, err
	}
	var machine, state string
	if err := m.readValue("machine", snapshot["machine"], &machine); err != nil {
		return nil, err
	}
	if machine != $name {
		return nil, fmt.Errorf("$pkg: snapshot: from another machine, %.40q", machine)
	}
	if err := m.readValue("state", snapshot["state"], &state); err != nil {
		return nil, err
	}
	if err := m.state.UnmarshalText([]byte(state)); err != nil {
		return nil, fmt.Errorf("$pkg: snapshot: unknown state %.40q", state)
	}
	$parts$versions$values$claims
}`, "$Restore", name, "$args", args, "$check", check, "$fields", fields, "$name", strconv.Quote(g.m.Name),
		"$parts", g.readParts(), "$versions", g.readMarks(), "$values", g.readValues(), "$claims", g.checkRestored())
}

// readParts emits code that reads the objects of a snapshot.
func (g printer) readParts() string {
	var params, vars []string
	for _, p := range g.m.Params {
		params = append(params, p.Name)
	}
	states := ""
	for s := range g.m.States {
		if data := g.m.DataOf(s); len(data) > 0 {
			states += "case " + g.m.Names.States[s] + ":\nnames = []string{" + quoted(g.m.VarNames(data)) + "}\n"
		}
	}
	vars = g.m.VarNames(g.m.DataOf(-1))
	object := func(local, kind, field string, names []string) string {
		assign := local + ", err :="
		if len(names) == 0 {
			assign = "_, err ="
		}
		args := ""
		if len(names) > 0 {
			args = ", " + quoted(names)
		}
		return assign + " m.readFields(\"" + kind + "\", \"this machine\", snapshot[\"" + field + "\"]" + args + ")\nif err != nil {\nreturn nil, err\n}\n"
	}
	out := object("params", "parameter", "params", params) + object("vars", "variable", "vars", vars)
	if states == "" {
		return out + "_, err = m.readFields(\"datum\", \"state \"+state, snapshot[\"data\"])\nif err != nil {\nreturn nil, err\n}\n"
	}
	return out + "var names []string\nswitch m.state {\n" + states + "default: // has no data\n}\n" +
		"values, err := m.readFields(\"datum\", \"state \"+state, snapshot[\"data\"], names...)\nif err != nil {\nreturn nil, err\n}\n"
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strconv.Quote(n)
	}
	return strings.Join(out, ", ")
}

// readMarks emits code that compares the fingerprints of the spec.
func (g printer) readMarks() string {
	marks := g.fingerprint()
	var names []string
	rows := ""
	for _, m := range marks {
		names = append(names, m.name)
		rows += fmt.Sprintf("{%q, %q, %q},\n", m.name, m.what, m.hash)
	}
	return `marks, err := m.readFields("mark", "a spec", snapshot["spec"], ` + quoted(names) + `)
	if err != nil {
		return nil, err
	}
	var changed []string
	for _, part := range [...]struct{ name, what, mark string }{
		` + rows + `} {
		var mark string
		if err := m.readValue("mark "+part.name, marks[part.name], &mark); err != nil {
			return nil, err
		}
		if mark != part.mark {
			changed = append(changed, part.what)
		}
	}
	if len(changed) > 0 {
		return nil, fmt.Errorf("` + g.f.Package + `: snapshot: from another version of the spec, in which the %s differ", strings.Join(changed, " and the "))
	}
	`
}

// readValues emits code that sets the fields of the machine.
func (g printer) readValues() string {
	rows, states := "", ""
	for i, p := range g.m.Params {
		rows += fmt.Sprintf("{%q, params[%q], &m.params.%s},\n", "parameter "+p.Name, p.Name, g.m.Names.Fields[i])
	}
	for _, i := range g.m.DataOf(-1) {
		name := g.m.Vars[i].Name
		rows += fmt.Sprintf("{%q, vars[%q], &m.%s},\n", "variable "+name, name, g.m.Names.Vars[i].Field)
	}
	out := ""
	if rows != "" {
		out = `for _, value := range [...]struct {
			name string
			text []byte
			into any
		}{
			` + rows + `} {
			if err := m.readValue(value.name, value.text, value.into); err != nil {
				return nil, err
			}
		}
		`
	}
	for s := range g.m.States {
		data := g.m.DataOf(s)
		if len(data) == 0 {
			continue
		}
		states += "case " + g.m.Names.States[s] + ":\n"
		for _, i := range data {
			name := g.m.Vars[i].Name
			states += fmt.Sprintf("if err := m.readValue(%q, values[%q], &m.%s); err != nil {\nreturn nil, err\n}\n", "datum "+name, name, g.m.Names.Vars[i].Field)
		}
	}
	if states != "" {
		out += "switch m.state {\n" + states + "default: // has no data\n}\n"
	}
	return out
}

// checkRestored emits code that checks the claims about the values, and ends the function.
func (g printer) checkRestored() string {
	out := "if err := m.params.Validate(); err != nil {\nreturn nil, err\n}\n"
	if g.m.HasClaims() {
		out += "if err := m.checkClaims(); err != nil {\nreturn nil, err\n}\n"
	}
	return out + "return m, nil"
}

// readFields emits a strict reader of objects, which package json lacks.
func (g printer) readFields() {
	g.f.Function(comment.Wrap("readFields returns the fields of a JSON object, which must have exactly these names, each once."), `
func (*$Machine) readFields(kind, owner string, text []byte, names ...string) (map[string]json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, fmt.Errorf("$pkg: snapshot: want an object with each %s of %s", kind, owner)
	}
	fields := make(map[string]json.RawMessage, len(names))
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("$pkg: snapshot: %w", err)
		}
		name, _ := key.(string)
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("$pkg: snapshot: unknown %s %.40q", kind, name)
		}
		if fields[name] != nil {
			return nil, fmt.Errorf("$pkg: snapshot: duplicate %s %s", kind, name)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, fmt.Errorf("$pkg: snapshot: %w", err)
		}
		fields[name] = value
	}
	for _, name := range names {
		if fields[name] == nil {
			return nil, fmt.Errorf("$pkg: snapshot: %s %s is missing", kind, name)
		}
	}
	return fields, nil
}`)
}
