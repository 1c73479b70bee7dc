package torch

import (
	"context"
	"fmt"
)

func checkRunObserve() error {
	var events []Event
	_, err := Run(context.Background(), Params{Cells: 2}, &pocket{}, &hand{}, WithObserver(func(s Step) { events = append(events, s.Event) }))
	if err != nil || fmt.Sprint(events) != "[always Push always Push Push always always]" {
		return fmt.Errorf("observers of a run are told %v, error %v", events, err)
	}
	return nil
}
