package verify

import (
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// judge judges what was found, and makes the report.
func (q *inquiry) judge(f *family) *member {
	gaveUp := q.gaveUp
	q.begin("looking for dead and overlapping alternatives")
	evidence := q.found.Case(q.in)
	judged := verdict.Judge(evidence)
	r := report(judged, &q.found, q.runs, q.endless)
	r.Children = f.reports(q.machine)
	if r.Contradiction != nil {
		return &member{r, evidence, nil}
	}
	r.Fits = fits(q.in, r, &q.found, q.begin)
	r.OutOfMemory, r.OutOfWork, r.Effort, r.GaveUp = q.cut.Memory, q.cut.Work, f.limits.Effort, gaveUp
	r.Tried = q.tried
	r.Bound.Levels, r.Bound.Potential = levels(r, evidence), potential(r, evidence)
	resting, assumed := f.rest(r)
	r.Rest = resting
	if resting.Status == Refuted && r.Termination != Refuted {
		r.refute(&resting)
		if why := contradiction(r, judged); why != nil {
			return &member{contradicted(q.machine, judged, why), evidence, nil}
		}
	}
	r.Bound.Found = settling(q.in, r, &q.found)
	r.Conditions = conditions(q.in, judged, r)
	r.Conditions = append(r.Conditions, missing(r.Conditions, assumed)...)
	unreached, facts := q.unreached(judged)
	r.Unreached = unreached
	remarks(r, q.in, facts)
	diagnose(r, &q.found, q.found.Shadows(q.in), q.runs.Graphs)
	diagnoseRest(r)
	diagnoseUnreached(r)
	r.Untaken = q.untaken(r)
	q.begin("looking for traps")
	r.Trap = q.trap(r)
	diagnoseTrap(r)
	r.Bound.Attained = r.attained()
	proved, lower := f.reach(q.in, r, evidence, judged)
	q.begin("counting calls, outputs, and time")
	r.Counts = limited(q.in, r, &q.found, evidence, judged)
	reached(r, q.runs)
	q.claimed(r, evidence, judged, duration(q.in, r, &q.found, evidence, judged))
	diagnoseTimes(r)
	if lower == nil {
		return &member{r, evidence, nil}
	}
	if why := lower.short(r, q.runs.Graphs); why != nil {
		return &member{contradicted(q.machine, judged, why), evidence, nil}
	}
	r.Bound.Lower, r.Bound.Attained = lower, proved.Tight
	r.Bound.Tight = r.Bound.Tight || r.Termination == Proved && proved.Tight && len(lower.Given) == 0
	return &member{r, evidence, proved}
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
