package verify

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/effort"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Machine verifies m. It always returns a report. If the context is done first,
// everything that is not decided by then is [Unknown]. Child machines are verified, too. Of a nil machine, as a spec with errors
// has it, nothing is proved, and the report is about an empty machine.
func Machine(ctx context.Context, m *core.Machine) *Report {
	return Within(ctx, m, Limits{}, nil)
}

// Within verifies m like [Machine], with limits. Reaching one can make a verdict unknown,
// but never wrong; [Report.OutOfMemory], [Report.OutOfWork] and [Report.GaveUp] say so.
// Within calls watch before each phase, with a short description of the phase; nil: nobody is told.
func Within(ctx context.Context, m *core.Machine, limits Limits, watch func(doing string)) *Report {
	if watch == nil {
		watch = func(string) {}
	}
	if m == nil {
		return absent()
	}
	return (&family{ctx, limits, watch, map[*core.Machine]*member{}}).verify(m).report
}

// fewChoices are so few choices of parameters that those at constants come before guesses.
const fewChoices = 4

// within verifies a machine whose child machines have been verified.
func (f *family) within(m *core.Machine) *member {
	ctx := f.ctx
	limits := concrete.Limits{Memory: f.limits.Memory, Effort: effort.Level(f.limits.Effort)}
	graphs, cut := concrete.Explore(ctx, m, limits, f.watch)
	in := search.NewInput(m, graphs, solve.NewProver(ctx).With(limits.Effort))
	in.Children, in.Ends = f.children(m)
	runs := &counter.Input{Machine: m, Graphs: graphs, Prover: in.Prover, Theory: in.Theory, Looks: counter.NewLooks(limits.Effort)}
	at := phases{watch: f.watch, cuts: func() int { return in.Prover.Cuts() + runs.Looks.Refused() }}
	watch := at.begin
	var tried Tried
	endless := endless{lassos: counter.Lassos(m, graphs)}

	watch("proving ranges and invariants")
	found := search.Findings{Candidates: search.Settle(in, search.Candidates(m), in.Prover)}
	found = refute(runs, found.Answer(in, nil, watch))
	further := func() {
		more := concrete.Further(ctx, m, graphs, limits, watch)
		if len(more) == 0 {
			return
		}
		graphs = slices.Concat(graphs, more)
		in.Graphs, runs.Graphs = graphs, graphs
		if len(endless.lassos) == 0 {
			endless.lassos = counter.Lassos(m, graphs)
		}
		found = refute(runs, found.Doubted(in))
		tried.Constants = len(starting(more))
	}
	if open(m, &found, endless) && ctx.Err() == nil {
		few := len(starting(graphs)) < fewChoices && len(m.Params) > 0
		if few {
			further() // else they would contradict too few guesses
		}
		found = strengthen(in, runs, found, endless, watch)
		if !few && open(m, &found, endless) {
			further()
		}
		far := *runs
		if open(m, &found, endless) {
			far.Graphs, tried.Seed = concrete.Random(ctx, m, graphs, limits, watch)
			tried.Random = len(far.Graphs)
			if len(endless.lassos) == 0 {
				endless.lassos = counter.Lassos(m, far.Graphs)
			}
			found = refute(&far, found)
		}
		found, tried.Extreme = overflowing(in, runs, found, limits.Effort, watch)
		if !found.Terminates(m) && len(endless.lassos) == 0 {
			watch("looking for an endless run")
			far.Graphs = slices.Concat(graphs, far.Graphs)
			endless.recurrent = far.Recurrent()
		}
	}

	watch("looking for a bound that is a sum")
	found = found.Summed(in)
	if m.Bound != nil && m.Rank > 1 && tried.Constants == 0 && found.Terminates(m) && found.Bound(in) == nil {
		further() // a longer run refutes the bound, which is not among the obligations
	}
	at.end()
	gaveUp := at.gaveUp
	watch("looking for dead and overlapping alternatives")
	evidence := found.Case(in)
	judged := verdict.Judge(evidence)
	r := report(judged, &found, runs, endless)
	r.Children = f.reports(m)
	if r.Contradiction != nil {
		return &member{r, evidence, nil}
	}
	r.Fits = fits(in, r, &found, watch)
	r.OutOfMemory, r.OutOfWork, r.Effort, r.GaveUp = cut.Memory, cut.Work, f.limits.Effort, gaveUp
	r.Tried = tried
	r.Bound.Levels, r.Bound.Potential = levels(r, evidence), potential(r, evidence)
	resting, assumed := f.rest(r)
	r.Rest = resting
	if resting.Status == Refuted && r.Termination != Refuted {
		r.refute(&resting)
		if why := contradiction(r, judged); why != nil {
			return &member{contradicted(m, judged, why), evidence, nil}
		}
	}
	r.Bound.Found = settling(in, r, &found)
	r.Conditions = conditions(in, judged, r)
	r.Conditions = append(r.Conditions, missing(r.Conditions, assumed)...)
	remarks(r, in, judged)
	diagnose(r, &found, found.Shadows(in), graphs)
	diagnoseRest(r)
	r.Bound.Attained = r.attained()
	proved, lower := f.reach(in, r, evidence, judged)
	watch("counting calls and outputs")
	r.Counts = limited(in, r, &found, evidence, judged)
	if lower == nil {
		return &member{r, evidence, nil}
	}
	if why := lower.short(r, graphs); why != nil {
		return &member{contradicted(m, judged, why), evidence, nil}
	}
	r.Bound.Lower, r.Bound.Attained = lower, proved.Tight
	r.Bound.Tight = r.Bound.Tight || r.Termination == Proved && proved.Tight && len(lower.Given) == 0
	return &member{r, evidence, proved}
}

