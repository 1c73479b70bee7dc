package search

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/trace"
)

const (
	// maxSigned limits the variables of a key, and maxBends the numbers at which a function of it changes its slope.
	maxSigned = 4
	maxBends  = 8
	// maxKeys limits the keys that are tried, and maxKeyed the configurations of a machine for which they are.
	maxKeys  = 2
	maxKeyed = 5000
)

// keyed is a progress function whose value in each state depends on one sum, and the least and the largest value of that.
type keyed struct {
	progress [][]expr.Expr
	ends     []Candidate
}

// keys looks for a progress function that starts at the length of the longest run, and depends on a sum of
// variables. It adopts the first that is proved with what it claims of the sum.
func (f Findings) keys(in *Input, t *table, watch func(string)) (Findings, bool) {
	for _, k := range t.simple(in) {
		watch("proving a function of a sum of variables")
		out := f
		out.Candidates = Settle(in, slices.Concat(settled(f.Candidates), k.ends), in.Prover)
		out = out.Answer(in, nil, watch)
		if exact, ok := out.unranked(in).takes(in, k.progress); ok {
			return exact, true
		}
	}
	return f, false
}

// settled returns the candidates, of which those that stand need no proof again.
func settled(candidates []Candidate) []Candidate {
	list := slices.Clone(candidates)
	for i := range list {
		list[i].settled = list[i].Stands
	}
	return list
}

// axis is a variable of a table, counted from one end of the values that it has, in steps of their distance.
type axis struct {
	symbol            *expr.Symbol
	least, most, step int64
	down              bool
}

// of returns the number of steps to a value.
func (a axis) of(value int64) int64 {
	if a.down {
		return (a.most - value) / a.step
	}
	return (value - a.least) / a.step
}

// expr returns the number of steps to the value of the variable.
func (a axis) expr() expr.Expr {
	var x expr.Expr = &expr.Ref{Symbol: a.symbol}
	switch {
	case a.down:
		x = &expr.Binary{Op: expr.Sub, X: expr.Number(a.most), Y: x}
	case a.least > 0:
		x = &expr.Binary{Op: expr.Sub, X: x, Y: expr.Number(a.least)}
	case a.least < 0:
		x = &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(-a.least)}
	}
	if a.step > 1 {
		x = &expr.Binary{Op: expr.Quo, X: x, Y: expr.Number(a.step)}
	}
	return x
}

// simple returns progress functions of a key: a sum of some of the variables, each counted up or down. The value is the length
// of the longest run from any row with the same key, so it may be too high, but not at the start.
func (t *table) simple(in *Input) (out []keyed) {
	axes := t.axes()
	if len(axes) == 0 || len(axes) > maxSigned {
		return nil
	}
	for used := 1; used <= len(axes); used++ {
		for _, key := range signed(axes, used) {
			if k, ok := t.keyed(key); ok && in.begins(k.progress) && t.lowered(k.progress) {
				if out = append(out, k); len(out) == maxKeys {
					return out
				}
			}
		}
	}
	return out
}

// keyed returns what depends on a key, or false if a function of it has too many bends.
func (t *table) keyed(key []axis) (k keyed, ok bool) {
	for s := range t.machine.States {
		if t.machine.Terminal(s) || len(t.rows[s]) == 0 {
			k.progress = append(k.progress, []expr.Expr{expr.Number(0)})
			continue
		}
		sum, lengths := t.lengths(s, key)
		at := slices.Sorted(maps.Keys(lengths))
		if sum == nil {
			k.progress = append(k.progress, []expr.Expr{expr.Number(lengths[0])})
			continue
		}
		x, bends := curve(sum, lengths, false)
		if bends > maxBends {
			return k, false
		}
		k.progress = append(k.progress, []expr.Expr{x})
		for _, end := range []expr.Expr{
			&expr.Binary{Op: expr.Ge, X: sum, Y: expr.Number(at[0])},
			&expr.Binary{Op: expr.Le, X: sum, Y: expr.Number(at[len(at)-1])},
		} {
			k.ends = append(k.ends, Candidate{Claim: encode.Claim{Var: -1, Invariant: &core.Invariant{State: s, Expr: end}}, Stands: true, guessed: true})
		}
	}
	return k, true
}

