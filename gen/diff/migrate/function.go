package migrate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// decisions writes the struct with a field for each decision.
func (g *generator) decisions() {
	g.comment(fmt.Sprintf("%s are what the specs of %s leave open about machines that the old version has stored.", g.typeDecisions, g.a.Name))
	g.comment("All fields must be set. A function may look a value up elsewhere; its error ends the migration of the machine.")
	g.line("type %s struct {", g.typeDecisions)
	for i := range g.Decisions {
		d := &g.Decisions[i]
		g.comment(d.doc(g.Plan))
		typ := g.new.State
		if d.to != nil {
			typ = g.newType(d.to.Type)
		}
		g.line("%s func(old %s) (%s, error)", d.Field, g.typeStored, typ)
	}
	g.line("}\n")
}

// doc says what a decision is about.
func (d *Decision) doc(p *Plan) string {
	text := d.Field + " returns the value of " + d.Part
	if d.state >= 0 {
		text = d.Field + " returns the state in which a machine of " + d.Part + " continues"
	}
	text += ": " + d.Reason + "."
	if d.Checked {
		text += " It is called only if the stored value does not fit."
	}
	if len(d.Known) > 0 {
		text += " Restore requires " + strings.Join(d.Known, ", ") + "."
	}
	return text
}

// errorf writes the return of an error.
func (g *generator) errorf(format, args string) string {
	format = strconv.Quote(g.pkg + ": migrate: " + format)
	if args == "" {
		return "return nil, " + g.use("errors") + ".New(" + format + ")"
	}
	return "return nil, " + g.use("fmt") + ".Errorf(" + format + ", " + args + ")"
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strconv.Quote(n)
	}
	return strings.Join(out, ", ")
}

// migrate writes the method that migrates a snapshot.
func (g *generator) migrate() {
	json := g.use("encoding/json")
	g.comment(fmt.Sprintf("Migrate returns the snapshot of the machine that continues the one in snapshot, which is of the old version of %s. "+
		"Restore has accepted the result. After an error, the old snapshot is still valid.", g.a.Name))
	g.line("func (d %s) Migrate(snapshot []byte) ([]byte, error) {", g.typeDecisions)
	for i := range g.Decisions {
		f := g.Decisions[i].Field
		g.line("if d.%s == nil {\n%s\n}", f, g.errorf(g.typeDecisions+"."+f+" is nil: "+g.Decisions[i].Part+" has no value otherwise", ""))
	}
	g.read(json)
	g.line("newParams, newVars, newData := map[string]any{}, map[string]any{}, map[string]any{}")
	g.state()
	for j := range g.b.Params {
		g.value(g.b.Params[j].Symbol, "newParams", -1, g.m.Params[j])
	}
	for j := range g.b.Vars {
		if g.b.Vars[j].State < 0 {
			g.value(g.b.Vars[j].Symbol, "newVars", -1, g.m.Vars[j])
		}
	}
	g.data()
	g.line("next := map[string]any{%q: %q, \"params\": newParams, \"state\": state, \"vars\": newVars, \"data\": newData}", "machine", g.b.Name)
	if len(g.counterparts.Timers) > 0 {
		g.timers()
	}
	host := ""
	if g.new.Host != "" {
		host = ", struct{ " + g.new.Host + " }{}"
	}
	g.line("text, err := %s.Marshal(next)\nif err != nil {\n%s\n}", json, g.errorf("%w", "err"))
	g.line("m, err := %s(text%s)\nif err != nil {\n%s\n}", g.new.Record.Restore, host, g.errorf("the new version refuses the machine: %w", "err"))
	g.line("return m.MarshalJSON()\n}")
}

