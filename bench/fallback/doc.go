// Package fallback is the machine of the benchmarks: a minimal provider fallback. It does not
// change when machines/fallback does, so that results remain comparable.
package fallback

// Request and Response are what a user of the machine has anyway.
type (
	Request  struct{ Prompt string }
	Response struct{ Text string }
)
