package host

import (
	"github.com/dave/jennifer/jen"

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

// Interfaces writes the interfaces that the program implements, if there are any.
func Interfaces(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	n := g.m.Names
	if n.Host == "" {
		return
	}
	var parts []jen.Code
	for _, part := range []string{n.GuardSet, n.OutputSet, n.TimerSet, n.CallSet} {
		if part != "" {
			parts = append(parts, jen.Id(part))
		}
	}
	g.f.Doc(comment.Describe(n.Host, "", "is the program around a ["+n.Machine+"]", "", g.hostRules()))
	g.f.Type().Id(n.Host).Interface(parts...)
	g.guardSet()
	g.outputSet()
	g.timerSet()
	g.callSet()
}

// hostRules documents what methods of the host may do.
func (g printer) hostRules() []string {
	n := g.m.Names
	rules := "The machine calls these methods during a step. They may read the machine, but an event that they send is refused with *" + n.Reentrant + "."
	var tellers []string
	for _, part := range []string{n.OutputSet, n.TimerSet, n.CallSet} {
		if part != "" {
			tellers = append(tellers, "["+part+"]")
		}
	}
	if n.Context != "" {
		rules += " A method with a context receives that of the call that makes the step."
	}
	out := comment.Wrap(rules)
	if len(tellers) > 0 {
		out = append(out, "")
		out = append(out, comment.Wrap("The methods of "+comment.List(tellers)+" are called after the state has changed. A panic in one of them leaves the "+
			"step unfinished: the remaining calls are not made, and from then on the machine refuses every event with *"+n.Reentrant+".")...)
	}
	return out
}

func (g printer) guardSet() {
	n := g.m.Names
	if n.GuardSet == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.GuardSet + " answers the guards that the spec leaves to the program. The machine asks before anything changes, and a panic changes " +
		"nothing. If several alternatives of a step make the same call, it is made once."))
	g.f.Type().Id(n.GuardSet).InterfaceFunc(func(methods *jen.Group) {
		for i, guard := range g.m.Core.Guards {
			if !guard.External {
				continue
			}
			name := n.Guards[i]
			for _, c := range comment.Lines(comment.DescribePart(name.Method, guard.Name, "answers the guard "+guard.Name, guard.Doc)) {
				methods.Add(c)
			}
			answer := jen.Bool()
			if guard.Reason {
				methods.Comment("It returns nil if the guard holds, and else the reason why not, which a refusal has.")
				answer = jen.Error()
			}
			methods.Id(name.Method).Params(code.HostParams(g.m, guard.Context, code.Arguments(g.m, guard.Args, name.Args)...)...).Add(answer)
		}
	})
}

func (g printer) outputSet() {
	n := g.m.Names
	if n.OutputSet == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.OutputSet + " receives the outputs of the machine, in the order in which they occur."))
	g.f.Type().Id(n.OutputSet).InterfaceFunc(func(methods *jen.Group) {
		for i, o := range g.m.Core.Outputs {
			name := n.Outputs[i]
			for _, c := range comment.Lines(comment.DescribePart(name.Method, o.Name, "receives the output "+o.Name, o.Doc)) {
				methods.Add(c)
			}
			methods.Id(name.Method).Params(code.HostParams(g.m, o.Context, code.Arguments(g.m, o.Fields, name.Args)...)...)
		}
	})
}

// timerSet emits the interface of the timers.
func (g printer) timerSet() {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.TimerSet + " starts and stops the timers of the machine."))
	g.f.Type().Id(n.TimerSet).InterfaceFunc(func(methods *jen.Group) {
		methods.Add(file.Runtime("TimerHost").Types(jen.Id(n.Timer)))
		for i, d := range g.m.Core.Delays {
			if name := n.Delays[i]; name.Method != "" {
				for _, c := range comment.Lines(comment.Delay(name.Method, &d)) {
					methods.Add(c)
				}
				methods.Id(name.Method).Params(code.Arguments(g.m, d.Args, name.Args)...).Qual("time", "Duration")
			}
		}
	})
}
