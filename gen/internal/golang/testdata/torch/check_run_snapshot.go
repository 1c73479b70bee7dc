package torch

import (
	"context"
	"fmt"
	"strings"
)

func checkRunSnapshot() error {
	text, err := warming()
	if err != nil {
		return err
	}
	h, p := &hand{}, &pocket{}
	end, err := Resume(context.Background(), text, p, h)
	if calls := strings.Join(h.calls, " "); err != nil || end.Outcome() != OutcomeEmpty || calls != "On Off On Off" || fmt.Sprint(p.lit) != "[3 2 1]" {
		return fmt.Errorf("%v after %s, told %v: %w", end, calls, p.lit, err)
	}
	return nil
}
