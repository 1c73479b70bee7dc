package proptest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// spec prints the machine once more, as a table.
func (p *printer) spec() {
	var b strings.Builder
	typ := "fsmtest.Spec[" + p.id("Config") + ", " + p.id("Event") + "]"
	fmt.Fprintf(&b, "func %s() *%s {\ntype (\nconfig = %s\nevent = %s\n)\n", p.id("Spec"), typ, p.id("Config"), p.id("Event"))
	b.WriteString("return &fsmtest.Spec[config, event]{\n")
	fmt.Fprintf(&b, "Name: %q, Package: %q, Initial: %q,\n", p.m.Name, p.pkg, p.m.States[p.m.Initial].Name)
	if text := was(p.m.Was) + namesOf("Removed", p.m.Removed); text != "" {
		b.WriteString(text + "\n")
	}
	b.WriteString(list("States", "fsmtest.State[config]", p.stateList()))
	b.WriteString(list("Events", "fsmtest.Event[config, event]", p.eventList()))
	b.WriteString(list("Outcomes", "fsmtest.Value", p.outcomeList()))
	b.WriteString(list("Timers", "fsmtest.Timer[config]", p.timerList()))
	b.WriteString(list("Calls", "fsmtest.Callee", p.callList()))
	b.WriteString(list("Invocations", "fsmtest.Invocation[config]", p.invocationList()))
	b.WriteString(list("Enums", "fsmtest.Enum", p.enumList()))
	b.WriteString(list("Places", "fsmtest.Value", p.placeList()))
	b.WriteString(list("Params", "fsmtest.Param[config]", p.paramList()))
	b.WriteString(list("Vars", "fsmtest.Var[config]", p.varList()))
	b.WriteString(list("Invariants", "fsmtest.Invariant[config]", p.invariantList()))
	b.WriteString(p.initial() + p.begin())
	if p.settles {
		b.WriteString("Settles: true,\n")
	}
	if p.m.Rank > 0 {
		fmt.Fprintf(&b, "Rank: %d,\n", p.m.Rank)
	}
	if p.m.Bound != nil {
		b.WriteString("Bound: " + p.ofConfig("int", p.m.Bound) + ",\n")
		b.WriteString(p.startCost())
		if size := p.size(); size != "" {
			b.WriteString("Size: func(m config) float64 { return " + size + " },\n")
		}
	}
	if claims := p.together(); len(claims) > 0 {
		b.WriteString("Together: []string{" + quoted(claims) + "},\n")
	}
	b.WriteString(list("Questions", "fsmtest.Question[config, event]", p.questionList()))
	b.WriteString(list("Rows", "fsmtest.Row[config, event]", p.rowList()))
	b.WriteString(list("Runs", "fsmtest.Runs[config, event]", p.runList()))
	b.WriteString("}\n}")
	p.comment(p.id("Spec") + " is the machine once more, as a table printed from the spec. It shares no code\nwith the generated machine.")
	p.file.Add(source(b.String()))
}

// ofConfig writes a function of a configuration that returns the value of an expression.
func (p *subject) ofConfig(result string, e expr.Expr) string {
	m, _ := reads(e)
	return ofConfig(m, result, " { return "+p.code(e, inOracle)+" }")
}

func (p *printer) stateList() (all []string) {
	for i, s := range p.m.States {
		text := "{Value: " + p.names.States[i] + ", " + named("Name", s.Name) + named("Text", s.Text)
		if s.Outcome >= 0 {
			text += named("Outcome", p.m.Outcomes[s.Outcome].Name)
		}
		text += named("Doc", strings.TrimSpace(s.Doc))
		if p.m.Rank > 0 && !p.m.Terminal(i) {
			m, _ := readsAny(s.Progress)
			parts := make([]string, len(s.Progress))
			for k, e := range s.Progress {
				parts[k] = p.code(e, inOracle)
			}
			text += "Progress: " + ofConfig(m, "[]int", " { return []int{"+strings.Join(parts, ", ")+"} }") + ", "
		}
		text += namesOf("Around", s.Composites)
		text += was(s.Was) + namesOf("Removed", s.Removed)
		all = append(all, strings.TrimSuffix(text, ", ")+"}")
	}
	return all
}

