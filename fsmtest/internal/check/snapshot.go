package check

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// apart says what two machines, each restored from the same snapshot, share.
func (env *Env) apart(m, other any) error {
	if m == other {
		return errors.New("the two are the same machine")
	}
	for _, p := range env.Oracle.Layout.Slots {
		if p.Kind == oracle.Opaque && !p.IsError() && mirror.Shared(env.Subject.Access.FieldNamed(m, p.Field), env.Subject.Access.FieldNamed(other, p.Field)) {
			return fmt.Errorf("two machines share %s", p.Name)
		}
	}
	return nil
}

// withText returns the machine with each of its texts in turn another one. For one
// that JSON cannot hold, its floats are no numbers, too.
func (env *Env) withText(m oracle.Config, of any, text string) (all []any) {
	change := func(put func(bad any) bool) {
		bad := env.Subject.Clone(of)
		if put(bad) {
			all = append(all, bad)
		}
	}
	for _, p := range env.Oracle.Layout.Params {
		if p.Type == reflect.TypeFor[string]() {
			change(func(bad any) bool {
				return mirror.PutText(env.Subject.Access.FieldNamed(bad, "params").Field(p.Index), text)
			})
		}
	}
	for _, p := range env.Oracle.Layout.Slots {
		if (p.Type == reflect.TypeFor[string]() || p.Kind == oracle.Opaque && !p.IsError()) && (p.Homes == nil || slices.Contains(p.Homes, m.State)) {
			change(func(bad any) bool { return mirror.PutText(env.Subject.Access.FieldNamed(bad, p.Field), text) })
		}
	}
	return all
}

// restoredAgain says what is wrong with a machine that was restored, with the one that
// is restored from its own snapshot, and with the timers that start again.
func (env *Env) restoredAgain(want oracle.Config, m any, to *host.Host) error {
	want, err := env.Subject.RestoredFrom(want, m)
	if err == nil {
		err = env.Subject.Compare(want, m)
	}
	if err != nil {
		return err
	}
	if env.Subject.Machine.Restart != nil {
		to.Begin(nil, oracle.Input{}, oracle.Stays(want))
		before, err := env.Subject.TimingOf(m)
		if err != nil {
			return err
		}
		to.Want, before = to.Restarting(want, before)
		kind := host.StepKind{State: want.State, Event: -1, Row: -1, Then: "", Hears: ""}
		to.Machine, to.Looks = m, !to.Looked[kind]
		env.Subject.Machine.Restart(m)
		to.Machine = nil
		if err = to.End(nil); err == nil {
			err = cmp.Or(env.Subject.TimingIs(before, m), env.Subject.Compare(want, m))
		}
		to.Looked[kind] = err == nil && slices.Contains(before.Listed, true) // otherwise nothing is called
		if err != nil {
			return fmt.Errorf("when the timers of %s start again: %w", env.Oracle.Texts.Config(want), err)
		}
	}
	text, err := env.Subject.Save(m)
	if err != nil {
		return env.draws.Unsaved(want, err)
	}
	if m, err = env.Subject.Restored(text, to.AsFace()); err != nil {
		return fmt.Errorf("Restore() refused the snapshot %s: %w", text, err)
	}
	if want, err = env.Subject.RestoredFrom(want, m); err == nil {
		err = env.Subject.Compare(want, m)
	}
	return err
}

// snapshots is the state of a test of snapshots.
type snapshots struct {
	env      *Env
	t        *testing.T
	seen     map[int]int     // snapshots of a state
	ticking  map[string]bool // timers that run together, which depends on the regions of a state
	listed   int             // forgeries, so long as there are few
	pairs    int             // of values that are wrong together
	together map[string]map[string]bool
}

