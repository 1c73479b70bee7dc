package fsmtest

// Random makes random runs of a machine. It is for packages that control the choices, such as
// package property. The functions choose that its methods take return a number from 0 to n-1, or
// 0 if n is less than 1.
type Random struct{ harness *harness }

// NewRandom returns a Random for a machine.
func NewRandom[M any, S any, C, E any](spec *Spec[C, E], machine *Machine[M, S, C]) *Random {
	h := newHarness(spec, machine)
	h.work.allow(randomSteps)
	return &Random{h}
}

// Start returns the initial configuration of a machine with random parameters: at the ends of
// their ranges if corner is true, otherwise at most spread above their minimum. It reports whether
// it found valid parameters.
func (r *Random) Start(corner bool, spread int, choose func(n int) int) (Config, bool) {
	if corners := r.harness.corners(); corner && len(corners) > 0 {
		return r.start(corners[choose(len(corners))]), true
	}
	for range 20 {
		if c := r.harness.drawParams(spread, choose); r.harness.valid(c) {
			return r.start(c), true
		}
	}
	return Config{}, false
}

// start returns the configuration of a new machine. Where that does not come to rest, the run
// says so.
func (r *Random) start(c any) Config {
	m := r.harness.initially(c)
	affords(func() { _ = caught(func() error { m = r.harness.atRest(m); return nil }) })
	return m
}

// Subject creates machines with the parameters of a configuration, for one run.
func (r *Random) Subject(m Config) *Subject {
	return r.harness.subject(r.harness.onlyParams(m.vars))
}

// Next returns a random event, usually a legal one that does not end the run.
func (r *Random) Next(m Config, choose func(n int) int) (e Input) {
	affords(func() { e = r.next(m, choose) })
	return e
}

// next is Next if there is enough work left.
func (r *Random) next(m Config, choose func(n int) int) Input {
	h := r.harness
	var legal, all []int
	for event := range h.Events {
		if h.lists(m, event) {
			legal = append(legal, event)
		}
		if h.comes(m, Input{event: event, timed: 1}) {
			all = append(all, event)
		}
	}
	if len(all) == 0 {
		return Input{} // which no machine gets
	}
	if len(legal) == 0 || choose(4) == 0 {
		return h.fill(all[choose(len(all))], m, choose)
	}
	var e Input
	for range 3 {
		e = h.fill(legal[choose(len(legal))], m, choose)
		if choose(8) == 0 {
			e = h.corner(e, choose)
		}
		if next := r.Step(m, e); !h.ended(next) {
			break
		}
	}
	return e
}

// Step returns the configuration after an event.
func (r *Random) Step(m Config, e Input) Config {
	next := m
	affords(func() { _ = caught(func() error { next, _ = r.harness.step(m, e); return nil }) })
	return next
}

// Simpler returns the events that differ from e in one simpler answer, delay, or timer.
func (r *Random) Simpler(e Input) []Input { return r.harness.simpler(e) }

// ConfigText returns the text of a configuration in failures.
func (r *Random) ConfigText(m Config) string { return r.harness.text(m) }

// InputText returns the text of an event in failures.
func (r *Random) InputText(e Input) string { return r.harness.inputText(e) }
