package check

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// optional reports whether a snapshot of an earlier version may lack a name in one of its
// objects.
func (s *snapshots) optional(object, name string) bool {
	switch object {
	case "params":
		i := slices.IndexFunc(s.env.Spec.Params, func(p oracle.Param) bool { return p.Name == name })
		return s.env.Spec.Params[i].Default != nil
	case "vars":
		return true
	case "data":
		return slices.ContainsFunc(s.env.Spec.Vars, func(v oracle.Var) bool { return v.Pending && v.In != "" && v.Name == name })
	}
	return name == "timers" || name == "starts" || name == "calls"
}

// earlier restores what an earlier version of the spec may have written: a snapshot with old names
// and removed values, with a description of that version, and without what was added.
func (s *snapshots) earlier(m oracle.Config, host *host.Host, snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	accepted := s.accepting(host, refused)
	for _, spec := range []string{`{"states":"01216ff6"}`, `null`, `7`} {
		text := draw.Forge(t, snapshot, "", func(o draw.Object) { o["spec"] = []byte(spec) })
		accepted("spec is "+spec, m, text)
	}
	for _, name := range s.env.Spec.Was {
		accepted("machine is "+name, m, draw.Forge(t, snapshot, "", func(o draw.Object) { o["machine"] = []byte(strconv.Quote(name)) }))
	}
	s.older(m, snapshot, accepted, refused)
	s.dropped(m, snapshot, accepted, refused)
	s.lacking(m, snapshot, accepted)
}

// accepting returns what wants Restore to accept a snapshot if the oracle says that it is right, and to
// refuse it otherwise.
func (s *snapshots) accepting(host *host.Host, refused func(what string, text []byte)) func(what string, want oracle.Config, text []byte) {
	return func(what string, want oracle.Config, text []byte) {
		s.t.Helper()
		if !s.env.draws.Right(want) {
			refused(what, text)
			return
		}
		r, err := s.env.Subject.Restored(text, host.AsFace())
		if err == nil {
			err = s.env.restoredAgain(want, r, host)
		}
		if err != nil {
			s.t.Errorf("%s: the snapshot %s: %v", what, text, err)
		}
	}
}

// older gives values their old names.
func (s *snapshots) older(m oracle.Config, snapshot []byte, accepted func(string, oracle.Config, []byte), refused func(string, []byte)) {
	s.t.Helper()
	rename := func(object, name string, was []string) {
		s.t.Helper()
		for _, old := range was {
			what := fmt.Sprintf("%s.%s has the old name %s", object, name, old)
			accepted(what, m, draw.Forge(s.t, snapshot, object, func(o map[string]json.RawMessage) {
				o[old] = o[name]
				delete(o, name)
			}))
			refused(what+" too", draw.Forge(s.t, snapshot, object, func(o map[string]json.RawMessage) { o[old] = o[name] }))
			for _, other := range []string{"params", "vars", "data"} {
				if other != object && !s.knows(m.State, other, old) {
					refused(other+" has the name "+old, draw.Forge(s.t, snapshot, other, func(o map[string]json.RawMessage) { o[old] = []byte("0") }))
				}
			}
		}
	}
	for _, p := range s.env.Spec.Params {
		rename("params", p.Name, p.Was)
	}
	for i, v := range s.env.Spec.Vars {
		switch s.env.Oracle.Vars[i].State {
		case -1:
			rename("vars", v.Name, v.Was)
		case m.State:
			rename("data", v.Name, v.Was)
		}
	}
}

// knows reports whether an object of a snapshot of a machine in some state may have a name.
func (s *snapshots) knows(state int, object, name string) bool {
	has := func(known string, was []string) bool { return known == name || slices.Contains(was, name) }
	switch object {
	case "params":
		return slices.Contains(s.env.Spec.Removed, name) || slices.ContainsFunc(s.env.Spec.Params, func(p oracle.Param) bool { return has(p.Name, p.Was) })
	case "vars":
		if slices.Contains(s.env.Spec.Removed, name) {
			return true
		}
		state = -1
	default:
		if slices.Contains(s.env.Spec.States[state].Removed, name) {
			return true
		}
	}
	for i, v := range s.env.Spec.Vars {
		if s.env.Oracle.Vars[i].State == state && has(v.Name, v.Was) {
			return true
		}
	}
	return false
}

