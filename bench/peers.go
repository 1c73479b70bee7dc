package bench

import (
	"context"

	"github.com/anggasct/fluo"
	"github.com/looplab/fsm"
	"github.com/qmuntal/stateless"
)

// newLooplab cannot choose a target by guards: the caller chooses between two event names.
func newLooplab() *fsm.FSM {
	return fsm.NewFSM("Idle", fsm.Events{
		{Name: "RequestReceived", Src: []string{"Idle"}, Dst: "Selecting"},
		{Name: "Select", Src: []string{"Selecting"}, Dst: "Attempting"},
		{Name: "SelectNone", Src: []string{"Selecting"}, Dst: "Exhausted"},
		{Name: "Success", Src: []string{"Attempting"}, Dst: "Succeeded"},
		{Name: "Transient", Src: []string{"Attempting"}, Dst: "Retrying"},
		{Name: "Recoverable", Src: []string{"Attempting"}, Dst: "Selecting"},
		{Name: "Fatal", Src: []string{"Attempting"}, Dst: "Aborted"},
		{Name: "RetryReady", Src: []string{"Retrying"}, Dst: "Attempting"},
		{Name: "RetryExhausted", Src: []string{"Retrying"}, Dst: "Selecting"},
		{Name: "Cancelled", Src: []string{"Attempting", "Retrying"}, Dst: "Aborted"},
	}, fsm.Callbacks{})
}

// counts are the variables of the machine, for libraries without variables.
type counts struct{ remaining, retries, maxRetries int }

func newStateless(c *counts) *stateless.StateMachine {
	m := stateless.NewStateMachine("Idle")
	m.Configure("Idle").Permit("RequestReceived", "Selecting")
	m.Configure("Selecting").
		Permit("Select", "Attempting", func(context.Context, ...any) bool { return c.remaining > 0 }).
		Permit("Select", "Exhausted", func(context.Context, ...any) bool { return c.remaining == 0 })
	m.Configure("Attempting").
		OnEntryFrom("Select", func(context.Context, ...any) error { c.remaining--; c.retries = 0; return nil }).
		OnEntryFrom("RetryReady", func(context.Context, ...any) error { c.retries++; return nil }).
		Permit("Success", "Succeeded").Permit("Transient", "Retrying").Permit("Recoverable", "Selecting").
		Permit("Fatal", "Aborted").Permit("Cancelled", "Aborted")
	m.Configure("Retrying").
		Permit("RetryReady", "Attempting", func(context.Context, ...any) bool { return c.retries < c.maxRetries }).
		Permit("RetryReady", "Selecting", func(context.Context, ...any) bool { return c.retries >= c.maxRetries }).
		Permit("Cancelled", "Aborted")
	return m
}

func newFluo(c *counts) fluo.Machine {
	b := fluo.NewMachine()
	b.State("Idle").Initial().To("Selecting").On("RequestReceived")
	b.State("Selecting").
		To("Attempting").On("Select").When(func(fluo.Context) bool { return c.remaining > 0 }).
		Do(func(fluo.Context) error { c.remaining--; c.retries = 0; return nil }).
		To("Exhausted").On("Select")
	b.State("Attempting").To("Retrying").On("Transient").To("Selecting").On("Recoverable").
		To("Aborted").On("Fatal").To("Aborted").On("Cancelled").To("Succeeded").On("Success")
	b.State("Retrying").
		To("Attempting").On("RetryReady").When(func(fluo.Context) bool { return c.retries < c.maxRetries }).
		Do(func(fluo.Context) error { c.retries++; return nil }).
		To("Selecting").On("RetryReady").
		To("Aborted").On("Cancelled")
	b.State("Succeeded")
	b.State("Exhausted")
	b.State("Aborted")
	return b.Build().CreateInstance()
}
