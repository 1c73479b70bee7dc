package claim

import (
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Add adds to the machine its invariants, the progress function, and what it claims to stay possible and of its time.
func Add(in pass.Input, states *tree.Tree, env *scope.Env) {
	l := &claims{in.File, in.Machine, in.Names, in.Diags, states, env}
	l.invariants()
	l.progress()
	l.goals()
	l.times()
}
