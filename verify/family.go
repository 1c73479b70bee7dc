package verify

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// family is a machine with all child machines, each of which is verified once.
type family struct {
	ctx    context.Context
	limits Limits
	watch  func(doing string)
	known  map[*core.Machine]*member
}

// member is a machine that has been verified.
type member struct {
	report   *Report
	evidence *verdict.Case
	// reach is what is proved of its longest runs, or nil.
	reach *verdict.Reach
}

// verify verifies a machine after its child machines.
func (f *family) verify(m *core.Machine) *member {
	if known, ok := f.known[m]; ok {
		return known
	}
	for _, child := range childrenOf(m) {
		f.verify(child)
	}
	f.known[m] = f.within(m)
	if r := f.known[m].report; r.Termination != Proved && !r.UnlessOverflow {
		if r.Punctual = f.punctual(r); r.Punctual != nil {
			r.Punctual.remark(r)
		}
	}
	return f.known[m]
}

// childrenOf lists the child machines, each of them once.
func childrenOf(m *core.Machine) (list []*core.Machine) {
	for i := range m.Calls {
		if child := m.Calls[i].Child; child != nil && !slices.Contains(list, child) {
			list = append(list, child)
		}
	}
	return list
}

// children returns the cases of the child machines, and which of these are proved to end within
// their bounds, and within the time that they claim.
func (f *family) children(m *core.Machine) (cases []*verdict.Case, ends, timely map[*core.Machine]bool) {
	ends, timely = map[*core.Machine]bool{}, map[*core.Machine]bool{}
	for _, child := range childrenOf(m) {
		known := f.known[child]
		cases = append(cases, known.evidence)
		r := known.report
		stuck := slices.ContainsFunc(r.Obligations, func(o Obligation) bool { return o.Kind == KindDeadlock && o.Status != Proved })
		timely[child] = core.LongestRun(child) != nil && inTime(r)
		ends[child] = r.Termination == Proved && r.Bound.Status == Proved && !stuck
	}
	return cases, ends, timely
}

// child returns the report on the child machine of a call.
func (r *Report) child(call int) *Report {
	machine := r.Machine.Calls[call].Child
	return r.Children[slices.IndexFunc(r.Children, func(c *Report) bool { return c.Machine == machine })]
}

// reports returns the reports on the child machines.
func (f *family) reports(m *core.Machine) (list []*Report) {
	for _, child := range childrenOf(m) {
		list = append(list, f.known[child].report)
	}
	return list
}
