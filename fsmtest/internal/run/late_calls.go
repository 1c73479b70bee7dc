package run

import (
	"fmt"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// lateCalls sends results of calls with each kind of number that does not run: first without observers, and then with
// some.
func (r *Run) lateCalls() error {
	kept := r.unobserved()
	defer r.Subject.Access.Swap(r.Machine, kept)
	if err := r.staleResults(nil); err != nil || r.Subject.Machine.Observe == nil {
		return err
	}
	told := []any{}
	r.Subject.Machine.Observe(r.Machine, nil, func(s any) { told = append(told, s) })
	r.Subject.Observers.Refusals(r.Machine, nil, func(s any) { told = append(told, s) })
	return r.staleResults(&told)
}

// staleResults sends results of all calls. What observers are told, if there are any, is the refusal of each.
func (r *Run) staleResults(told *[]any) error {
	for k := range r.Oracle.Calls.Callees {
		for _, event := range r.Oracle.Calls.Callees[k].Results {
			e := r.Draws.Fill(event, r.Now, draw.First)
			numbers := r.Now.StaleNumbers(k)
			if r.Bench.lated == nil && len(numbers) > 2 { // each of many runs looks again
				numbers = []int{r.Now.Number(k) + 1, numbers[r.Taken%len(numbers)]}
			}
			for _, number := range numbers {
				if err := r.staleResult(e, number, told); err != nil {
					return fmt.Errorf("%s of call %d: %w", r.Spec.Events[event].Name, number, err)
				}
			}
		}
	}
	return nil
}

// staleResult sends a result with one number.
func (r *Run) staleResult(e oracle.Input, number int, told *[]any) error {
	before := r.Subject.Clone(r.Machine)
	err := r.Subject.SendNumbered(r.Subject.Direct(r.Machine), e, number)
	if fault := r.Subject.RefusedCall(err, r.Now, r.Oracle.Calls.Caller[e.Event], number); fault != nil {
		return fault
	}
	if !r.Subject.SameMachine(r.Machine, before) {
		return fmt.Errorf("it changed the machine from %+v to %+v", before, r.Machine)
	}
	if told != nil {
		if want := []any{r.Subject.Observers.RefusalNumbered(r.Now, e, number, err)}; !subject.SameTold(*told, want) {
			return fmt.Errorf("the observers got %v, want %v", *told, want)
		}
		*told = nil
	}
	return r.note(err)
}
