package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"time"
)

// Upper limits of the flags. They keep the worst case of a request, which
// maxDuration computes, far inside a time.Duration.
const (
	mostUpstreams = 100
	mostRetries   = 10
	mostTime      = 10 * time.Minute
)

// config is what the command line says.
type config struct {
	listen    string
	upstreams []upstream
	retries   int           // of each upstream
	timeout   time.Duration // of one attempt
	backoff   time.Duration // before each retry
	demo      bool
}

// parseFlags reads the command line. Keys of upstreams come from getenv, so
// that no process list shows them.
func parseFlags(args []string, getenv func(string) string, stderr io.Writer) (config, error) {
	var c config
	flags := flag.NewFlagSet("llmproxy", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&c.listen, "listen", "127.0.0.1:8080", "`address` to listen on")
	flags.IntVar(&c.retries, "retries", 1, "retries of an upstream after a transient failure")
	flags.DurationVar(&c.timeout, "timeout", time.Minute, "time limit of one attempt")
	flags.DurationVar(&c.backoff, "backoff", 500*time.Millisecond, "pause before a retry")
	flags.BoolVar(&c.demo, "demo", false, "show one request falling back over three local upstreams")
	flags.Func("upstream", "upstream `name=url`, in order of preference; repeat it.\n"+
		"The url is the base of the API, such as https://api.openai.com/v1.\n"+
		"LLMPROXY_KEY_NAME in the environment is its API key.", func(text string) error {
		u, err := parseUpstream(text, getenv)
		if err != nil {
			return err
		}
		for _, other := range c.upstreams {
			if other.name == u.name {
				return fmt.Errorf("two upstreams are named %q", u.name)
			}
		}
		c.upstreams = append(c.upstreams, u)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stderr)
			flags.Usage()
		}
		return config{}, err
	}
	if flags.NArg() > 0 {
		return config{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	return c, c.validate()
}

func (c config) validate() error {
	switch {
	case c.demo:
		return nil
	case len(c.upstreams) == 0:
		return errors.New("no upstream: give -upstream name=url, or -demo")
	case len(c.upstreams) > mostUpstreams:
		return fmt.Errorf("%d upstreams, must be at most %d", len(c.upstreams), mostUpstreams)
	case c.retries < 0 || c.retries > mostRetries:
		return fmt.Errorf("-retries is %d, must be from 0 to %d", c.retries, mostRetries)
	case c.timeout <= 0 || c.timeout > mostTime:
		return fmt.Errorf("-timeout is %v, must be positive and at most %v", c.timeout, mostTime)
	case c.backoff < 0 || c.backoff > mostTime:
		return fmt.Errorf("-backoff is %v, must be from 0 to %v", c.backoff, mostTime)
	}
	return nil
}

// maxDuration returns how long the upstreams can keep a request: the longest
// run makes retries+1 attempts at each upstream, with a pause before each retry.
func (c config) maxDuration() time.Duration {
	n, r := time.Duration(len(c.upstreams)), time.Duration(c.retries)
	return n*(r+1)*c.timeout + n*r*c.backoff
}
