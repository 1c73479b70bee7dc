package verify

import (
	"context"

	"github.com/fsmgen/fsmgen/spec/core"
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

// within verifies a machine whose child machines have been verified.
func (f *family) within(m *core.Machine) *member {
	q := f.inquire(m)
	if f.limits.ProofsOnly {
		q.begin("proving ranges and invariants")
		q.prove()
		judged := verdict.Judge(q.found.Case(q.in))
		return &member{report(judged, &q.found, q.runs, q.endless), q.found.Case(q.in), nil}
	}
	for _, p := range phases() {
		if !p.needed(q) {
			continue
		}
		if p.doing != "" {
			q.begin(p.doing)
		}
		p.run(q)
	}
	q.end()
	return q.judge(f)
}
