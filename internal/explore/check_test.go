package explore

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Replay checks the run, and that the variable has the value that the violation states,
// outside the declared range.
func (v Violation) Replay(m *core.Machine) error {
	p, err := replayed(m, v.Run)
	if err != nil {
		return err
	}
	decl := &m.Vars[v.Var]
	if p.State != v.State || p.Vars[v.Var] != v.Value || !m.Exists(v.Var, v.State) {
		return fmt.Errorf("replay violation: variable %q is not %d", decl.Name, v.Value)
	}
	outside := false
	for _, end := range []expr.Expr{decl.Min, decl.Max} {
		if end == nil {
			continue
		}
		limit, err := p.Eval(p.Config, end)
		if err != nil {
			return fmt.Errorf("replay violation: the range of variable %q: %w", decl.Name, err)
		}
		outside = outside || end == decl.Min && v.Value < limit || end == decl.Max && v.Value > limit
	}
	if !outside {
		return fmt.Errorf("replay violation: variable %q may be %d", decl.Name, v.Value)
	}
	return nil
}
