package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/effort"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// inquiry is what is known of a machine while its phases run.
type inquiry struct {
	watcher
	machine *core.Machine
	in      *search.Input
	runs    *counter.Input   // with what was explored
	far     []*explore.Graph // runs at random
	limits  concrete.Limits
	cut     concrete.Cut
	found   search.Findings
	endless endless
	tried   Tried
	// planned is the number of facts with which a plan was looked for last, by goal, and priced that with which a limit was, by cost.
	planned, priced map[int]int
	// unsure reports that something was open when the obligations had been looked at, and few that so few choices of parameters were
	// explored that those at constants come before guesses.
	unsure, few bool
}

// fewChoices are so few choices of parameters that those at constants come before guesses.
const fewChoices = 4

// inquire explores a machine.
func (f *family) inquire(m *core.Machine) *inquiry {
	limits := concrete.Limits{Memory: f.limits.Memory, Effort: effort.Level(f.limits.Effort)}
	var graphs []*explore.Graph
	var cut concrete.Cut
	if !f.limits.ProofsOnly {
		graphs, cut = concrete.Explore(f.ctx, m, limits, f.watch)
	}
	in := search.NewInput(m, graphs, solve.NewProver(f.ctx).With(limits.Effort))
	in.Children, in.Ends, in.Timely = f.children(m)
	runs := &counter.Input{Machine: m, Graphs: graphs, Prover: in.Prover, Theory: in.Theory, Looks: counter.NewLooks(limits.Effort)}
	return &inquiry{
		watcher: watcher{watch: f.watch, cuts: func() int { return in.Prover.Cuts() + runs.Looks.Refused() }},
		machine: m, in: in, runs: runs, limits: limits, cut: cut,
		endless: endless{lassos: counter.Lassos(m, graphs)},
		planned: map[int]int{}, priced: map[int]int{},
		few: len(starting(graphs)) < fewChoices && len(m.Params) > 0,
	}
}

// phase is a part of the verification.
type phase struct {
	// doing says what it does; "": its parts say so themselves.
	doing  string
	needed func(*inquiry) bool
	run    func(*inquiry)
}

// phases are all phases, in order. Each adds to what is known.
func phases() []phase {
	always := func(*inquiry) bool { return true }
	unsure := func(and func(*inquiry) bool) func(*inquiry) bool {
		return func(q *inquiry) bool { return q.unsure && and(q) }
	}
	return []phase{
		{"proving ranges and invariants", always, (*inquiry).prove},
		{"", unsure(func(q *inquiry) bool { return q.few }), (*inquiry).explore}, // few choices contradict too few guesses
		{"looking for invariants", unsure(always), (*inquiry).infer},
		{"looking for what values imply", unsure((*inquiry).claimsGoal), (*inquiry).imply},
		{"looking for what flags say of counts", unsure((*inquiry).leaves), (*inquiry).flag},
		{"looking for a progress function", unsure((*inquiry).unranked), func(q *inquiry) { q.found = q.found.Lowest(q.in) }},
		{"looking for a progress function with phases", unsure((*inquiry).unranked), func(q *inquiry) { q.found = q.found.Phases(q.in) }},
		{"", unsure((*inquiry).improvable), func(q *inquiry) { q.refute(q.runs, q.found.Tables(q.in, q.begin)) }},
		{"", unsure(always), func(q *inquiry) { q.found = q.found.Prune() }},
		{"", unsure(func(q *inquiry) bool { return !q.few && q.open() }), (*inquiry).explore},
		{"", unsure((*inquiry).open), (*inquiry).random},
		{"", unsure((*inquiry).overflows), (*inquiry).extremes},
		{"looking for an endless run", unsure((*inquiry).goesOn), (*inquiry).recur},
		{"looking for a bound that is a sum", always, func(q *inquiry) { q.found = q.found.Summed(q.in) }},
		{"", (*inquiry).claims, (*inquiry).explore}, // a longer run refutes a bound that is not among the obligations
	}
}

// open reports whether something is neither proved nor refuted.
func (q *inquiry) open() bool {
	return q.unranked() || slices.ContainsFunc(q.found.Answers, func(a search.Answer) bool { return a.Status == Unknown && a.Kind != KindParams })
}

// unranked reports whether there is neither a progress function nor an endless run.
func (q *inquiry) unranked() bool {
	return q.found.Ranked(q.machine).Rank == 0 && len(q.endless.lassos) == 0
}

// improvable reports whether tables may prove more.
func (q *inquiry) improvable() bool { return q.open() || q.found.Improvable(q.in) }

// overflows reports whether a value may leave Go's int, for all that is known.
func (q *inquiry) overflows() bool {
	return slices.ContainsFunc(q.found.Answers, func(a search.Answer) bool { return a.Status == Unknown && a.Kind == KindOverflow })
}

