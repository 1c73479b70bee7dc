package fsmtest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// stored returns the text that is stored for a value, and the others that mean it.
func (e Enum) stored(i int) (text string, others []string) {
	if e.Texts != nil && e.Texts[i] != "" {
		return e.Texts[i], append([]string{e.Names[i]}, e.was(i)...)
	}
	return e.Names[i], e.was(i)
}

// stored returns the text that is stored for a state, and the others that mean it.
func (s State[C]) stored() (text string, others []string) {
	if s.Text != "" {
		return s.Text, append([]string{s.Name}, s.Was...)
	}
	return s.Name, s.Was
}

// was returns the old names of a value.
func (e Enum) was(i int) []string {
	if e.Was == nil {
		return nil
	}
	return e.Was[i]
}

// optional reports whether a snapshot of an earlier version may lack a name in one of its
// objects.
func (s *snapshots) optional(object, name string) bool {
	switch object {
	case "params":
		i := slices.IndexFunc(s.Params, func(p Param[any]) bool { return p.Name == name })
		return s.Params[i].Default != nil
	case "vars":
		return true
	case "data":
		return slices.ContainsFunc(s.Spec.Vars, func(v Var[any]) bool { return v.Pending && v.In != "" && v.Name == name })
	}
	return name == "timers" || name == "starts" || name == "calls"
}

// earlier restores what an earlier version of the spec may have written: a snapshot with old names
// and removed values, with a description of that version, and without what was added.
func (s *snapshots) earlier(m Config, host *host, snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	accepted := s.accepting(host, refused)
	for _, spec := range []string{`{"states":"01216ff6"}`, `null`, `7`} {
		text := forge(t, snapshot, "", func(o object) { o["spec"] = []byte(spec) })
		accepted("spec is "+spec, m, text)
	}
	for _, name := range s.Was {
		accepted("machine is "+name, m, forge(t, snapshot, "", func(o object) { o["machine"] = []byte(strconv.Quote(name)) }))
	}
	s.older(m, snapshot, accepted, refused)
	s.dropped(m, snapshot, accepted, refused)
	s.lacking(m, snapshot, accepted)
}

// accepting returns what wants Restore to accept a snapshot if the oracle says that it is right, and to
// refuse it otherwise.
func (s *snapshots) accepting(host *host, refused func(what string, text []byte)) func(what string, want Config, text []byte) {
	return func(what string, want Config, text []byte) {
		s.t.Helper()
		if !s.right(want) {
			refused(what, text)
			return
		}
		r, err := s.restored(text, host)
		if err == nil {
			err = s.restoredAgain(want, r, host)
		}
		if err != nil {
			s.t.Errorf("%s: the snapshot %s: %v", what, text, err)
		}
	}
}

// older gives values their old names.
func (s *snapshots) older(m Config, snapshot []byte, accepted func(string, Config, []byte), refused func(string, []byte)) {
	s.t.Helper()
	rename := func(object, name string, was []string) {
		s.t.Helper()
		for _, old := range was {
			what := fmt.Sprintf("%s.%s has the old name %s", object, name, old)
			accepted(what, m, forge(s.t, snapshot, object, func(o map[string]json.RawMessage) {
				o[old] = o[name]
				delete(o, name)
			}))
			refused(what+" too", forge(s.t, snapshot, object, func(o map[string]json.RawMessage) { o[old] = o[name] }))
			for _, other := range []string{"params", "vars", "data"} {
				if other != object && !s.knows(m.state, other, old) {
					refused(other+" has the name "+old, forge(s.t, snapshot, other, func(o map[string]json.RawMessage) { o[old] = []byte("0") }))
				}
			}
		}
	}
	for _, p := range s.Params {
		rename("params", p.Name, p.Was)
	}
	for i, v := range s.Spec.Vars {
		switch s.vars[i].state {
		case -1:
			rename("vars", v.Name, v.Was)
		case m.state:
			rename("data", v.Name, v.Was)
		}
	}
}