func (p *printer) eventList() (all []string) {
	for i, e := range p.m.Events {
		text := "{Value: " + p.names.Events[i].Const + ", " + named("Name", e.Name) + p.method(i) + named("Doc", strings.TrimSpace(e.Doc)) + was(e.Was)
		if e.Environment {
			text += "Environment: true, "
		}
		if e.Cancellation {
			text += "Cancellation: true, " + p.deafStates(i)
		}
		var fields []string
		for j, f := range e.Fields {
			field := "{" + named("Name", f.Name)
			if name := p.fields[i][j]; name != capital(f.Name) {
				field += named("Go", name)
			}
			switch {
			case p.decides(i, j):
				field += "Use: fsmtest.Decides, " + p.edges(i, j)
			case p.emitted(i, j):
				field += "Use: fsmtest.Told, "
			}
			fields = append(fields, strings.TrimSuffix(field, ", ")+"}")
		}
		text = strings.TrimSuffix(text, ", ")
		if fields := list("Fields", "fsmtest.Field[config, event]", fields); fields != "" {
			text += ", " + strings.TrimSuffix(fields, ",\n")
		}
		all = append(all, text+"}")
	}
	return all
}

// method writes the name of the method of an event, or that it is internal.
func (p *printer) method(event int) string {
	switch e := p.m.Events[event]; {
	case e.Eventless:
		return "Internal: true, Eventless: true, "
	case e.Internal:
		return "Internal: true, "
	}
	return named("Method", p.names.Events[event].Method)
}

// capital is a name with a capital letter.
func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// edges writes the values of a field at which a guard changes its mind, if any
// are known.
func (p *subject) edges(event, field int) string {
	values, m, e := p.candidates(event, field)
	if len(values) == 0 {
		return ""
	}
	return "Edges: " + function(m, e, "", "[]any", " { return []any{"+strings.Join(values, ", ")+"} }")
}

// was writes old names, if there are any.
func was(names []string) string { return namesOf("Was", names) }

// namesOf writes a list of names, unless it is empty.
func namesOf(field string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return field + ": []string{" + quoted(names) + "}, "
}

func (p *printer) outcomeList() []string {
	all := []string{"{Value: " + p.names.Running + `, Name: "none"}`}
	for i, o := range p.m.Outcomes {
		all = append(all, "{Value: "+p.names.Outcomes[i]+", Name: "+strconv.Quote(o.Name)+"}")
	}
	return all
}

// placeList writes what the method Within can be asked for.
func (p *printer) placeList() (all []string) {
	add := func(value, name string) { all = append(all, "{Value: "+value+", Name: "+strconv.Quote(name)+"}") }
	for i, name := range p.m.Composites() {
		add(p.names.Within.Constants[i], name)
	}
	if p.names.Within.Place == "" {
		return all
	}
	for i, s := range p.m.States {
		add(p.names.States[i], s.Name)
		for _, r := range s.Regions {
			for k, leaf := range r.Leaves {
				if leaf.None {
					leaf.Name = "" // which is never active
				}
				add(p.enum(p.m.Vars[r.Var].Type.Enum).Values[k], leaf.Name)
			}
		}
	}
	return all
}

func (p *printer) enumList() (all []string) {
	for i, e := range p.m.Enums {
		text := "{Values: []any{" + strings.Join(p.names.Enums[i].Values, ", ") + "}, Names: []string{" + quoted(e.Values) + "}"
		if e.Text != nil {
			text += ", Texts: []string{" + quoted(e.Text) + "}"
		}
		if e.Was != nil {
			lists := make([]string, len(e.Was))
			for j, names := range e.Was {
				lists[j] = "{" + quoted(names) + "}"
			}
			text += ", Was: [][]string{" + strings.Join(lists, ", ") + "}"
		}
		all = append(all, text+"}")
	}
	return all
}

