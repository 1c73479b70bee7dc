package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const (
	// maxRows limits the configurations of one state in a table, and maxTable those of all
	// states.
	maxRows  = 60
	maxTable = 160
)

// Tables looks, for a machine that exploration shows to be finite, for an exact progress
// function of a sum of variables. If there is none and the machine is small, it adds the
// claim of each state that its values are those of a configuration that was reached. It
// looks for proofs of what is unknown again, and for a progress function that is the
// length of the longest run from each configuration.
func (f Findings) Tables(in *Input, watch func(string)) Findings {
	t := newTable(in)
	if t == nil {
		return f
	}
	tabular := *in
	tabular.Prover = in.Prover.Half().Tabular()
	tabular.Graphs = t.graphs
	in = &tabular
	inexact := func(f *Findings) bool {
		return f.Ranked(in.Machine).Rank == 0 || f.Progress != nil && !in.begins(f.Progress)
	}
	if !t.endless && inexact(&f) {
		if exact, ok := f.keys(in, t, watch); ok {
			return exact
		}
	}
	if t.large {
		return f
	}
	watch("proving that all configurations are known")
	list := settled(f.Candidates)
	for s := range t.rows {
		if len(t.rows[s]) == 0 {
			continue // no run reaches the state, and others show that if it matters
		}
		list = append(list, Candidate{Claim: encode.Claim{Var: -1, Invariant: &core.Invariant{State: s, Expr: t.reached(s)}}, Stands: true, guessed: true})
	}
	out := f
	out.Candidates = Settle(in, list, in.Prover)
	out = out.Answer(in, nil, watch)
	if !t.endless && inexact(&out) {
		if exact, ok := out.unranked(in).takes(in, t.progress()); ok {
			return exact
		}
	}
	return out
}

// unranked returns the findings without the progress function that was found, and without
// what is known about it.
func (f Findings) unranked(in *Input) Findings {
	if f.Progress == nil {
		return f
	}
	about := obligation.Ranking(f.Ranked(in.Machine), f.Mathematical)
	f.Answers = slices.DeleteFunc(slices.Clone(f.Answers), func(a Answer) bool { return slices.Contains(about, a.Obligation) })
	f.Progress, f.Mathematical = nil, false
	return f
}

// Improvable reports whether the spec has few choices of parameters, claims neither progress nor a bound that is proved,
// and the progress function that was found begins above the longest run.
func (f *Findings) Improvable(in *Input) bool {
	proved := in.Machine.Bound != nil && f.Bound(in) != nil
	return concrete.Few(in.Machine) && !proved && f.Progress != nil && !in.begins(f.Progress)
}

// table lists the configurations of a finite machine.
type table struct {
	machine *core.Machine
	graphs  []*explore.Graph
	// symbols are the parameters and variables that the configurations of a state have.
	symbols [][]*expr.Symbol
	rows    [][]row
	// endless means that a run from some configuration has no end, and large that there are too many to list in a claim.
	endless, large bool
}

// row is a configuration, with the length of the longest run from it.
type row struct {
	values  []int64
	longest int64
}

// newTable returns the table of a machine, or nil if it is too large, or exploration may
// have missed something.
func newTable(in *Input) *table {
	m := in.Machine
	graphs := concrete.Whole(in.Prover.Context(), m, in.Graphs, maxKeyed)
	if graphs == nil {
		return nil
	}
	t := &table{machine: m, graphs: graphs, symbols: make([][]*expr.Symbol, len(m.States)), rows: make([][]row, len(m.States))}
	for s := range m.States {
		for _, p := range m.Params {
			t.symbols[s] = append(t.symbols[s], p.Symbol)
		}
		for i, x := range m.Vars {
			if x.Type.Kind == expr.String {
				return nil
			}
			if x.Type.Scalar() && m.Exists(i, s) {
				t.symbols[s] = append(t.symbols[s], x.Symbol)
			}
		}
	}
	all := 0
	for _, g := range graphs {
		all += g.Configs()
		for c := range g.All() {
			if m.Terminal(c.State) {
				continue
			}
			r := row{nil, int64(c.Remaining)}
			t.endless = t.endless || c.Remaining < 0
			for _, s := range t.symbols[c.State] {
				if s.Scope == expr.Param {
					r.values = append(r.values, g.Params[s.Index])
				} else {
					r.values = append(r.values, c.Vars[s.Index])
				}
			}
			t.rows[c.State] = append(t.rows[c.State], r)
		}
	}
	for s := range t.rows {
		// Values that differ only in what is not scalar are the same here.
		slices.SortFunc(t.rows[s], func(a, b row) int { return slices.Compare(append(a.values, a.longest), append(b.values, b.longest)) })
		t.rows[s] = slices.CompactFunc(t.rows[s], func(a, b row) bool { return slices.Equal(a.values, b.values) })
		t.large = t.large || len(t.rows[s]) > maxRows
	}
	t.large = t.large || all > maxTable
	return t
}

