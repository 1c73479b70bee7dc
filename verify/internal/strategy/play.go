package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// maxSteps limits the steps of all plays of one strategy, and maxTries those that are
	// tried for one machine.
	maxSteps = 4000
	maxTries = 60_000
	// maxDivided limits the configurations that are looked at to tell choices apart.
	maxDivided = 1_000_000
	// maxRestarts limits how often plays start again with other choices.
	maxRestarts = 120
	// maxChoices limits the choices of one state.
	maxChoices = 8
)

// place is an option in a state.
type place struct{ state, option int }

// choice is an option that is taken under a condition, or always if when is nil.
type choice struct {
	when   expr.Expr
	option int
}

// visit is a configuration that a play reaches.
type visit struct {
	*board
	interp.Config
}

// plays are runs that take as many transitions as possible, one for each board, and the
// choices that lead to them.
type plays struct {
	boards  []*board
	choices map[int][]choice
	// visits are the configurations in each state from which transitions count.
	visits map[int][]visit
	// approach are the steps that lead to where transitions count, the same for all boards.
	approach []approach
}

// approach is a step that does not count.
type approach struct {
	state, option int
	// visits are the configurations before it.
	visits []visit
}

// play looks for choices that lead to a longest run on each board. It does not use what is banned. It
// returns nil if there are none.
func (f *finder) play(boards []*board, banned map[place]bool) *plays {
	p := &plays{boards: boards, choices: map[int][]choice{}}
	starts := p.starts(f)
	if starts == nil {
		return nil
	}
	seen := map[int][]visit{}
	for range maxRestarts {
		again := false
		p.visits = map[int][]visit{}
		steps := 0
		for _, v := range starts {
			for !again {
				left, known := v.remaining(v.Config)
				if steps++; steps > maxSteps || !known {
					return nil
				}
				p.visits[v.State] = append(p.visits[v.State], v)
				if left <= 0 {
					break
				}
				if c := p.chosen(v); c >= 0 {
					if after, ok := f.step(v, c); ok {
						v.Config = after
						continue
					}
				}
				seen[v.State] = append(seen[v.State], v)
				if p.choices[v.State] = f.choose(v.State, seen[v.State], banned); p.choices[v.State] == nil {
					// Other choices elsewhere may have led to what was seen.
					seen[v.State] = p.visits[v.State]
					if p.choices[v.State] = f.choose(v.State, seen[v.State], banned); p.choices[v.State] == nil {
						return nil
					}
				}
				again = true
			}
		}
		if !again {
			return p
		}
	}
	return nil
}

// step takes an option that the search looks for.
func (f *finder) step(v visit, option int) (interp.Config, bool) {
	if f.tries++; f.tries > maxTries {
		return v.Config, false
	}
	return f.makes(v, &f.of(v.State)[option])
}

// lengthens takes an option that starts a longest run.
func (f *finder) lengthens(v visit, o *option) (interp.Config, bool) {
	if f.Machine.Events[o.event].Environment {
		return v.Config, false
	}
	return v.longest(v.Config, o)
}

// chosen returns the option for a configuration, or -1 if there is none.
func (p *plays) chosen(v visit) int {
	return chosen(v, p.choices[v.State])
}

// choose returns choices that start longest runs from all given configurations of a state, or nil.
func (f *finder) choose(state int, all []visit, banned map[place]bool) []choice {
	options := f.of(state)
	good := make([][]bool, len(options))
	for i := range options {
		if banned[place{state, i}] {
			continue
		}
		good[i] = make([]bool, len(all))
		for k, v := range all {
			_, good[i][k] = f.step(v, i)
		}
	}
	if x := f.moving(state); x != nil {
		if first := f.restless(all, good, x); first != nil {
			return first
		}
	}
	return f.divide(all, good, f.atoms(state), maxChoices)
}

// moving returns the condition under which a machine in a state is not at rest, or nil if it always or never
// is, or if the program decides.
func (f *finder) moving(state int) expr.Expr {
	rest := f.Machine.Rest(state)
	if rest == nil || f.Machine.Transient(state) || expr.Uses(rest, func(s *expr.Symbol) bool { return s.Scope == expr.External }) {
		return nil
	}
	return &expr.Unary{Op: expr.Not, X: rest}
}

