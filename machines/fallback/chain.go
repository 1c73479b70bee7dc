package fallback

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"
)

// Provider is somebody to ask.
type Provider struct {
	// Name identifies the provider. It is not empty.
	Name string
	// Limits is what the provider cannot do.
	Limits Limits
	// Ask makes one attempt. It must return soon after its context is done, and
	// before whatever time it allows an attempt: that is what a run relies on to
	// end. It must not change the request. Several runs may call it at once.
	Ask func(ctx context.Context, r *Request) (*Response, error)
}

// Settings say how a chain is used.
type Settings struct {
	// Active is the name of the provider that is asked first.
	Active string
	// Fallback are the names of those to turn to, in this order.
	Fallback []string
	// MaxRetries is how often a provider is asked again after a Transient
	// failure before the next one is, at least 0.
	MaxRetries int
	// Backoff is the wait before a provider is asked again.
	Backoff Backoff
	// Rules classify failures; nil stands for [DefaultRules].
	Rules Rules
	// Stay is how long to stay with a fallback before the active provider is
	// tried again; 0 is until [Chain.Reset].
	Stay time.Duration
}

// Chain is an ordered chain of providers. Once a provider has failed by its own
// fault and another has answered, the next runs begin at that one: they ask it,
// then those after it in the chain, then those before. Each run asks each
// provider that fits, at most. A Chain comes from [NewChain], and any number of
// goroutines may use it at once.
type Chain struct {
	providers []Provider // the active one first
	params    Params
	backoff   Backoff
	rules     Rules
	tracker   tracker
	runs      atomic.Int64
}

// NewChain returns a chain of some of the known providers. The error names all
// that is wrong: known providers without name or Ask, or with equal names; an
// active provider or a fallback that is not known; a fallback that is there
// twice, or is the active provider; numbers out of their ranges.
func NewChain(known []Provider, s Settings) (*Chain, error) {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf("fallback: "+format, args...)) }
	byName := make(map[string]Provider)
	for i, p := range known {
		switch _, twice := byName[p.Name]; {
		case p.Name == "":
			fail("provider %d has no name", i)
		case p.Ask == nil:
			fail("provider %q cannot be asked", p.Name)
		case twice:
			fail("two providers are named %q", p.Name)
		}
		byName[p.Name] = p
	}
	c := &Chain{
		backoff: s.Backoff,
		rules:   s.Rules,
		params:  Params{Providers: 1 + len(s.Fallback), MaxRetries: s.MaxRetries},
	}
	if c.rules == nil {
		c.rules = DefaultRules()
	}
	names := append([]string{s.Active}, s.Fallback...)
	for i, name := range names {
		p, ok := byName[name]
		switch first := slices.Index(names, name); {
		case i == 0 && !ok:
			fail("active provider %q is not known", name)
		case !ok:
			fail("fallback %q is not known", name)
		case first == 0 && i > 0:
			fail("fallback %q is the active provider", name)
		case first < i:
			fail("fallback %q is there twice", name)
		}
		c.providers = append(c.providers, p)
	}
	if s.Stay < 0 {
		fail("stay is %v, must not be negative", s.Stay)
	}
	c.tracker.stay = s.Stay
	errs = append(errs, c.params.Validate(), s.Backoff.Validate())
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return c, nil
}

// Params returns the parameters of each run.
func (c *Chain) Params() Params {
	return c.params
}

// MaxDuration returns how long a run takes at most, apart from computing, if no
// attempt takes longer than that: with n providers and r retries, n(r+1) attempts
// and n*r of the longest waits. Where that does not fit, it is the longest
// duration. Attempts must not be negative.
func (c *Chain) MaxDuration(attempt time.Duration) time.Duration {
	n, r := c.params.Providers, c.params.MaxRetries
	attempts, waits := times(attempt, n*(r+1)), times(c.backoff.Max, n*r)
	return min(attempts, math.MaxInt64-waits) + waits
}

// times returns n times a duration, or the longest one.
func times(d time.Duration, n int) time.Duration {
	if n > 0 && d > math.MaxInt64/time.Duration(n) {
		return math.MaxInt64
	}
	return d * time.Duration(n)
}

// Names returns the names of the providers in the order of the chain, the active
// one first.
func (c *Chain) Names() []string {
	names := make([]string, len(c.providers))
	for i, p := range c.providers {
		names[i] = p.Name
	}
	return names
}

// Position returns where the next run begins.
func (c *Chain) Position() Position {
	i := c.tracker.start()
	return Position{i, c.providers[i].Name}
}

// Leave makes runs begin at the provider after that one, round the chain, if they
// begin at that one now. It is for an answer that turns out bad when the run is
// over, such as a stream that breaks off.
func (c *Chain) Leave(p Position) {
	c.tracker.move(p.Index, (p.Index+1)%len(c.providers))
}

// Reset makes runs begin at the active provider again. Runs under way go on.
func (c *Chain) Reset() {
	c.tracker.reset()
}
