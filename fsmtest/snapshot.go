package fsmtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// save returns the snapshot of a machine.
func (h *harness) save(m any) ([]byte, error) {
	return m.(json.Marshaler).MarshalJSON()
}

// restored makes a machine of a snapshot.
func (h *harness) restored(snapshot []byte, host *host) (any, error) {
	return called(h.Restore, h.withHost(host, snapshot)...)
}

// restore saves the machine and goes on with the one that Restore makes of the
// snapshot. Values that JSON cannot hold keep a machine from being saved.
func (r *run) restore() error {
	told := 0
	if r.host != nil {
		told = len(r.host.told)
	}
	text, err := r.save(r.machine)
	if err != nil {
		return r.unsaved(r.oracle, err)
	}
	m, err := r.restored(text, r.host)
	if err != nil {
		return fmt.Errorf("Restore() refused the snapshot %s: %w", text, err)
	}
	if r.host != nil && len(r.host.told) > told {
		return fmt.Errorf("Restore() called the host: %v", r.host.told[told:])
	}
	now, err := r.restoredFrom(r.oracle, m)
	if err == nil && len(r.Timers) > 0 {
		var before timing
		if before, err = r.timingOf(r.machine); err == nil {
			err = r.timingIs(before, m)
		}
	}
	if err == nil {
		err = r.compare(now, m)
	}
	if err != nil {
		return fmt.Errorf("the machine restored from %s: %w", text, err)
	}
	if !slices.ContainsFunc(r.slots, func(p place) bool { return p.kind == opaque }) {
		if again, err := r.save(m); err != nil || string(again) != string(text) {
			return fmt.Errorf("the snapshot of the machine restored from %s is %s (%v)", text, again, err)
		}
	}
	r.machine, r.oracle = m, now
	return nil
}

// restoredAgain says what is wrong with a machine that was restored, with the one that
// is restored from its own snapshot, and with the timers that start again.
func (h *checks) restoredAgain(want Config, m any, host *host) error {
	want, err := h.restoredFrom(want, m)
	if err == nil {
		err = h.compare(want, m)
	}
	if err != nil {
		return err
	}
	if h.Restart != nil {
		host.begin(nil, Input{}, stays(want))
		before, err := h.timingOf(m)
		if err != nil {
			return err
		}
		host.want, before = host.restarting(want, before)
		kind := stepKind{want.state, -1, -1, "", ""}
		host.machine, host.looks = m, !host.looked[kind]
		h.Restart(m)
		host.machine = nil
		if err = host.end(nil); err == nil {
			err = cmp.Or(h.timingIs(before, m), h.compare(want, m))
		}
		host.looked[kind] = err == nil
		if err != nil {
			return fmt.Errorf("when the timers of %s start again: %w", h.text(want), err)
		}
	}
	text, err := h.save(m)
	if err != nil {
		return h.unsaved(want, err)
	}
	if m, err = h.restored(text, host); err != nil {
		return fmt.Errorf("Restore() refused the snapshot %s: %w", text, err)
	}
	if want, err = h.restoredFrom(want, m); err == nil {
		err = h.compare(want, m)
	}
	return err
}

// snapshots is the state of a test of snapshots.
type snapshots struct {
	*checks
	t        *testing.T
	seen     map[int]int     // snapshots of a state
	ticking  map[string]bool // timers that run together, which depends on the regions of a state
	listed   int             // forgeries, so long as there are few
	pairs    int             // of values that are wrong together
	together map[string]map[string]bool
}

// testSnapshots forges snapshots of each state: fields are missing, there twice or
// too many, and values are others.
func (h *checks) testSnapshots(t *testing.T) {
	s := &snapshots{checks: h, t: t, seen: map[int]int{}, ticking: map[string]bool{}, together: h.togetherOf()}
	runs := []*run{h.begin(h.small(t)[0])}
	for _, c := range some(h.cover(t)) {
		r := h.begin(c.params)
		for i, e := range c.events {
			if i == len(c.events)-1 && e.timed == 0 && r.fault == nil {
				s.expired(r, e)
			}
			r.take(e)
		}
		runs = append(runs, r)
	}
	if h.keeps() {
		for _, r := range runs {
			if r.fault == nil {
				r = r.fork()
				r.bare()
				runs = append(runs, r)
			}
		}
	}
	for _, r := range append(runs, h.unsettledRuns(t)...) {
		s.of(r)
	}
	s.lackingAtStart()
}

// expired looks at the timers in the snapshot of a machine after one of them has raised an event, if one
// can, and restores it: the timer may have expired in a state in which it would run.
func (s *snapshots) expired(r *run, e Input) {
	s.t.Helper()
	for i := range s.raising(r.oracle, e.event) {
		f := r.fork()
		e.timed = 1 + i
		if f.take(e); f.fault != nil {
			continue // other tests say what is wrong
		}
		text, err := s.save(f.machine)
		if err != nil {
			continue // other tests say whether that is right
		}
		if err = cmp.Or(s.writtenTimers(f, text), caught(f.restore)); err != nil {
			s.t.Errorf("after %s in %s: the snapshot %s: %v", s.inputText(e), s.text(r.oracle), text, err)
		}
	}
}

