package from

import (
	"context"

	"github.com/qmuntal/stateless"
)

// newStateless returns an order that sends its mail with a function.
func newStateless(total int, mail func(text string)) *stateless.StateMachine {
	m := stateless.NewStateMachine("open")
	m.Configure("open").
		Permit("pay", "paid", func(_ context.Context, args ...any) bool {
			cents, ok := args[0].(int)
			return ok && cents == total
		}).
		Permit("cancel", "cancelled")
	m.Configure("paid").
		Permit("ship", "shipped").
		Permit("cancel", "cancelled")
	m.Configure("shipped").
		OnEntry(func(context.Context, ...any) error { mail("Your order is on its way."); return nil })
	return m
}
