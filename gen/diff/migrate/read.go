package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// read writes the reader of the old snapshot.
func (g *generator) read(json string) {
	optional := g.literal(nil) + `, "spec", "timers", "starts", "calls"` // as Restore
	machine := ""
	for _, name := range append([]string{g.plan.a.Name}, g.plan.a.Was...) {
		machine += fmt.Sprintf(" && machine != %q", name)
	}
	g.file.line("if !%s.Valid(snapshot) {\n%s\n}", json, g.file.errorf("the snapshot is not valid JSON", ""))
	g.file.line("row, err := d.object(\"the snapshot\", snapshot, []string{\"machine\", \"params\", \"state\", \"vars\", \"data\"}%s)\nif err != nil {\nreturn nil, err\n}", optional)
	g.file.line("var old %s\nvar machine string", g.typeStored)
	g.file.line("if err := %s.Unmarshal(row[\"machine\"], &machine); err != nil || %s {\n%s\n}", json, strings.TrimPrefix(machine, " && "), g.file.errorf("the snapshot is of another machine, %.40s", `row["machine"]`))
	g.file.line("if err := %s.Unmarshal(row[\"state\"], &old.State); err != nil {\n%s\n}", json, g.file.errorf("state: %w", "err"))
	var params, vars []string
	for _, p := range g.plan.a.Params {
		params = append(params, p.Name)
	}
	for _, v := range g.plan.a.Vars {
		if v.State < 0 && !v.Pending() {
			vars = append(vars, v.Name)
		}
	}
	object := func(name string, names []string, e earlier) {
		list := "nil"
		if len(names) > 0 {
			list = "[]string{" + quoted(names) + "}"
		}
		assign := name + ", err :="
		if len(names) == 0 {
			assign = "_, err ="
		}
		g.file.line("%s d.object(%q, row[%q], %s%s)\nif err != nil {\nreturn nil, err\n}", assign, name, name, list, g.literal(e))
	}
	object("params", params, g.past.params())
	object("vars", vars, g.past.vars())
	g.oneState()
	before, anyBefore := g.literal(nil), false
	for s := range g.plan.a.States {
		anyBefore = anyBefore || len(g.past.data(s)) > 0
	}
	g.file.line("var names []string")
	if anyBefore {
		before = ", earlier"
		g.file.line("var earlier map[string]string")
	}
	g.file.line("switch old.State {")
	var without []string
	any := false
	for s := range g.plan.a.States {
		var data []string
		for _, v := range g.plan.a.Vars {
			if v.State == s && !v.Pending() {
				data = append(data, v.Name)
			}
		}
		e := g.past.data(s)
		if len(data)+len(e) == 0 {
			without = append(without, g.plan.a.States[s].Stored())
			continue
		}
		any = any || len(data) > 0
		g.file.line("case %q:", g.plan.a.States[s].Stored())
		if len(data) > 0 {
			g.file.line("names = []string{%s}", quoted(data))
		}
		if len(e) > 0 {
			g.file.line("earlier = %s", strings.TrimPrefix(g.literal(e), ", "))
		}
	}
	if len(without) > 0 {
		g.file.line("case %s: // no data", quoted(without))
	}
	g.file.line("default:\n%s\n}", g.file.errorf("the old version has no state %.40q", "old.State"))
	if any {
		g.file.line("data, err := d.object(\"data\", row[\"data\"], names%s)\nif err != nil {\nreturn nil, err\n}", before)
	} else {
		g.file.line("if _, err = d.object(\"data\", row[\"data\"], names%s); err != nil {\nreturn nil, err\n}", before)
	}
	g.decode(json, any)
}

