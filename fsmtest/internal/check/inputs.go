package check

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

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// inputs is the state of a test of events and outputs as values.
type inputs struct {
	env    *Env
	t      *testing.T
	forged map[string]bool // events and outputs whose payloads have been forged
	fresh  map[int]int     // how often Refresh has been called, by state
}

// Inputs sends events as values: each that cover sends last, and those with odd payloads. It
// compares the machine, dry runs, and the outputs with the oracle, and forges payloads.
func Inputs(t *testing.T, env *Env) {
	v := &inputs{env, t, map[string]bool{}, map[int]int{}}
	v.kinds()
	env.cover(t)
	for _, c := range env.delayed {
		r := env.bench.Begin(c.Params)
		for _, e := range c.Events {
			r.Take(e)
		}
		if r.Fault == nil { // else other tests say what is wrong
			r.Fault = oracle.Caught(func() error { return v.refreshed(r.Now, r.Machine) })
		}
		if r.Fault != nil {
			t.Errorf("Kind.Refresh in %s: %v", env.Oracle.Texts.Config(r.Now), r.Fault)
		}
	}
	for _, c := range some(env.cover(t)) {
		if len(c.Events) == 0 {
			continue
		}
		r := env.bench.Begin(c.Params)
		last := len(c.Events) - 1
		for _, e := range c.Events[:last] {
			r.Take(e)
		}
		if r.Fault != nil {
			continue // other tests say what is wrong
		}
		if env.Spec.Events[c.Events[last].Event].Internal {
			if err := oracle.Caught(func() error { return fired(r.Sending(c.Events[last], nil), v) }); err != nil {
				t.Errorf("%s in %s: %v", env.Oracle.Texts.Input(c.Events[last]), env.Oracle.Texts.Config(r.Now), err)
			}
			continue
		}
		for i := range 3 {
			e := c.Events[last]
			if i > 0 {
				e = env.draws.Corner(e, func(n int) int { return i % n })
			}
			if err := oracle.Caught(func() error { return v.of(r.Fork(), e) }); err != nil {
				t.Errorf("%s in %s: %v", env.Oracle.Texts.Input(e), env.Oracle.Texts.Config(r.Now), err)
			}
		}
	}
}

// of sends an event as a value, in each way in which the generated code takes one.
func (v *inputs) of(r *run.Run, e oracle.Input) error {
	number := v.env.Oracle.Calls.NumberOf(v.env.Oracle.AtRest(r.Now), e.Event)
	payload, ok := v.write(e, number)
	if !ok {
		return nil
	}
	in, err := mirror.Call(v.env.Subject.Machine.ReadInput, v.env.Spec.Events[e.Event].Value, payload)
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
	if name := v.env.Spec.Events[e.Event].Name; !v.forged[name] {
		v.forged[name] = true
		v.forge(name, payload, func(payload []byte) (any, error) {
			return mirror.Call(v.env.Subject.Machine.ReadInput, v.env.Spec.Events[e.Event].Value, payload)
		})
	}
	for _, name := range append([]string{v.env.Spec.Events[e.Event].Name}, v.env.Spec.Events[e.Event].Was...) {
		if out := mirror.Results(kindFor(v.env.bench, nil), "ReadInput", name, payload); mirror.Error(out[1:]) != nil || !reflect.DeepEqual(out[0].Interface(), in) {
			return fmt.Errorf("Kind.ReadInput(%q, %s) returns %v, %v", name, payload, out[0], out[1])
		}
	}
	if out := mirror.Results(kindFor(v.env.bench, nil), "ReadInput", "no name", payload); mirror.Error(out[1:]) == nil || !out[0].IsNil() {
		return fmt.Errorf("method ReadInput of a Kind, for an event that there is not, returns %v, %v", out[0], out[1])
	}
	s := r.Sending(e, in)
	if err := applied(s); err != nil {
		return fmt.Errorf("method Apply: %w", err)
	}
	if err := tried(s, v); err != nil {
		return fmt.Errorf("method DryRun: %w", err)
	}
	return ofKind(s, v)
}

