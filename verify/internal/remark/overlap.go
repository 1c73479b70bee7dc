package remark

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Overlap is a pair of alternatives of one state and event, with example values for which
// the conditions of both hold. The fields are those of verify.Overlap.
type Overlap struct {
	First, Second                   int
	Params, Vars, Fields, Externals []int64
	Run                             *trace.Run
}

const (
	// maxPairs limits the pairs of alternatives that are decided, and maxLooks the
	// pairs that are considered.
	maxPairs = 256
	maxLooks = 20_000
	// overlapLimit limits the work of the solver for one pair.
	overlapLimit = solve.DefaultLimit / 10
	// overlapTries limits the configurations with a payload that are tried for one
	// pair in one graph. Only the first overlapGraphs graphs are used.
	overlapTries  = 2000
	overlapGraphs = 8
)

// Overlaps lists the pairs of alternatives whose conditions are not disjoint, each pair of
// places in the spec once. It omits alternatives that a rule adds, pairs with the same
// effect, final catch-all alternatives, and dead alternatives.
func (in *Input) Overlaps(dead diag.List) (list []Overlap) {
	m := in.Machine
	type pair struct{ first, second diag.Span }
	place := map[pair]int{} // in list
	tried, looks := 0, 0
	for i := range m.Transitions {
		t := &m.Transitions[i]
		for j := i + 1; j < len(m.Transitions) && m.Transitions[j].From == t.From && m.Transitions[j].Event == t.Event; j++ {
			if looks++; in.Prover.Done() || tried == maxPairs || looks > maxLooks {
				return list
			}
			buried := func(d diag.Diagnostic) bool { return d.Span == t.Span || d.Span == m.Transitions[j].Span }
			if !in.competes(i, j) || slices.ContainsFunc(dead, buried) {
				continue
			}
			p := pair{t.Span, m.Transitions[j].Span}
			known, ok := place[p]
			ok = ok && p.first.Start.IsValid()
			if ok && list[known].Run != nil {
				continue
			}
			tried++
			o, found := in.overlap(i, j)
			switch {
			case found && !ok:
				place[p] = len(list)
				list = append(list, o)
			case found && o.Run != nil:
				list[known] = o
			}
		}
	}
	return list
}

// competes reports whether the order of two alternatives can matter to the author.
func (in *Input) competes(i, j int) bool {
	m := in.Machine
	t, u := &m.Transitions[i], &m.Transitions[j]
	last := m.Priority(j) == len(m.On(t.From, t.Event))-1
	if t.Handles != u.Handles {
		return false // what is under `always` comes first, and then the event that was raised first
	}
	if a, b := t.Move, u.Move; a != nil && b != nil && (a.Region != b.Region || a.From != b.From) {
		return false // both can be taken, or only one can
	}
	if t.Written == nil || u.Written == nil || source.Divided(m, t, u) || t.Rule != "" || u.Rule != "" || last && u.Effect != core.Take {
		return false
	}
	same := t.Effect == u.Effect && t.To == u.To && t.Internal == u.Internal && source.Move(m, t) == source.Move(m, u) && source.Assignments(m, t) == source.Assignments(m, u)
	return !same || len(t.Emits) > 0 || len(u.Emits) > 0
}

// overlap looks for values for which the conditions of both alternatives hold, unless it
// is proved that there are none.
func (in *Input) overlap(i, j int) (Overlap, bool) {
	e := in.Theory.Step(i)
	e.Fact(e.Formula(in.Machine.Transitions[j].Guard))
	if in.Prover.Refute(e.Facts(), overlapLimit) != nil {
		return Overlap{}, false
	}
	for _, g := range in.Graphs[:min(len(in.Graphs), overlapGraphs)] {
		x, ok := g.Overlap(i, j, overlapTries)
		if ok && x.Replay(in.Machine) == nil {
			return Overlap{i, j, x.Run.Params, x.Run.End(), x.Fields, x.Externals, &x.Run}, true
		}
	}
	values, ok := in.Prover.Model(e.Facts(), overlapLimit)
	if !ok {
		return Overlap{}, false
	}
	return in.imagined(e, values, i, j)
}

// imagined makes an overlap from values that satisfy all known facts, if the machine has
// such values.
func (in *Input) imagined(e *encode.Encoder, values solve.Assignment, i, j int) (Overlap, bool) {
	m := in.Machine
	t := &m.Transitions[i]
	o := Overlap{
		First: i, Second: j, Params: make([]int64, len(m.Params)), Vars: make([]int64, len(m.Vars)),
		Fields: make([]int64, len(m.Events[t.Event].Fields)), Externals: make([]int64, len(m.Asks)),
	}
	into := map[expr.Scope][]int64{expr.Param: o.Params, expr.Var: o.Vars, expr.Field: o.Fields, expr.External: o.Externals}
	texts := explore.Strings(m)
	fresh := big.NewInt(-1) // the number of the one string that no constant is
	read := func(s *expr.Symbol) bool {
		unknown, known := e.Met(s.Scope, s.Index)
		if !known || !s.Type.Scalar() || s.Index >= len(into[s.Scope]) {
			return s.Type.Scalar() && s.Index < len(into[s.Scope])
		}
		value := values.Value(unknown)
		if s.Type.Kind == expr.String {
			return text(e, texts, value, fresh, &into[s.Scope][s.Index])
		}
		into[s.Scope][s.Index] = value.Int64()
		return value.IsInt64()
	}
	for _, x := range in.premises(i, j) {
		good := true
		expr.Walk(x, func(x expr.Expr) {
			if r, ok := x.(*expr.Ref); ok {
				good = good && read(r.Symbol)
			}
		})
		if !good {
			return Overlap{}, false
		}
	}
	// The other symbols do not matter, but get their values from the model as well.
	for _, p := range m.Params {
		read(p.Symbol)
	}
	for k, x := range m.Vars {
		if m.Exists(k, t.From) {
			read(x.Symbol)
		}
	}
	return o, in.meets(o)
}

// text writes the number in texts of the string that a value stands for.
func text(e *encode.Encoder, texts []string, value, fresh *big.Int, to *int64) bool {
	if s, ok := e.String(value.Int64()); ok && value.IsInt64() && slices.Contains(texts, s) {
		*to = int64(slices.Index(texts, s))
		return true
	}
	if fresh.Sign() >= 0 && fresh.Cmp(value) != 0 {
		return false
	}
	fresh.Abs(value)
	*to = int64(len(texts) - 1)
	return fresh.Cmp(value) == 0
}

// premises lists the conditions under which two alternatives overlap: the first one is chosen, and
// the guard of the second one holds as well.
func (in *Input) premises(i, j int) []expr.Expr {
	return append(in.Machine.Chosen(i), in.Machine.Transitions[j].Guard)
}

// meets reports whether the conditions of an overlap hold.
func (in *Input) meets(o Overlap) bool {
	env := concrete.Env(in.Machine, o.Params, o.Vars)
	env.Fields, env.Externals = o.Fields, o.Externals
	return !slices.ContainsFunc(in.premises(o.First, o.Second), func(x expr.Expr) bool {
		holds, err := expr.Eval(x, env)
		return err != nil || holds == 0
	})
}
