// Package orchestration plans the work of agents, runs the tasks in parallel, and recovers
// from failures, by retries, fallback to another provider, skipping heavy tasks, and
// refinement, each a bounded number of times.
//
// The machine in orchestration.fsm.yaml makes the decisions. Its workers are regions, and each
// call of a port is a child machine: package question has the machine of a question to a
// model, with its retries, which asks the servers by that of package fallback. It is proved
// that no run takes more than [Params.MaxTransitions] transitions, with those of its child
// machines, whatever the providers do: 5083 for the default parameters. [Machine.Progress]
// decreases with every transition. It is also proved that an offline machine uses only the
// stub, and that heavy tasks are skipped while there are no resources for them. The machine
// performs no I/O.
//
// [Orchestrate] drives the machine with [Run] and calls the ports of a [Provider]:
// [Planner], [Executor], [Verifier], [Refiner], and [Connector]. Adapters to networks and
// files implement these in other packages; this package imports none. The main parts are:
//
//   - Config ([DefaultConfig], [ParseConfig]) is checked in state Init, and a plan when it
//     is read.
//   - Classify maps the error of a port to a class. Timeouts, status codes 5xx, and rate
//     limits are transient, and only these are retried.
//   - Backoff determines the wait before a retry.
//   - Diagnostics, in an [AbortError], describe why an orchestration was aborted, with
//     hints and a snapshot of the settings, without secrets.
//
// A worker takes one task after the other, and results are delivered as they complete. A
// worker whose task fails in spite of its retries takes no other task. When all workers rest,
// the machine falls back, and they try these tasks again.
//
// In offline mode, only the stub is called, one worker does all tasks in the order of the
// plan, and waits have no jitter, so that runs with the same goal are identical.
//
// Package orchestration/chat implements the ports with language models, calling them through
// package fallback. The program in examples/workflow shows two runs with them.
package orchestration

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
