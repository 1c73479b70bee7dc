// Package store keeps state machines in a database: SQLite or PostgreSQL, with database/sql
// alone.
//
// A [Store] contains the machines of one kind. The type Kind that fsmgen generates (the faces
// values and snapshot) tells it what it needs to know of them:
//
//	orders, err := store.Open(ctx, db, store.SQLite, order.Kind{})
//	...
//	o, err := orders.Create(ctx, "1017", order.DefaultParams())
//	o, err = orders.Do(ctx, "1017", order.PayInput{Amount: 3}, store.WithKey(requestID))
//
// [Store.Do] sends one event, in one transaction: it stores the machine, the event in the
// history, the timers that start and stop, and the outputs. [Store.Get] and [Store.List] read
// machines, and [Store.History] what has happened to one. [Store.Answer] sends the event that answers an output. [Store.DoTx] takes part in a
// transaction of the program, so that other rows change together with the machine.
//
// A [Worker] fires the timers that are due, and delivers the outputs to a function of the
// program, which acts: it charges a card, or sends a mail. Actions run from this outbox, never
// inside a transaction. If they fail, they are tried again, and finally become dead letters
// ([Admin.DeadLetters]).
//
//	w := orders.Worker(func(ctx context.Context, d store.Delivery[order.Output]) error {
//		switch out := d.Output.(type) {
//		case order.ChargeOutput:
//			receipt, err := bank.Charge(ctx, d.Key, out.Amount)
//			if err != nil {
//				return err // It will be tried again.
//			}
//			_, err = orders.Answer(ctx, d, order.ChargedInput{Receipt: receipt})
//			return err
//		}
//		return fmt.Errorf("nothing to do for %T", d.Output)
//	})
//	err := w.Run(ctx) // until ctx ends
//
// # Guarantee
//
// Whatever process or connection ends at whatever moment, and however many processes work:
//
//   - Each event that Do has accepted is in the history exactly once. With a key, that is true
//     even if the client repeats it. An output has at most one answer.
//   - The machine in the table is the one that the events of the history lead to.
//   - Each output is delivered at least once, with the same key each time, or is a dead letter.
//     The outputs of one machine come in order, except those that were dead letters.
//   - Each timer fires when it is due or later, unless an event has stopped it; its event is in the
//     history once. Clocks may jump: a timer is due when the clock of a worker says so.
//     For deliveries, the clock of the database decides.
//
// What the store cannot know is whether an action that has failed has had an effect, and whether
// a commit has succeeded whose connection was lost: see [Delivery] and [UncertainError].
//
// # Tables
//
// The tables fsm_machine, fsm_history, fsm_timer, fsm_outbox, and fsm_queue are for reading: state,
// outcome, revision, and due times are columns. [Scripts] returns their DDL, with comments.
// The snapshot of a machine contains its values as JSON:
//
//	SELECT id, rev, updated FROM fsm_machine WHERE kind = 'Order' AND state = 'Paying';
//	SELECT id, due FROM fsm_timer WHERE kind = 'Order' ORDER BY due;
//
// # Operations
//
// An [Admin] counts machines, outputs, and timers, handles dead letters, and removes machines and entries of histories that are
// old. The store itself removes nothing.
//
// # New versions of the spec
//
// Restore reads the machines of earlier versions if the spec declares what has been renamed
// (was, removed); fsmgen diff says whether it does. Other machines need the code that fsmgen migrate writes: see
// [WithMigration]. After each deployment, [Store.Refresh] writes the rows
// in the form of the new version, and starts timers that it has added. Outputs that an earlier version has
// emitted, and this one cannot read, become dead letters. If the machine is renamed, rename the kind in all rows.
//
// # Calls
//
// The starts and stops of the calls that a spec invokes are outputs, so a worker delivers them. A result that comes too late
// changes nothing, and is not an error: see [Record]. The start of a call that no longer runs is not delivered. With [WithEnds], a worker
// also delivers the end of each machine, which is the result of a child machine.
//
// # Observing
//
// [WithLogger] logs each operation to a [log/slog.Logger]; an [Observer] sees its begin and end, as
// the spans of OpenTelemetry do.
package store
