package spec

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/broadcast"
	"github.com/fsmgen/fsmgen/spec/internal/check"
	"github.com/fsmgen/fsmgen/spec/internal/claim"
	"github.com/fsmgen/fsmgen/spec/internal/cost"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/edge"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/history"
	"github.com/fsmgen/fsmgen/spec/internal/invoke"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/prune"
	"github.com/fsmgen/fsmgen/spec/internal/raise"
	"github.com/fsmgen/fsmgen/spec/internal/rule"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/timer"
	"github.com/fsmgen/fsmgen/spec/internal/transition"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// lower makes the machine of a spec. Each pass finds in it what earlier ones have added, and takes what else it needs of their results.
// The diagnostics of the input tell whether the machine is complete. Used are the places of the declarations that something uses.
func lower(in pass.Input, child func(syntax.Use) *core.Machine) (used map[diag.Span]bool) {
	decls := decl.Declare(in, child)
	states := tree.Build(in, decls)
	env := scope.New(in, decls, states)
	claim.Add(in, states, env)

	raised, sure := raise.Names(in, decls)
	handler.CheckFinals(in, states)
	rests := broadcast.Declare(in, states)
	memories := history.Declare(in, states)
	timers := timer.Declare(in, decls, states, env)
	invocations := invoke.Declare(in, decls, states, env)
	handlers := handler.New(in, decls, states, invocations.Results)
	sure = handlers.Check() && sure && !memories.Unsure && !invocations.Unsure

	edges := edge.New(in, decls, states, env, edge.Effects{Timers: timers.Started, Invocations: invocations.Started, Memories: memories, Rests: rests})
	rules := rule.New(in, decls, states, edges)
	transitions := transition.Build(in, transition.Earlier{
		Decls: decls, Tree: states, Env: env, Handlers: handlers, Memories: memories, Edges: edges, Rules: rules,
		Rests: rests, Unsure: !sure,
	})
	sure = !transitions.Unsure
	prune.InternalEvents(in, states, raised)
	prune.NeverWaits(in, decls, transitions.Transient)
	if !transitions.Full {
		check.Shadowed(in, states, handlers, transitions.Lowered)
	}
	edges.Start()
	if sure {
		check.Unlisted(in, states, transitions)
	}
	rules.CountTransitions()
	in.Machine.Sort()

	if len(raised) > 0 && sure && !in.Diags.HasErrors() {
		sure = raise.Lower(in, states, rests)
	}
	edges.Check(raised)
	edge.RewriteEntries(in.Machine)
	in.Machine.Sort()
	prune.WhileRunning(in.Machine)
	if sure {
		timer.Check(in.Machine, in.Diags)
	}
	invoke.Costs(in.Machine)
	if sure {
		invoke.Check(in.Machine, in.Diags)
	}
	cost.Add(in, decls)
	return decls.Used
}