// Snapshots forges snapshots of each state: fields are missing, there twice or
// too many, and values are others.
func Snapshots(t *testing.T, env *Env) {
	s := &snapshots{env: env, t: t, seen: map[int]int{}, ticking: map[string]bool{}, together: env.draws.TogetherOf()}
	runs := []*run.Run{env.bench.Begin(env.small(t)[0])}
	for _, c := range some(env.cover(t)) {
		r := env.bench.Begin(c.Params)
		for i, e := range c.Events {
			if i == len(c.Events)-1 && e.Timed == 0 && r.Fault == nil {
				s.expired(r, e)
			}
			r.Take(e)
		}
		runs = append(runs, r)
	}
	if env.draws.Keeps() {
		for _, r := range runs {
			if r.Fault == nil {
				r = r.Fork()
				r.Bare()
				runs = append(runs, r)
			}
		}
	}
	for _, r := range append(runs, env.unsettledRuns(t)...) {
		s.of(r)
	}
	s.lackingAtStart()
}

// expired looks at the timers in the snapshot of a machine after one of them has raised an event, if one
// can, and restores it: the timer may have expired in a state in which it would run.
func (s *snapshots) expired(r *run.Run, e oracle.Input) {
	s.t.Helper()
	for i := range s.env.Oracle.Clocks.Raising(r.Now, e.Event) {
		f := r.Fork()
		e.Timed = 1 + i
		if f.Take(e); f.Fault != nil {
			continue // other tests say what is wrong
		}
		text, err := s.env.Subject.Save(f.Machine)
		if err != nil {
			continue // other tests say whether that is right
		}
		if err = cmp.Or(s.writtenTimers(f, text), oracle.Caught(f.Restore)); err != nil {
			s.t.Errorf("after %s in %s: the snapshot %s: %v", s.env.Oracle.Texts.Input(e), s.env.Oracle.Texts.Config(r.Now), text, err)
		}
	}
}

// of looks at the snapshot of a machine.
func (s *snapshots) of(r *run.Run) {
	t := s.t
	t.Helper()
	if r.Fault != nil {
		return // other tests say what is wrong
	}
	snapshot, err := s.env.Subject.Save(r.Machine)
	if err != nil {
		return
	}
	refused, ticking := s.refusing(r.Host), s.tickingOnce(r.Now)
	if s.seen[r.Now.State] == effort.Of(6) {
		if ticking {
			s.timers(r, snapshot, refused)
		}
		return
	}
	s.savedOnce(r)
	s.complete(r.Now, snapshot)
	if s.seen[r.Now.State]++; s.seen[r.Now.State] > 1 {
		// Of others in the same state, only what they claim is looked at.
		for _, f := range s.env.draws.Forgeries(r.Now) {
			if !f.Never && !f.Unsure() && !s.env.draws.Right(f.Want) {
				refused(f.String(), f.Forge(t, snapshot))
			}
		}
		if ticking {
			s.timers(r, snapshot, refused)
		}
		return
	}
	s.restoredTwice(r, snapshot)
	for _, text := range []string{"", "null", "[]", "7", "{", string(snapshot) + "x", string(snapshot) + "{}", strings.ReplaceAll(string(snapshot), s.env.Spec.Name, "\xff")} {
		refused("a value that is not an object", []byte(text))
	}
	s.texts(r)
	s.surrogates(r)
	s.spelled(r, snapshot)
	if reader, ok := reflect.New(s.env.Subject.Type).Interface().(json.Unmarshaler); !ok || reader.UnmarshalJSON(snapshot) == nil {
		t.Error("UnmarshalJSON accepted a snapshot")
	}
	for _, name := range []string{"", "params", "vars", "data"} {
		s.objects(snapshot, name, refused)
	}
	s.timers(r, snapshot, refused)
	s.counts(r, snapshot)
	s.earlier(r.Now, r.Host, snapshot, refused)
	if len(s.seen) == 1 {
		s.near(snapshot, refused)
	}
	s.values(r, snapshot, refused)
	s.any(r, snapshot)
}

// tickingOnce reports whether a configuration is the first in which just these timers run.
func (s *snapshots) tickingOnce(c oracle.Config) bool {
	which := make([]byte, len(s.env.Spec.Timers))
	for i := range s.env.Spec.Timers {
		which[i] = '0'
		if s.env.Oracle.Clocks.Ticks(i, c) {
			which[i] = '1'
		}
	}
	first := !s.ticking[string(which)]
	s.ticking[string(which)] = true
	return first
}

