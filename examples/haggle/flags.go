package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// Upper limits of the flags. They keep a tournament within minutes.
const (
	mostValuations = 100_000
	mostTurns      = 1000
)

// config holds the settings from the command line.
type config struct {
	n     int    // valuations for each pair
	seed  uint64 // of the valuations and of the careless talk
	turns int    // at most, in one negotiation
	svg   string // file of the plot, or ""
	demo  bool
}

func parseFlags(args []string, stderr io.Writer) (config, error) {
	var c config
	flags := flag.NewFlagSet("haggle", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&c.n, "n", 2000, "random valuations for each pair of strategies")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of the random numbers")
	flags.IntVar(&c.turns, "turns", 10, "maximum number of turns of a negotiation")
	flags.StringVar(&c.svg, "svg", "", "write a plot of outcomes and turns to `file`")
	flags.BoolVar(&c.demo, "demo", false, "show complete negotiations that end in each possible way")
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
	case c.n < 1 || c.n > mostValuations:
		return config{}, fmt.Errorf("-n is %d, must be from 1 to %d", c.n, mostValuations)
	case c.turns < 1 || c.turns > mostTurns:
		return config{}, fmt.Errorf("-turns is %d, must be from 1 to %d", c.turns, mostTurns)
	case c.demo && flags.NFlag() > 1:
		return config{}, errors.New("-demo takes no other flag")
	}
	return c, nil
}
