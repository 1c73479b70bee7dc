package oracle

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// ProgressText writes a value of a progress function.
func ProgressText(value []int) string {
	if len(value) == 1 {
		return fmt.Sprint(value[0])
	}
	return fmt.Sprint(value)
}

// Texts writes what the oracle knows as messages have it.
type Texts struct {
	spec   *Spec
	oracle *Oracle
}

// Params writes the parameters.
func (o *Texts) Params(c any) string {
	return fmt.Sprintf("%+v", o.oracle.Layout.ParamsOf(c).Interface())
}

// Config names the configuration by all that guards can see.
func (o *Texts) Config(m Config) string {
	var parts []string
	add := func(v reflect.Value, places []Place) {
		for _, p := range places {
			if p.Kind != Opaque {
				parts = append(parts, p.Name+": "+p.Write(v.Field(p.Index)))
			}
		}
	}
	add(o.oracle.Layout.ParamsOf(m.Vars), o.oracle.Layout.Params)
	add(reflect.ValueOf(m.Vars), o.oracle.Layout.Slots)
	for k, c := range o.spec.Calls {
		if o.oracle.Calls.Invocable(k, m) && !m.Runs(k) && m.Calls != nil {
			parts = append(parts, c.Name+" has ended")
		}
	}
	for i, t := range o.spec.Timers {
		if o.oracle.Clocks.Ticks(i, m) && !o.oracle.Clocks.Alive(i, m) {
			parts = append(parts, t.Name+" has expired")
		}
	}
	if len(parts) == 0 {
		return o.spec.States[m.State].Name
	}
	return o.spec.States[m.State].Name + "{" + strings.Join(parts, ", ") + "}"
}

// Input names an event with the part of its payload that guards can see, and what it carries for
// the host.
func (o *Texts) Input(e Input) string {
	var parts []string
	v := o.oracle.Layout.PayloadValue(e)
	for _, f := range o.oracle.Layout.Carried[e.Event] {
		if f.Use != Unused && f.Place.Kind != Opaque {
			parts = append(parts, f.Place.Name+": "+f.Place.Write(v.Field(f.Place.Index)))
		}
	}
	s := o.spec.Events[e.Event].Name
	if len(parts) > 0 {
		s += "(" + strings.Join(parts, ", ") + ")"
	}
	for i, q := range o.spec.Questions {
		if o.oracle.Questions.Yes(e.Payload, i) {
			s += " with " + q.Text
		}
	}
	switch {
	case e.Timed == 1:
		s += " by timer"
	case e.Timed > 1: // another one of its timers
		s += fmt.Sprintf(" by timer %d", e.Timed)
	}
	if e.Delay > 0 {
		s += fmt.Sprintf(" and a delay of %v", e.Delay)
	}
	return s
}

// Inputs names several events.
func (o *Texts) Inputs(all []Input) string {
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = o.Input(e)
	}
	return "[" + strings.Join(names, " ") + "]"
}

// Row names a transition.
func (o *Texts) Row(i int) string {
	r := &o.spec.Rows[i]
	if r.When == "" {
		return fmt.Sprintf("%s --%s--> %s", r.From, r.On, r.To)
	}
	return fmt.Sprintf("%s --%s[%s]--> %s", r.From, r.On, r.When, r.To)
}

// Active returns the active states of a configuration of a machine with regions.
func (o *Oracle) Active(m Config) []string {
	s := &o.Spec.States[m.State]
	out := append(slices.Clone(s.Around), s.Name)
	for i := range o.Layout.Slots {
		if p := &o.Layout.Slots[i]; p.active != nil && slices.Contains(p.Homes, m.State) {
			out = append(out, p.active[Number(Slot(m.Vars, p))]...)
		}
	}
	return out
}

// Regions writes the regions of the state as the machine's String method does.
func (o *Texts) Regions(m Config) (text string) {
	for i := range o.oracle.Layout.Slots {
		if p := &o.oracle.Layout.Slots[i]; p.active != nil && slices.Contains(p.Homes, m.State) {
			text += " " + p.Name + "=" + p.Write(Slot(m.Vars, p))
		}
	}
	return text
}

// State names a state by its number.
func (o *Texts) State(state int) string {
	if state < 0 || state >= len(o.spec.States) {
		return fmt.Sprintf("number %d", state)
	}
	return fmt.Sprintf("%q", o.spec.States[state].Name)
}

// Difference says how two configurations differ. Values that mean nothing to a
// reader are left out.
func (o *Texts) Difference(got, want any) error {
	differ := func(places []Place, got, want reflect.Value) error {
		for _, p := range places {
			if v, w := got.Field(p.Index), want.Field(p.Index); !mirror.SameValue(v, w) {
				if !p.Equatable() {
					return errors.New(p.Name + " differs from the spec")
				}
				return fmt.Errorf("%s is %s, want %s", p.Name, p.Write(v), p.Write(w))
			}
		}
		return nil
	}
	if differ(o.oracle.Layout.Params, o.oracle.Layout.ParamsOf(got), o.oracle.Layout.ParamsOf(want)) != nil {
		return fmt.Errorf("Params() is %s, want %s", o.Params(got), o.Params(want))
	}
	if err := differ(o.oracle.Layout.Slots, reflect.ValueOf(got), reflect.ValueOf(want)); err != nil {
		return err
	}
	return errors.New("the values differ from the spec")
}