// read writes the reader of the old snapshot.
func (g *generator) read(json string) {
	optional := ""
	if len(g.a.Timers) > 0 {
		optional = `, "timers"`
	}
	g.line("if !%s.Valid(snapshot) {\n%s\n}", json, g.errorf("the snapshot is not valid JSON", ""))
	g.line("row, err := d.object(\"the snapshot\", snapshot, []string{\"machine\", \"params\", \"state\", \"vars\", \"data\"}%s)\nif err != nil {\nreturn nil, err\n}", optional)
	g.line("var old %s\nvar machine string", g.typeStored)
	g.line("if err := %s.Unmarshal(row[\"machine\"], &machine); err != nil || machine != %q {\n%s\n}", json, g.a.Name, g.errorf("the snapshot is of another machine, %.40s", `row["machine"]`))
	g.line("if err := %s.Unmarshal(row[\"state\"], &old.State); err != nil {\n%s\n}", json, g.errorf("state: %w", "err"))
	var params, vars []string
	for _, p := range g.a.Params {
		params = append(params, p.Name)
	}
	for _, v := range g.a.Vars {
		if v.State < 0 {
			vars = append(vars, v.Name)
		}
	}
	object := func(name string, names []string) {
		list := "nil"
		if len(names) > 0 {
			list = "[]string{" + quoted(names) + "}"
		}
		assign := name + ", err :="
		if len(names) == 0 {
			assign = "_, err ="
		}
		g.line("%s d.object(%q, row[%q], %s)\nif err != nil {\nreturn nil, err\n}", assign, name, name, list)
	}
	object("params", params)
	object("vars", vars)
	g.line("var names []string\nswitch old.State {")
	var without []string
	any := false
	for s := range g.a.States {
		var data []string
		for _, v := range g.a.Vars {
			if v.State == s {
				data = append(data, v.Name)
			}
		}
		if len(data) == 0 {
			without = append(without, g.a.States[s].Name)
			continue
		}
		any = true
		g.line("case %q:\nnames = []string{%s}", g.a.States[s].Name, quoted(data))
	}
	if len(without) > 0 {
		g.line("case %s: // no data", quoted(without))
	}
	g.line("default:\n%s\n}", g.errorf("the old version has no state %.40q", "old.State"))
	if any {
		g.line("data, err := d.object(\"data\", row[\"data\"], names)\nif err != nil {\nreturn nil, err\n}")
	} else {
		g.line("if _, err = d.object(\"data\", row[\"data\"], names); err != nil {\nreturn nil, err\n}")
	}
	g.decode(json, any)
}

// decode writes what sets the fields of the old machine.
func (g *generator) decode(json string, data bool) {
	row := func(typ, name string, s *expr.Symbol) { g.line("%s{%q, %s, &%s},", typ, name, g.raw(s), g.field(s)) }
	g.line("type value struct {\nname string\ntext %s.RawMessage\ninto any\n}\nvalues := []value{", json)
	for i := range g.a.Params {
		row("", "param "+g.a.Params[i].Name, g.a.Params[i].Symbol)
	}
	for i := range g.a.Vars {
		if g.a.Vars[i].State < 0 {
			row("", "var "+g.a.Vars[i].Name, g.a.Vars[i].Symbol)
		}
	}
	g.line("}")
	if data {
		g.line("switch old.State {")
		for s := range g.a.States {
			if !g.hasData(s) {
				continue
			}
			g.line("case %q:\nvalues = append(values,", g.a.States[s].Name)
			for i := range g.a.Vars {
				if g.a.Vars[i].State == s {
					row("value", "datum "+varName(g.a, i), g.a.Vars[i].Symbol)
				}
			}
			g.line(")")
		}
		g.line("}")
	}
	g.line("for _, v := range values {")
	g.line("if _, raw := v.into.(*%s.RawMessage); !raw && string(v.text) == \"null\" {\n%s\n}", json, g.errorf("%s is null", "v.name"))
	g.line("if err := %s.Unmarshal(v.text, v.into); err != nil {\n%s\n}\n}", json, g.errorf("%s: %w", "v.name, err"))
}

