package torch

import (
	"context"
	"fmt"
	"strings"
)

// hand pushes until the torch is empty.
type hand struct{ calls []string }

func (h *hand) Off(ctx context.Context, in InOff) (AfterOff, error) {
	h.calls = append(h.calls, "Off")
	return in.Push()
}

func (h *hand) On(ctx context.Context, in InOn) (AfterOn, error) {
	h.calls = append(h.calls, "On")
	return in.Push()
}

func checkRun() error {
	h, p := &hand{}, &pocket{}
	end, err := Run(context.Background(), Params{Cells: 2}, p, h)
	if calls := strings.Join(h.calls, " "); err != nil || end.Outcome() != OutcomeEmpty || calls != "Off On Off" || fmt.Sprint(p.lit) != "[2 1]" {
		return fmt.Errorf("%v after %s, told %v: %w", end, calls, p.lit, err)
	}
	return nil
}