// lengths returns a key in a state, and the length of the longest run for each value of it. The key is nil if
// nothing of it exists in the state; then its value is 0.
func (t *table) lengths(state int, key []axis) (sum expr.Expr, lengths map[int64]int64) {
	places := map[*expr.Symbol]int{}
	for i, s := range t.symbols[state] {
		places[s] = i
	}
	key = slices.DeleteFunc(slices.Clone(key), func(a axis) bool { _, here := places[a.symbol]; return !here })
	lengths = map[int64]int64{}
	for _, r := range t.rows[state] {
		n := int64(0)
		for _, a := range key {
			n += a.of(r.values[places[a.symbol]])
		}
		lengths[n] = max(lengths[n], r.longest)
	}
	for _, a := range key {
		if sum == nil {
			sum = a.expr()
		} else {
			sum = &expr.Binary{Op: expr.Add, X: sum, Y: a.expr()}
		}
	}
	return sum, lengths
}

// lowered reports whether each transition between rows lowers a progress function.
func (t *table) lowered(progress [][]expr.Expr) bool {
	for _, g := range t.graphs {
		value := func(state int, vars []int64) int64 {
			n, err := expr.Eval(progress[state][0], concrete.Env(t.machine, g.Params, vars))
			if err != nil {
				return -1
			}
			return n
		}
		_, raised := g.Find(func(s trace.Step) bool {
			by := &t.machine.Transitions[s.Transition]
			return by.Effect == core.Take && !t.machine.Events[by.Event].Environment && value(by.From, s.Before) <= max(-1, value(by.To, s.After))
		})
		if raised {
			return false
		}
	}
	return true
}

// axes lists the ints that have several values, counted up.
func (t *table) axes() (list []axis) {
	for s := range t.rows {
		for i, symbol := range t.symbols[s] {
			if symbol.Type.Kind != expr.Int {
				continue
			}
			at := slices.IndexFunc(list, func(a axis) bool { return a.symbol == symbol })
			for _, r := range t.rows[s] {
				if v := r.values[i]; at < 0 {
					at = len(list)
					list = append(list, axis{symbol: symbol, least: v, most: v})
				} else {
					a := &list[at]
					a.step = gcd(a.step, v-a.least)
					a.least, a.most = min(a.least, v), max(a.most, v)
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(a axis) bool { return a.least == a.most })
}

// signed lists the choices of a number of axes, with all their directions.
func signed(axes []axis, used int) (out [][]axis) {
	if used == 0 {
		return [][]axis{nil}
	}
	for i, a := range axes {
		for _, a.down = range []bool{false, true} {
			for _, rest := range signed(axes[i+1:], used-1) {
				out = append(out, append([]axis{a}, rest...))
			}
		}
	}
	return out
}

// curve returns a function of a key with the given values, whose slope changes at some numbers, and at how many. If flat, it is
// constant beyond the last one.
func curve(key expr.Expr, values map[int64]int64, flat bool) (out expr.Expr, bends int) {
	at := slices.Sorted(maps.Keys(values))
	least := at[0]
	out = expr.Number(values[least])
	slope := int64(0)
	bend := func(from, to int64) {
		by := to - slope
		if slope = to; by == 0 {
			return
		}
		bends++
		x := &expr.Binary{Op: expr.Mul, X: expr.Number(max(by, -by)), Y: beyond(key, from, from == least)}
		sum := &expr.Binary{Op: expr.Add, X: out, Y: x}
		if by < 0 {
			sum.Op = expr.Sub
		}
		out = sum
	}
	for n, to := range at[1:] {
		from := at[n]
		rise := values[to] - values[from]
		if rise%(to-from) == 0 {
			bend(from, rise/(to-from))
			continue
		}
		bend(from, 0)
		bend(to-1, rise)
	}
	if flat {
		bend(at[len(at)-1], 0)
	}
	return out, bends
}