// knows reports whether an object of a snapshot of a machine in some state may have a name.
func (s *snapshots) knows(state int, object, name string) bool {
	has := func(known string, was []string) bool { return known == name || slices.Contains(was, name) }
	switch object {
	case "params":
		return slices.Contains(s.Removed, name) || slices.ContainsFunc(s.Params, func(p Param[any]) bool { return has(p.Name, p.Was) })
	case "vars":
		if slices.Contains(s.Removed, name) {
			return true
		}
		state = -1
	default:
		if slices.Contains(s.States[state].Removed, name) {
			return true
		}
	}
	for i, v := range s.Spec.Vars {
		if s.vars[i].state == state && has(v.Name, v.Was) {
			return true
		}
	}
	return false
}

// dropped adds values of names that the spec has removed.
func (s *snapshots) dropped(m Config, snapshot []byte, accepted func(string, Config, []byte), refused func(string, []byte)) {
	s.t.Helper()
	for _, object := range []string{"params", "vars", "data"} {
		removed := s.Removed
		if object == "data" {
			removed = s.States[m.state].Removed
		}
		for _, name := range removed {
			for _, value := range []string{`7`, `null`, `{"a":[]}`} {
				accepted(object+"."+name+" is "+value, m, forge(s.t, snapshot, object, func(o map[string]json.RawMessage) { o[name] = []byte(value) }))
			}
		}
		if len(removed) > 1 {
			accepted(object+" has all removed values", m, forge(s.t, snapshot, object, func(o map[string]json.RawMessage) {
				for _, name := range removed {
					o[name] = []byte("7")
				}
			}))
		}
	}
	for i, state := range s.States {
		for _, name := range state.Removed {
			if i != m.state && !s.knows(m.state, "data", name) {
				refused("data."+name+" is of another state", forge(s.t, snapshot, "data", func(o map[string]json.RawMessage) { o[name] = []byte("7") }))
			}
		}
	}
}

// lacking leaves out what an earlier version may not have had: each such value, and all of them.
func (s *snapshots) lacking(m Config, snapshot []byte, accepted func(string, Config, []byte)) {
	s.t.Helper()
	without := func(text []byte, object, name string) []byte {
		return forge(s.t, text, object, func(o map[string]json.RawMessage) { delete(o, name) })
	}
	all, bare := m, snapshot
	for i, p := range s.params {
		if s.Params[i].Default == nil {
			continue
		}
		set := func(c any) (next any) {
			return s.editParams(c, func(v reflect.Value) { v.Field(p.index).Set(reflect.ValueOf(s.Params[i].Default(c))) })
		}
		one := m
		one.vars, all.vars = set(m.vars), set(all.vars)
		accepted("params."+p.name+" is missing", one, without(snapshot, "params", p.name))
		bare = without(bare, "params", p.name)
	}
	accepted("all parameters with defaults are missing", all, bare)
	if !s.valid(all.vars) {
		all, bare = m, snapshot
	}
	for i, v := range s.vars {
		p, name, object := &s.slots[v.slot], s.Spec.Vars[i].Name, "vars"
		if p.pending && v.state == m.state {
			object = "data"
		} else if v.state >= 0 {
			continue
		}
		set := func(c any) any {
			first := reflect.ValueOf(s.initially(c).vars).Field(p.index)
			if p.pending { // a machine at rest has nothing to do, but one that starts may have
				first = reflect.Zero(p.typ)
			}
			return edit(c, func(v reflect.Value) { v.Field(p.index).Set(first) })
		}
		one := m
		one.vars, all.vars = set(m.vars), set(all.vars)
		accepted(object+"."+name+" is missing", one, without(snapshot, object, name))
		bare = without(bare, object, name)
	}
	accepted("all that an earlier version may lack is missing", all, bare)
}

// lackingAtStart does the same with several parameters: where two of them are equal, nothing shows which
// of the two a variable starts from.
func (s *snapshots) lackingAtStart() {
	s.t.Helper()
	small := s.small(s.t)
	for _, c := range small[:min(len(small), Effort(16))] {
		r := s.begin(c)
		if r.fault != nil {
			continue // other tests say what is wrong
		}
		if s.keeps() {
			r.bare()
		}
		if snapshot, err := s.save(r.machine); err == nil {
			s.lacking(r.oracle, snapshot, s.accepting(r.host, s.refusing(r.host)))
		}
	}
}
