package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/fsmgen/fsmgen/examples/shop/order"
	"github.com/fsmgen/fsmgen/store"
)

// partners are the bank and the warehouse, which answer at once. The bank declines amounts that
// end in 13 cents, and the warehouse has no "unicorn".
type partners struct{ orders *orders }

// deliver gives an output to the partner that it is for. A delivery can be repeated; the first answer
// counts.
func (p partners) deliver(ctx context.Context, d store.Delivery[order.Output]) error {
	var answer order.Input
	switch o := d.Output.(type) {
	case order.ChargeOutput:
		answer = order.ChargedInput{}
		if o.Cents%100 == 13 {
			answer = order.DeclinedInput{Reason: "the bank dislikes 13"}
		}
	case order.ReserveOutput:
		answer = order.ReservedInput{}
		if o.Item == "unicorn" {
			answer = order.SoldOutInput{}
		}
	case order.RefundOutput:
		answer = order.RefundedInput{}
	case order.DispatchOutput:
		return nil // somebody packs the goods, and says so on the page
	case order.MailOutput:
		slog.InfoContext(ctx, "mail to the customer", "order", d.ID, "news", o.News)
		return nil
	default:
		return fmt.Errorf("no partner for %T", o)
	}
	_, err := p.orders.Answer(ctx, d, answer)
	var late *order.IllegalTransitionError
	if errors.As(err, &late) {
		slog.WarnContext(ctx, "the order does not wait for the answer", "order", d.ID, "error", err)
		return nil
	}
	return err
}
