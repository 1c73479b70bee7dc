package host

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Asks writes the methods through which events call some of the external guards.
func Asks(f *file.File, m *machine.Machine, asked map[int]bool) {
	if len(asked) == 0 {
		return
	}
	for i, guard := range m.Core.Guards {
		if !asked[i] {
			continue
		}
		name := m.Names.Guards[i]
		var args []jen.Code
		if guard.Context {
			args = code.InContext(m)
		}
		for _, a := range name.Args {
			args = append(args, jen.Id(a))
		}
		f.Doc(comment.Wrap(name.Ask + " asks the host for " + name.Method + "."))
		answer := jen.Bool()
		if guard.Reason {
			answer = jen.Error()
		}
		f.OnMachine(name.Ask).Params(code.HostParams(m, guard.Context, code.Arguments(m, guard.Args, name.Args)...)...).Add(answer).Block(
			jen.Id(code.Occupy(m)),
			jen.Defer().Id("m").Dot("rest").Call(),
			jen.Return(jen.Id("m").Dot("host").Dot(name.Method).Call(args...)),
		)
	}
	f.Doc(comment.Wrap("rest ends the call of a guard, even of one that panicked: nothing has changed, and the machine accepts events again."))
	f.OnMachine("rest").Params().Block(jen.Id(code.Release(m)))
}
