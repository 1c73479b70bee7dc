package orchestration

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Secret is a text that prints as "[redacted]" wherever fmt or encoding print
// it. Convert it to a string to use it.
type Secret string

const redacted = "[redacted]"

// String returns "[redacted]".
func (Secret) String() string { return redacted }

// GoString returns "[redacted]".
func (Secret) GoString() string { return redacted }

// MarshalText returns "[redacted]".
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// Variable is a variable of the environment that the work requires.
type Variable struct {
	// Name is the name of the variable.
	Name string
	// Value is empty if the variable is not set.
	Value Secret
}

// Config is what the work may do. It is made at the boundary, by [DefaultConfig]
// or [ParseConfig], and handed inward by value.
type Config struct {
	// Params are the limits of the machine, whether it is offline and whether
	// there are resources for heavy tasks.
	Params Params
	// AllowCompatible and AllowStub let the work use those providers when it is
	// not offline.
	AllowCompatible, AllowStub bool
	// Features are the names of what tasks may need.
	Features []string
	// Budget is the cost that a plan may have; 0 means any.
	Budget int
	// MaxDuration is how long the tasks of a plan may take together; 0 means any.
	MaxDuration time.Duration
	// CallTimeout ends each call of a port; above 0.
	CallTimeout time.Duration
	// Workers is how many tasks run at once, at least 1.
	Workers int
	// Backoff is the time between attempts.
	Backoff Backoff
	// Env holds the variables that are required unless the work is offline.
	// Their values appear nowhere in what the package prints.
	Env []Variable
}

// DefaultConfig returns a configuration that allows the compatible provider, not
// the stub, and four tasks at once. Its backoff has no jitter.
func DefaultConfig() Config {
	return Config{
		Params:          DefaultParams(),
		AllowCompatible: true,
		CallTimeout:     time.Minute,
		Workers:         4,
		Backoff:         Backoff{Min: time.Second, Max: 30 * time.Second},
	}
}

// ParseConfig reads a configuration from the environment, and the required
// variables with it. What is not set is as in [DefaultConfig]:
//
//	ORCHESTRATION_OFFLINE           true or false
//	ORCHESTRATION_RESOURCES         true or false: whether heavy tasks can be done
//	ORCHESTRATION_ALLOW_COMPATIBLE  true or false
//	ORCHESTRATION_ALLOW_STUB        true or false
//	ORCHESTRATION_FEATURES          names, separated by commas
//	ORCHESTRATION_WORKERS           tasks at once
//	ORCHESTRATION_CALL_TIMEOUT      such as 30s
//
// All values that do not parse are reported at once.
func ParseConfig(getenv func(string) string, required ...string) (Config, error) {
	c := DefaultConfig()
	var errs []error
	set := func(name string, parse func(string) error) {
		text := getenv("ORCHESTRATION_" + name)
		if text == "" {
			return
		}
		if err := parse(text); err != nil {
			errs = append(errs, fmt.Errorf("ORCHESTRATION_%s: %w", name, err))
		}
	}
	flag := func(into *bool) func(string) error {
		return func(text string) (err error) {
			*into, err = strconv.ParseBool(text)
			return err
		}
	}
	set("OFFLINE", flag(&c.Params.Offline))
	set("RESOURCES", flag(&c.Params.Resources))
	set("ALLOW_COMPATIBLE", flag(&c.AllowCompatible))
	set("ALLOW_STUB", flag(&c.AllowStub))
	set("FEATURES", func(text string) error {
		c.Features = strings.Split(text, ",")
		return nil
	})
	set("WORKERS", func(text string) (err error) {
		c.Workers, err = strconv.Atoi(text)
		return err
	})
	set("CALL_TIMEOUT", func(text string) (err error) {
		c.CallTimeout, err = time.ParseDuration(text)
		return err
	})
	for _, name := range required {
		c.Env = append(c.Env, Variable{Name: name, Value: Secret(getenv(name))})
	}
	return c, errors.Join(errs...)
}

// initFault returns what keeps the work from starting, with an error that says
// more.
func (c Config) initFault(p Providers) (InitFault, error) {
	switch {
	case c.Workers < 1:
		return InitFaultBadConfig, fmt.Errorf("%d workers, must be at least 1", c.Workers)
	case c.CallTimeout <= 0:
		return InitFaultBadConfig, fmt.Errorf("call timeout is %v, must be above 0", c.CallTimeout)
	case c.Budget < 0 || c.MaxDuration < 0:
		return InitFaultBadConfig, errors.New("budget and duration must not be negative")
	}
	if err := c.Backoff.Validate(); err != nil {
		return InitFaultBadConfig, err
	}
	if c.Params.Offline {
		if !c.allows(ProviderKindStub, p) {
			return InitFaultNotOffline, errors.New("there is no stub that keeps away from the network")
		}
		return InitFaultSound, nil
	}
	if i := slices.IndexFunc(c.Env, func(v Variable) bool { return v.Value == "" }); i >= 0 {
		return InitFaultMissingEnv, fmt.Errorf("%s is not set", c.Env[i].Name)
	}
	for _, kind := range []ProviderKind{ProviderKindPreferred, ProviderKindCompatible, ProviderKindStub} {
		if c.allows(kind, p) {
			return InitFaultSound, nil
		}
	}
	return InitFaultBadConfig, errors.New("no provider is configured and allowed")
}

// allows reports whether the work may use the provider of that kind.
func (c Config) allows(kind ProviderKind, p Providers) bool {
	provider := p.Of(kind)
	switch {
	case provider == nil:
		return false
	case c.Params.Offline:
		return kind == ProviderKindStub && !provider.Network
	case kind == ProviderKindCompatible:
		return c.AllowCompatible
	case kind == ProviderKindStub:
		return c.AllowStub
	}
	return true
}

// planFault returns the first constraint that the tasks do not meet, with an
// error that says more.
func (c Config) planFault(tasks []Task) (PlanFault, error) {
	if n := len(tasks); n < 1 || n > c.Params.MaxSteps {
		return PlanFaultWrongSize, fmt.Errorf("the plan has %d tasks, must be from 1 to %d", n, c.Params.MaxSteps)
	}
	budget, duration := c.Budget, c.MaxDuration
	for _, task := range tasks {
		for _, feature := range task.Needs {
			if !slices.Contains(c.Features, feature) {
				return PlanFaultForbidden, fmt.Errorf("task %q needs %q, which is not enabled", task.Name, feature)
			}
		}
		if task.Cost < 0 || task.Takes < 0 {
			return PlanFaultUnplannable, fmt.Errorf("task %q has a negative cost or duration", task.Name)
		}
		// What is left cannot overflow, as sums could.
		if c.Budget > 0 {
			if task.Cost > budget {
				return PlanFaultUnaffordable, fmt.Errorf("the plan costs more than %d", c.Budget)
			}
			budget -= task.Cost
		}
		if c.MaxDuration > 0 {
			if task.Takes > duration {
				return PlanFaultTooSlow, fmt.Errorf("the plan takes longer than %v", c.MaxDuration)
			}
			duration -= task.Takes
		}
	}
	return PlanFaultFits, nil
}

// redact returns the text without the values of required variables, as they are
// and as they stand between quotes.
func (c Config) redact(text string) string {
	var values []string
	for _, v := range c.Env {
		if v.Value != "" {
			quoted := strconv.Quote(string(v.Value))
			values = append(values, string(v.Value), quoted[1:len(quoted)-1])
		}
	}
	// A value that is part of another one comes after it.
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	for _, value := range values {
		text = strings.ReplaceAll(text, value, redacted)
	}
	return text
}