// state writes in which state the machine continues.
func (g *generator) state() {
	g.line("var state %s\nswitch old.State {", g.new.State)
	for s, t := range g.m.States {
		if t < 0 {
			i := slices.IndexFunc(g.Decisions, func(d Decision) bool { return d.state == s })
			f := g.Decisions[i].Field
			g.line("case %q:\nif state, err = d.%s(old); err != nil {\n%s\n}", g.a.States[s].Name, f, g.errorf(g.typeDecisions+"."+f+": %w", "err"))
		}
	}
	for t := range g.b.States {
		var from []string
		for s, to := range g.m.States {
			if to == t {
				from = append(from, g.a.States[s].Name)
			}
		}
		if len(from) > 0 {
			g.line("case %s:\nstate = %s", quoted(from), g.new.States[t])
		}
	}
	g.line("}")
}

// value writes what sets a value of the new version. from is the old parameter or variable that gives it, or -1; state is the old state
// of a datum, or -1.
func (g *generator) value(s *expr.Symbol, into string, state, from int) {
	target := into + "[" + strconv.Quote(s.Name) + "]"
	if x := g.m.Given[slotOf(s)]; x != nil {
		g.given(target, s, x)
		return
	}
	var o *expr.Symbol
	if from >= 0 && s.Scope == expr.Param {
		o = g.a.Params[from].Symbol
	} else if from >= 0 {
		o = g.a.Vars[from].Symbol
	}
	if !g.m.Decided[slotOf(s)] {
		if o != nil {
			g.keep(target, s, o)
		}
		return
	}
	if fits := g.fits(s, state, o); fits != "" {
		g.line("if %s {", fits)
		g.keep(target, s, o)
		g.line("} else {")
		g.ask(target, s)
		g.line("}")
		return
	}
	g.ask(target, s)
}

// ask writes the call of a decision.
func (g *generator) ask(target string, s *expr.Symbol) {
	i := slices.IndexFunc(g.Decisions, func(d Decision) bool { return d.to != nil && slotOf(d.to) == slotOf(s) })
	f := g.Decisions[i].Field
	g.line("{\nvalue, err := d.%s(old)\nif err != nil {\n%s\n}", f, g.errorf(g.typeDecisions+"."+f+": %w", "err"))
	if s.Type.Kind == expr.Opaque && s.Type.Go.Text == "error" {
		g.line("%s = nil\nif value != nil {\n%s = value.Error()\n}\n}", target, target)
		return
	}
	g.line("%s = value\n}", target)
}

// given writes a value that a person has given.
func (g *generator) given(target string, s *expr.Symbol, x expr.Expr) {
	switch x := x.(type) {
	case *expr.Ref:
		g.keep(target, s, x.Symbol)
	case *expr.Lit:
		if x.T.Kind == expr.Enumerated {
			g.line("%s = %s", target, g.new.Enums[slices.Index(g.b.Enums, x.T.Enum)].Values[x.Value])
			return
		}
		g.line("%s = %s", target, g.goExpr(x))
	default:
		g.line("%s = %s", target, g.goExpr(x))
	}
}

// keep writes a value that the old version has. Its JSON stays as it is, except for names of enum values that the new spec does
// not list.
func (g *generator) keep(target string, s, o *expr.Symbol) {
	g.line("%s = %s", target, g.raw(o))
	if s.Type.Kind != expr.Enumerated || g.m.Was[s.Type.Enum] == nil {
		return
	}
	e := s.Type.Enum
	var cases []string
	for v := range e.Values {
		for _, name := range g.m.Was[e][v] {
			if o.Type.Kind == expr.String || slices.Contains(o.Type.Enum.Values, name) {
				cases = append(cases, fmt.Sprintf("case %q:\n%s = %s", name, target, g.new.Enums[slices.Index(g.b.Enums, e)].Values[v]))
			}
		}
	}
	if len(cases) > 0 {
		g.line("switch %s {\n%s\n}", g.field(o), strings.Join(cases, "\n"))
	}
}