// refusing returns what wants Restore to refuse a snapshot.
func (s *snapshots) refusing(host *host.Host) func(what string, text []byte) {
	return func(what string, text []byte) {
		s.t.Helper()
		if m, err := s.env.Subject.Restored(text, host.AsFace()); err == nil || m != nil {
			s.t.Errorf("%s: Restore of %s returned %v, %v", what, text, m, err)
		}
	}
}

// savedOnce wants one snapshot of a machine. What is of Go types, the program may write in
// different ways.
func (s *snapshots) savedOnce(r *run.Run) {
	s.t.Helper()
	if s.env.draws.Keeps() {
		r = r.Fork()
		r.Bare()
	}
	first, _ := s.env.Subject.Save(r.Machine)
	second, err := s.env.Subject.Save(r.Machine)
	if err != nil || string(first) != string(second) {
		s.t.Errorf("two snapshots of the same machine differ: %s and %s (%v)", first, second, err)
	}
}

// restoredTwice makes two machines of one snapshot.
func (s *snapshots) restoredTwice(r *run.Run, snapshot []byte) {
	s.t.Helper()
	if r.Host != nil {
		if m, err := s.env.Subject.Restored(snapshot, nil); err == nil || m != nil {
			s.t.Errorf("without a host, Restore of %s returned %v, %v", snapshot, m, err)
		}
	}
	one, err := s.env.Subject.Restored(snapshot, r.Host.AsFace())
	two, fault := s.env.Subject.Restored(snapshot, r.Host.AsFace())
	if err = cmp.Or(err, fault); err == nil {
		err = cmp.Or(s.env.apart(one, two), s.env.restoredAgain(r.Now, one, r.Host))
	}
	if err != nil {
		s.t.Errorf("the second Restore of the snapshot %s: %v", snapshot, err)
	}
}

