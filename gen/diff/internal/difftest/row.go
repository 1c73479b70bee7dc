package difftest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Row is a machine that a version stores: its configuration, with the values of exploration, and its snapshot.
type Row struct {
	Params, Vars []int64
	State        int
	Snapshot     []byte
}

// Rows explores a version with the parameters of its report, and writes the snapshots of all configurations in which it rests, of
// no more than 10,000 for each choice of parameters.
func Rows(t *testing.T, report *verify.Report) (list []Row) {
	t.Helper()
	for _, e := range report.Explored {
		list = append(list, Explored(t, report, e.Params, 10_000)...)
	}
	return list
}

// Explored is Rows for one choice of parameters, and with a limit of its own.
func Explored(t *testing.T, report *verify.Report, params []int64, limit int) (list []Row) {
	t.Helper()
	m := report.Machine
	for c := range explore.Explore(context.Background(), m, params, limit).All() {
		r := Row{Params: params, State: c.State, Vars: append([]int64{}, c.Vars...)}
		if violates(report, r) {
			continue // which has no snapshot
		}
		r.Snapshot = Snapshot(t, m, r)
		list = append(list, r)
	}
	return list
}

// Conditions returns the conditions of a report that generated code checks.
func Conditions(r *verify.Report) (list []core.Invariant) {
	for _, c := range r.Conditions {
		list = append(list, c.Invariant)
	}
	return list
}

// violates reports whether a configuration is not at rest, or violates what a version checks before it stores a machine.
func violates(report *verify.Report, r Row) (found bool) {
	m := report.Machine
	env := &expr.Env{Params: r.Params, Vars: r.Vars, Intern: trace.Intern(trace.Strings(m))}
	if rest := m.Rest(r.State); rest != nil {
		value, err := expr.Eval(rest, env)
		found = err != nil || value == 0
	}
	stored.Claims(m, Conditions(report), func(state int, claim expr.Expr) {
		if state < 0 || state == r.State {
			value, err := expr.Eval(claim, env)
			found = found || err != nil || value == 0
		}
	})
	return found
}

// Snapshot writes a configuration as the generated MarshalJSON does if each call that runs is started for the first time, and no other
// has been.
func Snapshot(t *testing.T, m *core.Machine, r Row) []byte {
	t.Helper()
	return snapshot(t, m, r, 0)
}

// Synonyms returns the snapshots of a configuration with other texts of its state and of its values of enums, which Restore
// also reads.
func Synonyms(t *testing.T, m *core.Machine, r Row) (list [][]byte) {
	t.Helper()
	last := r.Snapshot
	for n := 1; ; n++ {
		text := snapshot(t, m, r, n)
		if bytes.Equal(text, last) {
			return list
		}
		list, last = append(list, text), text
	}
}

// snapshot writes a configuration with the n-th text of each state and value of an enum, or its last one.
func snapshot(t *testing.T, m *core.Machine, r Row, n int) []byte {
	t.Helper()
	pick := func(texts []string) string { return texts[min(n, len(texts)-1)] }
	texts := trace.Strings(m)
	value := func(typ expr.Type, v int64) any {
		switch typ.Kind {
		case expr.Bool:
			return v != 0
		case expr.Enumerated:
			return pick(typ.Enum.Texts(int(v)))
		case expr.String:
			return texts[v]
		case expr.Opaque:
			return zero(typ.Go.Text)
		}
		return v
	}
	params, vars, data := map[string]any{}, map[string]any{}, map[string]any{}
	for i, p := range m.Params {
		params[p.Name] = value(p.Type, r.Params[i])
	}
	for i, v := range m.Vars {
		if v.Pending() && r.Vars[i] == 0 {
			continue
		}
		switch v.State {
		case -1:
			vars[v.Name] = value(v.Type, r.Vars[i])
		case r.State:
			data[v.Name] = value(v.Type, r.Vars[i])
		}
	}
	row := map[string]any{"machine": m.Name, "params": params, "state": pick(m.States[r.State].Texts()), "vars": vars, "data": data}
	if len(m.Timers) > 0 {
		row["timers"], row["starts"] = Due(m, r.State), Starts(m, r.State)
	}
	if len(m.Calls) > 0 {
		row["calls"] = running(m, r)
	}
	text, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// zero returns what the zero value of a Go type is in JSON: null for a type that has nil, or else 0. A type that is neither
// is refused by the version that should store it.
func zero(goType string) any {
	for _, start := range []string{"[]", "map[", "*", "interface"} {
		if strings.HasPrefix(goType, start) {
			return nil
		}
	}
	if goType == "error" || goType == "any" {
		return nil
	}
	return 0
}

// running returns the calls that run in a configuration, as started for the first time.
func running(m *core.Machine, r Row) map[string]int {
	out := map[string]int{}
	for _, i := range m.Running(r.State) {
		inv := &m.Invocations[i]
		if w := inv.Within; w == nil || slices.Contains(w.Leaves, int(r.Vars[m.States[r.State].Regions[w.Region].Var])) {
			out[m.Calls[inv.Call].Name] = 1
		}
	}
	return out
}

// Starts returns how often the timers of a machine that is stored in a state have started: another number for each.
func Starts(m *core.Machine, state int) map[string]int {
	out := map[string]int{}
	for i, timer := range m.Timers {
		if slices.Contains(timer.States, state) {
			out[source.Timer(m, i)] = i + 2
		}
	}
	return out
}

// Due returns when the timers of a machine that is stored in a state are due: another time for each.
func Due(m *core.Machine, state int) map[string]string {
	out := map[string]string{}
	for i, timer := range m.Timers {
		if slices.Contains(timer.States, state) {
			out[source.Timer(m, i)] = fmt.Sprintf("2026-11-22T10:%02d:00Z", i)
		}
	}
	return out
}
