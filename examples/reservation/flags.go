package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

// config holds the settings from the command line.
type config struct {
	params reservation.Params
	caller *caller // nil is the keyboard
	demo   bool
}

func parseFlags(args []string, stderr io.Writer) (config, error) {
	c := config{params: reservation.DefaultParams()}
	flags := flag.NewFlagSet("reservation", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&c.params.MaxNoProgress, "no-progress", c.params.MaxNoProgress, "number of consecutive turns without progress after which a person takes over")
	flags.IntVar(&c.params.MaxTurns, "turns", c.params.MaxTurns, "number of turns after which a person takes over")
	flags.BoolVar(&c.params.NoRecovery, "no-recovery", false, "assume no defaults: a person takes over at once")
	flags.BoolVar(&c.demo, "demo", false, "run all scripted callers")
	var names []string
	for _, one := range callers() {
		names = append(names, one.name)
	}
	flags.Func("caller", "let a scripted caller call: `name` is one of\n"+strings.Join(names, ", "), func(name string) error {
		for _, one := range callers() {
			if one.name == name {
				c.caller = &one
				return nil
			}
		}
		return fmt.Errorf("want one of %s", strings.Join(names, ", "))
	})
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stderr)
			flags.Usage()
		}
		return config{}, err
	}
	switch {
	case flags.NArg() > 0:
		return config{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case c.demo && flags.NFlag() > 1:
		return config{}, errors.New("-demo takes no other flag")
	}
	return c, c.params.Validate()
}
