package broadcast

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
	"github.com/fsmgen/fsmgen/spec/internal/walk"
)

// Declare adds to the machine a variable for each state of which several regions handle an event. It returns the variables by their
// states.
func Declare(in pass.Input, states *tree.Tree) map[*tree.Node]*expr.Symbol {
	out := map[*tree.Node]*expr.Symbol{}
	for _, p := range states.Plain {
		if len(walk.Shared(p.Decl)) == 0 {
			continue
		}
		name := p.Decl.Name.Value + "Rest"
		enum := &expr.Enum{Name: name, Doc: name + " is an event that regions of " + p.Decl.Name.Value + " are still to handle.", Values: []string{"none"}, Span: p.Decl.Parallel.Span}
		variable := strings.ToLower(name[:1]) + name[1:]
		if at, taken := in.Names.Taken(variable, name); taken {
			in.Diags.Errorf(diag.CodeDuplicate, at, "this has the name of what the loader adds for the regions of state `%s`", p.Decl.Name.Value).
				Note(enum.Span, "the regions are here").Helpf("choose another name than `%s` or `%s`", variable, name)
		}
		in.Machine.Enums = append(in.Machine.Enums, enum)
		v := states.Implied(p, core.Pending, variable, "the event that regions are still to handle", enum)
		if states.First != nil && states.First.Place() == p {
			v.Init = &expr.Lit{T: v.Type}
		}
		out[p] = v.Symbol
	}
	return out
}
