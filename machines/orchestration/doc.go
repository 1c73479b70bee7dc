// Package orchestration plans the work of agents, runs the tasks in parallel, and recovers
// from failures, by retries, fallback to another provider, skipping heavy tasks, and
// refinement, each a bounded number of times.
//
// The machine in orchestration.fsm.yaml makes the decisions. It is proved to end whatever
// the providers do: [Machine.Progress], six numbers that are compared lexicographically,
// decreases with every transition. It is also proved that an offline machine uses only the
// stub, and that heavy tasks are skipped while there are no resources for them. No run takes
// more than [Params.MaxTransitions] transitions, 101 for the default parameters, which is
// proved with a different progress function, in testdata. The machine performs no I/O.
//
// [Orchestrate] drives the machine with [Run] and calls the ports of a [Provider]:
// [Planner], [Executor], [Verifier], [Refiner], and [Connector]. Adapters to networks and
// files implement these in other packages; this package imports none. The main parts are:
//
//   - Config ([DefaultConfig], [ParseConfig]) is checked in state Init; a plan is checked
//     against it in state Plan.
//   - Classify maps the error of a port to a class. Timeouts, status codes 5xx, and rate
//     limits are transient, and only these are retried.
//   - Backoff determines the wait before a retry.
//   - Diagnostics, in an [AbortError], describe why an orchestration was aborted, with
//     hints and a snapshot of the settings, without secrets.
//
// A round calls the executor once for each task that is not complete. Results are delivered
// as they complete; when all calls have returned, the most severe failure decides what
// happens next. A retry repeats only failed tasks.
//
// In offline mode, only the stub is called, results are delivered in the order of the plan,
// and waits have no jitter, so that runs with the same goal are identical.
//
// Package orchestration/chat implements the ports with language models, calling them through
// package fallback. The program in examples/workflow shows two runs with them.
package orchestration

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
