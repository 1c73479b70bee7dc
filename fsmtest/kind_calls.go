package fsmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// saysOfCalls checks what a Kind says about the calls of a machine.
func (v *inputs) saysOfCalls(m Config, c any) error {
	if len(v.Calls) == 0 {
		return nil
	}
	kind := v.kind(nil)
	for k, call := range v.Calls {
		want := 0
		if m.runs(k) {
			want = m.number(k)
		}
		if got := results(kind, "Running", c, call.Name)[0].Interface(); got != want {
			return fmt.Errorf("Kind.Running(%q) returns %v, want %d", call.Name, got, want)
		}
		if err := v.stale(m, c, k); err != nil {
			return err
		}
	}
	if got := results(kind, "Running", c, "no name")[0].Interface(); got != 0 {
		return fmt.Errorf("Kind.Running of a call that there is not returns %v", got)
	}
	if results(kind, "Stale", c, nil)[0].Bool() || results(kind, "Stale", c, errors.New("another"))[0].Bool() {
		return errors.New("Kind.Stale takes another error for that of a result that comes too late")
	}
	return v.startsAgain(m, c)
}

// stale has a Kind tell results that come too late from those of calls that have never started.
func (v *inputs) stale(m Config, c any, call int) error {
	e := v.fill(v.callees[call].results[0], m, first)
	for _, number := range m.staleNumbers(call) {
		err := v.sendNumbered(v.direct(v.clone(c)), e, number)
		if got, want := results(v.kind(nil), "Stale", c, err)[0].Bool(), 0 < number && number <= m.number(call); got != want {
			return fmt.Errorf("Kind.Stale returns %t for call %d of %s, of which %d have started", got, number, v.Calls[call].Name, m.number(call))
		}
	}
	return nil
}

// startsAgain has a Kind return the starts of calls that a snapshot does not know.
func (v *inputs) startsAgain(m Config, c any) error {
	starts := func(snapshot []byte, unknown func(call int) bool) error {
		var want []Call
		for _, k := range v.invoked(m) {
			if unknown(k) {
				want = append(want, append(Call{v.Calls[k].Start, m.number(k)}, v.arguments(m, k)...))
			}
		}
		if err := v.outputs(results(v.kind(nil), "Starts", c, snapshot)[0], want); err != nil {
			return fmt.Errorf("Kind.Starts after the snapshot %s: %w", snapshot, err)
		}
		return nil
	}
	all := func(int) bool { return true }
	for _, snapshot := range []string{"", "7", "{}", `{"calls": {}}`, `{"calls": 7}`, fmt.Sprintf(`{"calls": {%q: 1}, "calls": 7}`, v.Calls[len(v.Calls)-1].Name)} {
		if err := starts([]byte(snapshot), all); err != nil {
			return err
		}
	}
	calls := v.countedCalls()
	for k := range v.Calls {
		known := calls.saved(m)
		delete(known, v.Calls[k].Name)
		snapshot, err := json.Marshal(map[string]any{"calls": known})
		if err == nil {
			err = starts(snapshot, func(call int) bool { return call == k })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// startedBy checks what a Kind says about an output that may start a call.
func (v *inputs) startedBy(recorded any, told Call) error {
	if len(v.Calls) == 0 {
		return nil
	}
	name, number := "", 0
	if k := slices.IndexFunc(v.Calls, func(c Callee) bool { return c.Start == told.method() }); k >= 0 {
		name, number = v.Calls[k].Name, told[1].(int)
	}
	if got := results(v.kind(nil), "Started", recorded); got[0].String() != name || got[1].Interface() != number {
		return fmt.Errorf("Kind.Started returns %v, %v", got[0], got[1])
	}
	return nil
}
