package check

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// complete wants a snapshot to contain exactly the parameters, variables and data that the spec gives the
// machine in its state. Restore alone does not show that: it gives variables that are missing their
// initial values.
func (s *snapshots) complete(m oracle.Config, snapshot []byte) {
	s.t.Helper()
	want := map[string][]string{}
	for _, p := range s.env.Spec.Params {
		want["params"] = append(want["params"], p.Name)
	}
	for i, v := range s.env.Spec.Vars {
		if p := &s.env.Oracle.Layout.Slots[s.env.Oracle.Vars[i].Slot]; p.Pending && oracle.Slot(m.Vars, p).IsZero() {
			continue
		}
		switch s.env.Oracle.Vars[i].State {
		case -1:
			want["vars"] = append(want["vars"], v.Name)
		case m.State:
			want["data"] = append(want["data"], v.Name)
		}
	}
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(snapshot, &whole); err != nil {
		s.t.Errorf("the snapshot %s: %v", snapshot, err)
		return
	}
	for _, name := range []string{"params", "vars", "data"} {
		var part map[string]json.RawMessage
		if err := json.Unmarshal(whole[name], &part); err != nil {
			s.t.Errorf("the snapshot %s: %s: %v", snapshot, name, err)
			continue
		}
		slices.Sort(want[name])
		if got := slices.Sorted(maps.Keys(part)); !slices.Equal(got, want[name]) {
			s.t.Errorf("the snapshot %s has the %s %q, want %q", snapshot, name, got, want[name])
		}
	}
}
