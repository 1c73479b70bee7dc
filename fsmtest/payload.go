package fsmtest

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"
)

// draws chooses what a machine is tested with: parameters, events and forged snapshots, at the
// edges of what the oracle decides.
type draws struct{ *oracle }

// input is a field of an event, as a field of E.
type input struct {
	place
	use Use
}

// chooser returns a number below n, and 0 for an n below 1.
type chooser func(n int) int

// first is the chooser that always chooses the first.
func first(int) int { return 0 }

// fill returns the event with a payload that is interesting in a configuration. Only
// values that the machine looks at are chosen: the others are fixed, so that the
// walk need not try them.
func (o *draws) fill(event int, m Config, choose chooser) Input {
	e := Input{event: event}
	payload := reflect.New(o.payload).Elem()
	for j := range o.inputs[event] {
		f := &o.inputs[event][j]
		payload.Field(f.index).Set(o.draw(event, j, m, payload, choose))
	}
	for _, q := range o.questions(m, event) {
		payload.Field(o.answers).Index(q).SetBool(choose(2) == 1)
	}
	e.payload = payload.Interface()
	switch timers := len(o.raising(m, event)); {
	case o.Events[event].Internal:
		e.timed = 1 + choose(timers)
	case o.raised(event):
		e.timed = choose(timers + 1)
	}
	if o.delays(m.state, event) {
		e.delay = time.Duration(choose(2)) * time.Hour
	}
	return e
}

// raised reports whether there are timers that raise an event.
func (o *draws) raised(event int) bool {
	return slices.ContainsFunc(o.timers, func(t timer) bool { return t.event == event })
}

// delays reports whether an event can start a timer whose length the host says.
func (o *draws) delays(state, event int) bool {
	for _, i := range o.cells[state*len(o.Events)+event] {
		if slices.ContainsFunc(o.rows[i].starts, func(t int) bool { return o.Timers[t].Delay != nil }) {
			return true
		}
	}
	return false
}

// draw chooses the value of a field.
func (o *draws) draw(event, field int, m Config, e reflect.Value, choose chooser) reflect.Value {
	f := &o.inputs[event][field]
	switch f.kind {
	case boolean:
		return reflect.ValueOf(f.use == Unused || choose(2) == 1)
	case enumerated:
		if f.use == Unused {
			return f.enum.values[0]
		}
		return f.enum.values[choose(len(f.enum.values))]
	case integer:
		if f.use == Unused {
			return reflect.ValueOf(field + 1)
		}
		values := []int{0, field + 1}
		if f.use == Decides {
			values = append([]int{-1, 0, 1, 2}, edges[int](o.Events[event].Fields[field].Edges, m.vars, e)...)
		}
		return reflect.ValueOf(pick(choose, values))
	case text:
		if f.use == Unused {
			return reflect.ValueOf(f.name)
		}
		values := []string{"", f.name}
		if f.use == Decides {
			values = append([]string{"", "x"}, edges[string](o.Events[event].Fields[field].Edges, m.vars, e)...)
		}
		return reflect.ValueOf(pick(choose, values))
	}
	return f.filled(field + 1)
}

// filled returns a value of the type of a place. It is not zero, if the type allows it.
func (p place) filled(n int) reflect.Value {
	v := reflect.New(p.typ).Elem()
	switch {
	case p.isError():
		v.Set(reflect.ValueOf(oddError(p.name)))
	case p.typ == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(1, 0)))
	default:
		fillValue(v, n)
	}
	return v
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
func pick[T cmp.Ordered](choose chooser, values []T) T {
	slices.Sort(values)
	values = slices.Compact(values)
	return values[choose(len(values))]
}

// oddError returns an error that wraps another one and has a text that is not
// a plain one.
func oddError(field string) error {
	return fmt.Errorf(" %s, \"a text\" with <signs>, which is longer than most texts of errors are, and ends in spaces: %w  ", field, errors.New("cause"))
}

const (
	// oddText is a text that is easily written or read wrongly.
	oddText = "\x00\u00e9\U0001f600\\\"<&>\u2028\n"
	// longText is one that is easily cut off, or written in other letters.
	longText = "A Text With Capitals, of more characters than anybody would think of: " +
		"0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789, END "
)

// corner returns the event with one value of its payload at the end of its type,
// if it has one that matters: the least or the greatest int or a large one, an odd
// text, an error without a text, the zero value of a Go type. The walk does
// without, as it would try them everywhere.
func (o *draws) corner(e Input, choose chooser) Input {
	var matter []int
	for j, f := range o.inputs[e.event] {
		if f.use != Unused && f.kind != boolean && f.kind != enumerated {
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
	f := &o.inputs[e.event][matter[which]]
	e.payload = edit(o.payloadValue(e).Interface(), func(payload reflect.Value) {
		v := payload.Field(f.index)
		switch {
		case f.kind == integer:
			v.SetInt(int64([]int{math.MinInt, math.MaxInt, -1 << 20, 1 << 20}[choose(4)]))
		case f.kind == text:
			v.SetString([]string{oddText, longText, "\xff"}[choose(3)])
		case f.isError() && choose(2) == 1:
			v.Set(reflect.ValueOf(errors.New("")))
		default:
			v.SetZero()
		}
	})
	return e
}

// spoiled is an event with an enum outside its type.
type spoiled struct {
	Input
	field string
	value int
}

// spoil returns the event with each enum that the machine reads in turn outside
// its type.
func (o *draws) spoil(e Input) (all []spoiled) {
	for _, f := range o.inputs[e.event] {
		if f.kind != enumerated || f.use == Unused {
			continue
		}
		for _, value := range beyond(f.typ, len(f.enum.values)) {
			bad := spoiled{e, f.name, int(value)}
			bad.payload = edit(o.payloadValue(e).Interface(), func(v reflect.Value) { v.Field(f.index).SetUint(value) })
			all = append(all, bad)
		}
	}
	return all
}

// beyond returns the least and the greatest value of a type that are none of its so
// many constants, if there are any.
func beyond(t reflect.Type, constants int) []uint64 {
	greatest := uint64(1)<<t.Bits() - 1
	if uint64(constants) > greatest {
		return nil
	}
	return []uint64{uint64(constants), greatest}
}

// fillValue makes a value of a Go type that the spec does not look into. It is
// made of n, so that two of them differ where the type allows it.
func fillValue(v reflect.Value, n int) {
	switch {
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case v.Kind() == reflect.Chan:
		v.Set(reflect.MakeChan(reflect.ChanOf(reflect.BothDir, v.Type().Elem()), 0).Convert(v.Type()))
	case v.Kind() == reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { panic("a machine calls nothing") }))
	case v.Kind() == reflect.Interface && v.NumMethod() == 0:
		v.Set(reflect.ValueOf(new(int)))
	case v.Type() == jsonNumber:
		v.SetString(fmt.Sprint(n))
	case v.Kind() == reflect.String:
		v.SetString(fmt.Sprintf(" A Text <%d> ", n))
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(int64(n))
	case v.CanUint():
		v.SetUint(uint64(n))
	case v.CanFloat():
		v.SetFloat(-0.125 - float64(n))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fillValue(v.Field(i), n)
			}
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			fillValue(v.Index(i), n)
		}
	}
}
