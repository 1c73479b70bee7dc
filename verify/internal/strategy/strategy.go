package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Input is what the search works with. It does not change.
type Input struct {
	// Machine is the machine with its progress function, if it has one.
	Machine *core.Machine
	Graphs  []*explore.Graph
	Prover  *solve.Prover
	// Theory assumes the facts that are proved.
	Theory *encode.Theory
	// Bound is the proved bound.
	Bound expr.Expr
	// Hints are conditions that may hold in some states.
	Hints []expr.Expr
	// Children is what is proved of the runs of child machines.
	Children map[*core.Machine]*verdict.Reach
}

// maxWork limits the work of all proofs of the search for one machine, in operations on coefficients. It
// takes about a tenth of a second.
const maxWork = 6_000_000

// Find returns a strategy whose runs take as many transitions as the bound, or as many as
// possible otherwise. It returns nil if none is found.
func Find(in *Input) *verdict.Strategy {
	f := newFinder(in)
	boards := f.boards()
	if len(boards) == 0 {
		return nil
	}
	reaching, given := f.reaching(boards)
	if len(reaching) > 0 {
		rounds := maxRounds
		if more := f.larger(reaching, given); len(more) > 0 {
			s, played := f.strategy(append(slices.Clip(reaching), more...), given, true, rounds)
			if s != nil {
				return s
			}
			// The progress function may mislead plays on larger boards.
			if rounds = 2; played {
				rounds = 0
			}
		}
		if s, _ := f.strategy(reaching, given, true, rounds); s != nil {
			return s
		}
	}
	if len(given) > 0 || len(reaching) == 0 {
		s, _ := f.strategy(boards, nil, false, maxRounds)
		return s
	}
	return nil
}

// finder is one call of [Find].
type finder struct {
	*Input
	prover *solve.Prover
	// texts are the strings of runs.
	texts []string
	// tries counts the steps that were tried.
	tries int
	// divided counts the configurations that were looked at to tell choices apart.
	divided int
	// options caches those of each state.
	options map[int][]option
	// comes tells whether an event may come in a state, as far as child machines are concerned, and makes
	// makes a move if it is one that the search looks for.
	comes func(state, event int) bool
	makes func(visit, *option) (interp.Config, bool)
}

func newFinder(in *Input) *finder {
	f := &finder{Input: in, prover: in.Prover.Part(maxWork), texts: trace.Strings(in.Machine)}
	f.comes, f.makes = f.served, f.lengthens
	return f
}

// maxRounds limits the strategies that are tried.
const maxRounds = 8

// strategy looks for one that is proved, and gives up after a number of rounds. tight means that it must
// reach the bound. played reports whether there was one without a proof, at least.
func (f *finder) strategy(boards []*board, given []expr.Expr, tight bool, rounds int) (found *verdict.Strategy, played bool) {
	banned := map[place]bool{}
	for range rounds {
		before := len(banned)
		p := f.play(boards, banned)
		if p == nil {
			return nil, played
		}
		played = true
		for left := range f.meters(p) {
			s := f.write(p, left, given, tight)
			if s == nil {
				continue
			}
			failed, ok := f.prove(s, p)
			if ok {
				f.weaken(s, p)
				return s, true
			}
			if failed != nil {
				banned[*failed] = true
			}
		}
		if len(banned) == before || f.prover.Done() {
			return nil, played
		}
	}
	return nil, played
}
