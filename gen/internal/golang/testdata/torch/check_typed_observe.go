package torch

import "fmt"

func checkTypedObserve() error {
	begun, err := Begin(Params{Cells: 2}, &pocket{})
	if err != nil {
		return err
	}
	var seen []AnyState
	m := begun.Machine()
	m.Observe(nil, func(Step) { seen = append(seen, m.In()) })
	on, err := begun.(InOff).Push()
	if err != nil || len(seen) != 2 || seen[0].State() != StateWarming || seen[1] != AnyState(on) {
		return fmt.Errorf("observers see %v, and Push leads to %v: %w", seen, on, err)
	}
	if _, warm := seen[0].(InWarming); !warm {
		return fmt.Errorf("the state amid the event is %v", seen[0])
	}
	return nil
}
