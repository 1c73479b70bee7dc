package fsmtest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// inputs is the state of a test of events and outputs as values.
type inputs struct {
	*checks
	t      *testing.T
	forged map[string]bool // events and outputs whose payloads have been forged
	fresh  map[int]int     // how often Refresh has been called, by state
}

// testInputs sends events as values: each that cover sends last, and those with odd payloads. It
// compares the machine, dry runs, and the outputs with the oracle, and forges payloads.
func (h *checks) testInputs(t *testing.T) {
	v := &inputs{h, t, map[string]bool{}, map[int]int{}}
	v.kinds()
	h.cover(t)
	for _, c := range h.delayed {
		r := h.begin(c.params)
		for _, e := range c.events {
			r.take(e)
		}
		if r.fault == nil { // else other tests say what is wrong
			r.fault = caught(func() error { return v.refreshed(r.oracle, r.machine) })
		}
		if r.fault != nil {
			t.Errorf("Kind.Refresh in %s: %v", h.text(r.oracle), r.fault)
		}
	}
	for _, c := range some(h.cover(t)) {
		if len(c.events) == 0 {
			continue
		}
		r := h.begin(c.params)
		last := len(c.events) - 1
		for _, e := range c.events[:last] {
			r.take(e)
		}
		if r.fault != nil {
			continue // other tests say what is wrong
		}
		if h.Events[c.events[last].event].Internal {
			if err := caught(func() error { return r.sending(c.events[last], nil).fired(v) }); err != nil {
				t.Errorf("%s in %s: %v", h.inputText(c.events[last]), h.text(r.oracle), err)
			}
			continue
		}
		for i := range 3 {
			e := c.events[last]
			if i > 0 {
				e = h.corner(e, func(n int) int { return i % n })
			}
			if err := caught(func() error { return v.of(r.fork(), e) }); err != nil {
				t.Errorf("%s in %s: %v", h.inputText(e), h.text(r.oracle), err)
			}
		}
	}
}

// of sends an event as a value, in each way in which the generated code takes one.
func (v *inputs) of(r *run, e Input) error {
	number := v.numberOf(v.atRest(r.oracle), e.event)
	payload, ok := v.write(e, number)
	if !ok {
		return nil
	}
	in, err := called(v.ReadInput, v.Events[e.event].Value, payload)
	if err != nil {
		return fmt.Errorf("ReadInput(%s): %w", payload, err)
	}
	if e, err = v.carried(e, number, in); err != nil {
		return fmt.Errorf("ReadInput(%s): %w", payload, err)
	}
	again, err := json.Marshal(in)
	if err != nil || !sameJSON(again, payload) {
		return fmt.Errorf("the payload read from %s is written as %s (%w)", payload, again, err)
	}
	if name := v.Events[e.event].Name; !v.forged[name] {
		v.forged[name] = true
		v.forge(name, payload, func(payload []byte) (any, error) { return called(v.ReadInput, v.Events[e.event].Value, payload) })
	}
	for _, name := range append([]string{v.Events[e.event].Name}, v.Events[e.event].Was...) {
		if out := results(v.kind(nil), "ReadInput", name, payload); errorOf(out[1:]) != nil || !reflect.DeepEqual(out[0].Interface(), in) {
			return fmt.Errorf("Kind.ReadInput(%q, %s) returns %v, %v", name, payload, out[0], out[1])
		}
	}
	if out := results(v.kind(nil), "ReadInput", "no name", payload); errorOf(out[1:]) == nil || !out[0].IsNil() {
		return fmt.Errorf("method ReadInput of a Kind, for an event that there is not, returns %v, %v", out[0], out[1])
	}
	s := r.sending(e, in)
	if err := s.applied(); err != nil {
		return fmt.Errorf("method Apply: %w", err)
	}
	if err := s.tried(v); err != nil {
		return fmt.Errorf("method DryRun: %w", err)
	}
	return s.ofKind(v)
}

// sending prepares the machine and its host for an event, and for it as a value.
func (r *run) sending(e Input, in any) *sending {
	c := r.course(r.oracle, e)
	if r.host != nil {
		r.host.begin(r.machine, e, c)
		r.host.looks = !r.sent[r.host.kind]
		r.sent[r.host.kind] = true
	}
	return &sending{r, e, in, c, c.end, c.row, r.tells(c, e)}
}

// write returns the payload of an event as JSON, without the generated code. Values of Go types
// that JSON may not restore are nil. A result has the number of its call. It reports false for a value that JSON cannot represent.
func (v *inputs) write(e Input, number int) ([]byte, bool) {
	payload := object{}
	if v.isResult(e.event) {
		payload["call"] = strconv.AppendInt(nil, int64(number), 10)
	}
	from := v.payloadValue(e)
	for _, f := range v.inputs[e.event] {
		text, ok := writeField(&f.place, from.Field(f.index))
		if !ok {
			return nil, false
		}
		payload[f.name] = text
	}
	text, err := json.Marshal(payload)
	return text, err == nil
}

