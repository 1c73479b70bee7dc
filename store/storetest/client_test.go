package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// scarce is a warehouse that lacks some amounts.
func scarce(amount int) bool { return amount%7 != 0 }

// client sends events, repeats those whose result it does not know, and receives outputs.
type client struct {
	orders  *orders
	journal journal
	random  *rand.Rand // or nil: outputs never fail
}

// send sends an event until the store or the machine has answered, and reports whether the machine has
// accepted it. No event: it creates a machine.
func (c *client) send(ctx context.Context, id, key string, in order.Input) bool {
	return c.sendOr(ctx, delivery{ID: id}, key, in)
}

// sendOr is send, or the answer to a delivery that has a key.
func (c *client) sendOr(ctx context.Context, d delivery, key string, in order.Input) bool {
	n := note{Do: "send", ID: d.ID, Key: key}
	if d.Key != "" {
		n.Key = fmt.Sprintf("answer %d/%d", d.Revision, d.N)
	}
	if in != nil {
		n.Name = in.Event().String()
		payload, err := json.Marshal(in)
		if err != nil {
			panic(err)
		}
		n.Payload = payload
	}
	c.journal.write(n)
	for ctx.Err() == nil {
		var err error
		switch {
		case in == nil:
			_, err = c.orders.Create(ctx, d.ID, order.DefaultParams())
		case d.Key != "":
			_, err = c.orders.Answer(ctx, d, in)
		default:
			_, err = c.orders.Do(ctx, d.ID, in, store.WithKey(key))
		}
		var illegal *order.IllegalTransitionError
		switch {
		case err == nil, errors.As(err, new(*store.ExistsError)):
			n.Do = "sent"
			c.journal.write(n)
			return true
		case errors.As(err, &illegal):
			return false
		}
	}
	return false
}

// deliver charges customers, who may pay, and fails at times. It answers each attempt with another receipt, or with
// another event: the first answer counts.
func (c *client) deliver(ctx context.Context, d delivery) error {
	payload, err := json.Marshal(d.Output)
	if err != nil {
		return err
	}
	n := note{Do: "deliver", ID: d.ID, Key: d.Key, Name: d.Output.Name(), Payload: payload}
	c.journal.write(n)
	if c.random != nil && rand.IntN(5) == 0 {
		return errors.New("nobody is at home")
	}
	if out, ok := d.Output.(order.ChargeOutput); ok {
		var in order.Input = order.ChargedInput{Receipt: fmt.Sprint("receipt ", d.Key, " ", d.Attempt)}
		luck := out.Amount
		if c.random != nil {
			luck += d.Attempt
		}
		switch luck % 5 {
		case 1:
			in = order.DeclinedInput{Reason: order.ReasonNoMoney}
		case 2:
			in = order.DeclinedInput{Reason: order.ReasonFraud}
		}
		c.sendOr(ctx, d, "", in)
	}
	n.Do = "delivered"
	c.journal.write(n)
	return nil
}

// act does something with one of the latest of n machines: it creates one, sends a new event, or repeats an old one.
func (c *client) act(ctx context.Context, n int, key string, old []note) {
	if len(old) > 0 && c.random.IntN(4) == 0 {
		again := old[c.random.IntN(len(old))]
		if strings.HasPrefix(again.Key, "answer ") {
			return
		}
		if again.Name == "" {
			c.send(ctx, again.ID, "", nil)
			return
		}
		in, err := order.Kind{}.ReadInput(again.Name, again.Payload)
		if err != nil {
			panic(err)
		}
		c.send(ctx, again.ID, again.Key, in)
		return
	}
	id := fmt.Sprint(n - 1 - c.random.IntN(min(n, 20)))
	rec, err := c.orders.Get(ctx, id)
	if errors.As(err, new(*store.NotFoundError)) {
		c.send(ctx, id, "", nil)
		return
	}
	in := order.Input(order.NoteInput{Text: "note " + key})
	switch c.random.IntN(8) {
	case 0:
		in = order.CancelInput{}
	case 1, 2:
	default:
		if err == nil && rec.State == "Packing" {
			in = order.PackInput{}
		} else {
			in = order.PayInput{Amount: c.random.IntN(100)}
		}
	}
	c.send(ctx, id, key, in)
}
