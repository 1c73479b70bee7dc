package proptest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// tells reports whether the machine tells its host anything.
func (p *printer) tells() bool { return p.names.OutputSet != "" || p.names.TimerSet != "" }

// hostFields declares what an event carries for the host beside its payload.
func (p *printer) hostFields(g *jen.Group) {
	if p.names.GuardSet != "" {
		g.Id("Answers").Index(jen.Lit(len(p.m.Asks))).Bool().Comment("// of the host, by the number of the question")
	}
	if p.names.TimerSet != "" {
		g.Id("Timed").Int().Comment("// which of its timers raises it; 0: none, it is sent")
	}
	if p.saysDelays() {
		g.Id("Delay").Qual("time", "Duration").Comment("// of the host, to which it adds 1 each time")
	}
}

// rowFields declares what a row has for the host.
func (p *printer) rowFields(g *jen.Group) {
	if p.names.GuardSet != "" {
		g.Id("asks").Add(p.closure(true, true, "[]"+p.prefix+"OracleAsk", "")).Comment("// nil: none")
	}
	if p.names.OutputSet != "" {
		g.Id("emits").Add(p.closure(true, true, "[]"+p.prefix+"OracleCall", "")).Comment("// nil: nothing")
	}
	if p.names.TimerSet != "" {
		g.Id("starts").Index().Id(p.names.Timer)
	}
}

// rowHost writes those fields of a row.
func (p *printer) rowHost(g *jen.Group, t *core.Transition) {
	if asks := questions(t); len(asks) > 0 {
		var all []expr.Expr
		body := "{ return []" + p.prefix + "OracleAsk{"
		for _, a := range asks {
			ask := p.m.Asks[a]
			all = append(all, ask.Args...)
			body += "\n{" + strconv.Itoa(a) + ", " + p.prefix + "OracleCall" + p.call(p.names.Guards[ask.Guard].Method, ask.Args, t.Event) + "},"
		}
		m, e := readsAny(all)
		g.Line().Id("asks").Op(":").Add(p.closure(m, e, "[]"+p.prefix+"OracleAsk", body+"\n} }"))
	}
	if len(t.Emits) > 0 {
		var all []expr.Expr
		body := "{ return []" + p.prefix + "OracleCall{"
		for _, e := range t.Emits {
			all = append(all, e.Values...)
			body += "\n" + p.call(p.names.Outputs[e.Output].Method, e.Values, t.Event) + ","
		}
		m, e := readsAny(all)
		g.Line().Id("emits").Op(":").Add(p.closure(m, e, "[]"+p.prefix+"OracleCall", body+"\n} }"))
	}
	if len(t.Starts) > 0 {
		var timers []string
		for _, i := range t.Starts {
			timers = append(timers, p.names.Timers[i])
		}
		g.Line().Id("starts").Op(":").Index().Id(p.names.Timer).Op("{" + strings.Join(timers, ", ") + "}")
	}
}

// questions returns the numbers of the questions that the guard of a
// transition may ask the host, each once, in order.
func questions(t *core.Transition) []int {
	var out []int
	if t.Guard == nil {
		return nil
	}
	expr.Walk(t.Guard, func(e expr.Expr) {
		if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.External && !slices.Contains(out, r.Symbol.Index) {
			out = append(out, r.Symbol.Index)
		}
	})
	return out
}

// call writes the literal of a call of a method of the host, without its type.
// The values are over the oracle's m, and e where event is not -1.
func (p *printer) call(method string, values []expr.Expr, event int) string {
	if len(values) == 0 {
		return "{" + strconv.Quote(method) + ", nil}"
	}
	return "{" + strconv.Quote(method) + ", " + p.values(values, event) + "}"
}

func (p *printer) values(values []expr.Expr, event int) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = p.code(v, scope{params: "m.Params", model: "m", event: event})
	}
	return "[]any{" + strings.Join(out, ", ") + "}"
}

// readsAny reports whether any of some expressions refers to the configuration
// and whether any refers to the payload.
func readsAny(all []expr.Expr) (m, payload bool) {
	for _, x := range all {
		inM, inPayload := reads(x)
		m, payload = m || inM, payload || inPayload
	}
	return m, payload
}

