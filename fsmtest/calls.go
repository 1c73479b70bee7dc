package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// ask is a question to the host, with the number of its answer.
type ask struct {
	number int
	call   Call
}

// same reports whether two calls are of one method with the same arguments.
func (c Call) same(d Call) bool { return slices.EqualFunc(c, d, sameValue) }

// method is the name of the method.
func (c Call) method() string { return c[0].(string) }

// String returns the call as text. Arguments of Go types are written as their types.
func (c Call) String() string {
	values := make([]string, len(c)-1)
	for i, v := range c[1:] {
		switch reflect.ValueOf(v).Kind() {
		case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint8, reflect.Uint16:
			values[i] = fmt.Sprint(v)
		case reflect.String:
			values[i] = fmt.Sprintf("%q", v)
		default:
			values[i] = fmt.Sprintf("%T", v)
		}
	}
	return c.method() + "(" + strings.Join(values, ", ") + ")"
}

// answer returns the answer to a question that an event carries.
func (o *oracle) answer(payload any, question int) bool {
	return o.answers >= 0 && payload != nil && reflect.ValueOf(payload).Field(o.answers).Index(question).Bool()
}

// withAnswer returns a payload with another answer.
func (o *oracle) withAnswer(payload any, question int, yes bool) any {
	if payload == nil {
		payload = reflect.Zero(o.payload).Interface()
	}
	return edit(payload, func(v reflect.Value) { v.Field(o.answers).Index(question).SetBool(yes) })
}

// asks returns the questions that the guards for an event have, each once.
func (o *oracle) asks(m Config, e Input) (asks []ask) {
	if o.answers < 0 {
		return nil
	}
	for _, number := range o.questions(m, e.event) {
		asks = append(asks, ask{number, o.Questions[number].Call(m.vars, e.payload)})
	}
	return asks
}

// questions returns the numbers of the questions for an event, each once, in order.
func (o *oracle) questions(m Config, event int) (numbers []int) {
	for _, i := range o.cells[m.state*len(o.Events)+event] {
		for _, number := range o.Rows[i].Asks {
			if !slices.Contains(numbers, number) {
				numbers = append(numbers, number)
			}
		}
	}
	return numbers
}

// heard returns the event with one answer to all questions that are the same
// call: the host cannot tell them apart.
func (o *oracle) heard(m Config, e Input) Input {
	asks := o.asks(m, e)
	for i, a := range asks {
		for _, b := range asks[:i] {
			if a.call.same(b.call) {
				e.payload = o.withAnswer(e.payload, a.number, o.answer(e.payload, b.number))
			}
		}
	}
	return e
}

// telling is what the host is told during a course.
type telling struct {
	calls []Call
	// outputs are those of outputs and those that start and stop calls among them, and delays those that ask how long timers take.
	outputs, delays []Call
	// after has the configuration of the machine at each call, and done the number of steps
	// that are complete then.
	after []Config
	done  []int
	early int           // calls before the event
	said  time.Duration // the length of the last timer whose length the host says
}

// methods returns the names of the methods that are called, without those that repeat.
func (t *telling) methods() string {
	var names []string
	for _, c := range t.calls {
		if m := c.method(); !slices.Contains(names, m) {
			names = append(names, m)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// add appends calls, each in a configuration and after so many complete steps.
func (t *telling) add(calls []Call, at Config, done int) {
	for _, c := range calls {
		t.calls, t.after, t.done = append(t.calls, c), append(t.after, at), append(t.done, done)
	}
}

// emit appends calls of outputs.
func (t *telling) emit(calls []Call, at Config, done int) {
	t.outputs = append(t.outputs, calls...)
	t.add(calls, at, done)
}

// start appends the calls that start timers, and those that ask how long they take. It returns the configuration after them.
func (t *telling) start(o *oracle, m Config, timers []int, done int) Config {
	for _, i := range timers {
		timer := &o.Timers[i]
		length := timer.Length
		if timer.Delay != nil {
			ask := timer.Delay(m.vars)
			t.delays = append(t.delays, ask)
			t.add([]Call{ask}, m, done)
			t.said++
			length = t.said
		}
		m = m.begun(i)
		t.add([]Call{{"Now"}, {"StartTimer", timer.Value, m.start(i), length}}, m, done)
	}
	return m
}

// opens returns what the host is told when a machine begins, in order.
func (o *oracle) opens(c course) telling {
	var t telling
	if o.Start != nil {
		t.emit(o.Start(c.from.vars), c.from, 0)
	}
	at := t.start(o, o.unstarted(c.from), o.running(c.from), 0)
	t.invoke(o, at, c.from, o.invokedIn(c.from), 0)
	o.tellSteps(&t, c)
	return t
}

// begins returns what the host is told when a machine with the parameters of c begins, in order.
func (o *oracle) begins(c any) []Call { return o.opens(o.opening(c)).calls }

// tells returns what the host is told during the course of an event, in order.
func (o *oracle) tells(c course, e Input) telling {
	t := telling{said: e.delay}
	o.tellSteps(&t, c)
	return t
}

// tellSteps adds what the host is told of each step.
func (o *oracle) tellSteps(t *telling, c course) {
	for i, s := range c.steps {
		if i == c.early {
			t.early = len(t.calls)
		}
		r := &o.rows[s.row]
		at := o.entered(s)
		at.starts = s.from.starts
		for _, timer := range o.stops(s.from, s.to, r.starts) {
			t.add([]Call{{"StopTimer", o.Timers[timer].Value, at.start(timer)}}, at, i)
		}
		at = t.cancel(o, at, s, i)
		if emits := o.Rows[s.row].Emits; emits != nil {
			t.emit(emits(s.from.vars, s.payload), at, i)
		}
		at = t.start(o, at, r.starts, i)
		t.invoke(o, at, s.to, r.invokes, i)
	}
	if c.early == len(c.steps) {
		t.early = len(t.calls)
	}
}
