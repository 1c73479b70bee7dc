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

// restore emits the function that restores a machine from a snapshot.
func (g printer) restore() {
	n := g.m.Names
	name := n.Record.Restore
	doc := name + " returns the machine that data is a snapshot of. It checks the whole snapshot: names, each of which must occur only once, " +
		"types, parameters, ranges and invariants, and the conditions under which the proofs apply. So the machine keeps to its bound and " +
		"does not panic, but " + name + " cannot tell whether a run reaches it." + g.lacks()
	if g.m.Renames() || len(g.m.Removed) > 0 {
		doc += " It may contain names that the spec lists as old or removed."
	}
	args, fields, check, timers, calls := "data []byte", "", "", "", ""
	if n.Host != "" {
		doc += " The host is not called."
		args += ", host " + n.Host
		fields = "host: host"
		check = "if host == nil {\nreturn nil, errors.New(\"" + g.f.Package + ": " + name + ": host is nil\")\n}\n"
	}
	if n.TimerSet != "" {
		doc += " No timer is running afterward: the program must start those of [" + n.Machine + ".Timers]. [" + n.Machine + ".Due] returns when each is due, if the snapshot contains that."
		timers = "if err := m.readTimers(snapshot[\"timers\"]); err != nil {\nreturn nil, err\n}\n"
	}
	if g.calls() {
		when := "afterward"
		if g.timed() {
			when = "either"
		}
		doc += " No call is running " + when + ": the program must start those of [" + n.Machine + ".Calls] again, with their numbers."
		calls = "if err := m.readCalls(snapshot[\"calls\"]); err != nil {\nreturn nil, err\n}\n"
	}
	known := []string{"machine != " + strconv.Quote(g.m.Name)}
	for _, was := range g.m.Was {
		known = append(known, "machine != "+strconv.Quote(was))
	}
	g.f.Function(comment.Wrap(doc), `
func $Restore($args) (*$Machine, error) {
	$checkif !utf8.Valid(data) || !json.Valid(data) {
		return nil, errors.New("$pkg: snapshot: not valid JSON")
	}
	m := &$Machine{$fields}
	snapshot, err := m.readFields($of"field", "a snapshot", data, $names, $optional)
	if err != nil {
		return nil, err
	}
	var machine, state string
	if err := m.readValue($of"machine", snapshot["machine"], &machine); err != nil {
		return nil, err
	}
	if $other {
		return nil, fmt.Errorf("$pkg: snapshot: from another machine, %.40q", machine)
	}
	if err := m.readValue($of"state", snapshot["state"], &state); err != nil {
		return nil, err
	}
	if err := m.state.UnmarshalText([]byte(state)); err != nil {
		return nil, fmt.Errorf("$pkg: snapshot: unknown state %.40q", state)
	}
	$parts$values$timers$calls$claims
}`, "$Restore", name, "$args", args, "$check", check, "$fields", fields, "$other", strings.Join(known, " && "),
		"$names", g.old(nil)+"[]string{\"machine\", \"params\", \"state\", \"vars\", \"data\"}",
		"$of", g.of(), "$optional", optional, "$timers", timers, "$calls", calls, "$parts", g.readParts(), "$values", g.readValues(), "$claims", g.checkRestored())
}

