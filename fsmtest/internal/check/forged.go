package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// forgedKind tells apart what is tried in forged configurations.
type forgedKind struct {
	state, event int
	name         string
	tries        int
}

// Forged sends events in configurations beside those of the runs, to which
// perhaps no run leads, but snapshots do.
func Forged(t *testing.T, env *Env) {
	seen, large := map[forgedKind]int{}, map[int]int{}
	ints := 0
	for _, p := range env.Oracle.Layout.Params {
		if p.Kind == oracle.Integer {
			ints++
		}
	}
	for _, c := range some(env.cover(t)) {
		if len(c.Events) == 0 {
			continue
		}
		r := env.bench.Begin(c.Params)
		last := len(c.Events) - 1
		for _, e := range c.Events[:last] {
			r.Take(e)
		}
		if r.Fault != nil {
			continue // other tests say what is wrong
		}
		if env.draws.Keeps() {
			r.Bare()
		}
		snapshot, err := env.Subject.Save(r.Machine)
		if err != nil {
			continue
		}
		e := c.Events[last]
		forgedNumbers(t, env, r.Now, snapshot, e, r.Host)
		forgedFrom(t, env, r.Now, snapshot, e, effort.Of(16), seen, r.Host)
		if ints == 0 {
			continue
		}
		which := large[r.Now.State]
		if large[r.Now.State]++; which > ints {
			continue
		}
		if of, snapshot := withLarge(t, env, r.Now, which, snapshot, r.Host); snapshot != nil {
			forgedFrom(t, env, of, snapshot, e, effort.Of(4), seen, r.Host)
		}
	}
}

// forgedFrom sends events in configurations beside the one that a snapshot is of:
// one event, and some others of each kind.
func forgedFrom(t *testing.T, env *Env, of oracle.Config, snapshot []byte, e oracle.Input, tries int, seen map[forgedKind]int, host *host.Host) {
	t.Helper()
	random := rand.New(rand.NewSource(1))
	choose := func(n int) int { return random.Intn(max(n, 1)) }
	var all []draw.Forgery
	if !oracle.Computes(func() { all = env.draws.Forgeries(of) }) {
		return
	}
	for _, f := range all {
		if f.Never || f.Far || f.Object == "params" || f.Object == "" || !env.Oracle.Claims.Hold(f.Want) {
			continue
		}
		text := f.Forge(t, snapshot)
		m, err := env.Subject.Restored(text, host.AsFace())
		var from oracle.Config
		if err == nil {
			from, err = env.Subject.RestoredFrom(env.Oracle.Adopted(f.Want), m)
		}
		if err == nil {
			err = cmp.Or(env.Subject.Compare(from, m), bounded(env, from))
		}
		if kind := (forgedKind{from.State, -1, f.Name, tries}); err == nil && seen[kind] < 3 && env.Oracle.Key(from) != env.Oracle.Key(of) {
			seen[kind]++
			err = cmp.Or(env.restoredAgain(env.Oracle.Adopted(f.Want), m, host), runForged(env, env.Subject.Clone(m), host, from))
		}
		if err != nil {
			t.Fatalf("%s: the snapshot %s: %v", env.Oracle.Texts.Config(f.Want), text, err)
		}
		events, rest := []oracle.Input{e}, from
		if err := oracle.Caught(func() error { rest = env.Oracle.AtRest(from); return nil }); err != nil {
			t.Fatalf("%s: the snapshot %s: %v", env.Oracle.Texts.Config(from), text, err)
		}
		for event := range env.Spec.Events {
			kind := forgedKind{rest.State, event, f.Name, tries}
			if !env.Oracle.Lists(rest, event) || seen[kind] >= 6*tries {
				continue
			}
			for range tries {
				seen[kind]++
				e := env.draws.Fill(event, rest, choose)
				if events = append(events, e); seen[kind]%4 == 0 {
					events = append(events, env.draws.Corner(e, choose))
				}
			}
		}
		for _, e := range events {
			if err := takesForged(env, env.Subject.Clone(m), host, from, e); err != nil {
				t.Fatalf("%s in %s: %v", env.Oracle.Texts.Input(e), env.Oracle.Texts.Config(from), err)
			}
		}
	}
}

// withLarge returns the configuration with one int parameter that is 1000 above its
// minimum, or as large as it can be, or all for 0, and the snapshot with them. The
// snapshot is nil if there are none.
func withLarge(t *testing.T, env *Env, of oracle.Config, which int, snapshot []byte, host *host.Host) (oracle.Config, []byte) {
	t.Helper()
	number := 0
	if !oracle.Computes(func() {
		for i, p := range env.Oracle.Layout.Params {
			if p.Kind != oracle.Integer {
				continue
			}
			if number++; which == 0 || which == number {
				least, greatest := env.draws.Limits(i, of.Vars)
				value := 1000
				if least != oracle.NoMin {
					value = least + 1000
				}
				of.Vars = env.draws.With(of.Vars, i, min(value, greatest))
			}
		}
	}) || !env.Oracle.Claims.Params(of.Vars) || env.draws.Validate(of.Vars) != nil {
		return of, nil
	}
	if host != nil {
		host.Machine = nil
	}
	m, err := env.Subject.NewMachine(of.Vars, host.AsFace())
	var text []byte
	if err == nil {
		text, err = env.Subject.Save(m)
	}
	var whole draw.Object
	if err = cmp.Or(err, json.Unmarshal(text, &whole)); err != nil {
		t.Fatalf("New(%s): %v", env.Oracle.Texts.Params(of.Vars), err)
	}
	return of, draw.Forge(t, snapshot, "", func(o draw.Object) { o["params"] = whole["params"] })
}

// takesForged sends an event to a machine with a configuration.
func takesForged(env *Env, m any, host *host.Host, from oracle.Config, e oracle.Input) error {
	return oracle.Caught(func() error {
		c := env.Oracle.Course(from, e)
		if !env.Oracle.Comes(c.Rest, e) {
			return nil
		}
		if host != nil {
			host.Begin(m, e, c)
			host.Looks = false
		}
		err := env.Subject.Send(env.Subject.Direct(m), e, c.Rest)
		if host != nil {
			if fault := host.End(nil); fault != nil {
				return fault
			}
		}
		if (err != nil) != env.Oracle.Fails(c.Row) {
			return fmt.Errorf("error is %v", err)
		}
		return cmp.Or(env.Subject.Compare(c.End, m), proceeds(env, c))
	})
}