// decode writes what sets the fields of the old machine.
func (g *generator) decode(json string, data bool) {
	row := func(typ, name string, s *expr.Symbol) {
		g.file.line("%s{%q, %s, &%s},", typ, name, g.raw(s), g.field(s))
	}
	g.file.line("type value struct {\nname string\ntext %s.RawMessage\ninto any\n}\nvalues := []value{", json)
	for i := range g.plan.a.Params {
		row("", "param "+g.plan.a.Params[i].Name, g.plan.a.Params[i].Symbol)
	}
	for i := range g.plan.a.Vars {
		if g.plan.a.Vars[i].State < 0 && !g.plan.a.Vars[i].Pending() {
			row("", "var "+g.plan.a.Vars[i].Name, g.plan.a.Vars[i].Symbol)
		}
	}
	g.file.line("}")
	if data {
		g.file.line("switch old.State {")
		for s := range g.plan.a.States {
			if !g.hasData(s) {
				continue
			}
			g.file.line("case %q:\nvalues = append(values,", g.plan.a.States[s].Stored())
			for i := range g.plan.a.Vars {
				if g.plan.a.Vars[i].State == s && !g.plan.a.Vars[i].Pending() {
					row("value", "datum "+varName(g.plan.a, i), g.plan.a.Vars[i].Symbol)
				}
			}
			g.file.line(")")
		}
		g.file.line("}")
	}
	g.file.line("for _, v := range values {")
	g.file.line("if _, raw := v.into.(*%s.RawMessage); !raw && string(v.text) == \"null\" {\n%s\n}", json, g.file.errorf("%s is null", "v.name"))
	g.file.line("if err := %s.Unmarshal(v.text, v.into); err != nil {\n%s\n}\n}", json, g.file.errorf("%s: %w", "v.name, err"))
	g.oneValue()
}

// pending returns the names of members that a snapshot of the old version has only in the middle of a step.
func (g *generator) pending() (names []string) {
	for i := range g.plan.a.Vars {
		if g.plan.a.Vars[i].Pending() {
			names = append(names, g.plan.a.Vars[i].Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// object writes the strict reader of objects, which package json lacks.
func (g *generator) object() {
	text := `// object returns the members of a JSON object: all required ones, and perhaps optional ones, each once.
func ($Decisions) object(what string, text []byte, required []string, optional ...string) (map[string]json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, fmt.Errorf("$pkg: migrate: %s is not an object", what)
	}
	members := map[string]json.RawMessage{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("$pkg: migrate: %w", err)
		}
		name, _ := key.(string)
		if members[name] != nil || !slices.Contains(required, name) && !slices.Contains(optional, name) {
			return nil, fmt.Errorf("$pkg: migrate: %s has an unknown or a duplicate member %.40q: it is not from the old version", what, name)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, fmt.Errorf("$pkg: migrate: %w", err)
		}
		members[name] = value
	}
	for _, name := range required {
		if members[name] == nil {
			return nil, fmt.Errorf("$pkg: migrate: %s has no member %s: it is not from the old version; if it is from an earlier one, let the old version write it anew (Store.Refresh does so for all rows)", what, name)
		}
	}
	return members, nil
}`
	if g.past.any() {
		text = strings.NewReplacer(
			"each once.\n", "each once. Names of\n// earlier versions are replaced by present ones, and their values are dropped where there is none.\n",
			"required []string, optional", "required []string, earlier map[string]string, optional",
			"name, _ := key.(string)\n", "name, _ := key.(string)\n\t\tpresent, renamed := earlier[name]\n\t\tif renamed && present != \"\" {\n\t\t\tname = present\n\t\t}\n",
			"!slices.Contains(required, name) &&", "!renamed && !slices.Contains(required, name) &&",
		).Replace(text)
	}
	if names := g.pending(); len(names) > 0 {
		before := "\t\tif members[name] != nil ||"
		text = strings.Replace(text, before, "\t\tif slices.Contains([]string{"+quoted(names)+"}, name) && !slices.Contains(required, name) {\n"+
			"\t\t\treturn nil, fmt.Errorf(\"$pkg: migrate: %s has the member %s: the machine is in the middle of a step, so let the old version end it\", what, name)\n\t\t}\n"+before, 1)
	}
	for path, name := range map[string]string{"encoding/json": "json", "bytes": "bytes", "fmt": "fmt", "slices": "slices"} {
		text = strings.ReplaceAll(text, name+".", g.file.use(path)+".")
	}
	g.file.out.WriteString("\n" + strings.NewReplacer("$Decisions", g.typeDecisions, "$pkg", g.file.pkg).Replace(text) + "\n")
}
