package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// tabled is an amount of which tables pay a part: they have a number for each leaf of each region, and a step pays with what the number
// becomes lower. The leaves of regions are values of variables, which norms do not tell apart.
type tabled struct {
	verdict.Amount
	machine *core.Machine
	// left has, for each region of each state, what its leaves can still pay.
	left [][][]int64
}

// pays returns an amount of which tables pay what is added on paths between leaves that do not come back. It is the amount itself if it
// adds nothing on such paths.
func pays(m *core.Machine, of verdict.Amount) verdict.Amount {
	t := &tabled{Amount: of, machine: m, left: make([][][]int64, len(m.States))}
	some := false
	for s := range m.States {
		for r := range m.States[s].Regions {
			left := t.table(s, r)
			t.left[s] = append(t.left[s], left)
			some = some || slices.Max(left) > 0
		}
	}
	if !some {
		return of
	}
	return t
}

// table returns the longest path from each leaf of a region to leaves from which no path comes back.
func (t *tabled) table(state, region int) []int64 {
	m := t.machine
	leaves := len(m.States[state].Regions[region].Leaves)
	type edge struct {
		from, to int
		adds     int64
	}
	var edges []edge
	reach := make([][]bool, leaves)
	for l := range reach {
		reach[l] = make([]bool, leaves)
	}
	for i := range m.Transitions {
		from, to := t.move(i, state, region)
		adds, known := t.adds(i)
		if move := m.Transitions[i].Move; move != nil && move.Region != region {
			adds = 0 // the table of that region pays
		}
		for l := range leaves {
			if to >= 0 && to != l && (from < 0 || from == l) {
				reach[l][to] = true
				if known {
					edges = append(edges, edge{l, to, adds})
				}
			}
		}
	}
	for k := range leaves {
		for i := range leaves {
			for j := range leaves {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	left := make([]int64, leaves)
	for range leaves {
		for _, e := range edges {
			switch {
			case !reach[e.to][e.from]:
				left[e.from] = max(left[e.from], left[e.to]+e.adds)
			default: // they come back to each other, and have the same number
				left[e.from] = max(left[e.from], left[e.to])
			}
		}
	}
	return left
}

// move returns the leaves between which a transition inside a state moves in a region. From is -1 if it may be any, and to is -1 if it stays.
func (t *tabled) move(transition, state, region int) (from, to int) {
	step := &t.machine.Transitions[transition]
	if step.Effect != core.Take || step.From != state || step.To != state {
		return -1, -1
	}
	if from = -1; step.Move != nil && step.Move.Region == region {
		from = step.Move.From
	}
	if lit, ok := step.Updated(t.machine.Vars[t.machine.States[state].Regions[region].Var].Symbol).(*expr.Lit); ok {
		return from, int(lit.Value)
	}
	return from, -1
}

// adds returns what a transition adds if that is a number.
func (t *tabled) adds(transition int) (n int64, known bool) {
	return number(t.Amount.Step(t.machine, transition))
}

func number(list []expr.Expr) (n int64, known bool) {
	for _, x := range list {
		lit, ok := x.(*expr.Lit)
		if !ok || lit.Value < 0 || lit.Value > maxCounted {
			return 0, false
		}
		n += lit.Value
	}
	return n, true
}

// Start returns what the start adds, with what the tables have then.
func (t *tabled) Start(m *core.Machine) []expr.Expr {
	return append(t.Amount.Start(m), expr.Number(t.entered(m.Initial, func(s *expr.Symbol) expr.Expr { return m.Vars[s.Index].Init })))
}

// entered returns what the tables have when a state is entered.
func (t *tabled) entered(state int, value func(*expr.Symbol) expr.Expr) (sum int64) {
	for r, left := range t.left[state] {
		if lit, ok := value(t.machine.Vars[t.machine.States[state].Regions[r].Var].Symbol).(*expr.Lit); ok {
			sum += left[lit.Value]
		} else {
			sum += slices.Max(left)
		}
	}
	return sum
}

// Step returns what the tables do not pay of a step.
func (t *tabled) Step(m *core.Machine, transition int) []expr.Expr {
	list := t.Amount.Step(m, transition)
	step, change := &m.Transitions[transition], int64(0)
	if step.From == step.To {
		for r, left := range t.left[step.From] {
			switch from, to := t.move(transition, step.From, r); {
			case to < 0:
			case from < 0:
				change += left[to] - slices.Min(left)
			default:
				change += left[to] - left[from]
			}
		}
	} else {
		change = t.entered(step.To, step.Updated)
		if step.Move != nil {
			change -= t.left[step.From][step.Move.Region][step.Move.From]
		}
	}
	if n, known := number(list); known {
		return []expr.Expr{expr.Number(max(0, n+change))}
	}
	return append(list, expr.Number(max(0, change)))
}

// add adds what the tables have to a potential, for each state.
func (t *tabled) add(potential []expr.Expr) {
	for s := range potential {
		for r, left := range t.left[s] {
			if slices.Max(left) == 0 {
				continue
			}
			table := &expr.Case{Of: &expr.Ref{Symbol: t.machine.Vars[t.machine.States[s].Regions[r].Var].Symbol}}
			for _, n := range left {
				table.Values = append(table.Values, expr.Number(n))
			}
			potential[s] = &expr.Binary{Op: expr.Add, X: potential[s], Y: table}
		}
	}
}