// of looks at the snapshot of a machine.
func (s *snapshots) of(r *run) {
	t := s.t
	t.Helper()
	if r.fault != nil {
		return // other tests say what is wrong
	}
	snapshot, err := s.save(r.machine)
	if err != nil || s.seen[r.oracle.state] == Effort(6) {
		return
	}
	s.savedOnce(r)
	s.complete(r.oracle, snapshot)
	refused := s.refusing(r.host)
	if s.seen[r.oracle.state]++; s.seen[r.oracle.state] > 1 {
		// Of others in the same state, only what they claim is looked at.
		for _, f := range s.forgeries(r.oracle) {
			if !f.never && !f.unsure() && !s.right(f.want) {
				refused(f.String(), f.forge(t, snapshot))
			}
		}
		if s.tickingOnce(r.oracle) {
			s.timers(r, snapshot, refused)
		}
		return
	}
	s.tickingOnce(r.oracle)
	s.restoredTwice(r, snapshot)
	for _, text := range []string{"", "null", "[]", "7", "{", string(snapshot) + "x", string(snapshot) + "{}", strings.ReplaceAll(string(snapshot), s.Name, "\xff")} {
		refused("a value that is not an object", []byte(text))
	}
	s.texts(r)
	s.surrogates(r)
	s.spelled(r, snapshot)
	if reader, ok := reflect.New(s.typ).Interface().(json.Unmarshaler); !ok || reader.UnmarshalJSON(snapshot) == nil {
		t.Error("UnmarshalJSON accepted a snapshot")
	}
	for _, name := range []string{"", "params", "vars", "data"} {
		s.objects(snapshot, name, refused)
	}
	s.timers(r, snapshot, refused)
	s.counts(r, snapshot)
	s.earlier(r.oracle, r.host, snapshot, refused)
	if len(s.seen) == 1 {
		s.near(snapshot, refused)
	}
	s.values(r, snapshot, refused)
	s.any(r, snapshot)
}

// tickingOnce reports whether a configuration is the first in which just these timers run.
func (s *snapshots) tickingOnce(c Config) bool {
	which := make([]byte, len(s.Timers))
	for i := range s.Timers {
		which[i] = '0'
		if s.ticks(i, c) {
			which[i] = '1'
		}
	}
	first := !s.ticking[string(which)]
	s.ticking[string(which)] = true
	return first
}

// refusing returns what wants Restore to refuse a snapshot.
func (s *snapshots) refusing(host *host) func(what string, text []byte) {
	return func(what string, text []byte) {
		s.t.Helper()
		if m, err := s.restored(text, host); err == nil || m != nil {
			s.t.Errorf("%s: Restore of %s returned %v, %v", what, text, m, err)
		}
	}
}

// savedOnce wants one snapshot of a machine. What is of Go types, the program may write in
// different ways.
func (s *snapshots) savedOnce(r *run) {
	s.t.Helper()
	if s.keeps() {
		r = r.fork()
		r.bare()
	}
	first, _ := s.save(r.machine)
	second, err := s.save(r.machine)
	if err != nil || string(first) != string(second) {
		s.t.Errorf("two snapshots of the same machine differ: %s and %s (%v)", first, second, err)
	}
}

// restoredTwice makes two machines of one snapshot.
func (s *snapshots) restoredTwice(r *run, snapshot []byte) {
	s.t.Helper()
	if r.host != nil {
		if m, err := s.restored(snapshot, nil); err == nil || m != nil {
			s.t.Errorf("without a host, Restore of %s returned %v, %v", snapshot, m, err)
		}
	}
	one, err := s.restored(snapshot, r.host)
	two, fault := s.restored(snapshot, r.host)
	if err = cmp.Or(err, fault); err == nil {
		err = cmp.Or(s.apart(one, two), s.restoredAgain(r.oracle, one, r.host))
	}
	if err != nil {
		s.t.Errorf("the second Restore of the snapshot %s: %v", snapshot, err)
	}
}

// texts saves machines with texts that JSON can and cannot hold.
func (s *snapshots) texts(r *run) {
	s.t.Helper()
	for _, bad := range s.withText(r.oracle, r.machine, "\\\xff") {
		if text, err := s.save(bad); err == nil {
			s.t.Errorf("%+v contains a value that JSON cannot represent, but its snapshot is %s", bad, text)
		}
	}
	for _, odd := range s.withText(r.oracle, r.machine, "\\ufffd \ufffd") {
		if _, err := s.save(odd); err != nil && strings.Contains(err.Error(), "UTF-8") {
			s.t.Errorf("%+v contains only values that JSON can represent, but there is no snapshot: %v", odd, err)
		}
	}
}

// otherCase returns a name in capital letters, or in small ones if it has them already. Names in some scripts remain the same.
func otherCase(name string) string {
	if letters := strings.ToUpper(name); letters != name {
		return letters
	}
	return strings.ToLower(name)
}

