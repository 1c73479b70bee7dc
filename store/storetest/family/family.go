package family

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/family/checkout"
	"github.com/fsmgen/fsmgen/store/storetest/family/payment"
)

// Shop has checkouts, and payments, which are their child machines.
type Shop struct {
	Checkouts *store.Store[*checkout.Machine, checkout.Params, checkout.Input, checkout.Output]
	// Payments is opened with store.WithEnds.
	Payments *store.Store[*payment.Machine, payment.Params, payment.Input, payment.Output]
	// Left asks the warehouse, and Charge and Refund the bank, which acts once for each key.
	Left   func(ctx context.Context, item string) (int, error)
	Charge func(ctx context.Context, key string, cents int) (receipt string, err error)
	Refund func(ctx context.Context, key, receipt string) error
	Mail   func(ctx context.Context, text string) error
}

// ErrNoMoney is what Charge returns if the bank refuses.
var ErrNoMoney = errors.New("the bank refuses")

// Checkout acts on what a checkout emits.
func (s *Shop) Checkout(ctx context.Context, d store.Delivery[checkout.Output]) error {
	switch out := d.Output.(type) {
	case checkout.StartStockOutput:
		left, err := s.Left(ctx, out.Item)
		if err != nil && (d.Attempt < 3 || ctx.Err() != nil) { // ctx ends with the worker, not with the warehouse
			return err
		}
		var in checkout.Input = checkout.StockDoneInput{Call: out.Call, Left: left}
		if err != nil {
			in = checkout.StockErrorInput{Call: out.Call, Err: err}
		}
		_, err = s.Checkouts.Answer(ctx, d, in)
		return err
	case checkout.StartPaymentOutput:
		_, err := s.Payments.Create(ctx, child(d.ID, out.Call), payment.Params{Cents: out.Cents, Retries: out.Retries})
		if errors.As(err, new(*store.ExistsError)) {
			return nil // An earlier attempt has created it.
		}
		return err
	case checkout.StopPaymentOutput:
		_, err := s.Payments.Do(ctx, child(d.ID, out.Call), payment.GiveUpInput{}, store.WithKey("stop"))
		if errors.As(err, new(*payment.IllegalTransitionError)) || errors.As(err, new(*store.NotFoundError)) {
			return nil // It has ended, or was stopped before it was created.
		}
		return err
	case checkout.StopStockOutput:
		return nil // The warehouse has nothing to stop.
	case checkout.MailOutput:
		return s.Mail(ctx, out.Text)
	}
	return fmt.Errorf("nothing to do for %T", d.Output)
}

// Payment acts on what a payment emits, and on its end.
func (s *Shop) Payment(ctx context.Context, d store.Delivery[payment.Output]) error {
	if d.Outcome != "" {
		return s.paid(ctx, d.ID)
	}
	switch out := d.Output.(type) {
	case payment.ChargeOutput:
		receipt, err := s.Charge(ctx, d.Key, out.Cents)
		var in payment.Input = payment.AcceptedInput{Receipt: receipt}
		if errors.Is(err, ErrNoMoney) {
			in = payment.RefusedInput{}
		} else if err != nil {
			return err
		}
		_, err = s.Payments.Answer(ctx, d, in)
		return err
	}
	return fmt.Errorf("nothing to do for %T", d.Output)
}

// paid sends the result of a payment to its checkout.
func (s *Shop) paid(ctx context.Context, id string) error {
	rec, err := s.Payments.Get(ctx, id)
	if err != nil {
		return err
	}
	parent, call, err := parent(id)
	if err != nil {
		return err
	}
	receipt, paid := rec.Machine.Receipt()
	var in checkout.Input = checkout.PaymentRefusedInput{Call: call}
	if paid {
		in = checkout.PaymentPaidInput{Call: call, Receipt: receipt}
	}
	result, err := s.Checkouts.Do(ctx, parent, in, store.WithKey(id)) // The key tells a repetition from a result that comes too late.
	if err == nil && result.Stale && paid {
		return s.Refund(ctx, id, receipt)
	}
	return err
}

// child returns the ID of the payment that a checkout has started with a number.
func child(parent string, call int) string { return fmt.Sprintf("%s/%d", parent, call) }

// parent is the inverse of child.
func parent(id string) (parent string, call int, err error) {
	i := strings.LastIndexByte(id, '/')
	call, err = strconv.Atoi(id[i+1:])
	return id[:max(i, 0)], call, err
}