// writeField returns one field as JSON.
func writeField(p *place, value reflect.Value) ([]byte, bool) {
	switch p.kind {
	case boolean:
		return strconv.AppendBool(nil, value.Bool()), true
	case integer:
		return strconv.AppendInt(nil, value.Int(), 10), true
	case enumerated:
		i := slices.IndexFunc(p.enum.values, func(known reflect.Value) bool { return known.Equal(value) })
		stored, _ := p.enum.stored(i)
		text, err := json.Marshal(stored)
		return text, err == nil
	}
	what := value.Interface()
	if err, is := what.(error); is && p.isError() {
		what = err.Error()
	}
	text, is := what.(string)
	switch {
	case is && !utf8.ValidString(text):
		return nil, false
	case is, kept(p.typ, 0):
	case nilable(p.typ):
		return []byte("null"), true
	default:
		return nil, false
	}
	written, err := json.Marshal(what)
	return written, err == nil
}

// nilable reports whether values of a type can be nil.
func nilable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return true
	}
	return false
}

// carried returns the event with the values that an input has: those of Go types are other values
// than before, and equal ones.
func (v *inputs) carried(e Input, number int, in any) (Input, error) {
	read := reflect.ValueOf(in)
	if event := read.MethodByName("Event").Call(nil)[0].Interface(); event != v.Events[e.event].Value {
		return e, fmt.Errorf("the event is %v", event)
	}
	if v.isResult(e.event) {
		if call := tagged(read, "call"); !call.IsValid() || call.Interface() != number {
			return e, fmt.Errorf("the number of the call is %v, want %d", call, number)
		}
	}
	var fault error
	e.payload = edit(v.payloadValue(e).Interface(), func(payload reflect.Value) {
		for _, f := range v.inputs[e.event] {
			field, now := payload.Field(f.index), tagged(read, f.name)
			wanted := f.kind != opaque || f.isError() || kept(f.typ, 0)
			switch {
			case !now.IsValid() || now.Type() != f.typ:
				fault = fmt.Errorf("there is no field for %s in %+v", f.name, in)
				return
			case f.kind != opaque && !now.Equal(field), f.kind == opaque && wanted && altered(field, now), !wanted && !now.IsZero():
				fault = fmt.Errorf("field %s is %v, want %v", f.name, now, field)
			}
			field.Set(now)
		}
	})
	return e, fault
}

// tagged returns the field of a payload that has a name in JSON, or no value.
func tagged(payload reflect.Value, name string) reflect.Value {
	for i := range payload.NumField() {
		if payload.Type().Field(i).Tag.Get("json") == name {
			return payload.Field(i)
		}
	}
	return reflect.Value{}
}

// sameJSON reports whether two texts are the same value, apart from the order of names.
func sameJSON(a, b []byte) bool {
	var values [2]any
	for i, text := range [][]byte{a, b} {
		decoder := json.NewDecoder(strings.NewReader(string(text)))
		decoder.UseNumber()
		if decoder.Decode(&values[i]) != nil {
			return false
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}

// sending is an event that is sent as a value to copies of a machine.
type sending struct {
	*run
	event Input
	in    any
	c     course
	next  Config // of the machine afterward
	row   int    // -1: none
	told  telling
}

// copied returns a copy of the machine and its host, which is nil if there is none.
func (s *sending) copied() (any, *host) {
	c := s.clone(s.machine)
	s.swap(c, attached{})
	if s.host == nil {
		return c, nil
	}
	h := s.host.copy()
	h.machine, h.looks = c, false
	s.setHost(c, h.face)
	return c, h
}

// results calls a method, and returns what it returns.
func results(of any, method string, args ...any) []reflect.Value {
	m := reflect.ValueOf(of).MethodByName(method)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		if in[i] = reflect.ValueOf(a); a == nil {
			in[i] = reflect.Zero(m.Type().In(i))
		}
	}
	return m.Call(in)
}

// applied checks Apply.
func (s *sending) applied() error {
	c, h := s.copied()
	before := s.clone(c)
	if errorOf(s.contexts.results(c, "Apply", nil)) == nil || !s.sameMachine(c, before) {
		return errors.New("the event nil has no error, or an effect")
	}
	sent := errorOf(s.contexts.results(c, "Apply", s.in))
	err := cmp.Or(s.answered(sent, s.c.rest, s.event.event, s.row), h.reasoned(sent))
	if err == nil && s.fails(s.row) && s.c.early == 0 && !s.sameMachine(c, before) {
		err = fmt.Errorf("a refused event changed the machine from %+v to %+v", before, c)
	}
	if err == nil {
		err = s.compare(s.next, c)
	}
	if h != nil {
		err = h.end(err)
	}
	return err
}

// answered says what is wrong with the error of an event in a configuration that a row of the table takes,
// or none does.
func (r *run) answered(err error, at Config, event, row int) error {
	switch {
	case row < 0:
		return r.refused(err, at, event)
	case r.fails(row):
		if rejected := errorLike(err, r.Errors.Rejected); rejected == nil || !r.explains(rejected, at.state, event, row) {
			return fmt.Errorf("error is %v, want %v", err, r.refusalError(at.state, event, row))
		}
	case err != nil:
		return fmt.Errorf("error is %v", err)
	}
	return nil
}
