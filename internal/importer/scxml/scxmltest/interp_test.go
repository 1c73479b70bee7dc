package scxmltest

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/interp"
)

// maxSteps bounds the steps without an event after one event.
const maxSteps = 10_000

// interpret plays the script on the interpreter. It also returns the states in which the machine has handled everything but what
// it has sent to itself, at the start and after each event.
func (d *document) interpret() (r run, passed [][][]string, err error) {
	var texts []string
	m := &interp.Machine{Core: d.machine, Intern: func(s string) int64 {
		if !slices.Contains(texts, s) {
			texts = append(texts, s)
		}
		return int64(slices.Index(texts, s))
	}}
	m.Intern("")
	c, err := m.Initial()
	if err != nil {
		return nil, nil, err
	}
	outputs, err := m.Opening(c)
	if err != nil {
		return nil, nil, err
	}
	rest := func() error {
		passed = append(passed, nil)
		for range maxSteps {
			s, err := m.Step(c, interp.Input{Event: d.machine.Eventless()})
			if err != nil {
				return err
			}
			if s.Transition >= 0 && strings.HasPrefix(d.machine.Transitions[s.Transition].Handles, "sent_") {
				passed[len(passed)-1] = append(passed[len(passed)-1], d.active(c))
			}
			if c = s.Next; s.Transition < 0 {
				break
			}
			outputs = append(outputs, s.Outputs...)
		}
		now := seen{States: d.active(c)}
		for _, o := range outputs {
			now.Outputs = append(now.Outputs, d.machine.Outputs[o.Output].Name)
		}
		r, outputs = append(r, now), nil
		return nil
	}
	if err := rest(); err != nil {
		return nil, nil, err
	}
	for _, e := range d.script.Events {
		if i := d.event(e.Event.Name); i >= 0 {
			s, err := m.Step(c, interp.Input{Event: i})
			if err != nil {
				return nil, nil, err
			}
			c, outputs = s.Next, s.Outputs
		}
		if err := rest(); err != nil {
			return nil, nil, err
		}
	}
	return r, passed, nil
}
