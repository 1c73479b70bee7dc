package temporal

import (
	"go.temporal.io/sdk/workflow"
)

// The limits of Temporal for one run: https://docs.temporal.io/workflow-execution/limits and
// https://docs.temporal.io/self-hosted-guide/defaults.
const (
	// MaxEvents is the number of events of a history at which Temporal terminates a workflow.
	MaxEvents = 51200
	// MaxBytes is the size of a history at which Temporal terminates a workflow.
	MaxBytes = 50 << 20
	// MaxUpdates is the number of Updates that one run accepts.
	MaxUpdates = 2000
	// MaxSignals is the number of Signals that one run accepts.
	MaxSignals = 10000
)

// again reports whether the workflow is to continue as new when it is at rest.
func (r *run[M, P, I, O]) again() bool {
	info, soft := workflow.GetInfo(r.ctx), r.w.set.soft
	return r.asked || info.GetTargetWorkerDeploymentVersionChanged() || info.GetCurrentHistoryLength() > r.soft() || r.beyond(soft)
}

// soft is the number of events beyond which the workflow continues as new at rest.
func (r *run[M, P, I, O]) soft() int {
	if r.suffices {
		return r.w.set.hard
	}
	return r.w.set.soft
}

// suffices reports whether the budget of a machine says that one run has room for it.
func (w *Workflow[M, P, I, O]) suffices(m M) bool {
	budget, ok := w.Budget(m)
	return ok && budget <= w.set.hard && !w.set.limited
}

// holds reports whether nothing new may start before the workflow continues as new.
func (r *run[M, P, I, O]) holds() bool {
	return workflow.GetInfo(r.ctx).GetCurrentHistoryLength() > r.w.set.hard || r.beyond(r.w.set.hard)
}

// beyond reports whether the history has more than a share of a limit that no budget is about: the one that a number of events has of
// [MaxEvents].
func (r *run[M, P, I, O]) beyond(events int) bool {
	info := workflow.GetInfo(r.ctx)
	share := func(limit int) int { return int(int64(events) * int64(limit) / MaxEvents) }
	return info.GetCurrentHistorySize() > share(MaxBytes) ||
		r.signals > share(MaxSignals) || r.updates > max(share(MaxUpdates), MaxUpdates-500)
}

// continueAsNew continues with the machine as it is, in a new run.
func (r *run[M, P, I, O]) continueAsNew() error {
	for {
		var e Event
		if !workflow.GetSignalChannel(r.ctx, SignalEvent).ReceiveAsync(&e) {
			break
		}
		r.inbox = append(r.inbox, e)
	}
	in := Input{
		Snapshot: r.snapshot, Revision: r.revision, Outputs: r.outbox, Events: r.inbox, Keys: r.keys, Failures: r.failures, Refused: r.refused,
	}
	for _, name := range workflow.DeterministicKeys(r.fired) {
		in.Fired = append(in.Fired, Fired{name, r.fired[name]})
	}
	options := workflow.ContinueAsNewErrorOptions{}
	if workflow.GetInfo(r.ctx).GetTargetWorkerDeploymentVersionChanged() {
		options.InitialVersioningBehavior = workflow.ContinueAsNewVersioningBehaviorAutoUpgrade
	}
	// The name of a workflow function that calls Run is that of the workflow.
	return workflow.NewContinueAsNewErrorWithOptions(r.outer, options, workflow.GetInfo(r.ctx).WorkflowType.Name, in)
}

// Budget returns a number of events that the history of a workflow does not exceed from a machine on, if the transitions that
// are left have a limit: see docs/temporal.md. If it is at most 40,000, the workflow does not continue as new for its number of events: see
// [WithHistoryLimits].
//
// It counts what the options of the workflow add. It does not count Signals that the machine refuses or ignores, workflow tasks that
// fail or time out and their repetitions, and, if activities make the steps, events that the machine refuses or ignores.
func (w *Workflow[M, P, I, O]) Budget(m M) (events int, ok bool) {
	left, ok := w.kind.Left(m)
	if !ok {
		return 0, false
	}
	const activity, handler = 6, 7
	start, each := w.kind.HistoryCost()
	if w.kind.Asks() && !w.asks() {
		start, each = start-activity, each-activity
	}
	if len(w.handlers) > 0 {
		start, each = start+handler, each+handler
	}
	if w.set.state != nil {
		start, each = start+1, each+1
	}
	const most = 1 << 40 // so that nothing overflows
	return start + each*min(left, most), true
}
