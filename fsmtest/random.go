package fsmtest

import (
	"github.com/fsmgen/fsmgen/fsmtest/internal/check"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Config is a configuration of a machine: its state, and the values of parameters, variables, and
// data. It can be copied.
type Config struct{ config oracle.Config }

// Input is an event with its payload, and with the answers and delays of the host in its step. It
// can be copied.
type Input struct{ input oracle.Input }

// Random makes random runs of a machine. It is for packages that control the choices, such as
// package property. The functions choose that its methods take return a number from 0 to n-1, or
// 0 if n is less than 1.
type Random struct{ sampler *check.Sampler }

// NewRandom returns a Random for a machine.
func NewRandom[M any, S any, C, E any](spec *Spec[C, E], machine *Machine[M, S, C]) *Random {
	return &Random{check.NewSampler(bind(spec, machine))}
}

// Start returns the initial configuration of a machine with random parameters: at the ends of
// their ranges if corner is true, otherwise at most spread above their minimum. It reports whether
// it found valid parameters.
func (r *Random) Start(corner bool, spread int, choose func(n int) int) (Config, bool) {
	m, ok := r.sampler.Start(corner, spread, choose)
	return Config{m}, ok
}

// Subject creates machines with the parameters of a configuration, for one run.
func (r *Random) Subject(m Config) *Subject { return &Subject{r.sampler.Trial(m.config)} }

// Next returns a random event, usually a legal one that does not end the run.
func (r *Random) Next(m Config, choose func(n int) int) (e Input) {
	return Input{r.sampler.Next(m.config, choose)}
}

// Step returns the configuration after an event.
func (r *Random) Step(m Config, e Input) Config { return Config{r.sampler.Step(m.config, e.input)} }

// Simpler returns the events that differ from e in one simpler answer, delay, or timer.
func (r *Random) Simpler(e Input) []Input {
	var simpler []Input
	for _, s := range r.sampler.Bench.Draws.Simpler(e.input) {
		simpler = append(simpler, Input{s})
	}
	return simpler
}

// ConfigText returns the text of a configuration in failures.
func (r *Random) ConfigText(m Config) string { return r.sampler.Bench.Oracle.Texts.Config(m.config) }

// InputText returns the text of an event in failures.
func (r *Random) InputText(e Input) string { return r.sampler.Bench.Oracle.Texts.Input(e.input) }
