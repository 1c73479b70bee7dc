package fallback

import "time"

// Observation is one transition of a run of a [Chain].
type Observation struct {
	// Run numbers the runs of a chain, from 1.
	Run int64
	// Number counts the transitions of the run, from 1.
	Number int
	// Most is the proved bound on Number.
	Most int
	// From and To are the states before and after.
	From, To State
	// Event is what brought the transition about.
	Event Event
	// Before and After are the values of the progress function; After is lower.
	Before, After int
	// Provider is the provider concerned, or "".
	Provider string
	// Failure is what failed, for Failure and Slow; else nil.
	Failure *AttemptError
	// Wait is how long the run waits now, in Retrying.
	Wait time.Duration
	// Skipped is set when a provider was passed over.
	Skipped *UnfitError
	// Switched is set when the run turns to another provider.
	Switched *Switch
}

// Switch is a turn of a run to another provider.
type Switch struct {
	// From is the provider asked before, or the one that the run began with.
	From string
	// To is the provider to ask now.
	To string
	// Position is the place of To in the chain, 0 for the active provider.
	Position int
	// Reason is why: an *[AttemptError], or an *[UnfitError] if nothing has
	// failed.
	Reason error
}
