package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// Upper limits of the settings. With them, the duration of the longest run fits in a time.Duration.
const (
	mostUpstreams = 100
	mostRetries   = 10
	mostTime      = 10 * time.Minute
)

// tokenVariable is the environment variable with the token of the proxy, unless the file names another
// one.
const tokenVariable = "LLMPROXY_TOKEN"

// config holds the settings from the command line or the file.
type config struct {
	listen    string
	upstreams []openai.Upstream // all that are known
	active    string
	fallback  []string
	retries   int           // of each upstream
	timeout   time.Duration // of one attempt, and of a pause in a stream
	backoff   fallback.Backoff
	stay      time.Duration // with a fallback; 0 until a reset
	grace     time.Duration // for requests in hand at the end
	rules     fallback.Rules
	token     string // that clients must show; "" for none
}

func defaultConfig() config {
	return config{
		listen:  "127.0.0.1:8080",
		retries: 1,
		timeout: time.Minute,
		backoff: fallback.Backoff{Min: 250 * time.Millisecond, Max: 10 * time.Second, Jitter: 0.5},
		grace:   15 * time.Second,
	}
}

// add puts an upstream at the end of the chain.
func (c *config) add(u openai.Upstream) {
	if len(c.upstreams) == 0 {
		c.active = u.Name
	} else {
		c.fallback = append(c.fallback, u.Name)
	}
	c.upstreams = append(c.upstreams, u)
}

// fileConfig is the form of the configuration file.
type fileConfig struct {
	Listen    *string        `json:"listen"`
	Active    string         `json:"active"`
	Fallback  []string       `json:"fallback"`
	Providers []fileProvider `json:"providers"`
	Retries   *int           `json:"retries"`
	Timeout   *duration      `json:"timeout"`
	Backoff   *struct {
		Min    duration `json:"min"`
		Max    duration `json:"max"`
		Factor float64  `json:"factor"`
		Jitter float64  `json:"jitter"`
	} `json:"backoff"`
	Stay  duration   `json:"stay"`
	Grace *duration  `json:"grace"`
	Rules []fileRule `json:"rules"`
	Token string     `json:"token_env"`
}

type fileProvider struct {
	Name     string `json:"name"`
	URL      string `json:"url"`
	KeyEnv   string `json:"key_env"`
	Model    string `json:"model"`
	NoTools  bool   `json:"no_tools"`
	NoVision bool   `json:"no_vision"`
	Context  int    `json:"context"`
}

// duration is a time.Duration as a text such as "1m30s".
type duration time.Duration

// UnmarshalJSON implements json.Unmarshaler.
func (d *duration) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("%s is not a duration such as \"1m30s\"", text)
	}
	parsed, err := time.ParseDuration(s)
	*d = duration(parsed)
	return err
}

// readConfig reads a configuration file. The defaults are those of defaultConfig.
func readConfig(text []byte, getenv func(string) string) (config, error) {
	var f fileConfig
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return config{}, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return config{}, errors.New("there is more than one value")
	}
	c := defaultConfig()
	c.token = getenv(tokenVariable)
	c.active, c.fallback, c.stay = f.Active, f.Fallback, time.Duration(f.Stay)
	if f.Token != "" {
		if c.token = getenv(f.Token); c.token == "" {
			return config{}, fmt.Errorf("token_env is %s, which is not set", f.Token)
		}
	}
	if f.Listen != nil {
		c.listen = *f.Listen
	}
	if f.Retries != nil {
		c.retries = *f.Retries
	}
	if f.Timeout != nil {
		c.timeout = time.Duration(*f.Timeout)
	}
	if f.Grace != nil {
		c.grace = time.Duration(*f.Grace)
	}
	if b := f.Backoff; b != nil {
		c.backoff = fallback.Backoff{Min: time.Duration(b.Min), Max: time.Duration(b.Max), Factor: b.Factor, Jitter: b.Jitter}
	}
	for _, p := range f.Providers {
		u, err := newUpstream(p.Name, p.URL, p.KeyEnv, getenv)
		if err != nil {
			return config{}, err
		}
		if p.Context < 0 {
			return config{}, fmt.Errorf("context of %q is %d, must be at least 0", p.Name, p.Context)
		}
		u.Model, u.Limits = p.Model, fallback.Limits{NoTools: p.NoTools, NoVision: p.NoVision, Context: p.Context}
		c.upstreams = append(c.upstreams, u)
	}
	for i, r := range f.Rules {
		rule, err := r.rule()
		if err != nil {
			return config{}, fmt.Errorf("rule %d: %w", i+1, err)
		}
		c.rules = append(c.rules, rule)
	}
	return c, c.validate()
}

// validate checks what [fallback.NewChain] does not.
func (c config) validate() error {
	switch {
	case len(c.upstreams) == 0:
		return errors.New("no upstream: use -upstream name=url, -config file, or -demo")
	case len(c.upstreams) > mostUpstreams:
		return fmt.Errorf("%d upstreams, must be at most %d", len(c.upstreams), mostUpstreams)
	case c.retries < 0 || c.retries > mostRetries:
		return fmt.Errorf("retries is %d, must be from 0 to %d", c.retries, mostRetries)
	case c.timeout <= 0 || c.timeout > mostTime:
		return fmt.Errorf("timeout is %v, must be positive and at most %v", c.timeout, mostTime)
	case c.backoff.Max > mostTime:
		return fmt.Errorf("the longest backoff is %v, must be at most %v", c.backoff.Max, mostTime)
	case c.grace < 0 || c.grace > mostTime:
		return fmt.Errorf("grace is %v, must be from 0 to %v", c.grace, mostTime)
	}
	_, err := c.chain(nil) // no provider is called
	return err
}

// chain returns the chain of the upstreams, which are asked through the client.
func (c config) chain(client *http.Client) (*fallback.Chain, error) {
	var known []fallback.Provider
	for _, u := range c.upstreams {
		known = append(known, u.Provider(client, c.timeout))
	}
	return fallback.NewChain(known, fallback.Settings{
		Active: c.active, Fallback: c.fallback, MaxRetries: c.retries, Backoff: c.backoff, Stay: c.stay,
		Rules: append(c.rules[:len(c.rules):len(c.rules)], fallback.DefaultRules()...),
	})
}

// upstreamName matches names that are suitable for a header and, with - replaced by _, for the name of
// an environment variable, without collisions.
var upstreamName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// newUpstream returns an upstream with the base URL of its API. Its key is the value of an environment
// variable, by default LLMPROXY_KEY_NAME.
func newUpstream(name, address, variable string, getenv func(string) string) (openai.Upstream, error) {
	if !upstreamName.MatchString(name) {
		return openai.Upstream{}, fmt.Errorf("name %q must consist of a-z, 0-9, and -", name)
	}
	u, err := openai.New(name, address)
	if err != nil {
		return openai.Upstream{}, err
	}
	if variable == "" {
		variable = "LLMPROXY_KEY_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	}
	u.Key = getenv(variable)
	return u, nil
}

// parseUpstream reads name=url.
func parseUpstream(text string, getenv func(string) string) (openai.Upstream, error) {
	name, address, ok := strings.Cut(text, "=")
	if !ok {
		return openai.Upstream{}, errors.New("must have the form name=url")
	}
	return newUpstream(name, address, "", getenv)
}
