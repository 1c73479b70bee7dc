package fallback

import "fmt"

// Needs are the capabilities that a request needs.
type Needs struct {
	// Tools reports whether the request offers tools to call.
	Tools bool
	// Vision reports whether the request contains an image.
	Vision bool
	// Context is the known size of the request and its answer in tokens; 0 means no
	// requirement.
	Context int
}

// Limits are the limits of a provider. The zero value means no limits.
type Limits struct {
	// NoTools reports whether the provider cannot call tools.
	NoTools bool
	// NoVision reports whether the provider cannot read images.
	NoVision bool
	// Context is the maximum context in tokens; 0 means no limit.
	Context int
}

// Missing returns what a provider with these limits lacks for a request, as texts such
// as "tools"; none if it can handle the request.
func (l Limits) Missing(n Needs) []string {
	var missing []string
	if n.Tools && l.NoTools {
		missing = append(missing, "tools")
	}
	if n.Vision && l.NoVision {
		missing = append(missing, "vision")
	}
	if l.tooLong(n) {
		missing = append(missing, fmt.Sprintf("context of %d tokens, has %d", n.Context, l.Context))
	}
	return missing
}

// tooLong reports whether a request has more context than a provider with these limits.
func (l Limits) tooLong(n Needs) bool {
	return l.Context > 0 && n.Context > l.Context
}
