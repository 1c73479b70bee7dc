// Package orchestration plans the work of agents, does the steps side by side,
// and recovers from what fails: by retry, by fallback to another provider, by
// doing without what is heavy, and by refinement, each a bounded number of
// times.
//
// The decisions are those of the machine in orchestration.fsm.yaml, which is
// proved to end whatever the providers do: [Machine.Progress], six numbers of
// which the first that differs decides, falls with every transition. It is
// proved as well that a machine that is offline never uses a provider but the
// stub, and that heavy steps are left out while there are no resources for them.
// No run takes more than [Params.MaxTransitions] transitions, 101 with the default
// parameters, which is proved with another progress function, in testdata. The
// machine does no I/O.
//
// [Orchestrate] is the program around it. It drives the machine with [Run] and
// calls the ports of a [Provider]: [Planner], [Executor], [Verifier], [Refiner]
// and [Connector]. Adapters to networks and files implement those elsewhere; this
// package imports none. How the pieces share the work:
//
//   - Config ([DefaultConfig], [ParseConfig]) is made at the boundary and checked
//     in state Init; a plan is checked against it in state Plan.
//   - Classify maps the error of a port to a class. Timeouts, statuses 5xx and
//     rate limits are transient, and only those are tried again.
//   - Backoff says how long a retry waits.
//   - Diagnostics, in an [AbortError], say why the work was given up, with hints
//     and a snapshot of the settings, without secrets.
//
// A round of tasks does each task that is not complete once. Results are
// delivered as they complete; when all calls have returned, the failure that is
// the hardest to mend decides what happens next. A retry does only what failed.
//
// Offline, only the stub is called, results come in the order of the plan and
// no wait has jitter, so that the same goal gives the same run each time.
//
// Package orchestration/chat has the ports of language models, each call of which
// goes through package fallback. The program in examples/workflow shows two runs
// with them.
package orchestration

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