// strengthen looks for what the spec does not declare: invariants, and a lexicographic
// progress function.
func strengthen(in *search.Input, runs *counter.Input, found search.Findings, endless endless, watch func(string)) search.Findings {
	watch("looking for invariants")
	found, guesses, more := found.Infer(in)
	if more {
		found = refute(runs, found.Answer(in, guesses, watch))
	}
	if found.Ranked(in.Machine).Rank == 0 && len(endless.lassos) == 0 {
		watch("looking for a progress function")
		found = found.Lowest(in)
	}
	if found.Ranked(in.Machine).Rank == 0 && len(endless.lassos) == 0 {
		watch("looking for a progress function with phases")
		found = found.Phases(in)
	}
	if open(in.Machine, &found, endless) || found.Improvable(in) {
		found = refute(runs, found.Tables(in, watch))
	}
	return found.Prune()
}

// overflowing returns findings in which runs with extreme parameters and payloads refute
// unknown obligations on arithmetic, and how many choices of parameters it tried.
func overflowing(in *search.Input, runs *counter.Input, found search.Findings, level effort.Level, watch func(string)) (search.Findings, int) {
	if !slices.ContainsFunc(found.Answers, func(a search.Answer) bool { return a.Status == Unknown && a.Kind == KindOverflow }) {
		return found, 0
	}
	extreme := *runs
	extreme.Graphs = concrete.Extreme(runs.Prover.Context(), runs.Machine, runs.Graphs, level, watch)
	out := refute(&extreme, found)
	for i, hidden := range found.Shadows(in).Hidden {
		if hidden { // a run that violates it leaves a range first, which is refuted
			out.Answers[i] = found.Answers[i]
		}
	}
	return out, len(extreme.Graphs)
}

// fits returns [Report.Fits].
func fits(in *search.Input, r *Report, found *search.Findings, watch func(string)) int64 {
	if !r.UnlessOverflow {
		return 0
	}
	for _, limit := range []int64{1 << 30, 1_000_000, 1000} {
		m := search.Narrow(in.Machine, limit)
		if m == nil {
			return 0
		}
		watch("looking for parameters with which no value overflows")
		if narrowed, shown := found.Narrowed(in, m, watch); shown != nil && verdict.Judge(shown.Case(narrowed)).Terminates {
			return limit
		}
	}
	return 0
}

// open reports whether something is neither proved nor refuted.
func open(m *core.Machine, found *search.Findings, endless endless) bool {
	if found.Ranked(m).Rank == 0 && len(endless.lassos) == 0 {
		return true
	}
	return slices.ContainsFunc(found.Answers, func(a search.Answer) bool { return a.Status == Unknown && a.Kind != KindParams })
}

// refute returns findings in which explored runs refute unknown obligations.
func refute(runs *counter.Input, found search.Findings) search.Findings {
	ranked := found.Ranked(runs.Machine)
	found.Answers = slices.Clone(found.Answers)
	for i := range found.Answers {
		a := &found.Answers[i]
		if a.Status != Unknown || runs.Prover.Context().Err() != nil {
			continue
		}
		if a.Kind == KindBound && found.Progress != nil {
			continue // another progress function may start at or below the bound
		}
		if v := runs.Refute(ranked, a.Obligation); v != nil {
			a.Status, a.Run, a.Attempt = Refuted, &v.Run, v.Attempt
		}
	}
	return found
}
