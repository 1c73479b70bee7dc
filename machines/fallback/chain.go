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

// Provider is a provider of answers, such as a server of a language model.
type Provider struct {
	// Name identifies the provider. It is not empty.
	Name string
	// Limits is what the provider cannot do.
	Limits Limits
	// Ask makes one attempt. It must return soon after its context is done, which it
	// is after [Settings.Attempt] at the latest, because a run waits for it. It must not
	// change the request. Several runs may call it at the same time.
	Ask func(ctx context.Context, r *Request) (*Response, error)
}

// LongestWait is how long an attempt takes at most, and the wait before a retry.
const LongestWait = 10 * time.Minute

// Settings are the settings of a chain.
type Settings struct {
	// Active is the name of the provider that is asked first.
	Active string
	// Fallback are the names of the other providers, in the order in which they are
	// asked.
	Fallback []string
	// MaxRetries is the maximum number of retries of a provider after Transient
	// failures, at least 0.
	MaxRetries int
	// Attempt is how long an attempt may take, up to [LongestWait], which 0 stands for. An
	// attempt that takes longer is a Transient failure. It does not limit how long an answer
	// is read.
	Attempt time.Duration
	// Backoff determines the wait before a retry.
	Backoff Backoff
	// Rules classify failures; nil means [DefaultRules].
	Rules Rules
	// Stay is the time after which runs start at the active provider again; 0 means
	// that they do so only after [Chain.Reset].
	Stay time.Duration
}

// Chain is an ordered chain of providers. If a provider fails, for a reason other
// than the request, and another one answers, the next runs start at the latter: they
// ask it first, then the providers after it, then those before it. A run skips
// providers that cannot handle the request. Create a Chain with [NewChain]; multiple
// goroutines may use it at the same time.
type Chain struct {
	providers []Provider // the active one first
	params    Params
	attempt   time.Duration
	backoff   Backoff
	rules     Rules
	tracker   tracker
	runs      atomic.Int64
}

// NewChain returns a chain of some of the known providers. The error describes all
// problems: known providers without a name or Ask, or with duplicate names; an unknown
// active provider or fallback; a duplicate fallback, or one that is the active
// provider; numbers that are out of range.
func NewChain(known []Provider, s Settings) (*Chain, error) {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf("fallback: "+format, args...)) }
	byName := make(map[string]Provider)
	for i, p := range known {
		switch _, twice := byName[p.Name]; {
		case p.Name == "":
			fail("provider %d has no name", i)
		case p.Ask == nil:
			fail("provider %q has no Ask function", p.Name)
		case twice:
			fail("two providers are named %q", p.Name)
		}
		byName[p.Name] = p
	}
	c := &Chain{
		attempt: s.Attempt,
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
			fail("unknown active provider %q", name)
		case !ok:
			fail("unknown fallback %q", name)
		case first == 0 && i > 0:
			fail("fallback %q is the active provider", name)
		case first < i:
			fail("duplicate fallback %q", name)
		}
		c.providers = append(c.providers, p)
	}
	if c.attempt == 0 {
		c.attempt = LongestWait
	}
	if c.attempt < 0 || c.attempt > LongestWait {
		fail("an attempt may take %v, must be from 0 to %v", s.Attempt, LongestWait)
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

// MaxDuration returns the maximum duration of a run, apart from computation, if no
// attempt takes longer than the given time, and none takes longer than [Settings.Attempt]:
// with n providers and r retries, n(r+1) attempts and n*r maximum waits. If the sum does not
// fit, it is the longest duration. The time must not be negative. What the machine allows is
// the time of [Params.WorstCase], which is longer: it knows the longest wait, and not this one.
func (c *Chain) MaxDuration(attempt time.Duration) time.Duration {
	n, r := c.params.Providers, c.params.MaxRetries
	attempts, waits := times(min(attempt, c.attempt), n*(r+1)), times(c.backoff.Max, n*r)
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

// Position returns the provider at which the next run starts.
func (c *Chain) Position() Position {
	i := c.tracker.start()
	return Position{i, c.providers[i].Name}
}

// Leave makes runs start at the provider after the given one, or at the first one
// after the last, if they currently start at the given one. It is for answers that
// fail after the end of a run, such as an interrupted stream.
func (c *Chain) Leave(p Position) {
	c.tracker.move(p.Index, (p.Index+1)%len(c.providers))
}

// Reset makes runs start at the active provider again. It does not affect current
// runs.
func (c *Chain) Reset() {
	c.tracker.reset()
}
