// Package check has the checks of generated tests, one file each: functions that get a test and an [Env].
//
// An Env has the machine, the oracle, and the runs that all checks use. The walk tries all events in each configuration
// of machines with small parameters; the runs of the spec were found by exploration when the test was generated; Env.cover selects
// from both a shortest run to each transition and each refusal. [Trial] and [Sampler] make random runs.
//
// A check fails only if the machine differs from the oracle. Package fsmtest lists the checks.
package check
