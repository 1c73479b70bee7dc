// Package fallback is the machine that the benchmarks run: provider fallback as
// small as it can be. It stays as it is while machines/fallback grows, so that
// figures of different days are of the same machine.
package fallback

// Request and Response are what a user of the machine has anyway.
type (
	Request  struct{ Prompt string }
	Response struct{ Text string }
)
