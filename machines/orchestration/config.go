package orchestration

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Secret is a text that fmt and encoding packages print as "[redacted]". Convert it to a
// string to use it.
type Secret string

const redacted = "[redacted]"

// String returns "[redacted]".
func (Secret) String() string { return redacted }

// GoString returns "[redacted]".
func (Secret) GoString() string { return redacted }

// MarshalText returns "[redacted]".
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// Variable is a required environment variable.
type Variable struct {
	// Name is the name of the variable.
	Name string
	// Value is empty if the variable is not set.
	Value Secret
}

// Config is the configuration of an orchestration. Create it with [DefaultConfig] or
// [ParseConfig].
type Config struct {
	// Params are the parameters of the machine: its limits, such as the number of tasks
	// that run at the same time, whether it is offline, and whether there are resources
	// for heavy tasks.
	Params Params
	// AllowCompatible and AllowStub allow these providers if the machine is not
	// offline.
	AllowCompatible, AllowStub bool
	// Features are the names of the features that tasks may need.
	Features []string
	// Budget is the maximum cost of a plan; 0 means no limit.
	Budget int
	// MaxDuration is the maximum total duration of the tasks of a plan; 0 means no
	// limit.
	MaxDuration time.Duration
	// CallTimeout is the time limit for each call of a port, greater than 0. A call of a
	// provider takes no longer than its servers may either, which is two minutes without any.
	CallTimeout time.Duration
	// Deadline is the time limit for the whole work, up to [LongestWork], which 0 stands for.
	Deadline time.Duration
	// Backoff determines the wait before a retry.
	Backoff Backoff
	// Env are the variables that are required unless the machine is offline. The
	// package never prints their values.
	Env []Variable
}

// LongestWork is the longest time for the whole work.
const LongestWork = 24 * time.Hour

// DefaultConfig returns a configuration with three workers that allows the compatible
// provider but not the stub. Its backoff has no jitter.
func DefaultConfig() Config {
	return Config{
		Params:          DefaultParams(),
		AllowCompatible: true,
		CallTimeout:     time.Minute,
		Backoff:         Backoff{Min: time.Second, Max: 30 * time.Second},
	}
}

// ParseConfig reads a configuration and the required variables from the environment.
// Values that are not set are those of [DefaultConfig]:
//
//	ORCHESTRATION_OFFLINE           true or false
//	ORCHESTRATION_RESOURCES         true or false: whether heavy tasks are possible
//	ORCHESTRATION_ALLOW_COMPATIBLE  true or false
//	ORCHESTRATION_ALLOW_STUB        true or false
//	ORCHESTRATION_FEATURES          names, separated by commas
//	ORCHESTRATION_WORKERS           number of tasks that run at the same time, from 1 to 3
//	ORCHESTRATION_CALL_TIMEOUT      such as 30s
//
// The error describes all invalid values.
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
		c.Params.Workers, err = strconv.Atoi(text)
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

// deadline returns the time limit for the whole work.
func (c Config) deadline() time.Duration {
	if c.Deadline == 0 {
		return LongestWork
	}
	return c.Deadline
}

// initFault returns why the machine cannot start, with a detailed error.
func (c Config) initFault(p Providers) (InitFault, error) {
	switch {
	case c.CallTimeout <= 0:
		return InitFaultBadConfig, fmt.Errorf("call timeout is %v, must be above 0", c.CallTimeout)
	case c.Budget < 0 || c.MaxDuration < 0:
		return InitFaultBadConfig, errors.New("budget and duration must not be negative")
	}
	if c.Deadline < 0 || c.Deadline > LongestWork {
		return InitFaultBadConfig, fmt.Errorf("deadline is %v, must be from 0 to %v", c.Deadline, LongestWork)
	}
	if err := c.Backoff.Validate(); err != nil {
		return InitFaultBadConfig, err
	}
	for _, kind := range []ProviderKind{ProviderKindPreferred, ProviderKindCompatible, ProviderKindStub} {
		if provider := p.Of(kind); c.allows(kind, p) && (provider.Servers > c.Params.Servers || provider.ServerRetries > c.Params.ServerRetries) {
			return InitFaultBadConfig, fmt.Errorf("provider %s has %d servers with %d retries, and the parameters allow %d with %d",
				provider.Name, provider.Servers, provider.ServerRetries, c.Params.Servers, c.Params.ServerRetries)
		}
	}
	if c.Params.Offline {
		if !c.allows(ProviderKindStub, p) {
			return InitFaultNotOffline, errors.New("there is no stub without network access")
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

// allows reports whether the configuration allows the provider of a kind.
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

// planFault returns the first constraint that the tasks violate, with a detailed error.
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
		// Unlike a sum, the rest of the budget cannot overflow.
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

// redact removes the values of required variables from a text, both literal and in the
// form in which quoting escapes them.
func (c Config) redact(text string) string {
	var values []string
	for _, v := range c.Env {
		if v.Value != "" {
			quoted := strconv.Quote(string(v.Value))
			values = append(values, string(v.Value), quoted[1:len(quoted)-1])
		}
	}
	// A value that is part of another one is replaced after it.
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	for _, value := range values {
		text = strings.ReplaceAll(text, value, redacted)
	}
	return text
}
