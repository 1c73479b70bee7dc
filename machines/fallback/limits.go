package fallback

import "fmt"

// Needs is what a request asks of a provider beyond an answer.
type Needs struct {
	// Tools says that the request offers tools to call.
	Tools bool
	// Vision says that the request holds an image.
	Vision bool
	// Context is the size of the request and its answer in tokens, as far as it
	// is known; 0 asks for nothing.
	Context int
}

// Limits is what a provider cannot do. The zero value is no limit.
type Limits struct {
	// NoTools says that the provider cannot call tools.
	NoTools bool
	// NoVision says that the provider cannot read images.
	NoVision bool
	// Context is the largest context in tokens; 0 is no limit.
	Context int
}

// Missing returns what stands between a provider with these limits and a
// request, as texts such as "tools"; none if the request fits.
func (l Limits) Missing(n Needs) []string {
	var missing []string
	if n.Tools && l.NoTools {
		missing = append(missing, "tools")
	}
	if n.Vision && l.NoVision {
		missing = append(missing, "vision")
	}
	if l.Context > 0 && n.Context > l.Context {
		missing = append(missing, fmt.Sprintf("context of %d tokens, has %d", n.Context, l.Context))
	}
	return missing
}
