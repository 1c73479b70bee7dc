// Package property makes random runs of generated machines with gopter, and compares them with the
// spec.
package property

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/commands"

	"github.com/fsmgen/fsmgen/fsmtest"
)

// seeds is the flag -fsmgen.seed, which is declared once in a program.
var seeds = flag.String("fsmgen.seed", "", "seed of the random runs of generated tests (or set FSMGEN_SEED)")

// seed returns the seed: 1 unless the flag or FSMGEN_SEED gives another.
func seed(t *testing.T) int64 {
	t.Helper()
	text := cmp.Or(*seeds, os.Getenv("FSMGEN_SEED"))
	if text == "" {
		return 1
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatalf("seed of the generated tests: %v", err)
	}
	return n
}

// Test makes random runs with random parameters. It reduces a run that fails to the smallest
// parameters, and to a run from which no event can be omitted. The seed is 1, unless the flag
// -fsmgen.seed or the environment variable FSMGEN_SEED sets another one. With -short, and under the
// race detector, Test makes fewer runs.
func Test[M any, S any, C, E any](t *testing.T, spec *fsmtest.Spec[C, E], machine *fsmtest.Machine[M, S, C]) {
	t.Helper()
	seed := seed(t)
	r := fsmtest.NewRandom(spec, machine)
	parameters := gopter.DefaultTestParametersWithSeed(seed)
	parameters.MinSuccessfulTests = fsmtest.Effort(200)
	parameters.MaxSize = 60 // events in a run
	parameters.Workers = 1
	properties := gopter.NewProperties(parameters)
	var failed *fsmtest.Subject
	properties.Property(spec.Name+" does what its spec says", commands.Prop(&commands.ProtoCommands{
		InitialStateGen: func(g *gopter.GenParameters) *gopter.GenResult {
			// Corners come first. Then long runs get large parameters, so that a
			// failure has small ones.
			choose := func(n int) int { return g.Rng.Intn(max(n, 1)) }
			if m, ok := r.Start(g.MaxSize < 8 || choose(8) == 0, g.MaxSize/8, choose); ok {
				return gopter.NewGenResult(state{r, m}, gopter.NoShrinker)
			}
			return gopter.NewEmptyResult(reflect.TypeFor[state]())
		},
		NewSystemUnderTestFunc: func(s commands.State) commands.SystemUnderTest {
			return r.Subject(s.(state).config)
		},
		DestroySystemUnderTestFunc: func(subject commands.SystemUnderTest) {
			s := subject.(*fsmtest.Subject)
			if s.End() != nil && (failed == nil || s.Len() <= failed.Len()) {
				failed = s // gopter makes it smaller and smaller
			}
		},
		GenCommandFunc: func(s commands.State) gopter.Gen {
			return func(g *gopter.GenParameters) *gopter.GenResult {
				return gopter.NewGenResult(command{r, r.Next(s.(state).config, g.Rng.Intn)}, shrink)
			}
		},
	}))
	var report strings.Builder
	passed := properties.Run(gopter.NewFormatedReporter(false, 160, &report))
	if failed != nil {
		// Gopter leaves the parameters as they are, and Run aside.
		failed = failed.Smallest()
		if passed {
			report.Reset()
		}
		fmt.Fprintf(&report, "the smallest run that fails: %v\n", failed)
	}
	if !passed || failed != nil {
		t.Errorf("%sreplay: FSMGEN_SEED=%d go test -run '^%s$'", report.String(), seed, t.Name())
	}
}

// state is a configuration, as a state of gopter.
type state struct {
	random *fsmtest.Random
	config fsmtest.Config
}

// String names the configuration.
func (s state) String() string { return s.random.ConfigText(s.config) }

// command is an event, as a command of gopter. Every event is one in every state, since
// a refusal is behavior, too.
type command struct {
	random *fsmtest.Random
	input  fsmtest.Input
}

// String names the event.
func (c command) String() string { return c.random.InputText(c.input) }

// Run sends the event.
func (c command) Run(subject commands.SystemUnderTest) commands.Result {
	if err := subject.(*fsmtest.Subject).Take(c.input); err != nil {
		return err
	}
	return nil
}

// NextState returns the configuration after the event.
func (c command) NextState(s commands.State) commands.State {
	m := s.(state)
	m.config = m.random.Step(m.config, c.input)
	return m
}

// PreCondition holds.
func (c command) PreCondition(commands.State) bool { return true }

// PostCondition fails with the fault that Run found.
func (c command) PostCondition(_ commands.State, fault commands.Result) *gopter.PropResult {
	if fault == nil {
		return &gopter.PropResult{Status: gopter.PropTrue}
	}
	return &gopter.PropResult{Status: gopter.PropFalse, Labels: []string{fault.(error).Error()}}
}

// shrink makes an event simpler.
func shrink(v any) gopter.Shrink {
	c := v.(command)
	simpler := c.random.Simpler(c.input)
	return func() (any, bool) {
		if len(simpler) == 0 {
			return nil, false
		}
		s := simpler[0]
		simpler = simpler[1:]
		return command{c.random, s}, true
	}
}