// goesOn reports whether the machine may go on forever, for all that is known.
func (q *inquiry) goesOn() bool { return !q.found.Terminates(q.machine) && len(q.endless.lassos) == 0 }

// claims reports whether there is a claimed bound that nothing proves, of a machine that ends.
func (q *inquiry) claims() bool {
	return q.machine.Bound != nil && q.machine.Rank > 1 && q.tried.Constants == 0 && q.found.Terminates(q.machine) && q.found.Bound(q.in) == nil
}

// prove decides the obligations of what the spec declares.
func (q *inquiry) prove() {
	q.found = search.Findings{Candidates: search.Settle(q.in, search.Candidates(q.machine), q.in.Prover)}
	q.refute(q.runs, q.found.Answer(q.in, nil, q.begin))
	q.unsure = q.open() && q.in.Prover.Context().Err() == nil
}

// explore looks at parameters at the constants of the spec.
func (q *inquiry) explore() {
	more := concrete.Further(q.in.Prover.Context(), q.machine, q.runs.Graphs, q.limits, q.begin)
	if len(more) == 0 {
		return
	}
	graphs := slices.Concat(q.runs.Graphs, more)
	q.in.Graphs, q.runs.Graphs = graphs, graphs
	q.catch(graphs)
	q.refute(q.runs, q.found.Doubted(q.in))
	q.tried.Constants = len(starting(more))
}

// catch looks for endless runs in what was explored.
func (q *inquiry) catch(graphs []*explore.Graph) {
	if len(q.endless.lassos) == 0 {
		q.endless.lassos = counter.Lassos(q.machine, graphs)
	}
}

// infer looks for invariants that the spec does not declare.
func (q *inquiry) infer() {
	found, guesses, more := q.found.Infer(q.in)
	if q.found = found; more {
		q.refute(q.runs, found.Answer(q.in, guesses, q.begin))
	}
}

// random makes runs at random.
func (q *inquiry) random() {
	far, seed := concrete.Random(q.in.Prover.Context(), q.machine, q.runs.Graphs, q.limits, q.begin)
	q.tried.Random, q.tried.Seed = len(far), seed
	q.far = append(concrete.Sparse(q.in.Prover.Context(), q.machine, q.runs.Graphs, q.limits), far...)
	q.catch(q.far)
	q.refute(q.with(q.far), q.found)
}

// leaves reports whether a value may leave its range, for all that is known.
func (q *inquiry) leaves() bool {
	return slices.ContainsFunc(q.found.Answers, func(a search.Answer) bool {
		return a.Status == Unknown && (a.Kind == KindRange || a.Kind == KindInvariant)
	})
}

// flag looks for what bools and enum values say of ints.
func (q *inquiry) flag() {
	if found, more := search.Flagged(q.found, q.in); more {
		q.refute(q.runs, found.Answer(q.in, nil, q.begin))
	}
}

// extremes makes runs with extreme parameters and payloads.
func (q *inquiry) extremes() {
	graphs := concrete.Extreme(q.in.Prover.Context(), q.machine, q.runs.Graphs, q.limits.Effort, q.begin)
	q.tried.Extreme = len(graphs)
	before := q.found
	q.refute(q.with(graphs), before)
	for i, hidden := range before.Shadows(q.in).Hidden {
		if hidden { // a run that violates it leaves a range first, which is refuted
			q.found.Answers[i] = before.Answers[i]
		}
	}
}

// recur looks for an endless run whose values grow.
func (q *inquiry) recur() {
	q.endless.recurrent = q.with(slices.Concat(q.runs.Graphs, q.far)).Recurrent()
}

// with returns the input for counterexamples with other runs.
func (q *inquiry) with(graphs []*explore.Graph) *counter.Input {
	in := *q.runs
	in.Graphs = graphs
	return &in
}

// refute takes over findings, in which explored runs refute unknown obligations.
func (q *inquiry) refute(runs *counter.Input, found search.Findings) {
	ranked := found.Ranked(q.machine)
	found.Answers = slices.Clone(found.Answers)
	q.found = found
	for i := range found.Answers {
		a := &found.Answers[i]
		if a.Status != Unknown || runs.Prover.Context().Err() != nil {
			continue
		}
		if a.Kind == KindBound && found.Progress != nil {
			continue // another progress function may start at or below the bound
		}
		if a.Kind == KindPossible && q.plan(a) || a.Kind == KindCost && q.affordable(a) {
			continue
		}
		if v := runs.Refute(ranked, a.Obligation); v != nil {
			a.Status, a.Run, a.Attempt, a.Set = Refuted, &v.Run, v.Attempt, v.Set
		}
	}
}