// lacks says what a snapshot of an earlier version may lack.
func (g printer) lacks() string {
	const may = " A snapshot of an earlier version of the spec may lack "
	vars := slices.ContainsFunc(g.m.DataOf(-1), func(i int) bool { return !g.m.Vars[i].Pending() })
	defaults := slices.ContainsFunc(g.m.Params, func(p core.Param) bool { return p.Default != nil })
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

// renamed are the names of one object of a snapshot.
type renamed struct {
	name string
	was  []string
}

// old returns the argument of readFields with the old names in an object, if any part of the machine has
// some.
func (g printer) old(list []renamed) string {
	if !g.m.Renames() {
		return ""
	}
	var pairs []string
	for _, r := range list {
		for _, was := range r.was {
			pairs = append(pairs, strconv.Quote(was)+": "+strconv.Quote(r.name))
		}
	}
	if len(pairs) == 0 {
		return "nil, "
	}
	return "map[string]string{" + strings.Join(pairs, ", ") + "}, "
}

// readParts emits code that reads the objects of a snapshot.
func (g printer) readParts() string {
	object := func(local, kind, field string, names []renamed, required, optional []string) string {
		assign := local + ", err :="
		if len(names) == 0 {
			assign = "_, err ="
		}
		list := "nil"
		if len(required) > 0 {
			list = "[]string{" + quoted(required) + "}"
		}
		if len(optional) > 0 {
			list += ", " + quoted(optional)
		}
		return assign + " m.readFields(" + g.of() + "\"" + kind + "\", \"this machine\", snapshot[\"" + field + "\"], " + g.old(names) + list + ")\nif err != nil {\nreturn nil, err\n}\n"
	}
	var params, vars []renamed
	var required, defaulted []string
	for _, p := range g.m.Params {
		params = append(params, renamed{p.Name, p.Was})
		if p.Default == nil {
			required = append(required, p.Name)
		} else {
			defaulted = append(defaulted, p.Name)
		}
	}
	for _, i := range g.m.DataOf(-1) {
		vars = append(vars, renamed{g.m.Vars[i].Name, g.m.Vars[i].Was})
	}
	return object("params", "parameter", "params", params, required, append(defaulted, g.m.Removed...)) +
		object("vars", "variable", "vars", vars, nil, append(g.m.VarNames(g.m.DataOf(-1)), g.m.Removed...)) + g.readData()
}

// readData emits code that reads the data of the state.
func (g printer) readData() string {
	read := "m.readFields(" + g.of() + "\"datum\", \"state \"+state, snapshot[\"data\"], $names)\nif err != nil {\nreturn nil, err\n}\n"
	states, dropped, named, olds, optional := "", false, false, false, "removed"
	for s := range g.m.States {
		data, removed := g.m.DataOf(s), g.m.States[s].Removed
		for _, i := range data {
			if g.m.Vars[i].Pending() {
				removed = append(slices.Clip(removed), g.m.Vars[i].Name)
				optional = "optional"
			}
		}
		data = slices.DeleteFunc(data, func(i int) bool { return g.m.Vars[i].Pending() })
		if len(data)+len(removed) == 0 {
			continue
		}
		states += "case " + g.m.Names.States[s] + ":\n"
		if len(data) > 0 {
			named = true
			states += "names = []string{" + quoted(g.m.VarNames(data)) + "}\n"
		}
		var list []renamed
		for _, i := range data {
			list = append(list, renamed{g.m.Vars[i].Name, g.m.Vars[i].Was})
		}
		if was := strings.TrimSuffix(g.old(list), ", "); was != "" && was != "nil" {
			olds = true
			states += "was = " + was + "\n"
		}
		if len(removed) > 0 {
			dropped = true
			states += "$optional = []string{" + quoted(removed) + "}\n"
		}
	}
	states = strings.ReplaceAll(states, "$optional", optional)
	if states == "" {
		return strings.Replace("_, err = "+read, "$names", g.old(nil)+"nil", 1)
	}
	var locals []string
	args := strings.TrimSuffix(g.old(nil), ", ")
	if olds {
		args = "was"
	}
	if args != "" {
		args += ", "
	}
	if named {
		locals = append(locals, "names")
		args += "names"
	} else {
		args += "nil"
	}
	if dropped {
		locals = append(locals, optional)
		args += ", " + optional + "..."
	}
	declare := "var " + strings.Join(locals, ", ") + " []string\n"
	if olds {
		declare += "var was map[string]string\n"
	}
	assign := "values, err := "
	if !named {
		assign = "_, err = "
	}
	return declare + "switch m.state {\n" + states + "default: // has no data\n}\n" + assign + strings.Replace(read, "$names", args, 1)
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strconv.Quote(n)
	}
	return strings.Join(out, ", ")
}

