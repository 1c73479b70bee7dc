package migrate

import (
	"context"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/typical"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// worst is the longest run from the migrated machines of an old state.
type worst struct {
	most           int
	exact, endless bool
	with           string
}

const (
	// maxConfigs is the maximum number of configurations to explore of each version, maxStarts that of different machines
	// whose runs are measured, and maxMoves the work that one of them may take.
	maxConfigs = 5_000
	maxStarts  = 400
	maxMoves   = 200_000
)

// exploration tries machines that the old version stores.
type exploration struct{ plan *Plan }

// all measures the longest runs from migrated machines, for one choice of parameters: by old state, nil for those that it
// cannot measure.
func (ex exploration) all(ctx context.Context) []*worst {
	out := make([]*worst, len(ex.plan.a.States))
	params, with, ok := ex.typical()
	if !ok {
		return out
	}
	g := explore.Within(ctx, ex.plan.a, params, maxConfigs, maxMoves)
	known := map[string]*explore.Graph{}
	for c := range g.All() {
		r := row{params: params, state: c.State, vars: c.Vars}
		if ex.plan.m.States[c.State] < 0 || !ex.stores(r) || ex.plan.b.Terminal(ex.plan.m.States[c.State]) {
			continue
		}
		if accepted, known := ex.accepts(r); known && !accepted {
			continue
		}
		w := out[c.State]
		if w == nil {
			w = &worst{most: -1, exact: g.Complete && g.Exact, with: with}
			out[c.State] = w
		}
		m, values, ok := ex.migrated(r)
		if !ok {
			w.exact = false
			continue
		}
		key := fmt.Sprint(m.Initial, values, texts(m))
		from := known[key]
		if from == nil {
			if len(known) >= maxStarts {
				w.exact = false
				continue
			}
			from = explore.Within(ctx, m, values, maxConfigs, maxMoves)
			known[key] = from
		}
		if from.Configs() == 0 {
			w.exact = false
			continue
		}
		n := from.Remaining(0)
		if n >= 0 {
			n += from.Opening()
		}
		w.endless = w.endless || n < 0
		w.exact = w.exact && from.Complete && from.Exact && n >= 0
		w.most = max(w.most, n)
	}
	return out
}

// texts writes the initial values of a machine.
func texts(m *core.Machine) string {
	var b strings.Builder
	for _, v := range m.Vars {
		if v.Init != nil {
			b.WriteString(v.Name + "=" + expr.Print(v.Init, expr.Spec) + "\n")
		}
	}
	return b.String()
}

// typical returns the defaults of the parameters of the old version, and small values for those without one.
func (ex exploration) typical() (params []int64, with string, ok bool) {
	texts := trace.Strings(ex.plan.a)
	env := &expr.Env{Params: make([]int64, len(ex.plan.a.Params)), Intern: trace.Intern(texts)}
	var list []string
	for i := range ex.plan.a.Params {
		q := &ex.plan.a.Params[i]
		v, ok := typical.Value(q, env)
		if !ok {
			return nil, "", false
		}
		env.Params[i] = v
		list = append(list, q.Name+" = "+stored.Text(ex.plan.a, q.Type, v))
	}
	return env.Params, strings.Join(list, ", "), true
}
