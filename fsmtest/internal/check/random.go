package check

import (
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// Sampler makes random runs of a machine. It is for packages that control the choices, such as
// package property. The functions choose that its methods take return a number from 0 to n-1, or
// 0 if n is less than 1.
type Sampler struct {
	Bench *run.Bench // makes the machines
}

// NewSampler returns a sampler for a machine.
func NewSampler(b *run.Bench) *Sampler {
	b.Oracle.Work.Allow(oracle.RandomSteps)
	return &Sampler{b}
}

// Start returns the initial configuration of a machine with random parameters: at the ends of
// their ranges if corner is true, otherwise at most spread above their minimum. It reports whether
// it found valid parameters.
func (r *Sampler) Start(corner bool, spread int, choose func(n int) int) (oracle.Config, bool) {
	if corners := r.Bench.Corners(); corner && len(corners) > 0 {
		return r.start(corners[choose(len(corners))]), true
	}
	for range 20 {
		if c := r.Bench.Draws.DrawParams(spread, choose); r.Bench.Oracle.Claims.Params(c) {
			return r.start(c), true
		}
	}
	return oracle.Config{}, false
}

// start returns the configuration of a new machine. Where that does not come to rest, the run
// says so.
func (r *Sampler) start(c any) oracle.Config {
	m := r.Bench.Oracle.Initially(c)
	oracle.Affords(func() { _ = oracle.Caught(func() error { m = r.Bench.Oracle.AtRest(m); return nil }) })
	return m
}

// Trial creates machines with the parameters of a configuration, for one run.
func (r *Sampler) Trial(m oracle.Config) *Trial {
	return newTrial(r.Bench, r.Bench.Oracle.Layout.OnlyParams(m.Vars))
}

// Next returns a random event, usually a legal one that does not end the run.
func (r *Sampler) Next(m oracle.Config, choose func(n int) int) (e oracle.Input) {
	oracle.Affords(func() { e = r.next(m, choose) })
	return e
}

// next is Next if there is enough work left.
func (r *Sampler) next(m oracle.Config, choose func(n int) int) oracle.Input {
	b := r.Bench
	var legal, all []int
	for event := range b.Spec.Events {
		if b.Oracle.Lists(m, event) {
			legal = append(legal, event)
		}
		if b.Oracle.Comes(m, oracle.Input{Event: event, Timed: 1}) {
			all = append(all, event)
		}
	}
	if len(all) == 0 {
		return oracle.Input{} // which no machine gets
	}
	if len(legal) == 0 || choose(4) == 0 {
		return b.Draws.Fill(all[choose(len(all))], m, choose)
	}
	var e oracle.Input
	for range 3 {
		e = b.Draws.Fill(legal[choose(len(legal))], m, choose)
		if choose(8) == 0 {
			e = b.Draws.Corner(e, choose)
		}
		if next := r.Step(m, e); !b.Oracle.Ended(next) {
			break
		}
	}
	return e
}

// Step returns the configuration after an event.
func (r *Sampler) Step(m oracle.Config, e oracle.Input) oracle.Config {
	next := m
	oracle.Affords(func() { _ = oracle.Caught(func() error { next, _ = r.Bench.Oracle.Step(m, e); return nil }) })
	return next
}
