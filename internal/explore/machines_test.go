package explore

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
)

// fallback is the repaired machine of seed 000: the count of retries is kept
// across attempts and begins again with each provider.
func fallback(t testing.TB) *core.Machine {
	b := fallbackStates(t)
	b.on("Idle", "RequestReceived", "", "Selecting")
	b.on("Selecting", "Select", "remaining > 0", "Attempting", "remaining: remaining - 1", "retries: 0")
	b.on("Selecting", "Select", "", "Exhausted")
	b.on("Attempting", "Success", "", "Succeeded", "response: event.response")
	b.on("Attempting", "Failure", "event.class == Transient", "Retrying")
	b.on("Attempting", "Failure", "event.class == Recoverable", "Selecting")
	b.on("Attempting", "Failure", "", "Aborted")
	b.on("Attempting", "Cancelled", "", "Aborted")
	b.on("Retrying", "RetryReady", "retries < maxRetries", "Attempting", "retries: retries + 1")
	b.on("Retrying", "RetryReady", "", "Selecting")
	b.on("Retrying", "Cancelled", "", "Aborted")
	return b.machine()
}

// literal is the machine of seed 000 as its text has it: entering Retrying
// sets the count to 1.
func literal(t testing.TB) *core.Machine {
	b := fallbackStates(t)
	b.on("Idle", "RequestReceived", "", "Selecting")
	b.on("Selecting", "Select", "remaining > 0", "Attempting", "remaining: remaining - 1")
	b.on("Selecting", "Select", "", "Exhausted")
	b.on("Attempting", "Success", "", "Succeeded", "response: event.response")
	b.on("Attempting", "Failure", "event.class == Transient", "Retrying", "retries: 1")
	b.on("Attempting", "Failure", "event.class == Recoverable", "Selecting")
	b.on("Attempting", "Failure", "", "Aborted")
	b.on("Retrying", "RetryReady", "retries < maxRetries", "Attempting")
	b.on("Retrying", "RetryReady", "", "Selecting")
	return b.machine()
}

func fallbackStates(t testing.TB) *builder {
	b := build(t, "Fallback")
	b.param("providers", "int")
	b.param("maxRetries", "int")
	b.enum("FailureClass", "Transient", "Recoverable", "Fatal")
	b.variable("remaining", "int", "0..providers", "providers")
	b.variable("retries", "int", "0..max(1, maxRetries)", "0")
	b.event("Success", "response *Response")
	b.event("Failure", "class FailureClass", "err error")
	b.state("Idle")
	b.state("Selecting")
	b.state("Attempting")
	b.state("Retrying")
	b.terminal("Succeeded", "Exhausted", "Aborted")
	b.datum("Succeeded", "response", "*Response", "")
	return b
}
