package check

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/script"
)

// maxUnsettled bounds the machines that are tried before the steps of each row.
const maxUnsettled = 3

// Unsettled makes machines that are not at rest, of snapshots and of values: they are accepted
// as they are, and take the steps without an event before the next event, whatever that is, and
// when a run goes on with them.
func Unsettled(t *testing.T, env *Env) {
	v := &inputs{env, t, map[string]bool{}, map[int]int{}}
	env.eachUnsettled(t, func(c any, m oracle.Config) {
		for _, make := range []func(c any, m oracle.Config) (*run.Run, error){env.savedAt, env.storedAt} {
			u, err := make(c, m)
			if err == nil && u != nil {
				err = v.unsettled(u)
			}
			if err != nil {
				t.Fatalf("a machine in %s, which is not at rest: %v\nwith %s", env.Oracle.Texts.Config(m), err, env.Oracle.Texts.Params(c))
			}
		}
	})
}

// unsettledRuns returns machines that are not at rest and come from snapshots.
func (env *Env) unsettledRuns(t *testing.T) (all []*run.Run) {
	t.Helper()
	if env.Oracle.Always < 0 {
		return nil
	}
	env.eachUnsettled(t, func(c any, m oracle.Config) {
		if u, err := env.savedAt(c, m); err == nil && u != nil { // testUnsettled reports the error
			all = append(all, u)
		}
	})
	return all
}

// eachUnsettled calls f with configurations, and their parameters, before steps without an event: a
// few for each row of the table.
func (env *Env) eachUnsettled(t *testing.T, f func(c any, m oracle.Config)) {
	t.Helper()
	tried, known := map[int]int{}, map[string]bool{}
	for _, c := range env.cover(t) {
		courses := []oracle.Course{env.Oracle.Opening(c.Params)}
		r := env.bench.Begin(c.Params)
		for _, e := range c.Events {
			r.Take(e)
			courses = append(courses, *r.Last)
		}
		if r.Fault != nil {
			continue // other tests say what is wrong
		}
		for _, of := range courses {
			for _, s := range of.Steps {
				key := env.Oracle.Key(s.From)
				if !env.Oracle.Eventless(s.Input.Event) || tried[s.Row] == maxUnsettled || known[key] {
					continue
				}
				known[key] = true
				tried[s.Row]++
				f(c.Params, s.From)
			}
		}
	}
}

// savedAt returns a machine that Restore makes of a snapshot of a configuration, or nil if there is
// none.
func (env *Env) savedAt(c any, m oracle.Config) (*run.Run, error) {
	r := env.ahead(c)
	if env.Subject.Machine.Restore == nil || r.Fault != nil {
		return nil, r.Fault
	}
	text, err := env.Subject.Save(r.Machine)
	if err != nil {
		return nil, env.draws.Unsaved(r.Now, err)
	}
	if text, err = env.snapshotOf(text, m); text == nil || err != nil {
		return nil, err
	}
	if r.Machine, err = env.Subject.Restored(text, r.Host.AsFace()); err != nil {
		return nil, fmt.Errorf("Restore() refused the snapshot %s: %w", text, err)
	}
	r.Now, err = env.Subject.RestoredFrom(m, r.Machine)
	return r, err
}

// ahead creates a machine whose host is some minutes ahead: it says lengths of nanoseconds, and a run that goes on with the
// machine would find these timers over.
func (env *Env) ahead(c any) *run.Run {
	if env.Subject.Machine.Host == nil {
		return env.bench.Begin(c)
	}
	h := env.bench.NewHost()
	h.Clock = h.Clock.Add(5 * time.Minute)
	return env.bench.BeginWith(c, h)
}

// snapshotOf returns the snapshot of another configuration with the same parameters, or nil if it has
// values that JSON may not restore.
func (env *Env) snapshotOf(snapshot []byte, m oracle.Config) ([]byte, error) {
	var whole draw.Object
	if err := json.Unmarshal(snapshot, &whole); err != nil {
		return nil, err
	}
	vars, data := draw.Object{}, draw.Object{}
	for i, v := range env.Oracle.Vars {
		p := &env.Oracle.Layout.Slots[v.Slot]
		if v.State >= 0 && v.State != m.State {
			continue
		}
		value := oracle.Slot(m.Vars, p)
		text, ok := writeField(p, value)
		switch {
		case p.Kind == oracle.Opaque && value.IsZero() && nilable(p.Type):
			text = []byte("null")
		case !ok || p.Kind == oracle.Opaque && !p.IsError() && !mirror.Kept(p.Type, 0):
			return nil, nil
		}
		if v.State < 0 {
			vars[env.Spec.Vars[i].Name] = text
		} else {
			data[env.Spec.Vars[i].Name] = text
		}
	}
	state, _ := env.Spec.States[m.State].Stored()
	whole["state"] = []byte(strconv.Quote(state))
	parts := map[string]draw.Object{"vars": vars, "data": data}
	for _, c := range draw.Counted(env.Oracle) {
		parts[c.Member] = c.Saved(m)
	}
	if slices.Contains(m.Expired, true) {
		timers := draw.Object{}
		if err := json.Unmarshal(whole["timers"], &timers); whole["timers"] != nil && err != nil {
			return nil, err
		}
		for i, expired := range m.Expired {
			if expired {
				timers[env.Spec.Timers[i].Name] = []byte("null")
			}
		}
		parts["timers"] = timers
	}
	for name, part := range parts {
		text, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		whole[name] = text
	}
	return json.Marshal(whole)
}

