package fsmtest

// Random makes random runs of a machine. It is for packages that choose them, such as
// package property.
type Random[M any, S comparable, C, E any] struct{ harness *harness[M, S, C, E] }

// NewRandom prepares a machine.
func NewRandom[M any, S comparable, C, E any](spec *Spec[C, E], machine *Machine[M, S, C]) *Random[M, S, C, E] {
	return &Random[M, S, C, E]{newHarness(spec, machine)}
}

// Start returns the first configuration of a machine with random parameters, in the corners of
// their ranges or at most spread above their minimum. It reports whether it has found any.
// The function choose returns a number below n, and 0 for an n below 1.
func (r *Random[M, S, C, E]) Start(corner bool, spread int, choose func(n int) int) (Config[C], bool) {
	if corners := r.harness.corners(); corner && len(corners) > 0 {
		return r.harness.start(corners[choose(len(corners))]), true
	}
	for range 20 {
		if c := r.harness.drawParams(spread, choose); r.harness.valid(c) {
			return r.harness.start(c), true
		}
	}
	return Config[C]{}, false
}

// Subject makes machines with the parameters of a configuration.
func (r *Random[M, S, C, E]) Subject(m Config[C]) *Subject[M, S, C, E] {
	return r.harness.subject(r.harness.onlyParams(m.vars))
}

// Next makes a random event, more often than not a legal one that does not end
// the run.
func (r *Random[M, S, C, E]) Next(m Config[C], choose func(n int) int) Input[E] {
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
	var e Input[E]
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
func (r *Random[M, S, C, E]) Step(m Config[C], e Input[E]) Config[C] {
	next, _ := r.harness.step(m, e)
	return next
}

// Simpler returns the events that are simpler than one in one thing that it carries for
// the host.
func (r *Random[M, S, C, E]) Simpler(e Input[E]) []Input[E] { return r.harness.simpler(e) }

// ConfigText and InputText name a configuration and an event in messages.
func (r *Random[M, S, C, E]) ConfigText(m Config[C]) string { return r.harness.text(m) }

// InputText is described at ConfigText.
func (r *Random[M, S, C, E]) InputText(e Input[E]) string { return r.harness.inputText(e) }
