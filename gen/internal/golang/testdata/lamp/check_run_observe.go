package lamp

import (
	"context"
	"fmt"
)

func checkRunObserve() error {
	var events []Event
	_, err := Run(context.Background(), Params{Uses: 1}, &socket{}, &hand{}, WithObserver(func(s Step) { events = append(events, s.Event) }))
	if err != nil || fmt.Sprint(events) != "[Push Expire Break]" {
		return fmt.Errorf("observers of a run are told %v: %w", events, err)
	}
	return nil
}
