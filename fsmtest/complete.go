package fsmtest

import (
	"encoding/json"
	"maps"
	"slices"
)

// complete wants a snapshot to contain exactly the parameters, variables and data that the spec gives the
// machine in its state. Restore alone does not show that: it gives variables that are missing their
// initial values.
func (s *snapshots) complete(m Config, snapshot []byte) {
	s.t.Helper()
	want := map[string][]string{}
	for _, p := range s.Params {
		want["params"] = append(want["params"], p.Name)
	}
	for i, v := range s.Spec.Vars {
		if p := &s.slots[s.vars[i].slot]; p.pending && slot(m.vars, p).IsZero() {
			continue
		}
		switch s.vars[i].state {
		case -1:
			want["vars"] = append(want["vars"], v.Name)
		case m.state:
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
