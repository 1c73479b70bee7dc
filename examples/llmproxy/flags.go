package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// command holds the settings from the command line.
type command struct {
	config   config
	demo     bool
	bench    bool
	campaign int // requests of the fault campaign, or 0
	seed     uint64
}

// parseFlags parses the command line. The keys of upstreams come from getenv, so that process lists do not
// show them.
func parseFlags(args []string, getenv func(string) string, stderr io.Writer) (command, error) {
	c := command{config: defaultConfig()}
	flags := flag.NewFlagSet("llmproxy", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	file := flags.String("config", "", "JSON `file` with all settings, which replaces the flags below up to -upstream")
	flags.StringVar(&c.config.listen, "listen", c.config.listen, "`address` to listen on")
	flags.IntVar(&c.config.retries, "retries", c.config.retries, "retries of an upstream after a transient failure")
	flags.DurationVar(&c.config.timeout, "timeout", c.config.timeout, "time limit for an attempt, and for a pause in a stream")
	flags.DurationVar(&c.config.backoff.Min, "backoff", c.config.backoff.Min, "minimum wait before a retry")
	flags.DurationVar(&c.config.backoff.Max, "max-backoff", c.config.backoff.Max, "maximum wait before a retry, including Retry-After")
	flags.DurationVar(&c.config.stay, "stay", c.config.stay, "how long to stay with a fallback that works; 0 means until a reset")
	flags.DurationVar(&c.config.grace, "grace", c.config.grace, "time for current requests to complete after a signal")
	// Errors of upstreams are not those of the flag package, which show the value: it can have a password.
	count, wrong := 0, error(nil)
	flags.Func("upstream", "upstream `name=url`, in order of preference; repeat it.\n"+
		"The url is the base of the API, such as https://api.openai.com/v1.\n"+
		"LLMPROXY_KEY_NAME in the environment is its API key, and LLMPROXY_TOKEN,\n"+
		"if it is set, what clients must show as theirs.", func(text string) error {
		count++
		if err := c.config.addFlag(text, getenv); err != nil && wrong == nil {
			wrong = fmt.Errorf("-upstream, number %d: %w", count, err)
		}
		return nil
	})
	flags.BoolVar(&c.demo, "demo", false, "show the fallback of one request with three local upstreams")
	flags.BoolVar(&c.bench, "bench", false, "measure the overhead of the proxy")
	flags.IntVar(&c.campaign, "campaign", 0, "send `n` requests through local upstreams with many kinds of faults, and check the results")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of the faults of -campaign")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stderr)
			flags.Usage()
		}
		return command{}, err
	}
	if wrong != nil {
		return command{}, wrong
	}
	if flags.NArg() > 0 {
		return command{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if c.campaign < 0 {
		return command{}, fmt.Errorf("-campaign is %d, must be at least 0", c.campaign)
	}
	if c.demo || c.bench || c.campaign > 0 {
		return c, nil
	}
	if *file != "" {
		var other []string
		flags.Visit(func(f *flag.Flag) {
			if f.Name != "config" {
				other = append(other, "-"+f.Name)
			}
		})
		if len(other) > 0 {
			return command{}, fmt.Errorf("%s cannot be combined with -config: put the setting into the file", other[0])
		}
		text, err := os.ReadFile(*file)
		if err != nil {
			return command{}, err
		}
		c.config, err = readConfig(text, getenv)
		if err != nil {
			return command{}, fmt.Errorf("%s: %w", *file, err)
		}
		return c, nil
	}
	c.config.token = getenv(tokenVariable)
	return c, c.config.validate()
}

// addFlag adds the upstream of a flag.
func (c *config) addFlag(text string, getenv func(string) string) error {
	u, err := parseUpstream(text, getenv)
	if err != nil {
		return err
	}
	for _, other := range c.upstreams {
		if other.Name == u.Name {
			return fmt.Errorf("duplicate upstream %q", u.Name)
		}
	}
	c.add(u)
	return nil
}
