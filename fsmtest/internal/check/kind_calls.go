package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// saysOfCalls checks what a Kind says about the calls of a machine.
func (v *inputs) saysOfCalls(m oracle.Config, c any) error {
	if len(v.env.Spec.Calls) == 0 {
		return nil
	}
	kind := kindFor(v.env.bench, nil)
	for k, call := range v.env.Spec.Calls {
		want := 0
		if m.Runs(k) {
			want = m.Number(k)
		}
		if got := mirror.Results(kind, "Running", c, call.Name)[0].Interface(); got != want {
			return fmt.Errorf("Kind.Running(%q) returns %v, want %d", call.Name, got, want)
		}
		if err := v.stale(m, c, k); err != nil {
			return err
		}
	}
	if got := mirror.Results(kind, "Running", c, "no name")[0].Interface(); got != 0 {
		return fmt.Errorf("Kind.Running of a call that there is not returns %v", got)
	}
	if mirror.Results(kind, "Stale", c, nil)[0].Bool() || mirror.Results(kind, "Stale", c, errors.New("another"))[0].Bool() {
		return errors.New("Kind.Stale takes another error for that of a result that comes too late")
	}
	return v.startsAgain(m, c)
}

// stale has a Kind tell results that come too late from those of calls that have never started.
func (v *inputs) stale(m oracle.Config, c any, call int) error {
	e := v.env.draws.Fill(v.env.Oracle.Calls.Callees[call].Results[0], m, draw.First)
	for _, number := range m.StaleNumbers(call) {
		err := v.env.Subject.SendNumbered(v.env.Subject.Direct(v.env.Subject.Clone(c)), e, number)
		if got, want := mirror.Results(kindFor(v.env.bench, nil), "Stale", c, err)[0].Bool(), 0 < number && number <= m.Number(call); got != want {
			return fmt.Errorf("Kind.Stale returns %t for call %d of %s, of which %d have started", got, number, v.env.Spec.Calls[call].Name, m.Number(call))
		}
	}
	return nil
}

// startsAgain has a Kind return the starts of calls that a snapshot does not know.
func (v *inputs) startsAgain(m oracle.Config, c any) error {
	starts := func(snapshot []byte, unknown func(call int) bool) error {
		var want []oracle.Call
		for _, k := range v.env.Oracle.Calls.Invoked(m) {
			if unknown(k) {
				want = append(want, append(oracle.Call{v.env.Spec.Calls[k].Start, m.Number(k)}, v.env.Oracle.Arguments(m, k)...))
			}
		}
		if err := v.outputs(mirror.Results(kindFor(v.env.bench, nil), "Starts", c, snapshot)[0], want); err != nil {
			return fmt.Errorf("Kind.Starts after the snapshot %s: %w", snapshot, err)
		}
		return nil
	}
	all := func(int) bool { return true }
	for _, snapshot := range []string{"", "7", "{}", `{"calls": {}}`, `{"calls": 7}`, fmt.Sprintf(`{"calls": {%q: 1}, "calls": 7}`, v.env.Spec.Calls[len(v.env.Spec.Calls)-1].Name)} {
		if err := starts([]byte(snapshot), all); err != nil {
			return err
		}
	}
	calls := draw.CountedCalls(v.env.Oracle)
	for k := range len(v.env.Spec.Calls) + 1 { // the last snapshot knows all calls
		known := calls.Saved(m)
		if k < len(v.env.Spec.Calls) {
			delete(known, v.env.Spec.Calls[k].Name)
		}
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
func (v *inputs) startedBy(recorded any, told oracle.Call) error {
	if len(v.env.Spec.Calls) == 0 {
		return nil
	}
	name, number := "", 0
	if k := slices.IndexFunc(v.env.Spec.Calls, func(c oracle.Callee) bool { return c.Start == told.Method() }); k >= 0 {
		name, number = v.env.Spec.Calls[k].Name, told[1].(int)
	}
	if got := mirror.Results(kindFor(v.env.bench, nil), "Started", recorded); got[0].String() != name || got[1].Interface() != number {
		return fmt.Errorf("Kind.Started returns %v, %v", got[0], got[1])
	}
	return nil
}
