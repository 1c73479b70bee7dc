package draw

import (
	"math/rand"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Fit returns a run of a machine with other parameters: it takes the same
// transitions, as far as there are payloads with which it does.
func (o *Draws) Fit(c, d any, events []oracle.Input) (fitting []oracle.Input) {
	if !oracle.Computes(func() { fitting = o.fitted(c, d, events) }) {
		return events // one of the machines does not come to rest
	}
	return fitting
}

// fitted does so if both machines come to rest.
func (o *Draws) fitted(c, d any, events []oracle.Input) (fitting []oracle.Input) {
	was, is := o.Oracle.Start(c), o.Oracle.Start(d)
	for _, e := range events {
		next, row := o.Oracle.Step(was, e)
		fit := e
		if _, got := o.Oracle.Step(is, e); got != row {
			Choices(rand.New(rand.NewSource(1)), 300, func(choose Chooser) {
				f := o.Fill(e.Event, is, choose)
				if _, takes := o.Oracle.Step(is, f); got != row && takes == row {
					fit, got = f, takes
				}
			})
		}
		is, _ = o.Oracle.Step(is, fit)
		was = next
		fitting = append(fitting, fit)
	}
	return fitting
}

// Simpler returns the events that are simpler in one thing that they carry for
// the host.
func (o *Draws) Simpler(e oracle.Input) (simpler []oracle.Input) {
	for i := range o.Spec.Questions {
		if o.Oracle.Questions.Yes(e.Payload, i) {
			s := e
			s.Payload = o.Oracle.Questions.With(e.Payload, i, false)
			simpler = append(simpler, s)
		}
	}
	if least := o.Oracle.Untimed(e.Event); e.Timed > least {
		s := e
		s.Timed = least
		simpler = append(simpler, s)
	}
	if e.Delay > 0 {
		s := e
		s.Delay = 0
		simpler = append(simpler, s)
	}
	return simpler
}
