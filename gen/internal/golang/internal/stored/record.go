package stored

import (
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// Record adds the methods that list what is stored of a machine, and the check of what is claimed about it.
func Record(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.record()
	g.data()
	g.claims()
}

// record emits the method that lists what is stored.
func (g printer) record() {
	n := g.m.Names
	var params, vars []code.Field
	for i, p := range g.m.Core.Params {
		params = append(params, code.Field{Name: p.Name, Type: p.Type, Var: "m.params." + n.Fields[i], Was: p.Was, Optional: p.Default != nil})
	}
	for _, i := range g.m.Data().In(-1) {
		f := g.variable(i)
		f.Optional = true
		vars = append(vars, f)
	}
	for _, name := range g.m.Core.Removed {
		params, vars = append(params, code.Field{Name: name}), append(vars, code.Field{Name: name})
	}
	fields := "Package: " + strconv.Quote(g.f.Package) + ",\nMachine: " + strconv.Quote(g.m.Core.Name) + ",\n"
	if len(g.m.Core.Was) > 0 {
		fields += "Was: []string{" + code.Quoted(g.m.Core.Was) + "},\n"
	}
	data := "nil"
	if g.hasData() {
		data = "m.data"
	}
	fields += "State: codec.StateOf(&" + n.Texts[n.State] + ", &m.state, " + data + "),\n"
	list := func(name string, all []code.Field) {
		if len(all) > 0 {
			fields += code.Fields(name+": ", all) + ",\n"
		}
	}
	list("Params", params)
	list("Vars", vars)
	if n.TimerSet != "" {
		over := "nil"
		if g.m.Outlasted() {
			over = "m.over[:]"
		}
		fields += "Timers: codec.TimersOf(&" + n.Texts[n.Timer] + ", m.due[:], " + over + ", m.runs),\n" +
			"Starts: codec.StartsOf(&" + n.Texts[n.Timer] + ", m.starts[:], m.runs),\n"
	}
	if n.CallSet != "" {
		fields += "Calls: codec.CallsOf(&" + n.Texts[n.Call] + ", m.calls[:], m.invokes),\n"
	}
	if n.Host != "" && g.m.Core.Faces.Snapshot {
		fields += "Busy: " + code.Busy(g.m) + ",\n"
	}
	fields += "Validate: func() error { return m.params.Validate() },\n"
	if computed := g.computed(); computed != "" {
		fields += "Begin: func(missing func(string) bool) {\n" + computed + "},\n"
	}
	if initial := g.initial(); initial != "" {
		fields += "Init: func() {\n" + initial + "},\n"
	}
	if g.m.Data().Claimed() {
		fields += "Claims: m.checkClaims,\n"
	}
	g.f.Function(comment.Wrap("record lists the values of the machine that are stored, and what holds for them."), `
func (m *$Machine) record() *codec.Record {
	return &codec.Record{
		`+fields+`}
}`)
}

// variable returns the field of a variable or datum.
func (g printer) variable(i int) code.Field {
	v := &g.m.Core.Vars[i]
	return code.Field{Name: v.Name, Type: v.Type, Var: "m." + g.m.Names.Vars[i].Field, Was: v.Was, Optional: v.Pending(), OmitZero: v.Pending()}
}

// fields returns the data of a state, and what it had in earlier versions.
func (g printer) fields(state int) (list []code.Field) {
	for _, i := range g.m.Data().In(state) {
		list = append(list, g.variable(i))
	}
	for _, name := range g.m.Core.States[state].Removed {
		list = append(list, code.Field{Name: name})
	}
	return list
}

func (g printer) hasData() bool {
	for s := range g.m.Core.States {
		if len(g.fields(s)) > 0 {
			return true
		}
	}
	return false
}

// data emits the method that lists the data of a state.
func (g printer) data() {
	if !g.hasData() {
		return
	}
	alike := map[string][]string{} // states, by their fields
	var lists []string
	for s := range g.m.Core.States {
		fields := g.fields(s)
		if len(fields) == 0 {
			continue
		}
		list := code.Fields("return ", fields)
		if alike[list] == nil {
			lists = append(lists, list)
		}
		alike[list] = append(alike[list], g.m.Names.States[s])
	}
	cases := ""
	for _, list := range lists {
		cases += "case " + strings.Join(alike[list], ", ") + ":\n" + list + "\n"
	}
	g.f.Function(comment.Wrap("data lists the data of a state."), `
func (m *$Machine) data(s $State) []codec.Field {
	switch s {
	`+cases+`default:
		return nil
	}
}`, "$State", g.m.Names.State)
}
