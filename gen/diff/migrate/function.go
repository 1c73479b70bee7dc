package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
)

// decisions writes the struct with a field for each decision.
func (g *generator) decisions() {
	g.file.comment(fmt.Sprintf("%s are what the specs of %s leave open about machines that the old version has stored.", g.typeDecisions, g.plan.a.Name))
	g.file.comment("All fields must be set. A function may look a value up elsewhere; its error ends the migration of the machine.")
	g.file.line("type %s struct {", g.typeDecisions)
	for i := range g.plan.Decisions {
		d := &g.plan.Decisions[i]
		g.file.comment(d.doc(g.plan))
		typ := g.new.State
		if d.to != nil {
			typ = g.newType(d.to.Type)
		}
		g.file.line("%s func(old %s) (%s, error)", d.Field, g.typeStored, typ)
	}
	g.file.line("}\n")
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

// migrate writes the method that migrates a snapshot.
func (g *generator) migrate() {
	json := g.file.use("encoding/json")
	g.file.comment(fmt.Sprintf("Migrate returns the snapshot of the machine that continues the one in snapshot, which is of the old version of %s. "+
		"Restore has accepted the result. After an error, the old snapshot is still valid.", g.plan.a.Name))
	g.file.line("func (d %s) Migrate(snapshot []byte) ([]byte, error) {", g.typeDecisions)
	for i := range g.plan.Decisions {
		f := g.plan.Decisions[i].Field
		g.file.line("if d.%s == nil {\n%s\n}", f, g.file.errorf(g.typeDecisions+"."+f+" is nil: "+g.plan.Decisions[i].Part+" has no value otherwise", ""))
	}
	g.read(json)
	g.file.line("newParams, newVars, newData := map[string]any{}, map[string]any{}, map[string]any{}")
	g.state()
	for j := range g.plan.b.Params {
		g.value(g.plan.b.Params[j].Symbol, "newParams", -1, g.plan.m.Params[j])
	}
	for j := range g.plan.b.Vars {
		if g.plan.b.Vars[j].State < 0 && !g.plan.b.Vars[j].Pending() {
			g.value(g.plan.b.Vars[j].Symbol, "newVars", -1, g.plan.m.Vars[j])
		}
	}
	g.data()
	g.file.line("next := map[string]any{%q: %q, \"params\": newParams, \"state\": state, \"vars\": newVars, \"data\": newData}", "machine", g.plan.b.Name)
	var timers, calls []string
	for i := range g.plan.a.Timers {
		timers = append(timers, source.Timer(g.plan.a, i))
	}
	for i := range g.plan.a.Calls {
		calls = append(calls, g.plan.a.Calls[i].Name)
	}
	g.running(json, "timers", timers, func(i int) []string { return g.plan.a.Timers[i].Was }, g.plan.counterparts.Timers)
	g.running(json, "starts", timers, func(i int) []string { return g.plan.a.Timers[i].Was }, g.plan.counterparts.Timers)
	g.running(json, "calls", calls, func(i int) []string { return g.plan.a.Calls[i].Was }, g.plan.counterparts.Calls)
	host := ""
	if g.new.Host != "" {
		host = ", struct{ " + g.new.Host + " }{}"
	}
	g.file.line("text, err := %s.Marshal(next)\nif err != nil {\n%s\n}", json, g.file.errorf("%w", "err"))
	g.file.line("m, err := %s(text%s)\nif err != nil {\n%s\n}", g.new.Record.Restore, host, g.file.errorf("the new version refuses the machine: %w", "err"))
	g.file.line("return m.MarshalJSON()\n}")
}

// state writes in which state the machine continues.
func (g *generator) state() {
	g.file.line("var state %s\nswitch old.State {", g.new.State)
	for s, t := range g.plan.m.States {
		if t < 0 {
			i := slices.IndexFunc(g.plan.Decisions, func(d Decision) bool { return d.state == s })
			f := g.plan.Decisions[i].Field
			g.file.line("case %q:\nif state, err = d.%s(old); err != nil {\n%s\n}", g.plan.a.States[s].Stored(), f, g.file.errorf(g.typeDecisions+"."+f+": %w", "err"))
		}
	}
	for t := range g.plan.b.States {
		var from []string
		for s, to := range g.plan.m.States {
			if to == t {
				from = append(from, g.plan.a.States[s].Stored())
			}
		}
		if len(from) > 0 {
			g.file.line("case %s:\nstate = %s", quoted(from), g.new.States[t])
		}
	}
	g.file.line("}")
}

// running writes what keeps the times at which timers are due, or the numbers of the starts of timers or calls, under the names of the new
// version. Restore drops those that do not run in the state, and those of unknown names, as the old version has.
func (g *generator) running(json, field string, names []string, was func(i int) []string, counterparts map[string]string) {
	var rows []string
	for i, old := range names {
		if new := counterparts[old]; new != "" {
			for _, name := range append([]string{old}, was(i)...) {
				rows = append(rows, fmt.Sprintf("{%q, %q},\n", name, new))
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	g.file.line("if row[%q] != nil {\nvar stored map[string]%s.RawMessage", field, json)
	g.file.line("if err := %s.Unmarshal(row[%q], &stored); err != nil {\n%s\n}", json, field, g.file.errorf(field+": %w", "err"))
	g.file.line("running := map[string]any{}\nfor _, name := range [][2]string{\n%s} {", strings.Join(rows, ""))
	g.file.line("if value := stored[name[0]]; value != nil && running[name[1]] == nil {\nrunning[name[1]] = value\n}\n}\nnext[%q] = running\n}", field)
}