// hostMethods prints the methods of the test host that the machine calls. The
// names of their parameters stand in nobody's way.
func (p *printer) hostMethods() {
	method := func(name string, fields []core.Field) (*jen.Statement, []jen.Code) {
		values := []jen.Code{jen.Lit(name)}
		var params []jen.Code
		for i, f := range fields {
			v := jen.Id("v" + strconv.Itoa(i+1))
			values = append(values, v)
			params = append(params, v.Clone().Add(p.goType(f.Type)))
		}
		p.comment(name + " implements " + p.names.Host + ".")
		return p.onHost(name).Params(params...), values
	}
	for i, guard := range p.m.Guards {
		if guard.External {
			f, values := method(p.names.Guards[i].Method, guard.Args)
			f.Bool().Block(jen.Return(jen.Id("h").Dot("answer").Call(values...)))
		}
	}
	for i, o := range p.m.Outputs {
		f, values := method(p.names.Outputs[i].Method, o.Fields)
		f.Block(jen.Id("h").Dot("tell").Call(values...))
	}
	if p.names.TimerSet == "" {
		return
	}
	length := func() *jen.Statement { return jen.Qual("time", "Duration") }
	p.comment("StartTimer implements " + p.names.Host + ".")
	p.onHost("StartTimer").Params(jen.Id("t").Id(p.names.Timer), jen.Id("d").Add(length())).Block(
		jen.Id("h").Dot("tell").Call(jen.Lit("StartTimer"), jen.Id("t"), jen.Id("d")))
	p.comment("StopTimer implements " + p.names.Host + ".")
	p.onHost("StopTimer").Params(jen.Id("t").Id(p.names.Timer)).Block(
		jen.Id("h").Dot("tell").Call(jen.Lit("StopTimer"), jen.Id("t")))
	for i, d := range p.m.Delays {
		if name := p.names.Delays[i].Method; name != "" {
			f, values := method(name, d.Args)
			f.Add(length()).Block(
				jen.Id("h").Dot("tell").Call(values...),
				jen.Id("h").Dot("delays").Op("++"),
				jen.Return(jen.Id("h").Dot("event").Dot("Delay").Op("+").Add(length()).Call(jen.Id("h").Dot("delays"))),
			)
		}
	}
}

func (p *printer) onHost(name string) *jen.Statement {
	return p.file.Func().Params(jen.Id("h").Op("*").Add(p.id("TestHost"))).Id(name)
}

// drawHost writes the choice of what an event carries for the host: only what
// matters in the present state.
func (p *printer) drawHost(event int) []jen.Code {
	var out, cases []jen.Code
	var delayed []string
	for s, state := range p.m.States {
		var asks []int
		says := false
		for _, t := range p.m.On(s, event) {
			for _, a := range questions(&t) {
				if !slices.Contains(asks, a) {
					asks = append(asks, a)
				}
			}
			says = says || slices.ContainsFunc(t.Starts, p.isSaid)
		}
		if says {
			delayed = append(delayed, state.Name)
		}
		if len(asks) > 0 {
			var answers []jen.Code
			for _, a := range asks {
				answers = append(answers, jen.Id("e").Dot("Answers").Index(jen.Lit(a)).Op("=").Id("choose").Call(jen.Lit(2)).Op("==").Lit(1).
					Comment("// "+strings.Join(strings.Fields(p.m.Asks[a].Symbol.Name), " ")))
			}
			cases = append(cases, jen.Case(jen.Lit(state.Name)).Block(answers...))
		}
	}
	if len(cases) > 0 {
		out = append(out, jen.Switch(jen.Id("m").Dot("State")).Block(cases...))
	}
	if slices.ContainsFunc(p.m.Timers, func(t core.Timer) bool { return t.Event == event }) {
		out = append(out, jen.Id("e").Dot("Timed").Op("=").Id("choose").Call(jen.Len(jen.Id("m").Dot("Raising").Call(jen.Id("e").Dot("Event"))).Op("+").Lit(1)))
	}
	if len(delayed) > 0 {
		out = append(out, jen.If(jen.Op(within(delayed, true))).Block(
			jen.Id("e").Dot("Delay").Op("=").Qual("time", "Duration").Call(jen.Id("choose").Call(jen.Lit(2))).Op("*").Qual("time", "Hour")))
	}
	return out
}

// emitted reports whether an output or a question to the host has a field of an
// event among its values.
func (p *printer) emitted(event, field int) bool {
	match := func(x expr.Expr) bool {
		return expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == field })
	}
	for _, t := range p.m.Transitions {
		if t.Event != event {
			continue
		}
		for _, a := range questions(&t) {
			if slices.ContainsFunc(p.m.Asks[a].Args, match) {
				return true
			}
		}
		for _, e := range t.Emits {
			if slices.ContainsFunc(e.Values, match) {
				return true
			}
		}
	}
	return false
}

// handed returns the fields of all that the host is asked and told.
func (p *printer) handed() []core.Field {
	var out []core.Field
	for _, g := range p.m.Guards {
		out = append(out, g.Args...)
	}
	for _, o := range p.m.Outputs {
		out = append(out, o.Fields...)
	}
	for _, d := range p.m.Delays {
		out = append(out, d.Args...)
	}
	return out
}
