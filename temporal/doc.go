// Package temporal runs state machines as workflows of Temporal.
//
// A [Workflow] runs the machines of one kind. The type Kind that fsmgen generates (the faces snapshot, values, and
// temporal) tells it what it needs to know of them:
//
//	w := temporal.New(order.Kind{}, perform)
//	w.Register(worker)
//
//	orders := w.Client(client, "orders")
//	err := orders.Start(ctx, "1017", order.DefaultParams())
//	record, err := orders.Do(ctx, "1017", order.PayInput{Amount: 7}, temporal.WithKey(requestID))
//
// Events are Updates, whose validator tries the event on a copy of the machine: an event that the machine
// refuses is not in the history. Outputs, calls, and questions to external guards are activities, and
// timers are timers of the workflow. The cancellation of the workflow is the cancellation event of the machine. See
// docs/temporal.md.
//
// # Guarantee
//
// Whatever worker ends at whatever moment: each event that Do has accepted is a step of the machine, once; each output is performed at
// least once, with the same key each time, or is among the failures of the result; each timer fires once, when it
// is due or later. The workflow ends when the machine has ended and its outputs are performed.
//
// # History
//
// [Workflow.Budget] limits the number of events of a history, by the proved bound. A workflow
// continues as new when its history becomes long: see [WithHistoryLimits].
package temporal