// write returns the payload of an event as JSON, without the generated code. Values of Go types
// that JSON may not restore are nil. A result has the number of its call. It reports false for a value that JSON cannot represent.
func (v *inputs) write(e oracle.Input, number int) ([]byte, bool) {
	payload := draw.Object{}
	if v.env.Oracle.Calls.IsResult(e.Event) {
		payload["call"] = strconv.AppendInt(nil, int64(number), 10)
	}
	from := v.env.Oracle.Layout.PayloadValue(e)
	for _, f := range v.env.Oracle.Layout.Carried[e.Event] {
		text, ok := writeField(&f.Place, from.Field(f.Place.Index))
		if !ok {
			return nil, false
		}
		payload[f.Place.Name] = text
	}
	text, err := json.Marshal(payload)
	return text, err == nil
}

// writeField returns one field as JSON.
func writeField(p *oracle.Place, value reflect.Value) ([]byte, bool) {
	switch p.Kind {
	case oracle.Boolean:
		return strconv.AppendBool(nil, value.Bool()), true
	case oracle.Integer:
		return strconv.AppendInt(nil, value.Int(), 10), true
	case oracle.Enumerated:
		i := slices.IndexFunc(p.Enum.Values, func(known reflect.Value) bool { return known.Equal(value) })
		stored, _ := p.Enum.Declared.Stored(i)
		text, err := json.Marshal(stored)
		return text, err == nil
	}
	what := value.Interface()
	if err, is := what.(error); is && p.IsError() {
		what = err.Error()
	}
	text, is := what.(string)
	switch {
	case is && !utf8.ValidString(text):
		return nil, false
	case is, mirror.Kept(p.Type, 0):
	case nilable(p.Type):
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
func (v *inputs) carried(e oracle.Input, number int, in any) (oracle.Input, error) {
	read := reflect.ValueOf(in)
	if event := read.MethodByName("Event").Call(nil)[0].Interface(); event != v.env.Spec.Events[e.Event].Value {
		return e, fmt.Errorf("the event is %v", event)
	}
	if v.env.Oracle.Calls.IsResult(e.Event) {
		if call := mirror.Tagged(read, "call"); !call.IsValid() || call.Interface() != number {
			return e, fmt.Errorf("the number of the call is %v, want %d", call, number)
		}
	}
	var fault error
	e.Payload = mirror.Edit(v.env.Oracle.Layout.PayloadValue(e).Interface(), func(payload reflect.Value) {
		for _, f := range v.env.Oracle.Layout.Carried[e.Event] {
			field, now := payload.Field(f.Place.Index), mirror.Tagged(read, f.Place.Name)
			wanted := f.Place.Kind != oracle.Opaque || f.Place.IsError() || mirror.Kept(f.Place.Type, 0)
			switch {
			case !now.IsValid() || now.Type() != f.Place.Type:
				fault = fmt.Errorf("there is no field for %s in %+v", f.Place.Name, in)
				return
			case f.Place.Kind != oracle.Opaque && !now.Equal(field), f.Place.Kind == oracle.Opaque && wanted && mirror.Altered(field, now), !wanted && !now.IsZero():
				fault = fmt.Errorf("field %s is %v, want %v", f.Place.Name, now, field)
			}
			field.Set(now)
		}
	})
	return e, fault
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

// applied checks Apply.
func applied(s *run.Sending) error {
	c, h := s.Copied()
	before := s.Run.Subject.Clone(c)
	if mirror.Error(s.Run.Subject.Contexts.Results(c, "Apply", nil)) == nil || !s.Run.Subject.SameMachine(c, before) {
		return errors.New("the event nil has no error, or an effect")
	}
	sent := mirror.Error(s.Run.Subject.Contexts.Results(c, "Apply", s.In))
	err := cmp.Or(s.Run.Answered(sent, s.C.Rest, s.Event, s.Row), h.Reasoned(sent))
	if err == nil && s.Run.Oracle.Fails(s.Row) && s.C.Early == 0 && !s.Run.Subject.SameMachine(c, before) {
		err = fmt.Errorf("a refused event changed the machine from %+v to %+v", before, c)
	}
	if err == nil {
		err = s.Run.Subject.Compare(s.Next, c)
	}
	if h != nil {
		err = h.End(err)
	}
	return err
}
