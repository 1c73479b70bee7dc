// Package strategy looks for a strategy that shows how long runs get at least, for all
// parameter values: evidence for [verdict.Reaches].
//
// It plays the machine with the parameters that were explored. In each configuration, it
// takes an event that starts a longest run from there. It describes the events and their
// payloads by expressions, so that one choice fits all configurations of a state if
// possible, and conditions tell the choices apart otherwise. What is left of the run
// becomes a function of the configuration: the progress function, or a polynomial that fits the
// runs that were played. If the proofs need to know more about these configurations, it
// guesses conditions that held in the plays, and drops those that are not inductive.
//
// Nothing here is trusted: package verdict states what must be proved and replays the
// proofs.
package strategy
