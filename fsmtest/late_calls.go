package fsmtest

import (
	"fmt"
	"math"
	"slices"
)

// lateCalls sends results of calls with each kind of number that does not run: first without observers, and then with
// some.
func (r *run) lateCalls() error {
	kept := r.unobserved()
	defer r.swap(r.machine, kept)
	if err := r.staleResults(nil); err != nil || r.Observe == nil {
		return err
	}
	told := []any{}
	r.Observe(r.machine, nil, func(s any) { told = append(told, s) })
	r.observeRefusals(r.machine, nil, func(s any) { told = append(told, s) })
	return r.staleResults(&told)
}

// staleResults sends results of all calls. What observers are told, if there are any, is the refusal of each.
func (r *run) staleResults(told *[]any) error {
	for k := range r.callees {
		for _, event := range r.callees[k].results {
			e := r.fill(event, r.oracle, first)
			numbers := r.oracle.staleNumbers(k)
			if r.lated == nil && len(numbers) > 2 { // each of many runs looks again
				numbers = []int{r.oracle.number(k) + 1, numbers[r.taken%len(numbers)]}
			}
			for _, number := range numbers {
				if err := r.staleResult(e, number, told); err != nil {
					return fmt.Errorf("%s of call %d: %w", r.Events[event].Name, number, err)
				}
			}
		}
	}
	return nil
}

// staleResult sends a result with one number.
func (r *run) staleResult(e Input, number int, told *[]any) error {
	before := r.clone(r.machine)
	err := r.sendNumbered(r.direct(r.machine), e, number)
	if fault := r.refusedCall(err, r.oracle, r.caller[e.event], number); fault != nil {
		return fault
	}
	if !r.sameMachine(r.machine, before) {
		return fmt.Errorf("it changed the machine from %+v to %+v", before, r.machine)
	}
	if told != nil {
		if want := []any{r.refusalNumbered(r.oracle, e, number, err)}; !sameTold(*told, want) {
			return fmt.Errorf("the observers got %v, want %v", *told, want)
		}
		*told = nil
	}
	return r.note(err)
}

// staleNumbers returns numbers of a call that do not run: those of starts before, after, and beyond the last one.
func (m Config) staleNumbers(call int) []int {
	last := m.number(call)
	all := []int{last, last - 1, last + 1, -last, 0, 1, -1, math.MaxInt, math.MinInt}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(n int) bool { return n == last && m.runs(call) })
}