// readValues emits code that sets the fields of the machine. What a snapshot lacks has its default, or its
// initial value for the parameters.
func (g printer) readValues() string {
	out, params, computed := "", "", ""
	defaults := false
	for i, p := range g.m.Params {
		field := "m.params." + g.m.Names.Fields[i]
		params += fmt.Sprintf("{%q, params[%q], &%s},\n", "parameter "+p.Name, p.Name, field)
		if p.Default == nil {
			continue
		}
		defaults = true
		if expr.Uses(p.Default, func(*expr.Symbol) bool { return true }) {
			computed += fmt.Sprintf("if params[%q] == nil {\n%s = %s\n}\n", p.Name, field, code.Expr(g.m, p.Default, "m.params", -1))
		}
	}
	if defaults {
		out += "m.params = " + g.m.Names.Defaults + "()\n"
	}
	if params != "" {
		out += g.loop(params, defaults) + computed
	}
	out += "if err := m.params.Validate(); err != nil {\nreturn nil, err\n}\n"
	vars := ""
	for _, i := range g.m.DataOf(-1) {
		v, field := &g.m.Vars[i], "m."+g.m.Names.Vars[i].Field
		if v.Init != nil && !zero(v.Init) && !v.Pending() {
			out += field + " = " + code.Expr(g.m, v.Init, "m.params", -1) + "\n"
		}
		vars += fmt.Sprintf("{%q, vars[%q], &%s},\n", "variable "+v.Name, v.Name, field)
	}
	if vars != "" {
		out += g.loop(vars, true)
	}
	states := ""
	for s := range g.m.States {
		data := g.m.DataOf(s)
		if len(data) == 0 {
			continue
		}
		states += "case " + g.m.Names.States[s] + ":\n"
		for _, i := range data {
			name := g.m.Vars[i].Name
			read := fmt.Sprintf("if err := m.readValue(%s%q, values[%q], &m.%s); err != nil {\nreturn nil, err\n}\n", g.of(), "datum "+name, name, g.m.Names.Vars[i].Field)
			if g.m.Vars[i].Pending() {
				read = fmt.Sprintf("if values[%q] != nil { // not at rest\n%s}\n", name, read)
			}
			states += read
		}
	}
	if states != "" {
		out += "switch m.state {\n" + states + "default: // has no data\n}\n"
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

// loop emits a loop over values that reads each of them, if it is there.
func (g printer) loop(rows string, optional bool) string {
	skip := ""
	if optional {
		skip = "if value.text == nil {\ncontinue\n}\n"
	}
	return `for _, value := range [...]struct {
		name string
		text []byte
		into any
	}{
		` + rows + `} {
		` + skip + `if err := m.readValue(` + g.of() + `value.name, value.text, value.into); err != nil {
			return nil, err
		}
	}
	`
}

// checkRestored emits code that checks the claims about the values, and ends the function.
func (g printer) checkRestored() string {
	if g.m.HasClaims() {
		return "if err := m.checkClaims(); err != nil {\nreturn nil, err\n}\nreturn m, nil"
	}
	return "return m, nil"
}

// readFields emits a strict reader of objects, which package json lacks.
func (g printer) readFields() {
	doc := "readFields returns the fields of an object in valid JSON: all required ones, and perhaps optional ones, each once."
	arg, name := "", ""
	if g.m.Renames() {
		doc += " was maps old names to new ones."
		arg = "was map[string]string, "
		name = `if present, ok := was[name]; ok {
			name = present
		}
		`
	}
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) readFields($paramkind, owner string, text []byte, $argrequired []string, optional ...string) (map[string]json.RawMessage, error) {
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte("{"))
	if !ok {
		return nil, fmt.Errorf("$place: want an object with each %s of %s"$at, kind, owner)
	}
	fields := map[string]json.RawMessage{}
	for {
		var name string
		var value []byte
		if name, value, rest = m.nextField(rest); value == nil {
			break
		}
		$nameif !slices.Contains(required, name) && !slices.Contains(optional, name) {
			return nil, fmt.Errorf("$place: unknown %s %.40q: %s does not have it in this version of the spec"$at, kind, name, owner)
		}
		if fields[name] != nil {
			return nil, fmt.Errorf("$place: duplicate %s %s"$at, kind, name)
		}
		fields[name] = value
	}
	if missing := slices.DeleteFunc(slices.Clone(required), func(name string) bool { return fields[name] != nil }); len(missing) > 0 {
		return nil, fmt.Errorf("$place: no %s %s: %s must have it in this version of the spec, so add a value"$at, kind, strings.Join(missing, ", "), owner)
	}
	return fields, nil
}`, "$place", g.place(), "$at", g.at(), "$param", g.param(), "$arg", arg, "$name", name)
}

// nextField emits the part of the reader that keeps the fields of an object apart: the decoders of package
// json allocate memory for each, which takes most of the time of a restore.
func (g printer) nextField() {
	g.f.Function(comment.Wrap("nextField splits the first field off the text of an object in valid JSON, after its brace. At the end of the object, value is nil."), `
func (*$Machine) nextField(text []byte) (name string, value, rest []byte) {
	depth, start, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted:
			if c == '\\' {
				i++
			}
			quoted = c != '"'
		case c == '"':
			quoted = true
		case depth == 0 && c == ':':
			key := bytes.TrimSpace(text[:i])
			name, start = string(key[1:len(key)-1]), i+1
			if bytes.Contains(key, []byte(`+"`\\`"+`)) {
				_ = json.Unmarshal(key, &name) // the text is JSON
			}
		case depth == 0 && (c == ',' || c == '}'):
			return name, bytes.TrimSpace(text[start:i]), text[i+1:]
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return name, nil, nil
}`)
}