// texts saves machines with texts that JSON can and cannot hold.
func (s *snapshots) texts(r *run.Run) {
	s.t.Helper()
	for _, bad := range s.env.withText(r.Now, r.Machine, "\\\xff") {
		if text, err := s.env.Subject.Save(bad); err == nil {
			s.t.Errorf("%+v contains a value that JSON cannot represent, but its snapshot is %s", bad, text)
		}
	}
	for _, odd := range s.env.withText(r.Now, r.Machine, "\\ufffd \ufffd") {
		if _, err := s.env.Subject.Save(odd); err != nil && strings.Contains(err.Error(), "UTF-8") {
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
	draw.Forge(t, snapshot, of, func(o draw.Object) { names = slices.Sorted(maps.Keys(o)) })
	refused(of+" with an additional field", draw.Forge(t, snapshot, of, func(o draw.Object) { o["no name"] = []byte("0") }))
	for _, name := range names {
		path := strings.TrimPrefix(of+"."+name, ".")
		if !s.optional(of, name) {
			refused(path+" is missing", draw.Forge(t, snapshot, of, func(o draw.Object) { delete(o, name) }))
		}
		twice := draw.Forge(t, snapshot, of, func(o draw.Object) { o["twice"] = o[name] })
		refused(path+" is duplicated", []byte(strings.Replace(string(twice), `"twice":`, strconv.Quote(name)+":", 1)))
		if letters := otherCase(name); letters != name {
			refused(path+" has different letter case", draw.Forge(t, snapshot, of, func(o draw.Object) {
				o[letters] = o[name]
				delete(o, name)
			}))
		}
		if of == "" {
			refused(path+" has a different value", draw.Forge(t, snapshot, of, func(o draw.Object) { o[name] = []byte(`"other"`) }))
			refused(path+" is not a string", draw.Forge(t, snapshot, of, func(o draw.Object) { o[name] = []byte(`7`) }))
			refused(path+" is null", draw.Forge(t, snapshot, of, func(o draw.Object) { o[name] = []byte(`null`) }))
		}
	}
}

// near forges names that differ a little from those of the machine and its states.
func (s *snapshots) near(snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	for _, near := range []string{s.env.Spec.Name + " ", " " + s.env.Spec.Name, s.env.Spec.Name + "X", strings.ToUpper(s.env.Spec.Name), strings.ToLower(s.env.Spec.Name)} {
		if near != s.env.Spec.Name && !slices.Contains(s.env.Spec.Was, near) {
			refused("machine is "+near, draw.Forge(t, snapshot, "", func(o draw.Object) { o["machine"] = []byte(strconv.Quote(near)) }))
		}
	}
	refused("state with a trailing space", draw.Forge(t, snapshot, "", func(o draw.Object) {
		o["state"] = []byte(strings.TrimSuffix(string(o["state"]), "\"") + " \"")
	}))
}

// values forges the values of a snapshot, one at a time and those together that one claim is
// about.
func (s *snapshots) values(r *run.Run, snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	all := s.env.draws.Forgeries(r.Now)
	wrong := map[string]bool{}
	for _, f := range all {
		wrong[f.String()] = f.Never || !s.env.draws.Right(f.Want)
	}
	for i, f := range all {
		text := f.Forge(t, snapshot)
		if wrong[f.String()] {
			if !f.Unsure() {
				refused(f.String(), text)
			}
			continue
		}
		twice, there := []string{" ", "~"}[i%2], false // sorted before and after the name
		both := draw.Forge(t, snapshot, f.Object, func(o draw.Object) {
			_, there = o[f.Name]
			o[twice] = []byte(f.Value)
		})
		if !there { // as what is pending in a machine that is at rest
			both = draw.Forge(t, text, f.Object, func(o draw.Object) { o[twice] = []byte(f.Value) })
		}
		refused(f.String()+", in addition", []byte(strings.Replace(string(both), strconv.Quote(twice)+":", strconv.Quote(f.Name)+":", 1)))
		m, err := s.env.Subject.Restored(text, r.Host.AsFace())
		if f.Far && (err != nil || s.env.Spec.Rank > 1) {
			continue // a component of progress that does not fit in an int wraps around in the oracle
		}
		if err == nil {
			err = s.env.restoredAgain(s.env.Oracle.Adopted(f.Want), m, r.Host)
		}
		if err != nil {
			t.Errorf("%v: the snapshot %s: %v", f, text, err)
		}
		others := s.together[f.Path()]
		if others == nil || f.Far || s.pairs > 20_000 {
			continue // 20,000 are enough of a claim about very many names
		}
		for _, g := range s.env.draws.Forgeries(f.Want) {
			if !others[g.Path()] || g.Never || g.Far {
				continue
			}
			if s.pairs++; !s.env.draws.Right(g.Want) {
				refused(f.String()+", "+g.String(), g.Forge(t, text))
			}
		}
	}
}

// any forges several values of a snapshot, chosen at random. It is restored if
// the oracle says that it is right, and only then.
func (s *snapshots) any(r *run.Run, snapshot []byte) {
	s.t.Helper()
	random := rand.New(rand.NewSource(1))
	for range effort.Of(25) {
		of, text, what := r.Now, snapshot, ""
		for range 1 + random.Intn(5) {
			if s.listed > 200_000 {
				return
			}
			if !s.env.draws.Right(of) {
				break // where nothing need be computable
			}
			all := s.env.draws.Forgeries(of)
			if s.listed += len(all); len(all) == 0 {
				return
			}
			if f := all[random.Intn(len(all))]; !f.Never && !f.Far && f.Object != "" {
				of, text, what = f.Want, f.Forge(s.t, text), what+f.String()+"; "
			}
		}
		m, err := s.env.Subject.Restored(text, r.Host.AsFace())
		right := s.env.draws.Right(of)
		if err == nil && right {
			if of, err = s.env.Subject.RestoredFrom(s.env.Oracle.Adopted(of), m); err == nil {
				err = s.env.Subject.Compare(of, m)
			}
		}
		if (err == nil) != right {
			s.t.Errorf("%sRestore of %s returned %v, %v", what, text, m, err)
		}
	}
}
