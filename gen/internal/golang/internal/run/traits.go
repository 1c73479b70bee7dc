package run

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
)

// traits answers what all declarations of this package ask about the machine.
type traits struct{ m *machine.Machine }

// hasParts reports whether the handler has methods for parts of states with regions.
func (g traits) hasParts() bool { return g.m.Names.Run.Parts.Call != "" }

// unattended reports whether a machine waits in a state for results alone, for timers, or for the end of
// the context: the handler has no method for it.
func (g traits) unattended(state int) bool {
	return g.m.Names.Run.Methods[state] == "" && len(g.m.Names.Run.Parts.Of[state]) == 0
}

// idle reports whether the handler of a machine with calls has no methods at all.
func (g traits) idle() bool {
	return g.m.Names.CallSet != "" && !g.hasParts() && !slices.ContainsFunc(g.m.Names.Run.Methods, func(name string) bool { return name != "" })
}

// endsWithContext reports whether the end of the context can take a machine out of a state, so that
// a run waits for it even if no call runs any more.
func (g traits) endsWithContext(state int) bool {
	event := g.m.Cancellation()
	return event >= 0 && slices.ContainsFunc(g.m.Alternatives(state, event), func(t core.Transition) bool { return t.Effect == core.Take })
}

// ended is the type of a machine that a run has driven to its end.
func (g traits) ended() string {
	if n := g.m.Names.Typed; n.Ended == "" {
		return n.Any
	}
	return g.m.Names.Typed.Ended
}

// method is a method of the machine, as a function.
func (g traits) method(name string) *jen.Statement {
	return jen.Parens(jen.Op("*").Id(g.m.Names.Machine)).Dot(name)
}

// live puts the context for steps that Run makes by itself in front of the arguments of a call that makes one. ctx is the context
// of the run.
func (g traits) live(ctx string, args ...jen.Code) []jen.Code {
	if g.m.Names.Context == "" {
		return args
	}
	return append([]jen.Code{file.Drive("Live").Call(jen.Id(ctx))}, args...)
}

// result returns the result type of Run.
func (g traits) result() *jen.Statement {
	if ended := g.m.Names.Typed.Ended; ended != "" {
		return jen.Params(jen.Id(ended), jen.Error())
	}
	return jen.Error()
}

// fails writes a return from Run with an error.
func (g traits) fails(err jen.Code) *jen.Statement {
	if g.m.Names.Typed.Ended == "" {
		return jen.Return(err)
	}
	return jen.Return(jen.Nil(), err)
}

// inertTimers returns, for each timer, the states in which it runs and its event
// has no effect. Timers without such states are left out.
func (g traits) inertTimers() map[int][]int {
	out := map[int][]int{}
	for i, t := range g.m.Core.Timers {
		if states := g.m.Inert(t.Event, t.States); len(states) > 0 {
			out[i] = states
		}
	}
	return out
}

// exampleArgs lists the arguments of an event in an example.
func (g traits) exampleArgs(args []string) string {
	if g.m.Names.Context != "" {
		args = append([]string{"ctx"}, args...)
	}
	return strings.Join(args, ", ")
}
