package call

// Request is what a call is for.
type Request struct{ Name string }
