package draw

import (
	"cmp"
	"errors"
	"math"
	"math/rand"
	"reflect"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Draws chooses what a machine is tested with: parameters, events and forged snapshots, at the
// edges of what the oracle decides.
type Draws struct {
	Spec   *oracle.Spec   // that of the oracle
	Oracle *oracle.Oracle // which decides
}

// Chooser returns a number below n, and 0 for an n below 1.
type Chooser func(n int) int

// First is the chooser that always chooses the first.
func First(int) int { return 0 }

// Fill returns the event with a payload that is interesting in a configuration. Only
// values that the machine looks at are chosen: the others are fixed, so that the
// walk need not try them.
func (o *Draws) Fill(event int, m oracle.Config, choose Chooser) oracle.Input {
	e := oracle.Input{Event: event}
	payload := reflect.New(o.Oracle.Layout.Payload).Elem()
	for j := range o.Oracle.Layout.Carried[event] {
		f := &o.Oracle.Layout.Carried[event][j]
		payload.Field(f.Place.Index).Set(o.draw(event, j, m, payload, choose))
	}
	for _, q := range o.Oracle.Questions.Numbers(m, event) {
		payload.Field(o.Oracle.Answers).Index(q).SetBool(choose(2) == 1)
	}
	e.Payload = payload.Interface()
	switch timers := len(o.Oracle.Clocks.Raising(m, event)); {
	case o.Spec.Events[event].Internal:
		e.Timed = 1 + choose(timers)
	case o.raised(event):
		e.Timed = choose(timers + 1)
	}
	if o.delays(m.State, event) {
		e.Delay = time.Duration(choose(2)) * time.Hour
	}
	return e
}

// raised reports whether there are timers that raise an event.
func (o *Draws) raised(event int) bool {
	return slices.ContainsFunc(o.Oracle.Clocks.Timers, func(t oracle.Clock) bool { return t.Event == event })
}

// delays reports whether an event can start a timer whose length the host says.
func (o *Draws) delays(state, event int) bool {
	for _, i := range o.Oracle.Cells[state*len(o.Spec.Events)+event] {
		if slices.ContainsFunc(o.Oracle.Moves[i].Starts, func(t int) bool { return o.Spec.Timers[t].Delay != nil }) {
			return true
		}
	}
	return false
}

// draw chooses the value of a field.
func (o *Draws) draw(event, field int, m oracle.Config, e reflect.Value, choose Chooser) reflect.Value {
	f := &o.Oracle.Layout.Carried[event][field]
	switch f.Place.Kind {
	case oracle.Boolean:
		return reflect.ValueOf(f.Use == oracle.Unused || choose(2) == 1)
	case oracle.Enumerated:
		if f.Use == oracle.Unused {
			return f.Place.Enum.Values[0]
		}
		return f.Place.Enum.Values[choose(len(f.Place.Enum.Values))]
	case oracle.Integer:
		values := []int{0, field + 1}
		if f.Use == oracle.Unused {
			values = values[1:]
		}
		if f.Use == oracle.Decides {
			values = append([]int{-1, 0, 1, 2}, edges[int](o.Spec.Events[event].Fields[field].Edges, m.Vars, e)...)
		}
		if at := o.Spec.Events[event].Fields[field].Range; at != nil {
			return reflect.ValueOf(ranged(choose, values, at, m.Vars)).Convert(f.Place.Type)
		}
		return reflect.ValueOf(pick(choose, values)).Convert(f.Place.Type)
	case oracle.Text:
		if f.Use == oracle.Unused {
			return reflect.ValueOf(f.Place.Name)
		}
		values := []string{"", f.Place.Name}
		if f.Use == oracle.Decides {
			values = append([]string{"", "x"}, edges[string](o.Spec.Events[event].Fields[field].Edges, m.Vars, e)...)
		}
		return reflect.ValueOf(pick(choose, values))
	}
	return f.Place.Filled(field + 1)
}

// ranged chooses one of the different values, the ends of a range, and the values next to them. Those inside come first.
func ranged(choose Chooser, values []int, at func(m any) (least, greatest int), vars any) int {
	least, greatest := at(vars)
	if least != oracle.NoMin {
		values = append(values, least-1, least)
	}
	if greatest != oracle.NoMax {
		values = append(values, greatest, greatest+1)
	}
	slices.SortFunc(values, func(v, w int) int {
		inside := func(v int) int {
			if least <= v && v <= greatest {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(inside(v), inside(w)), cmp.Compare(v, w))
	})
	values = slices.Compact(values)
	return values[choose(len(values))]
}

// edges calls the function of a field, if it has one.
func edges[T cmp.Ordered](at func(m, e any) []any, m any, e reflect.Value) (values []T) {
	if at == nil {
		return nil
	}
	for _, v := range at(m, e.Interface()) {
		values = append(values, v.(T))
	}
	return values
}

// pick chooses one of the different values.
func pick[T cmp.Ordered](choose Chooser, values []T) T {
	slices.Sort(values)
	values = slices.Compact(values)
	return values[choose(len(values))]
}

const (
	// oddText is a text that is easily written or read wrongly.
	oddText = "\x00\u00e9\U0001f600\\\"<&>\u2028\n"
	// longText is one that is easily cut off, or written in other letters.
	longText = "A Text With Capitals, of more characters than anybody would think of: " +
		"0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789, END "
)

// Corner returns the event with one value of its payload at the end of its type,
// if it has one that matters: the least or the greatest int or a large one, an odd
// text, an error without a text, the zero value of a Go type. The walk does
// without, as it would try them everywhere.
func (o *Draws) Corner(e oracle.Input, choose Chooser) oracle.Input {
	var matter []int
	for j, f := range o.Oracle.Layout.Carried[e.Event] {
		if f.Use != oracle.Unused && f.Place.Kind != oracle.Boolean && f.Place.Kind != oracle.Enumerated {
			matter = append(matter, j)
		}
	}
	if len(matter) == 0 {
		return e
	}
	which := 0
	if len(matter) > 1 {
		which = choose(len(matter))
	}
	f := &o.Oracle.Layout.Carried[e.Event][matter[which]]
	e.Payload = mirror.Edit(o.Oracle.Layout.PayloadValue(e).Interface(), func(payload reflect.Value) {
		v := payload.Field(f.Place.Index)
		switch {
		case f.Place.Kind == oracle.Integer:
			v.SetInt(int64([]int{math.MinInt, math.MaxInt, -1 << 20, 1 << 20}[choose(4)]))
		case f.Place.Kind == oracle.Text:
			v.SetString([]string{oddText, longText, "\xff"}[choose(3)])
		case f.Place.IsError() && choose(2) == 1:
			v.Set(reflect.ValueOf(errors.New("")))
		default:
			v.SetZero()
		}
	})
	return e
}

// Spoiled is an event with an enum outside its type, or an int outside of its range.
type Spoiled struct {
	Input oracle.Input // the event
	Field string       // in the spec
	Value int          // the number, which is no constant, or outside
}

// Spoil returns the event with each enum that the machine reads in turn outside
// its type, and each int outside of its range in a configuration.
func (o *Draws) Spoil(e oracle.Input, m oracle.Config) (all []Spoiled) {
	for i, f := range o.Oracle.Layout.Carried[e.Event] {
		if at := o.Spec.Events[e.Event].Fields[i].Range; at != nil {
			all = append(all, o.exceed(e, i, at, m.Vars)...)
		}
		if f.Place.Kind != oracle.Enumerated || f.Use == oracle.Unused {
			continue
		}
		for _, value := range mirror.Beyond(f.Place.Type, len(f.Place.Enum.Values)) {
			bad := Spoiled{e, f.Place.Name, int(value)}
			bad.Input.Payload = mirror.Edit(o.Oracle.Layout.PayloadValue(e).Interface(), func(v reflect.Value) { v.Field(f.Place.Index).SetUint(value) })
			all = append(all, bad)
		}
	}
	return all
}

// exceed returns the event with a field just outside of its range, on each side that has a limit.
func (o *Draws) exceed(e oracle.Input, field int, at func(m any) (least, greatest int), vars any) (all []Spoiled) {
	f := &o.Oracle.Layout.Carried[e.Event][field]
	least, greatest := at(vars)
	add := func(value int) {
		bad := Spoiled{e, f.Place.Name, value}
		bad.Input.Payload = mirror.Edit(o.Oracle.Layout.PayloadValue(e).Interface(), func(v reflect.Value) { v.Field(f.Place.Index).SetInt(int64(value)) })
		all = append(all, bad)
	}
	if least != oracle.NoMin {
		add(least - 1)
	}
	if greatest != oracle.NoMax {
		add(greatest + 1)
	}
	return all
}

// Full returns the event that fill makes in a configuration and that has the same
// name, and the choices that make it. If there is none, it returns the event
// itself, and no choices.
func (o *Draws) Full(e oracle.Input, m oracle.Config) (full oracle.Input, picks []byte) {
	e.Timed = o.Oracle.Untimed(e.Event)
	full = e
	want := o.Oracle.Texts.Input(e)
	Choices(rand.New(rand.NewSource(1)), 1000, func(choose Chooser) {
		made := []byte{byte(e.Event)}
		f := o.Fill(e.Event, m, func(n int) int {
			pick := choose(n)
			made = append(made, byte(pick))
			return pick
		})
		if picks == nil && o.Oracle.Texts.Input(f) == want {
			full, picks = f, made
		}
	})
	return full, picks
}
