package lamp

import (
	"context"
	"errors"
	"fmt"
)

// hand pushes the switch while it can, waits for the timer, and then breaks the
// lamp or, if it is patient, waits for the end of its context.
type hand struct {
	patient bool
	pushes  int
}

func (h *hand) Off(ctx context.Context, in InOff) (AfterOff, error) {
	if in.Left() > 0 {
		h.pushes++
		return in.Push()
	}
	if h.patient {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return in.Break("worn out")
}

func (h *hand) On(ctx context.Context, in InOn) (AfterOn, error) { return nil, nil }

type socket struct{ lit int }

func (s *socket) Allowed() bool { return true }
func (s *socket) Lit(int)       { s.lit++ }

func checkRun() error {
	h, s := &hand{}, &socket{}
	end, err := Run(context.Background(), Params{Uses: 2}, s, h)
	if err != nil || end.Outcome() != OutcomeBroken || h.pushes != 2 || s.lit != 2 {
		return fmt.Errorf("%v, %d pushes, lit %d times: %w", end, h.pushes, s.lit, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	end, err = Run(ctx, Params{Uses: 1}, s, &hand{patient: true})
	if err != nil || end.Outcome() != OutcomeStopped {
		return fmt.Errorf("%v when the context is done: %w", end, err)
	}
	if _, err := Run(ctx, Params{}, s, h); err == nil {
		return errors.New("parameters out of range are accepted")
	}
	return nil
}
