package subject

import (
	"context"
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// Contexts are those that tests pass to a machine whose host takes them: each call that makes a step has one of its own, with a
// number.
type Contexts struct {
	On   bool // the machine takes contexts
	made int  // so far
	Now  int  // the number of the call that makes steps, or of the run; 0: it has none
	run  int  // the number of the run
	// plain are the methods of a Kind that are called without a context next.
	plain map[string]bool
}

// NumberKey is the key of the number among the values of a context.
type NumberKey struct{}

// PartKey is the key of a context of a method for a part.
type PartKey struct{}

// ContextType is the type of contexts.
var ContextType = reflect.TypeFor[context.Context]()

// contextsOf returns the contexts of a machine, which its function New tells.
func contextsOf(makes any) *Contexts {
	t := reflect.TypeOf(makes)
	return &Contexts{On: t.NumIn() > 0 && t.In(0) == ContextType, plain: map[string]bool{}}
}

// inCall puts a number into a context.
func inCall(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, NumberKey{}, n)
}

// next is the number of a call that begins. It ends when done is called.
func (c *Contexts) next() (n int, done func()) {
	before := c.Now
	c.made++
	c.Now = c.made
	return c.Now, func() { c.Now = before }
}

// Enter gives a context to a run that begins. It ends when done is called.
func (c *Contexts) Enter(ctx context.Context) (with context.Context, done func()) {
	if !c.On {
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
func (c *Contexts) ofPart(args []reflect.Value) []reflect.Value {
	if !c.On {
		return args
	}
	ctx, cancel := context.WithCancel(context.WithValue(inCall(context.Background(), c.run), PartKey{}, true))
	cancel()
	return append([]reflect.Value{reflect.ValueOf(ctx)}, args...)
}

// call calls what makes a step, with a context as the first argument if it takes one.
func (c *Contexts) call(f reflect.Value, args ...reflect.Value) []reflect.Value {
	if !c.On || f.Type().NumIn() == 0 || f.Type().In(0) != ContextType {
		return f.Call(args)
	}
	n, done := c.next()
	defer done()
	return f.Call(append([]reflect.Value{reflect.ValueOf(inCall(context.Background(), n))}, args...))
}

// Makes calls a function of the generated package that makes a machine.
func (c *Contexts) Makes(f any, args ...any) (any, error) {
	if !c.On {
		return mirror.Call(f, args...)
	}
	n, done := c.next()
	defer done()
	return mirror.Call(f, append([]any{inCall(context.Background(), n)}, args...)...)
}

// Results calls a method that makes a step, and returns what it returns. Of a Kind whose methods there are with and without
// a context, it calls these in turn: those without have none to hand on.
func (c *Contexts) Results(of any, method string, args ...any) []reflect.Value {
	if with := reflect.ValueOf(of).MethodByName(method + "Context"); c.On && with.IsValid() {
		if c.plain[method] = !c.plain[method]; !c.plain[method] {
			before := c.Now
			c.Now = 0
			defer func() { c.Now = before }()
			return mirror.Results(of, method, args...)
		}
		method += "Context"
	}
	m := reflect.ValueOf(of).MethodByName(method)
	if !c.On || m.Type().In(0) != ContextType {
		return mirror.Results(of, method, args...)
	}
	n, done := c.next()
	defer done()
	return mirror.Results(of, method, append([]any{inCall(context.Background(), n)}, args...)...)
}
