package proptest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// spec prints the machine once more, as a table.
func (p *printer) spec() {
	p.comment(p.subject.id("Spec") + " is the machine once more, as a table printed from the spec. It shares no code\nwith the generated machine.")
	p.file.Add(statement(p.content.text()))
}

// content is the table of the spec.
type content struct {
	subject *subject
	runs    []shown
	// settles says that a machine with transitions without an event comes to rest.
	settles bool
	// claims are the invariants of the spec, and the conditions of the report.
	claims []core.Invariant
	// proved are the limits of what a run takes, for the face that says them.
	proved []worstcase.Limit
}

// text returns the function of the table.
func (ct *content) text() string {
	var b strings.Builder
	typ := "fsmtest.Spec[" + ct.subject.id("Config") + ", " + ct.subject.id("Event") + "]"
	fmt.Fprintf(&b, "func %s() *%s {\ntype (\nconfig = %s\nevent = %s\n)\n", ct.subject.id("Spec"), typ, ct.subject.id("Config"), ct.subject.id("Event"))
	b.WriteString("return &fsmtest.Spec[config, event]{\n")
	fmt.Fprintf(&b, "Name: %q, Package: %q, Initial: %q,\n", ct.subject.m.Name, ct.subject.pkg, ct.subject.m.States[ct.subject.m.Initial].Name)
	if text := was(ct.subject.m.Was) + namesOf("Removed", ct.subject.m.Removed); text != "" {
		b.WriteString(text + "\n")
	}
	b.WriteString(list("States", "fsmtest.State[config]", ct.states()))
	b.WriteString(list("Events", "fsmtest.Event[config, event]", ct.events()))
	b.WriteString(list("Outcomes", "fsmtest.Value", ct.outcomes()))
	b.WriteString(list("Timers", "fsmtest.Timer[config]", ct.timers()))
	b.WriteString(list("Calls", "fsmtest.Callee", ct.calls()))
	b.WriteString(list("Invocations", "fsmtest.Invocation[config]", ct.invocations()))
	b.WriteString(list("Enums", "fsmtest.Enum", ct.enums()))
	b.WriteString(list("Places", "fsmtest.Value", ct.places()))
	b.WriteString(list("Params", "fsmtest.Param[config]", ct.params()))
	b.WriteString(list("Vars", "fsmtest.Var[config]", ct.vars()))
	b.WriteString(list("Invariants", "fsmtest.Invariant[config]", ct.invariants()))
	b.WriteString(ct.initial() + ct.begin())
	if ct.settles {
		b.WriteString("Settles: true,\n")
	}
	if ct.subject.m.Rank > 0 {
		fmt.Fprintf(&b, "Rank: %d,\n", ct.subject.m.Rank)
	}
	if ct.subject.m.Bound != nil {
		b.WriteString("Bound: " + ct.subject.ofConfig("int", ct.subject.m.Bound) + ",\n")
		b.WriteString(ct.startCost())
		if size := ct.size(); size != "" {
			b.WriteString("Size: func(m config) float64 { return " + size + " },\n")
		}
	}
	if claims := ct.together(); len(claims) > 0 {
		b.WriteString("Together: []string{" + quoted(claims) + "},\n")
	}
	b.WriteString(list("Questions", "fsmtest.Question[config, event]", ct.questions()))
	b.WriteString(list("Rows", "fsmtest.Row[config, event]", ct.rows()))
	b.WriteString(list("Limits", "fsmtest.Limit[config]", (&limits{ct.subject, ct.proved}).rows()))
	b.WriteString(list("Runs", "fsmtest.Runs[config, event]", ct.runList()))
	b.WriteString("}\n}")
	return b.String()
}

// ofConfig writes a function of a configuration that returns the value of an expression.
func (p *subject) ofConfig(result string, e expr.Expr) string {
	m, _ := reads(e)
	text := boxed(p, e, inOracle)
	if result == "int" {
		text = p.number(e, inOracle)
	}
	return ofConfig(m, result, " { return "+text+" }")
}

func (ct *content) states() (all []string) {
	for i, s := range ct.subject.m.States {
		text := "{Value: " + ct.subject.names.States[i] + ", " + named("Name", s.Name) + named("Text", s.Text)
		if s.Outcome >= 0 {
			text += named("Outcome", ct.subject.m.Outcomes[s.Outcome].Name)
		}
		text += named("Doc", strings.TrimSpace(s.Doc))
		if ct.subject.m.Rank > 0 && !ct.subject.m.Terminal(i) {
			m, _ := readsAny(s.Progress)
			parts := make([]string, len(s.Progress))
			for k, e := range s.Progress {
				parts[k] = ct.subject.number(e, inOracle)
			}
			text += "Progress: " + ofConfig(m, "[]int", " { return []int{"+strings.Join(parts, ", ")+"} }") + ", "
		}
		text += namesOf("Around", s.Composites)
		text += was(s.Was) + namesOf("Removed", s.Removed)
		all = append(all, strings.TrimSuffix(text, ", ")+"}")
	}
	return all
}