// reached returns the condition that the values are those of a row.
func (t *table) reached(state int) (out expr.Expr) {
	for _, r := range t.rows[state] {
		var all expr.Expr = expr.Truth(true)
		for i, s := range t.symbols[state] {
			var is expr.Expr = &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: s}, Y: &expr.Lit{T: s.Type, Value: r.values[i]}}
			if i > 0 {
				is = &expr.Binary{Op: expr.And, X: all, Y: is}
			}
			all = is
		}
		if out != nil {
			all = &expr.Binary{Op: expr.Or, X: out, Y: all}
		}
		out = all
	}
	return out
}

// progress returns a progress function whose value is the length of the longest run from
// each row.
func (t *table) progress() (out [][]expr.Expr) {
	for s := range t.machine.States {
		if t.machine.Terminal(s) || len(t.rows[s]) == 0 {
			out = append(out, []expr.Expr{expr.Number(0)})
			continue
		}
		out = append(out, []expr.Expr{t.longest(s)})
	}
	return out
}

// longest returns the length of the longest run from each row of a state: a function of a
// sum of multiples of the values that changes its slope at some numbers.
func (t *table) longest(state int) expr.Expr {
	factors := t.factors(state)
	var key expr.Expr
	for i, by := range factors {
		if by == 0 {
			continue
		}
		symbol := *t.symbols[state][i]
		symbol.Type = expr.Type{Kind: expr.Int}
		var x expr.Expr = &expr.Ref{Symbol: &symbol}
		if by > 1 {
			x = &expr.Binary{Op: expr.Mul, X: expr.Number(by), Y: x}
		}
		if key != nil {
			x = &expr.Binary{Op: expr.Add, X: key, Y: x}
		}
		key = x
	}
	lengths := map[int64]int64{}
	for _, r := range t.rows[state] {
		lengths[product(factors, r.values)] = r.longest
	}
	out, _ := curve(key, lengths, true)
	return out
}

// beyond returns by how much a key exceeds a number, which it never is below if least is
// true.
func beyond(key expr.Expr, number int64, least bool) expr.Expr {
	var x expr.Expr = &expr.Binary{Op: expr.Sub, X: key, Y: expr.Number(number)}
	switch {
	case number == 0:
		x = key
	case number < 0:
		x = &expr.Binary{Op: expr.Add, X: key, Y: expr.Number(-number)}
	}
	if least {
		return x
	}
	return floor(x)
}

// factors returns numbers by which to multiply the values of a row, so that the sum tells
// how long the longest run is. As many as possible are 0.
func (t *table) factors(state int) []int64 {
	rows := t.rows[state]
	out := make([]int64, len(t.symbols[state]))
	span := int64(1)
	for i := range out {
		least, most := rows[0].values[i], rows[0].values[i]
		for _, r := range rows {
			least, most = min(least, r.values[i]), max(most, r.values[i])
		}
		if most > least {
			out[i] = span
			span *= most - least + 1
		}
		if span > maxCounted {
			break // the table is too sparse; the proof will fail
		}
	}
	for _, ints := range []bool{false, true} { // a spec can only read ints
		for i, s := range t.symbols[state] {
			without := slices.Clone(out)
			if without[i] = 0; (s.Type.Kind == expr.Int) == ints && t.tells(state, without) {
				out = without
			}
		}
	}
	for again := true; again; {
		again = false
		for i := range out {
			for _, by := range []int64{1, 2, 3, 5, 7} {
				if less := slices.Clone(out); by < out[i] {
					if less[i] = by; t.tells(state, less) {
						out, again = less, true
						break
					}
				}
			}
		}
	}
	return out
}

// tells reports whether rows with the same sum have the same longest run.
func (t *table) tells(state int, factors []int64) bool {
	lengths := map[int64]int64{}
	for _, r := range t.rows[state] {
		key := product(factors, r.values)
		if n, ok := lengths[key]; ok && n != r.longest {
			return false
		}
		lengths[key] = r.longest
	}
	return true
}

func product(factors, values []int64) (sum int64) {
	for i, by := range factors {
		sum += by * values[i]
	}
	return sum
}