// restless returns choices that begin with the alternatives without an event, so that the machine is at rest
// for the others. It returns nil if there are none, or if all configurations are alike in this.
func (f *finder) restless(all []visit, good [][]bool, moving expr.Expr) []choice {
	return f.under(all, good, moving, func(rest []visit, left [][]bool) []choice {
		return f.divide(rest, left, f.atoms(all[0].State), maxChoices-1)
	})
}

// divide returns a list of at most so many choices that suits all configurations: one option, or one
// for those that satisfy a condition and others for the rest.
func (f *finder) divide(all []visit, good [][]bool, atoms []expr.Expr, most int) []choice {
	for i := range good {
		if good[i] != nil && !slices.Contains(good[i], false) {
			return []choice{{nil, i}}
		}
	}
	if most < 2 {
		return nil
	}
	for _, x := range atoms {
		if f.divided += len(all) * len(good); f.divided > maxDivided {
			return nil
		}
		found := f.under(all, good, x, func(rest []visit, left [][]bool) []choice {
			return f.divide(rest, left, atoms, most-1)
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// under returns a list of choices that begins with one for the configurations that satisfy a condition. others
// finds those for the rest. The result is nil if there are none, or if the condition does not tell
// the configurations apart.
func (f *finder) under(all []visit, good [][]bool, x expr.Expr, others func(rest []visit, left [][]bool) []choice) []choice {
	holds := make([]bool, len(all))
	for k, v := range all {
		holds[k] = v.holds(x, v.Vars)
	}
	if !slices.Contains(holds, true) || !slices.Contains(holds, false) {
		return nil
	}
	for i := range good {
		if good[i] == nil || slices.ContainsFunc(indices(holds), func(k int) bool { return !good[i][k] }) {
			continue
		}
		var rest []visit
		left := make([][]bool, len(good))
		for k, v := range all {
			if holds[k] {
				continue
			}
			rest = append(rest, v)
			for n := range good {
				if good[n] != nil {
					left[n] = append(left[n], good[n][k])
				}
			}
		}
		if more := others(rest, left); more != nil {
			return append([]choice{{x, i}}, more...)
		}
	}
	return nil
}

// indices lists where a list is true.
func indices(list []bool) (out []int) {
	for i, yes := range list {
		if yes {
			out = append(out, i)
		}
	}
	return out
}

// starts returns where transitions count on each board, and fills in the approach. It returns nil
// if the approaches differ.
func (p *plays) starts(f *finder) (out []visit) {
	for _, b := range p.boards {
		c, err := b.Initial()
		if err != nil {
			return nil
		}
		out = append(out, visit{b, c})
	}
	for n := range p.boards[0].prefix {
		if slices.ContainsFunc(p.boards, func(b *board) bool {
			return len(b.prefix) != len(p.boards[0].prefix) || b.prefix[n].Transition != p.boards[0].prefix[n].Transition
		}) {
			return nil
		}
		state := out[0].State
		step := approach{state, -1, slices.Clone(out)}
		for i := range f.of(state) {
			if next := f.follows(out, i, n); next != nil {
				step.option, out = i, next
				break
			}
		}
		if step.option < 0 {
			return nil
		}
		p.approach = append(p.approach, step)
	}
	if slices.ContainsFunc(p.boards, func(b *board) bool { return len(b.prefix) != len(p.approach) }) {
		return nil
	}
	return out
}

// follows returns the configurations after step n of the approach with an option, or nil if it leads elsewhere.
func (f *finder) follows(from []visit, option, n int) (out []visit) {
	for _, v := range from {
		f.tries++
		after, transition, ok := v.try(v.Config, &f.of(v.State)[option])
		if want := &v.prefix[n]; !ok || transition != want.Transition || !slices.Equal(after.Vars, want.After) {
			return nil
		}
		out = append(out, visit{v.board, after})
	}
	return out
}