func (ct *content) events() (all []string) {
	for i, e := range ct.subject.m.Events {
		text := "{Value: " + ct.subject.names.Events[i].Const + ", " + named("Name", e.Name) + ct.method(i) + named("Doc", strings.TrimSpace(e.Doc)) + was(e.Was)
		if e.Environment {
			text += "Environment: true, "
		}
		if e.Cancellation {
			text += "Cancellation: true, " + ct.subject.deafStates(i)
		}
		var fields []string
		for j, f := range e.Fields {
			field := "{" + named("Name", f.Name)
			if name := ct.subject.fields[i][j]; name != capital(f.Name) {
				field += named("Go", name)
			}
			field += ct.subject.limits(f.Min, f.Max)
			switch {
			case ct.subject.decides(i, j):
				field += "Use: fsmtest.Decides, " + ct.subject.edges(i, j)
			case ct.subject.emitted(i, j):
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
func (ct *content) method(event int) string {
	switch e := ct.subject.m.Events[event]; {
	case e.Eventless:
		return "Internal: true, Eventless: true, "
	case e.Internal:
		return "Internal: true, "
	}
	return named("Method", ct.subject.names.Events[event].Method)
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

func (ct *content) outcomes() []string {
	all := []string{"{Value: " + ct.subject.names.Running + `, Name: "none"}`}
	for i, o := range ct.subject.m.Outcomes {
		all = append(all, "{Value: "+ct.subject.names.Outcomes[i]+", Name: "+strconv.Quote(o.Name)+"}")
	}
	return all
}

// places writes what the method Within can be asked for.
func (ct *content) places() (all []string) {
	add := func(value, name string) { all = append(all, "{Value: "+value+", Name: "+strconv.Quote(name)+"}") }
	for i, name := range source.Composites(ct.subject.m) {
		add(ct.subject.names.Within.Constants[i], name)
	}
	if ct.subject.names.Within.Place == "" {
		return all
	}
	for i, s := range ct.subject.m.States {
		add(ct.subject.names.States[i], s.Name)
		for _, r := range s.Regions {
			for k, leaf := range r.Leaves {
				if leaf.None {
					leaf.Name = "" // which is never active
				}
				add(ct.subject.enum(ct.subject.m.Vars[r.Var].Type.Enum).Values[k], leaf.Name)
			}
		}
	}
	return all
}

func (ct *content) enums() (all []string) {
	for i, e := range ct.subject.m.Enums {
		text := "{Values: []any{" + strings.Join(ct.subject.names.Enums[i].Values, ", ") + "}, Names: []string{" + quoted(e.Values) + "}"
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
func (ct *content) size() string {
	exact := true
	expr.Walk(ct.subject.m.Bound, func(e expr.Expr) {
		b, ok := e.(*expr.Binary)
		lit, constant := e.(*expr.Lit)
		exact = exact && !(ok && (b.Op == expr.Rem || b.Op == expr.Quo)) && !(constant && lit.T.Duration)
	})
	some := false
	for i := range ct.subject.m.Params {
		some = some || ct.unbounded(i)
	}
	if !exact || !some {
		return ""
	}
	name := func(s *expr.Symbol) string {
		field := "m.Params." + ct.subject.names.Fields[s.Index]
		if s.Type.Kind == expr.Int {
			return "float64(" + field + ")"
		}
		return field
	}
	numbers := expr.Substitute(ct.subject.m.Bound, func(s *expr.Symbol) expr.Expr {
		number := *s
		number.Type.Duration = false
		return &expr.Ref{Symbol: &number}
	})
	return expr.PrintGo(plain(numbers), name, func(e *expr.Enum, i int) string { return ct.subject.enum(e).Values[i] })
}

func (ct *content) params() (all []string) {
	for i, q := range ct.subject.m.Params {
		text := "{" + named("Name", q.Name) + ct.subject.limits(q.Min, q.Max)
		if q.Default != nil {
			text += "Default: " + ct.subject.ofConfig("any", q.Default) + ", "
		}
		if texts := ct.subject.comparedTexts(i); len(texts) > 0 {
			text += "Texts: []string{" + quoted(texts) + "}, "
		}
		if q.Type.Kind == expr.Int && q.Max == nil && ct.subject.overflows(i, 0) {
			text += "Overflows: true, "
		}
		if ct.unbounded(i) {
			text += "Unbounded: true, "
		}
		text += was(q.Was)
		all = append(all, strings.TrimSuffix(text, ", ")+"}")
	}
	return all
}

// unbounded reports whether a parameter can make the bound overflow an int.
func (ct *content) unbounded(param int) bool {
	q := ct.subject.m.Params[param]
	return q.Type.Kind == expr.Int && q.Max == nil && (ct.subject.overflows(param, 0) || ct.subject.overflows(param, 1))
}

// limits writes a range, if there is one.
func (p *subject) limits(least, greatest expr.Expr) string {
	if least == nil && greatest == nil {
		return ""
	}
	m, _ := readsAny([]expr.Expr{least, greatest})
	lo, hi := "fsmtest.NoMin", "fsmtest.NoMax"
	if least != nil {
		lo = p.number(least, inOracle)
	}
	if greatest != nil {
		hi = p.number(greatest, inOracle)
	}
	return "Range: " + ofConfig(m, "(int, int)", " { return "+lo+", "+hi+" }") + ", "
}

func (ct *content) vars() (all []string) {
	for i, v := range ct.subject.m.Vars {
		text := "{" + named("Name", v.Name)
		if name := ct.subject.names.Vars[i].Getter; name != capital(v.Name) {
			text += named("Go", name)
		}
		if name := ct.subject.names.Vars[i].Field; name != v.Name {
			text += named("Field", name)
		}
		if v.State >= 0 {
			text += named("In", ct.subject.m.States[v.State].Name)
		}
		if v.Pending() {
			text += "Pending: true, "
		}
		if r := ct.subject.m.RegionOf(i); r != nil {
			lists := make([]string, len(r.Leaves))
			for k := range r.Leaves {
				lists[k] = "{" + quoted(r.Active(k)) + "}"
			}
			text += "Active: [][]string{" + strings.Join(lists, ", ") + "}, "
		}
		all = append(all, strings.TrimSuffix(text+ct.subject.limits(v.Min, v.Max)+was(v.Was), ", ")+"}")
	}
	return all
}

func (ct *content) invariants() (all []string) {
	for _, c := range ct.claims {
		text := "{"
		if c.State >= 0 {
			text += named("In", ct.subject.m.States[c.State].Name)
		}
		claim := c.Text
		if claim == "" {
			claim = expr.Print(c.Expr, expr.Spec)
		}
		all = append(all, text+named("Text", claim)+"Holds: "+ct.subject.ofConfig("bool", c.Expr)+"}")
	}
	return all
}

// initial writes the variables that do not begin with their zero value.
func (ct *content) initial() string {
	var to, values []string
	for i, v := range ct.subject.m.Vars {
		if v.Init == nil {
			continue
		}
		if l, ok := v.Init.(*expr.Lit); ok && l.Value == 0 {
			continue
		}
		if t, ok := v.Init.(*expr.Text); ok && t.Value == "" {
			continue
		}
		to, values = append(to, "m."+ct.subject.names.Vars[i].Getter), append(values, ct.subject.code(v.Init, inOracle))
	}
	if len(to) == 0 {
		return ""
	}
	return "Init: func(m *config) { " + strings.Join(to, ", ") + " = " + strings.Join(values, ", ") + " },\n"
}

// begin writes what the host is told when a machine begins.
func (ct *content) begin() string {
	if len(ct.subject.m.Start) == 0 {
		return ""
	}
	calls, values := ct.subject.emissions(ct.subject.m.Start, -1)
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
		out += ", " + boxed(p, v, scope{params: "m.Params", model: "m", event: event})
	}
	return "{" + out + "}"
}

func (ct *content) timers() (all []string) {
	for i, t := range ct.subject.m.Timers {
		text := "{Value: " + ct.subject.names.Timers[i] + ", " + named("Name", source.Timer(ct.subject.m, i)) + was(t.Was) +
			"States: []string{" + quoted(ct.subject.states(t.States)) + "}, " + named("Event", ct.subject.m.Events[t.Event].Name)
		if t.Within != nil {
			text += "In: " + ofConfig(true, "bool", " { return "+ct.subject.code(ct.subject.m.Active(t.States[0], t.Within), inOracle)+" }, ")
		}
		var deaf []int
		for _, s := range t.States {
			if ct.subject.deaf(s, t.Event) {
				deaf = append(deaf, s)
			}
		}
		if deaf != nil {
			text += "Deaf: []string{" + quoted(ct.subject.states(deaf)) + "}, "
		}
		if t.Length != nil {
			text += "LengthOf: " + ofConfig(true, "time.Duration", " { return "+ct.subject.code(t.Length, inOracle)+" }")
			if least := obligation.Shortest(ct.subject.m, i); least > 0 {
				text += ", Length: " + duration(least)
			}
		} else if ct.subject.isSaid(i) {
			m, _ := readsAny(t.Args)
			text += "Delay: " + ofConfig(m, "fsmtest.Call", " { return fsmtest.Call"+ct.subject.call(ct.subject.names.Delays[t.Delay].Method, t.Args, -1)+" }")
			if most := ct.subject.m.Delays[t.Delay].Max; most > 0 {
				text += ", Length: " + duration(most)
			}
		} else {
			length := t.Constant
			if t.Delay >= 0 {
				length = ct.subject.m.Delays[t.Delay].Constant
			}
			text += "Length: " + duration(length)
		}
		all = append(all, text+"}")
	}
	return all
}

func (ct *content) questions() (all []string) {
	for i, a := range ct.subject.m.Asks {
		args, event := a.Args, -1
		for _, t := range ct.subject.m.Transitions {
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
		all = append(all, "{"+named("Text", a.Symbol.Name)+"Call: "+function(m, e, "", "fsmtest.Call", " { return fsmtest.Call"+ct.subject.call(ct.subject.names.Guards[a.Guard].Method, args, event)+" }")+"}")
	}
	return all
}

// effects are the constants of fsmtest for what is no transition.
var effects = map[core.Effect]string{core.Ignore: "fsmtest.Ignore", core.Reject: "fsmtest.Reject"}

func (ct *content) rows() (all []string) {
	for i := range ct.subject.m.Transitions {
		t := &ct.subject.m.Transitions[i]
		if t.Rule == core.Outside {
			continue // its event has the range
		}
		in := scope{params: "m.Params", model: "m", event: t.Event}
		text := named("From", ct.subject.m.States[t.From].Name) + named("On", ct.subject.m.Events[t.Event].Name)
		if t.Guard != nil {
			text += named("When", expr.Print(source.Condition(ct.subject.m, t), expr.Spec))
		}
		text += named("To", ct.subject.m.States[t.To].Name)
		if t.Effect != core.Take {
			text += "Effect: " + effects[t.Effect] + ", "
		}
		if t.Effect == core.Take {
			text += named("Doc", strings.TrimSpace(t.Doc))
		}
		if len(t.Starts) > 0 {
			var names []string
			for _, i := range t.Starts {
				names = append(names, ct.subject.m.Timers[i].Owner+"."+ct.subject.m.Events[ct.subject.m.Timers[i].Event].Name)
			}
			text += "Starts: []string{" + quoted(names) + "}, "
		}
		text += ct.invokes(t)
		regional, where := ct.where(t)
		if regional {
			text += "Regional: true, "
		}
		var lines []string
		if t.Guard != nil {
			m, e := reads(t.Guard)
			lines = append(lines, "Guard: "+function(m, e, "", "bool", " { return "+ct.subject.code(t.Guard, in)+" }"))
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
				to, values, reading = append(to, "next."+ct.subject.names.Vars[u.Var].Getter), append(values, ct.subject.code(u.Value, in)), append(reading, u.Value)
			}
			m, e := readsAny(reading)
			lines = append(lines, "Set: "+function(m, e, ", next *config", "", "{ "+strings.Join(to, ", ")+" = "+strings.Join(values, ", ")+" }"))
		}
		if len(t.Emits) > 0 {
			calls, values := ct.subject.emissions(t.Emits, t.Event)
			m, e := readsAny(values)
			lines = append(lines, "Emits: "+function(m, e, "", "[]fsmtest.Call", " { return []fsmtest.Call{"+calls+"} }"))
		}
		if t.Cost != nil {
			m, e := reads(t.Cost)
			lines = append(lines, "Cost: "+function(m, e, "", "int", " { return "+ct.subject.number(t.Cost, in)+" }"))
		}
		if again := ct.leavesAgain(t); len(again) > 0 {
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

// row returns the number of the row of a transition.
func (p *subject) row(transition int) (row int) {
	for i := range transition {
		if p.m.Transitions[i].Rule != core.Outside {
			row++
		}
	}
	return row
}

func (ct *content) runList() (all []string) {
	for _, tree := range ct.runs {
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
			params += "Params: config{Params: " + ct.subject.names.Params + "{" + tree.Params + "}}, "
		}
		all = append(all, params+strings.TrimSuffix(list("Steps", "fsmtest.RunStep[event]", steps), ",\n")+"}")
	}
	return all
}
