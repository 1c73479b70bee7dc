package fsmtest

// Random makes random runs of a machine. It is for packages that choose them, such as
// package property.
type Random struct{ harness *harness }

// NewRandom prepares a machine.
func NewRandom[M any, S comparable, C, E any](spec *Spec[C, E], machine *Machine[M, S, C]) *Random {
	return &Random{newHarness(spec, machine)}
}

// Start returns the first configuration of a machine with random parameters, in the corners of
// their ranges or at most spread above their minimum. It reports whether it has found any.
// The function choose returns a number below n, and 0 for an n below 1.
func (r *Random) Start(corner bool, spread int, choose func(n int) int) (Config, bool) {
	if corners := r.harness.corners(); corner && len(corners) > 0 {
		return r.harness.start(corners[choose(len(corners))]), true
	}
	for range 20 {
		if c := r.harness.drawParams(spread, choose); r.harness.valid(c) {
			return r.harness.start(c), true
		}
	}
	return Config{}, false
}

// Subject makes machines with the parameters of a configuration.
func (r *Random) Subject(m Config) *Subject {
	return r.harness.subject(r.harness.onlyParams(m.vars))
}

// Next makes a random event, more often than not a legal one that does not end
// the run.
func (r *Random) Next(m Config, choose func(n int) int) Input {
	h := r.harness
	var legal []int
	for event := range h.Events {
		if h.lists(m, event) {
			legal = append(legal, event)
		}
	}
	if len(legal) == 0 || choose(4) == 0 {
		return h.fill(choose(len(h.Events)), m, choose)
	}
	var e Input
	for range 3 {
		e = h.fill(legal[choose(len(legal))], m, choose)
		if choose(8) == 0 {
			e = h.corner(e, choose)
		}
		if next, _ := h.step(m, e); !h.ended(next) {
			break
		}
	}
	return e
}

// Step returns the configuration after an event.
func (r *Random) Step(m Config, e Input) Config {
	next, _ := r.harness.step(m, e)
	return next
}

// Simpler returns the events that are simpler than one in one thing that it carries for
// the host.
func (r *Random) Simpler(e Input) []Input { return r.harness.simpler(e) }

// ConfigText and InputText name a configuration and an event in messages.
func (r *Random) ConfigText(m Config) string { return r.harness.text(m) }

// InputText is described at ConfigText.
func (r *Random) InputText(e Input) string { return r.harness.inputText(e) }
