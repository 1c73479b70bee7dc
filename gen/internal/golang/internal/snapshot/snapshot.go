package snapshot

import (
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// Write adds the functions.
func Write(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.marshal()
	g.unmarshal()
	g.restore()
	g.record()
	g.data()
}

// marshal emits MarshalJSON of the machine.
func (g printer) marshal() {
	n := g.m.Names
	doc := "MarshalJSON returns a snapshot of the machine, from which [" + n.Record.Restore + "] makes an equal machine. Equal machines have equal snapshots, byte for byte"
	if slices.ContainsFunc(g.m.Vars, func(v core.Var) bool { return v.Type.Kind == expr.Opaque }) {
		doc += ", if the JSON of the Go types in them is deterministic. Values of Go types are encoded by encoding/json, and errors as their text. A value that JSON cannot restore completely is an error"
	}
	doc += "."
	body := ""
	if n.Host != "" {
		doc += " It returns an error during a step, and after a step that a panic of the host has left unfinished."
		body += "if " + code.Busy(g.m) + " {\nreturn nil, errors.New(\"" + g.f.Package + ": no snapshot during a step\")\n}\n"
	}
	if g.m.HasClaims() {
		body += "if err := m.checkClaims(); err != nil {\nreturn nil, err\n}\n"
	}
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) MarshalJSON() ([]byte, error) {
	`+body+`return m.record().Write()
}`)
}

// unmarshal emits UnmarshalJSON, which always returns an error. Without it, package json would silently leave the machine
// unchanged.
func (g printer) unmarshal() {
	g.f.Function(comment.Wrap("UnmarshalJSON always returns an error. Use ["+g.m.Names.Record.Restore+"] to make a machine from a snapshot."), `
func (m *$Machine) UnmarshalJSON([]byte) error {
	return errors.New("$pkg: cannot unmarshal into a machine: use $Restore")
}`, "$Restore", g.m.Names.Record.Restore)
}

// record emits the method that lists what a snapshot contains.
func (g printer) record() {
	n := g.m.Names
	var params, vars []code.Field
	for i, p := range g.m.Params {
		params = append(params, code.Field{Name: p.Name, Type: p.Type, Var: "m.params." + n.Fields[i], Was: p.Was, Optional: p.Default != nil})
	}
	for _, i := range g.m.DataOf(-1) {
		f := g.variable(i)
		f.Optional = true
		vars = append(vars, f)
	}
	for _, name := range g.m.Removed {
		params, vars = append(params, code.Field{Name: name}), append(vars, code.Field{Name: name})
	}
	fields := "Package: " + strconv.Quote(g.f.Package) + ",\nMachine: " + strconv.Quote(g.m.Name) + ",\n"
	if len(g.m.Was) > 0 {
		fields += "Was: []string{" + code.Quoted(g.m.Was) + "},\n"
	}
	fields += "State: &m.state,\n"
	list := func(name string, all []code.Field) {
		if len(all) > 0 {
			fields += name + ": []codec.Field{\n" + code.Fields(all, "") + "},\n"
		}
	}
	list("Params", params)
	list("Vars", vars)
	if g.hasData() {
		fields += "Data: m.data,\n"
	}
	if n.TimerSet != "" {
		over := "nil"
		if g.m.Outlasted() {
			over = "m.over[:]"
		}
		fields += "Timers: codec.TimersOf(&" + n.Texts[n.Timer] + ", m.due[:], " + over + ", m.runs),\n" +
			"Starts: codec.StartsOf(&" + n.Texts[n.Timer] + ", m.starts[:], m.runs),\n"
	}
	if n.CallSet != "" {
		fields += "Calls: codec.CallsOf(&" + n.Texts[n.Call] + ", m.calls[:]),\n"
	}
	g.f.Function(comment.Wrap("record lists what a snapshot of the machine contains."), `
func (m *$Machine) record() *codec.Record {
	return &codec.Record{
		`+fields+`}
}`)
}

// variable returns the field of a variable or datum.
func (g printer) variable(i int) code.Field {
	v := &g.m.Vars[i]
	return code.Field{Name: v.Name, Type: v.Type, Var: "m." + g.m.Names.Vars[i].Field, Was: v.Was, Optional: v.Pending(), OmitZero: v.Pending()}
}

// fields returns the data of a state, and what it had in earlier versions.
func (g printer) fields(state int) (list []code.Field) {
	for _, i := range g.m.DataOf(state) {
		list = append(list, g.variable(i))
	}
	for _, name := range g.m.States[state].Removed {
		list = append(list, code.Field{Name: name})
	}
	return list
}

func (g printer) hasData() bool {
	for s := range g.m.States {
		if len(g.fields(s)) > 0 {
			return true
		}
	}
	return false
}

// data emits the method that lists the data of the current state.
func (g printer) data() {
	if !g.hasData() {
		return
	}
	cases := ""
	for s := range g.m.States {
		if list := g.fields(s); len(list) > 0 {
			cases += "case " + g.m.Names.States[s] + ":\nreturn []codec.Field{\n" + code.Fields(list, "") + "}\n"
		}
	}
	g.f.Function(comment.Wrap("data lists the data of the current state."), `
func (m *$Machine) data() []codec.Field {
	switch m.state {
	`+cases+`default:
		return nil
	}
}`)
}