// dropped adds values of names that the spec has removed.
func (s *snapshots) dropped(m oracle.Config, snapshot []byte, accepted func(string, oracle.Config, []byte), refused func(string, []byte)) {
	s.t.Helper()
	for _, object := range []string{"params", "vars", "data"} {
		removed := s.env.Spec.Removed
		if object == "data" {
			removed = s.env.Spec.States[m.State].Removed
		}
		for _, name := range removed {
			for _, value := range []string{`7`, `null`, `{"a":[]}`} {
				accepted(object+"."+name+" is "+value, m, draw.Forge(s.t, snapshot, object, func(o map[string]json.RawMessage) { o[name] = []byte(value) }))
			}
		}
		if len(removed) > 1 {
			accepted(object+" has all removed values", m, draw.Forge(s.t, snapshot, object, func(o map[string]json.RawMessage) {
				for _, name := range removed {
					o[name] = []byte("7")
				}
			}))
		}
	}
	for i, state := range s.env.Spec.States {
		for _, name := range state.Removed {
			if i != m.State && !s.knows(m.State, "data", name) {
				refused("data."+name+" is of another state", draw.Forge(s.t, snapshot, "data", func(o map[string]json.RawMessage) { o[name] = []byte("7") }))
			}
		}
	}
}

// lacking leaves out what an earlier version may not have had: each such value, and all of them.
func (s *snapshots) lacking(m oracle.Config, snapshot []byte, accepted func(string, oracle.Config, []byte)) {
	s.t.Helper()
	without := func(text []byte, object, name string) []byte {
		return draw.Forge(s.t, text, object, func(o map[string]json.RawMessage) { delete(o, name) })
	}
	all, bare := m, snapshot
	for i, p := range s.env.Oracle.Layout.Params {
		if s.env.Spec.Params[i].Default == nil {
			continue
		}
		set := func(c any) (next any) {
			return s.env.Oracle.Layout.EditParams(c, func(v reflect.Value) { v.Field(p.Index).Set(reflect.ValueOf(s.env.Spec.Params[i].Default(c))) })
		}
		one := m
		one.Vars, all.Vars = set(m.Vars), set(all.Vars)
		accepted("params."+p.Name+" is missing", one, without(snapshot, "params", p.Name))
		bare = without(bare, "params", p.Name)
	}
	accepted("all parameters with defaults are missing", all, bare)
	if !s.env.Oracle.Claims.Params(all.Vars) {
		all, bare = m, snapshot
	}
	for i, v := range s.env.Oracle.Vars {
		p, name, object := &s.env.Oracle.Layout.Slots[v.Slot], s.env.Spec.Vars[i].Name, "vars"
		if p.Pending && v.State == m.State {
			object = "data"
		} else if v.State >= 0 {
			continue
		}
		set := func(c any) any {
			first := reflect.ValueOf(s.env.Oracle.Initially(c).Vars).Field(p.Index)
			if p.Pending { // a machine at rest has nothing to do, but one that starts may have
				first = reflect.Zero(p.Type)
			}
			return mirror.Edit(c, func(v reflect.Value) { v.Field(p.Index).Set(first) })
		}
		one := m
		one.Vars, all.Vars = set(m.Vars), set(all.Vars)
		accepted(object+"."+name+" is missing", one, without(snapshot, object, name))
		bare = without(bare, object, name)
	}
	accepted("all that an earlier version may lack is missing", all, bare)
}

// lackingAtStart does the same with several parameters: where two of them are equal, nothing shows which
// of the two a variable starts from.
func (s *snapshots) lackingAtStart() {
	s.t.Helper()
	small := s.env.small(s.t)
	for _, c := range small[:min(len(small), effort.Of(16))] {
		r := s.env.bench.Begin(c)
		if r.Fault != nil {
			continue // other tests say what is wrong
		}
		if s.env.draws.Keeps() {
			r.Bare()
		}
		if snapshot, err := s.env.Subject.Save(r.Machine); err == nil {
			s.lacking(r.Now, snapshot, s.accepting(r.Host, s.refusing(r.Host)))
		}
	}
}