// objects forges the names of one object of a snapshot.
func (s *snapshots) objects(snapshot []byte, of string, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	var names []string
	forge(t, snapshot, of, func(o object) { names = slices.Sorted(maps.Keys(o)) })
	refused(of+" with an additional field", forge(t, snapshot, of, func(o object) { o["no name"] = []byte("0") }))
	for _, name := range names {
		path := strings.TrimPrefix(of+"."+name, ".")
		if !s.optional(of, name) {
			refused(path+" is missing", forge(t, snapshot, of, func(o object) { delete(o, name) }))
		}
		twice := forge(t, snapshot, of, func(o object) { o["twice"] = o[name] })
		refused(path+" is duplicated", []byte(strings.Replace(string(twice), `"twice":`, strconv.Quote(name)+":", 1)))
		if letters := otherCase(name); letters != name {
			refused(path+" has different letter case", forge(t, snapshot, of, func(o object) {
				o[letters] = o[name]
				delete(o, name)
			}))
		}
		if of == "" {
			refused(path+" has a different value", forge(t, snapshot, of, func(o object) { o[name] = []byte(`"other"`) }))
			refused(path+" is not a string", forge(t, snapshot, of, func(o object) { o[name] = []byte(`7`) }))
			refused(path+" is null", forge(t, snapshot, of, func(o object) { o[name] = []byte(`null`) }))
		}
	}
}

// near forges names that differ a little from those of the machine and its states.
func (s *snapshots) near(snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	for _, near := range []string{s.Name + " ", " " + s.Name, s.Name + "X", strings.ToUpper(s.Name), strings.ToLower(s.Name)} {
		if near != s.Name && !slices.Contains(s.Was, near) {
			refused("machine is "+near, forge(t, snapshot, "", func(o object) { o["machine"] = []byte(strconv.Quote(near)) }))
		}
	}
	refused("state with a trailing space", forge(t, snapshot, "", func(o object) {
		o["state"] = []byte(strings.TrimSuffix(string(o["state"]), "\"") + " \"")
	}))
}

// values forges the values of a snapshot, one at a time and those together that one claim is
// about.
func (s *snapshots) values(r *run, snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	all := s.forgeries(r.oracle)
	wrong := map[string]bool{}
	for _, f := range all {
		wrong[f.String()] = f.never || !s.right(f.want)
	}
	for i, f := range all {
		text := f.forge(t, snapshot)
		if wrong[f.String()] {
			if !f.unsure() {
				refused(f.String(), text)
			}
			continue
		}
		twice, there := []string{" ", "~"}[i%2], false // sorted before and after the name
		both := forge(t, snapshot, f.object, func(o object) {
			_, there = o[f.name]
			o[twice] = []byte(f.value)
		})
		if !there { // as what is pending in a machine that is at rest
			both = forge(t, text, f.object, func(o object) { o[twice] = []byte(f.value) })
		}
		refused(f.String()+", in addition", []byte(strings.Replace(string(both), strconv.Quote(twice)+":", strconv.Quote(f.name)+":", 1)))
		m, err := s.restored(text, r.host)
		if f.far && (err != nil || s.Rank > 1) {
			continue // a component of progress that does not fit in an int wraps around in the oracle
		}
		if err == nil {
			err = s.restoredAgain(s.adopted(f.want), m, r.host)
		}
		if err != nil {
			t.Errorf("%v: the snapshot %s: %v", f, text, err)
		}
		others := s.together[f.path()]
		if others == nil || f.far || s.pairs > 20_000 {
			continue // 20,000 are enough of a claim about very many names
		}
		for _, g := range s.forgeries(f.want) {
			if !others[g.path()] || g.never || g.far {
				continue
			}
			if s.pairs++; !s.right(g.want) {
				refused(f.String()+", "+g.String(), g.forge(t, text))
			}
		}
	}
}

// any forges several values of a snapshot, chosen at random. It is restored if
// the oracle says that it is right, and only then.
func (s *snapshots) any(r *run, snapshot []byte) {
	s.t.Helper()
	random := rand.New(rand.NewSource(1))
	for range Effort(25) {
		of, text, what := r.oracle, snapshot, ""
		for range 1 + random.Intn(5) {
			if s.listed > 200_000 {
				return
			}
			if !s.right(of) {
				break // where nothing need be computable
			}
			all := s.forgeries(of)
			if s.listed += len(all); len(all) == 0 {
				return
			}
			if f := all[random.Intn(len(all))]; !f.never && !f.far && f.object != "" {
				of, text, what = f.want, f.forge(s.t, text), what+f.String()+"; "
			}
		}
		m, err := s.restored(text, r.host)
		right := s.right(of)
		if err == nil && right {
			if of, err = s.restoredFrom(s.adopted(of), m); err == nil {
				err = s.compare(of, m)
			}
		}
		if (err == nil) != right {
			s.t.Errorf("%sRestore of %s returned %v, %v", what, text, m, err)
		}
	}
}
