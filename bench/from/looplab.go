package from

import (
	"context"
	"errors"

	"github.com/looplab/fsm"
)

var errAmount = errors.New("the amount is wrong")

// newLooplab returns an order that sends its mail with a function.
func newLooplab(total int, mail func(text string)) *fsm.FSM {
	return fsm.NewFSM("open", fsm.Events{
		{Name: "pay", Src: []string{"open"}, Dst: "paid"},
		{Name: "ship", Src: []string{"paid"}, Dst: "shipped"},
		{Name: "cancel", Src: []string{"open", "paid"}, Dst: "cancelled"},
	}, fsm.Callbacks{
		"before_pay": func(_ context.Context, e *fsm.Event) {
			if cents, ok := e.Args[0].(int); !ok || cents != total {
				e.Cancel(errAmount)
			}
		},
		"enter_shipped": func(context.Context, *fsm.Event) { mail("Your order is on its way.") },
	})
}
