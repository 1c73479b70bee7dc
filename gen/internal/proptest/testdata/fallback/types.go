package fallback

// Request asks a provider.
type Request struct{ Prompt string }

// Response is a provider's answer.
type Response struct{ Text string }
