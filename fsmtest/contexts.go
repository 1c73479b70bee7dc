package fsmtest

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
)

// contexts are those that tests pass to a machine whose host takes them: each call that makes a step has one of its own, with a
// number.
type contexts struct {
	on   bool // the machine takes contexts
	made int  // so far
	now  int  // the number of the call that makes steps, or of the run; 0: it has none
	run  int  // the number of the run
	// plain are the methods of a Kind that are called without a context next.
	plain map[string]bool
}

// numberKey is the key of the number among the values of a context, and partKey that of a context of a method for a part.
type (
	numberKey struct{}
	partKey   struct{}
)

var contextType = reflect.TypeFor[context.Context]()

// contextsOf returns the contexts of a machine, which its function New tells.
func contextsOf(makes any) *contexts {
	t := reflect.TypeOf(makes)
	return &contexts{on: t.NumIn() > 0 && t.In(0) == contextType, plain: map[string]bool{}}
}

// inCall puts a number into a context.
func inCall(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, numberKey{}, n)
}

// next is the number of a call that begins. It ends when done is called.
func (c *contexts) next() (n int, done func()) {
	before := c.now
	c.made++
	c.now = c.made
	return c.now, func() { c.now = before }
}

// enter gives a context to a run that begins. It ends when done is called.
func (c *contexts) enter(ctx context.Context) (with context.Context, done func()) {
	if !c.on {
		return ctx, func() {}
	}
	before := c.run
	n, exit := c.next()
	c.run = n
	return inCall(ctx, n), func() {
		c.run = before
		exit()
	}
}

// ofPart returns the context for an event that a method for a part returns, in front of other arguments. It has ended when the run
// sends the event, as the method has returned.
func (c *contexts) ofPart(args []reflect.Value) []reflect.Value {
	if !c.on {
		return args
	}
	ctx, cancel := context.WithCancel(context.WithValue(inCall(context.Background(), c.run), partKey{}, true))
	cancel()
	return append([]reflect.Value{reflect.ValueOf(ctx)}, args...)
}

// call calls what makes a step, with a context as the first argument if it takes one.
func (c *contexts) call(f reflect.Value, args ...reflect.Value) []reflect.Value {
	if !c.on || f.Type().NumIn() == 0 || f.Type().In(0) != contextType {
		return f.Call(args)
	}
	n, done := c.next()
	defer done()
	return f.Call(append([]reflect.Value{reflect.ValueOf(inCall(context.Background(), n))}, args...))
}

// makes calls a function of the generated package that makes a machine.
func (c *contexts) makes(f any, args ...any) (any, error) {
	if !c.on {
		return called(f, args...)
	}
	n, done := c.next()
	defer done()
	return called(f, append([]any{inCall(context.Background(), n)}, args...)...)
}

// results calls a method that makes a step, and returns what it returns. Of a Kind whose methods there are with and without
// a context, it calls these in turn: those without have none to hand on.
func (c *contexts) results(of any, method string, args ...any) []reflect.Value {
	if with := reflect.ValueOf(of).MethodByName(method + "Context"); c.on && with.IsValid() {
		if c.plain[method] = !c.plain[method]; !c.plain[method] {
			before := c.now
			c.now = 0
			defer func() { c.now = before }()
			return results(of, method, args...)
		}
		method += "Context"
	}
	m := reflect.ValueOf(of).MethodByName(method)
	if !c.on || m.Type().In(0) != contextType {
		return results(of, method, args...)
	}
	n, done := c.next()
	defer done()
	return results(of, method, append([]any{inCall(context.Background(), n)}, args...)...)
}

// In receives the context of a call of the host, which must be that of the call that makes the step. It returns h.
func (h *Host) In(ctx context.Context) *Host {
	h.calls.in(ctx)
	return h
}

// in implements hosting.
func (h *host) in(ctx context.Context) {
	if ctx == nil {
		h.fault = cmp.Or(h.fault, fmt.Errorf("the host receives no context"))
		return
	}
	got, _ := ctx.Value(numberKey{}).(int)
	canceled := h.works != nil && h.machine != nil && h.Events[h.event.event].Cancellation
	switch {
	case got != h.contexts.now:
		h.fault = cmp.Or(h.fault, fmt.Errorf("the host receives the context of call %d, want that of call %d, which makes the step", got, h.contexts.now))
	case ctx.Err() != nil && (canceled || ctx.Value(partKey{}) != nil):
		h.fault = cmp.Or(h.fault, fmt.Errorf("the host receives a context that has ended, of a step that Run makes"))
	}
}

// contextless sends an event without a context to a copy of the machine, or has its timers raise it so: it is refused, and changes
// nothing.
func (r *run) contextless(e Input) error {
	if !r.contexts.on {
		return nil
	}
	none := reflect.Zero(contextType)
	if r.onMachine.send >= 0 && !r.Events[e.event].Internal {
		if err := r.withoutContext(e, r.onMachine.send, []reflect.Value{none, reflect.ValueOf(r.Events[e.event].Value)}); err != nil {
			return fmt.Errorf("as a value: %w", err)
		}
	}
	if !r.Events[e.event].Internal {
		return r.withoutContext(e, r.onMachine.events[e.event], append([]reflect.Value{none}, r.sentWith(e, r.numberOf(r.last.rest, e.event))...))
	}
	for _, i := range r.raising(r.oracle, e.event) {
		if err := r.withoutContext(e, r.onMachine.fire, []reflect.Value{none, reflect.ValueOf(r.Timers[i].Value), reflect.ValueOf(r.oracle.start(i))}); err != nil {
			return err
		}
	}
	return nil
}

// withoutContext calls a method with no context on a copy of the machine.
func (r *run) withoutContext(e Input, method int, args []reflect.Value) error {
	c, h := r.clone(r.machine), r.host.copy()
	h.machine, h.looks, h.questions = c, false, nil
	told := 0
	r.hosted(c, h, &told)
	before := r.clone(c)
	err := errorOf(reflect.ValueOf(c).Method(method).Call(args))
	want := 0
	if r.Observe != nil {
		want = 1
	}
	missing := errorLike(err, r.Errors.NilContext)
	switch {
	case missing == nil || !fieldsAre(missing, "Event", r.Events[e.event].Value):
		return fmt.Errorf("without a context, the error is %v, want %T", err, r.Errors.NilContext)
	case !r.sameMachine(c, before):
		return fmt.Errorf("without a context, the event changed the machine from %+v to %+v", before, c)
	case told != want || len(h.told) > 0:
		return fmt.Errorf("without a context, the observers got %d steps and refusals, and the host %v", told, h.told)
	}
	return h.fault
}