// storedAt returns a machine that FromValues makes of the values of a configuration, or nil if there
// is none.
func (env *Env) storedAt(c any, m oracle.Config) (*run.Run, error) {
	r := env.bench.Begin(c)
	if env.Subject.Machine.FromValues == nil || r.Fault != nil {
		return nil, r.Fault
	}
	var err error
	values := env.Subject.ValuesFrom(m)
	if slices.Contains(m.Expired, true) {
		values = mirror.Edit(values, func(v reflect.Value) { reflect.Copy(v.FieldByName("Expired"), reflect.ValueOf(m.Expired)) })
	}
	r.Machine, err = r.Host.FromValues(env.Subject, values)
	r.Now = m
	return r, err
}

// unsettled says what is wrong with a machine that is not at rest.
func (v *inputs) unsettled(u *run.Run) error {
	u.Taken = 0
	if err := v.env.Subject.Compare(u.Now, u.Machine); err != nil {
		return err
	}
	rest := v.env.Oracle.AtRest(u.Now)
	random := rand.New(rand.NewSource(1))
	var fault error
	for event := range v.env.Spec.Events {
		draw.Choices(random, 6, func(choose draw.Chooser) {
			e := v.env.draws.Fill(event, rest, choose)
			if fault == nil && v.env.Oracle.Comes(u.Now, e) {
				fault = v.sendsUnsettled(u, e)
			}
		})
	}
	if v.env.Subject.Machine.Kind != nil && fault == nil {
		fault = oracle.Caught(func() error { return v.refreshed(u.Now, v.env.Subject.Clone(u.Machine)) })
	}
	for _, check := range []func(u *run.Run) error{lateUnsettled, typedUnsettled, v.resumesUnsettled} {
		if fault == nil {
			fault = oracle.Caught(func() error { return check(u.Fork()) })
		}
	}
	return fault
}

// sendsUnsettled sends an event to copies of the machine, in each way.
func (v *inputs) sendsUnsettled(u *run.Run, e oracle.Input) error {
	to := u.Fork()
	if to.Take(e); to.Fault != nil {
		return to.Fault
	}
	var err error
	switch {
	case v.env.Subject.Machine.Kind == nil:
	case v.env.Spec.Events[e.Event].Internal:
		err = oracle.Caught(func() error { return fired(u.Fork().Sending(e, nil), v) })
	default:
		err = oracle.Caught(func() error { return v.of(u.Fork(), e) })
	}
	if err != nil {
		return fmt.Errorf("%s: %w", v.env.Oracle.Texts.Input(e), err)
	}
	return nil
}

// lateUnsettled fires each timer that does not run when the machine is at rest, on a copy.
func lateUnsettled(r *run.Run) error {
	c := r.Oracle.Settling(r.Now)
	for i, t := range r.Spec.Timers {
		if r.Oracle.Clocks.Alive(i, c.Rest) {
			continue
		}
		m := r.Subject.Clone(r.Machine)
		r.Host.Begin(m, oracle.Input{}, c)
		r.Host.Looks = false
		err := r.Subject.Direct(m).Fire(t.Value, c.Rest.Start(i))
		if fault := r.Host.End(nil); fault != nil {
			return fmt.Errorf("timer %s: %w", t.Name, fault)
		}
		if stale := mirror.ErrorLike(err, r.Subject.Machine.Errors.StaleTimer); stale == nil || !mirror.FieldsAre(stale, "State", r.Spec.States[c.Rest.State].Value, "Timer", t.Value, "Start", c.Rest.Start(i)) {
			return fmt.Errorf("timer %s fired late: error is %v", t.Name, err)
		}
		if err := r.Subject.Compare(c.Rest, m); err != nil {
			return fmt.Errorf("timer %s fired late: %w", t.Name, err)
		}
	}
	return nil
}

// typedUnsettled sends events to the typed state of copies of the machine, which leave that first.
func typedUnsettled(r *run.Run) error {
	if r.Subject.Machine.In == nil {
		return nil
	}
	c := r.Oracle.Settling(r.Now)
	for event := range r.Spec.Events {
		f := r.Fork()
		s := f.Subject.Machine.In(f.Machine)
		if err := f.Subject.Typed.Compare(s, c.From); err != nil {
			return err
		}
		f.Quiet(oracle.Input{}, c)
		_, listed, err := f.Subject.Typed.Send(s, f.Draws.Fill(event, c.From, draw.First))
		if !listed {
			continue
		}
		stale := mirror.ErrorLike(err, f.Subject.Machine.Errors.StaleState)
		if f.Now = c.Rest; stale == nil || !isStale(f, stale, c.From.State) {
			return fmt.Errorf("%s to its typed state: error is %v, want %T", f.Spec.Events[event].Name, err, f.Subject.Machine.Errors.StaleState)
		}
		if f.Host != nil {
			if err := f.Host.End(nil); err != nil {
				return err
			}
		}
		if err := f.Subject.Compare(c.Rest, f.Machine); err != nil {
			return err
		}
	}
	return nil
}

// resumesUnsettled has Resume and Continue go on with the machine, which they bring to rest first.
func (v *inputs) resumesUnsettled(u *run.Run) error {
	if v.env.Subject.Machine.Run == nil || v.env.Oracle.Clocks.Hurries() {
		return nil
	}
	c := run.Case{Params: u.Now.Vars}
	if _, err := script.Drive(v.env.bench, script.Plan{Way: script.Fails, Continues: v.env.Subject.Clone(u.Machine), Unsettled: u}, c, 0); err != nil {
		return fmt.Errorf("with Continue: %w", err)
	}
	if v.env.Subject.Machine.Resume == nil {
		return nil
	}
	u.Bare() // or the values of Go types would be others, which observers see
	if _, err := script.Drive(v.env.bench, script.Plan{Way: script.Fails, Resumes: true, Unsettled: u}, c, 0); err != nil {
		return fmt.Errorf("with Resume: %w", err)
	}
	return nil
}
