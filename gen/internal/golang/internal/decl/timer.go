package decl

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// timerType emits the Timer type, its constants and its String method, if the
// machine has timers.
func (g printer) timerType() {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	e := &Enumeration{
		Name:  n.Timer,
		Recv:  "t",
		Doc:   comment.Wrap(n.Timer + " names a timer of the machine " + g.m.Core.Name + ". [" + n.TimerSet + "] starts and stops it, and [" + n.Machine + ".Fire] raises its event."),
		Group: "The timers, in the order of the spec.",
	}
	for i, t := range g.m.Core.Timers {
		predicate := "raises " + g.m.Core.Events[t.Event].Name + " when the machine has been in " + t.Owner + " for " + g.lengthText(t)
		if at := core.Ends(g.m.Core, i); at >= 0 {
			predicate += ": the time of " + g.m.Core.Calls[g.m.Core.Invocations[at].Call].Name + " is over"
		}
		e.Values = append(e.Values, Constant{
			Name: n.Timers[i],
			Text: source.Timer(g.m.Core, i),
			Was:  t.Was,
			Doc:  comment.Wrap(n.Timers[i] + " " + predicate + "."),
		})
	}
	e.Declare(g.f)
	e.Texts(g.f, "timer", "state and event, as in \""+e.Values[0].Text+"\"", nil)
}

// lengthText describes the duration of a timer.
func (g printer) lengthText(t core.Timer) string {
	switch {
	case t.Length != nil:
		return expr.Print(t.Length, expr.Spec)
	case t.Delay < 0:
		return source.Duration(t.Constant)
	case g.m.Names.Delays[t.Delay].Const != "":
		return "[" + g.m.Names.Delays[t.Delay].Const + "]"
	}
	return "the duration that [" + g.m.Names.TimerSet + "." + g.m.Names.Delays[t.Delay].Method + "] returns"
}

// delays emits the constants of the delays with a duration in the spec.
func (g printer) delays() {
	var defs []jen.Code
	for i, d := range g.m.Core.Delays {
		if name := g.m.Names.Delays[i].Const; name != "" {
			defs = append(defs, comment.Lines(comment.DescribePart(name, d.Name, "is the delay "+d.Name, d.Doc))...)
			defs = append(defs, jen.Id(name).Op("=").Add(code.Duration(d.Constant)))
		}
	}
	if len(defs) > 0 {
		g.f.Doc([]string{"The constant delays of the spec."})
		g.f.Const().Defs(defs...)
	}
}