// size writes the bound in floats, if parameters can make it overflow an int. It is ""
// where floats would not compute about the same.
func (p *printer) size() string {
	exact := true
	expr.Walk(p.m.Bound, func(e expr.Expr) {
		b, ok := e.(*expr.Binary)
		exact = exact && !(ok && (b.Op == expr.Rem || b.Op == expr.Quo))
	})
	some := false
	for i := range p.m.Params {
		some = some || p.unbounded(i)
	}
	if !exact || !some {
		return ""
	}
	name := func(s *expr.Symbol) string {
		field := "m.Params." + p.names.Fields[s.Index]
		if s.Type.Kind == expr.Int {
			return "float64(" + field + ")"
		}
		return field
	}
	return expr.PrintGo(plain(p.m.Bound), name, func(e *expr.Enum, i int) string { return p.enum(e).Values[i] })
}

func (p *printer) paramList() (all []string) {
	for i, q := range p.m.Params {
		text := "{" + named("Name", q.Name) + p.limits(q.Min, q.Max)
		if q.Default != nil {
			text += "Default: " + p.ofConfig("any", q.Default) + ", "
		}
		if texts := p.comparedTexts(i); len(texts) > 0 {
			text += "Texts: []string{" + quoted(texts) + "}, "
		}
		if q.Type.Kind == expr.Int && q.Max == nil && p.overflows(i, 0) {
			text += "Overflows: true, "
		}
		if p.unbounded(i) {
			text += "Unbounded: true, "
		}
		text += was(q.Was)
		all = append(all, strings.TrimSuffix(text, ", ")+"}")
	}
	return all
}

// unbounded reports whether a parameter can make the bound overflow an int.
func (p *printer) unbounded(param int) bool {
	q := p.m.Params[param]
	return q.Type.Kind == expr.Int && q.Max == nil && (p.overflows(param, 0) || p.overflows(param, 1))
}

// limits writes a range, if there is one.
func (p *subject) limits(least, greatest expr.Expr) string {
	if least == nil && greatest == nil {
		return ""
	}
	m, _ := readsAny([]expr.Expr{least, greatest})
	lo, hi := "fsmtest.NoMin", "fsmtest.NoMax"
	if least != nil {
		lo = p.code(least, inOracle)
	}
	if greatest != nil {
		hi = p.code(greatest, inOracle)
	}
	return "Range: " + ofConfig(m, "(int, int)", " { return "+lo+", "+hi+" }") + ", "
}

func (p *printer) varList() (all []string) {
	for i, v := range p.m.Vars {
		text := "{" + named("Name", v.Name)
		if name := p.names.Vars[i].Getter; name != capital(v.Name) {
			text += named("Go", name)
		}
		if name := p.names.Vars[i].Field; name != v.Name {
			text += named("Field", name)
		}
		if v.State >= 0 {
			text += named("In", p.m.States[v.State].Name)
		}
		if v.Pending() {
			text += "Pending: true, "
		}
		if r := p.m.RegionOf(i); r != nil {
			lists := make([]string, len(r.Leaves))
			for k := range r.Leaves {
				lists[k] = "{" + quoted(r.Active(k)) + "}"
			}
			text += "Active: [][]string{" + strings.Join(lists, ", ") + "}, "
		}
		all = append(all, strings.TrimSuffix(text+p.limits(v.Min, v.Max)+was(v.Was), ", ")+"}")
	}
	return all
}

func (p *printer) invariantList() (all []string) {
	for _, c := range p.claims {
		text := "{"
		if c.State >= 0 {
			text += named("In", p.m.States[c.State].Name)
		}
		claim := c.Text
		if claim == "" {
			claim = expr.Print(c.Expr, expr.Spec)
		}
		all = append(all, text+named("Text", claim)+"Holds: "+p.ofConfig("bool", c.Expr)+"}")
	}
	return all
}

