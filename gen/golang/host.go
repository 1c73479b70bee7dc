package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// host emits the interfaces of what the machine asks of its program and tells
// it, if there is anything.
func (g *generator) host() {
	n := g.names
	if n.Host == "" {
		return
	}
	var parts []jen.Code
	for _, part := range []string{n.GuardSet, n.OutputSet, n.TimerSet} {
		if part != "" {
			parts = append(parts, jen.Id(part))
		}
	}
	g.doc(describe(n.Host, "", "is the program around a ["+n.Machine+"]", "", g.hostRules()))
	g.file.Type().Id(n.Host).Interface(parts...)
	g.guardSet()
	g.outputSet()
	g.timerSet()
}

// hostRules says what methods of the host may do.
func (g *generator) hostRules() []string {
	n := g.names
	rules := "The machine calls its methods during a step. They may read the machine; an event that they send is refused with *" + n.Reentrant + "."
	var tellers []string
	for _, part := range []string{n.OutputSet, n.TimerSet} {
		if part != "" {
			tellers = append(tellers, "["+part+"]")
		}
	}
	out := wrap(rules)
	if len(tellers) > 0 {
		out = append(out, "")
		out = append(out, wrap("The state has changed when the methods of "+list(tellers)+" are called. A panic in one of them leaves the "+
			"step unfinished, with the rest untold: from then on, the machine refuses every event with *"+n.Reentrant+".")...)
	}
	return out
}

func (g *generator) guardSet() {
	n := g.names
	if n.GuardSet == "" {
		return
	}
	g.doc(wrap(n.GuardSet + " answers what the spec leaves to the program. Nothing has changed when the machine asks, and nothing changes if " +
		"the answer is a panic. A call that several alternatives of a step have is made once."))
	g.file.Type().Id(n.GuardSet).InterfaceFunc(func(methods *jen.Group) {
		for i, guard := range g.m.Guards {
			if !guard.External {
				continue
			}
			name := n.Guards[i]
			for _, c := range comments(describePart(name.Method, guard.Name, "answers the guard "+guard.Name, guard.Doc)) {
				methods.Add(c)
			}
			methods.Id(name.Method).Params(g.arguments(guard.Args, name.Args)...).Bool()
		}
	})
}

func (g *generator) outputSet() {
	n := g.names
	if n.OutputSet == "" {
		return
	}
	g.doc(wrap(n.OutputSet + " takes what the machine tells, in the order in which it happens."))
	g.file.Type().Id(n.OutputSet).InterfaceFunc(func(methods *jen.Group) {
		for i, o := range g.m.Outputs {
			name := n.Outputs[i]
			for _, c := range comments(describePart(name.Method, o.Name, "takes the output "+o.Name, o.Doc)) {
				methods.Add(c)
			}
			methods.Id(name.Method).Params(g.arguments(o.Fields, name.Args)...)
		}
	})
}

// questions returns the numbers of the questions to the host in a guard, each
// as often as it occurs.
func (g *generator) questions(guard expr.Expr) []int {
	var out []int
	if guard == nil {
		return nil
	}
	expr.Walk(guard, func(e expr.Expr) {
		if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.External {
			out = append(out, r.Symbol.Index)
		}
	})
	return out
}

// ask writes the call that asks the host a question.
func (g *generator) ask(question, event int) string {
	a := g.m.Asks[question]
	g.asked[a.Guard] = true
	return "m." + g.names.Guards[a.Guard].Ask + "(" + g.codes(a.Args, "m.params", event) + ")"
}

// asks emits the methods through which the events ask the host.
func (g *generator) asks() {
	if len(g.asked) == 0 {
		return
	}
	for i, guard := range g.m.Guards {
		if !g.asked[i] {
			continue
		}
		name := g.names.Guards[i]
		args := make([]jen.Code, len(name.Args))
		for j, a := range name.Args {
			args[j] = jen.Id(a)
		}
		g.doc(wrap(name.Ask + " asks the host for " + name.Method + "."))
		g.onMachine(name.Ask).Params(g.arguments(guard.Args, name.Args)...).Bool().Block(
			jen.Id("m").Dot("busy").Op("=").True(),
			jen.Defer().Id("m").Dot("rest").Call(),
			jen.Return(jen.Id("m").Dot("host").Dot(name.Method).Call(args...)),
		)
	}
	g.doc(wrap("rest ends a question to the host, also one that ended in a panic: nothing has changed, and events are welcome again."))
	g.onMachine("rest").Params().Block(jen.Id("m").Dot("busy").Op("=").False())
}