// fits writes the condition that an old value is one of the new version, or "" if that cannot be said before Restore.
func (p *Plan) fitting(s *expr.Symbol, state int, o *expr.Symbol) (names []string, holds expr.Expr) {
	switch {
	case o == nil || !compatible(o.Type, s.Type):
	case s.Type.Kind == expr.Enumerated:
		for v := range s.Type.Enum.Values {
			names = append(names, p.m.Names(p.a, p.b, s.Type.Enum, v)...)
		}
	case s.Type.Kind == expr.Int:
		low, high := p.ends(s)
		var all expr.Expr = expr.Truth(true)
		value := &expr.Ref{Symbol: o}
		for _, end := range []struct {
			op expr.Op
			e  expr.Expr
		}{{expr.Ge, low}, {expr.Le, high}} {
			if end.e == nil {
				continue
			}
			limit := p.m.Express(p.a, p.b, state, end.e, nil)
			if limit == nil || divides(limit) {
				return nil, nil
			}
			all = &expr.Binary{Op: expr.And, X: all, Y: &expr.Binary{Op: end.op, X: value, Y: limit}}
		}
		return nil, expr.Simplify(all)
	}
	return names, nil
}

func (g *generator) fits(s *expr.Symbol, state int, o *expr.Symbol) string {
	names, holds := g.fitting(s, state, o)
	switch {
	case names != nil:
		return g.use("slices") + ".Contains([]string{" + quoted(names) + "}, " + g.field(o) + ")"
	case holds != nil:
		return g.goExpr(holds)
	}
	return ""
}

// data writes what sets the data of the new state.
func (g *generator) data() {
	var out strings.Builder
	for t := range g.b.States {
		var body strings.Builder
		for j := range g.b.Vars {
			if g.b.Vars[j].State != t || !slices.Contains(g.m.States, t) && !slices.Contains(g.m.States, -1) {
				continue
			}
			body.WriteString(g.captured(func() { g.datum(t, j) }))
		}
		if body.Len() > 0 {
			fmt.Fprintf(&out, "case %s:\n%s", g.new.States[t], body.String())
		}
	}
	if out.Len() > 0 {
		g.line("switch state {\n%sdefault: // no data\n}", out.String())
	}
}

// captured returns what a function writes.
func (g *generator) captured(write func()) string {
	before := g.out
	g.out = &strings.Builder{}
	write()
	text := g.out.String()
	g.out = before
	return text
}

// datum writes what sets a datum of new state t, depending on the old state.
func (g *generator) datum(t, j int) {
	s := g.b.Vars[j].Symbol
	target := "newData[" + strconv.Quote(s.Name) + "]"
	if x := g.m.Given[slotOf(s)]; x != nil {
		g.given(target, s, x)
		return
	}
	var codes []string
	from := map[string][]string{} // the old states, by code
	for old, to := range g.m.States {
		if to != t {
			continue
		}
		code := g.captured(func() {
			if i := g.m.Data[stored.Place{State: old, Datum: j}]; i >= 0 {
				g.value(s, "newData", old, i)
			} else {
				g.ask(target, s)
			}
		})
		if from[code] == nil {
			codes = append(codes, code)
		}
		from[code] = append(from[code], g.a.States[old].Name)
	}
	open := slices.Contains(g.m.States, -1)
	if len(codes) == 1 && !open {
		g.out.WriteString(codes[0])
		return
	}
	g.line("switch old.State {")
	for _, code := range codes {
		g.line("case %s:\n%s", quoted(from[code]), code)
	}
	if open {
		g.line("default:\n%s", g.captured(func() { g.ask(target, s) }))
	}
	g.line("}")
}

// timers writes what keeps the times at which timers are due, under the names of the new version. Restore drops those that the
// state does not run.
func (g *generator) timers() {
	var names []string
	for i := range g.a.Timers {
		names = append(names, g.a.TimerText(i))
	}
	g.line("if row[\"timers\"] != nil {\ntimers, err := d.object(\"timers\", row[\"timers\"], nil, %s)\nif err != nil {\nreturn nil, err\n}", quoted(names))
	g.line("running := map[string]any{}\nfor name, due := range timers {\nswitch name {")
	for _, old := range names {
		if new := g.counterparts.Timers[old]; new != "" {
			g.line("case %q:\nrunning[%q] = due", old, new)
		}
	}
	g.line("}\n}\nnext[\"timers\"] = running\n}")
}