// initial writes the variables that do not begin with their zero value.
func (p *printer) initial() string {
	var to, values []string
	for i, v := range p.m.Vars {
		if v.Init == nil {
			continue
		}
		if l, ok := v.Init.(*expr.Lit); ok && l.Value == 0 {
			continue
		}
		if t, ok := v.Init.(*expr.Text); ok && t.Value == "" {
			continue
		}
		to, values = append(to, "m."+p.names.Vars[i].Getter), append(values, p.code(v.Init, inOracle))
	}
	if len(to) == 0 {
		return ""
	}
	return "Init: func(m *config) { " + strings.Join(to, ", ") + " = " + strings.Join(values, ", ") + " },\n"
}

// begin writes what the host is told when a machine begins.
func (p *printer) begin() string {
	if len(p.m.Start) == 0 {
		return ""
	}
	calls, values := p.emissions(p.m.Start, -1)
	m, _ := readsAny(values)
	return "Start: " + ofConfig(m, "[]fsmtest.Call", " { return []fsmtest.Call{"+calls+"} }") + ",\n"
}

// emissions writes the calls of outputs, and returns their values.
func (p *subject) emissions(emits []core.Emission, event int) (string, []expr.Expr) {
	var calls []string
	var values []expr.Expr
	for _, e := range emits {
		calls = append(calls, p.call(p.names.Outputs[e.Output].Method, e.Values, event))
		values = append(values, e.Values...)
	}
	return strings.Join(calls, ", "), values
}

// call writes the literal of a call of a method of the host, without its type.
// The values are over m, and e where event is not -1.
func (p *subject) call(method string, values []expr.Expr, event int) string {
	out := strconv.Quote(method)
	for _, v := range values {
		out += ", " + p.code(v, scope{params: "m.Params", model: "m", event: event})
	}
	return "{" + out + "}"
}

func (p *printer) timerList() (all []string) {
	for i, t := range p.m.Timers {
		text := "{Value: " + p.names.Timers[i] + ", " + named("Name", p.m.TimerText(i)) + was(t.Was) +
			"States: []string{" + quoted(p.states(t.States)) + "}, " + named("Event", p.m.Events[t.Event].Name)
		if t.Within != nil {
			text += "In: " + ofConfig(true, "bool", " { return "+p.code(p.m.Active(t.States[0], t.Within), inOracle)+" }, ")
		}
		var deaf []int
		for _, s := range t.States {
			if p.deaf(s, t.Event) {
				deaf = append(deaf, s)
			}
		}
		if deaf != nil {
			text += "Deaf: []string{" + quoted(p.states(deaf)) + "}, "
		}
		if p.isSaid(i) {
			m, _ := readsAny(t.Args)
			text += "Delay: " + ofConfig(m, "fsmtest.Call", " { return fsmtest.Call"+p.call(p.names.Delays[t.Delay].Method, t.Args, -1)+" }")
		} else {
			length := t.Constant
			if t.Delay >= 0 {
				length = p.m.Delays[t.Delay].Constant
			}
			text += "Length: " + duration(length)
		}
		all = append(all, text+"}")
	}
	return all
}

func (p *printer) questionList() (all []string) {
	for i, a := range p.m.Asks {
		args, event := a.Args, -1
		for _, t := range p.m.Transitions {
			for _, q := range questions(&t) {
				if q == i {
					event = t.Event
				}
			}
		}
		if event < 0 {
			args = nil // nothing asks it: the machine never waits where the spec does
		}
		m, e := readsAny(args)
		all = append(all, "{"+named("Text", a.Symbol.Name)+"Call: "+function(m, e, "", "fsmtest.Call", " { return fsmtest.Call"+p.call(p.names.Guards[a.Guard].Method, args, event)+" }")+"}")
	}
	return all
}

