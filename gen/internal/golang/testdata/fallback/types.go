package fallback

// Request and Response are what a user of the machine has anyway.
type (
	Request  struct{ Prompt string }
	Response struct{ Text string }
)