// effects are the constants of fsmtest for what is no transition.
var effects = map[core.Effect]string{core.Ignore: "fsmtest.Ignore", core.Reject: "fsmtest.Reject"}

func (p *printer) rowList() (all []string) {
	for i := range p.m.Transitions {
		t := &p.m.Transitions[i]
		in := scope{params: "m.Params", model: "m", event: t.Event}
		text := named("From", p.m.States[t.From].Name) + named("On", p.m.Events[t.Event].Name)
		if t.Guard != nil {
			text += named("When", expr.Print(p.m.Condition(t), expr.Spec))
		}
		text += named("To", p.m.States[t.To].Name)
		if t.Effect != core.Take {
			text += "Effect: " + effects[t.Effect] + ", "
		}
		if t.Effect == core.Take {
			text += named("Doc", strings.TrimSpace(t.Doc))
		}
		if len(t.Starts) > 0 {
			var names []string
			for _, i := range t.Starts {
				names = append(names, p.m.Timers[i].Owner+"."+p.m.Events[p.m.Timers[i].Event].Name)
			}
			text += "Starts: []string{" + quoted(names) + "}, "
		}
		text += p.invokes(t)
		regional, where := p.where(t)
		if regional {
			text += "Regional: true, "
		}
		var lines []string
		if t.Guard != nil {
			m, e := reads(t.Guard)
			lines = append(lines, "Guard: "+function(m, e, "", "bool", " { return "+p.code(t.Guard, in)+" }"))
		}
		if where != "" {
			lines = append(lines, where)
		}
		if asks := questions(t); len(asks) > 0 {
			lines = append(lines, "Asks: []int{"+strings.Trim(strings.Join(strings.Fields(fmt.Sprint(asks)), ", "), "[]")+"}")
		}
		if len(t.Updates) > 0 {
			var to, values []string
			var reading []expr.Expr
			for _, u := range t.Updates {
				to, values, reading = append(to, "next."+p.names.Vars[u.Var].Getter), append(values, p.code(u.Value, in)), append(reading, u.Value)
			}
			m, e := readsAny(reading)
			lines = append(lines, "Set: "+function(m, e, ", next *config", "", "{ "+strings.Join(to, ", ")+" = "+strings.Join(values, ", ")+" }"))
		}
		if len(t.Emits) > 0 {
			calls, values := p.emissions(t.Emits, t.Event)
			m, e := readsAny(values)
			lines = append(lines, "Emits: "+function(m, e, "", "[]fsmtest.Call", " { return []fsmtest.Call{"+calls+"} }"))
		}
		if t.Cost != nil {
			m, e := reads(t.Cost)
			lines = append(lines, "Cost: "+function(m, e, "", "int", " { return "+p.code(t.Cost, in)+" }"))
		}
		if again := p.leavesAgain(t); len(again) > 0 {
			text += "Leaves: []string{" + quoted(again) + "}, "
		}
		text = strings.TrimSuffix(text, ", ")
		if len(lines) > 0 {
			text = "\n" + text + ",\n" + strings.Join(lines, ",\n") + ",\n"
		}
		all = append(all, "{"+text+"}")
	}
	return all
}

func (p *printer) runList() (all []string) {
	for _, tree := range p.runs {
		var steps []string
		for _, s := range tree.Steps {
			step := fmt.Sprintf("{After: %d, Row: %d", s.Before, s.Row)
			if s.Event != "" {
				step += ", Event: event{" + s.Event + "}"
			}
			steps = append(steps, step+"}")
		}
		params := "{"
		if tree.Params != "" {
			params += "Params: config{Params: " + p.names.Params + "{" + tree.Params + "}}, "
		}
		all = append(all, params+strings.TrimSuffix(list("Steps", "fsmtest.RunStep[event]", steps), ",\n")+"}")
	}
	return all
}
