package core_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestPossible explores random machines: what happens must be possible.
func TestPossible(t *testing.T) {
	size, first := sample.Size(20, 60, 300), sample.Seed(t)
	seen := map[string]int{}
	for i := range size {
		seed := first + uint64(i)
		random := rand.New(rand.NewPCG(seed, 1))
		var text string
		var loaded *spec.Spec
		params := []int64{2, 3, int64(seed % 2), 1, 0}
		if seed%4 == 3 { // with regions inside regions, events that timers raise, and calls in regions
			c := charts.New(random)
			text = c.Text
			loaded, _ = c.Load()
			params = []int64{1, 1, 1, 1, 1}
		} else {
			features := []spectest.Features{spectest.Regions, spectest.Regions | spectest.Eventless, spectest.All &^ spectest.Invoke}[seed%4]
			text = spectest.Random(random, features)
			loaded, _ = spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		}
		m := loaded.Machine
		if m == nil || m.Eventless() < 0 {
			seen["invalid, or without microsteps"]++
			continue
		}
		o := observed{m: m, seen: seen, after: map[int][]string{}, always: map[string][]microstep{}}
		g := explore.Explore(context.Background(), m, params[:min(len(params), len(m.Params))], 1<<12)
		g.Find(func(s explore.Step) bool { o.add(t, s); return false })
		o.compare(t)
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, text)
		}
	}
	t.Logf("%d specs: %v", size, seen)
	if size >= 60 && (seen["in a region"] == 0 || seen["comes to rest"] == 0 || seen["goes on"] == 0 || seen["cannot go on"] == 0) {
		t.Errorf("only %v", seen)
	}
}

// observed are the steps of a machine that an exploration has taken.
type observed struct {
	m    *core.Machine
	seen map[string]int
	// after are the configurations after each transition, and always the steps without an event in each.
	after  map[int][]string
	always map[string][]microstep
}

type microstep struct {
	to    int
	after string
}

func (o *observed) add(t *testing.T, s explore.Step) {
	t.Helper()
	m := o.m
	taken := &m.Transitions[s.Transition]
	if taken.Effect != core.Take {
		return
	}
	for i, r := range m.States[taken.From].Regions {
		o.seen["in a region"]++
		if leaf := int(s.Before[r.Var]); !m.MayBeIn(taken, &core.Within{Region: i, Leaves: []int{leaf}}) {
			t.Errorf("%s is taken in leaf %d of region %s", m.Label(s.Transition), leaf, r.Name)
		} else if others := slices.Delete(all(len(r.Leaves)), leaf, leaf+1); core.MustBeIn(m, taken, &core.Within{Region: i, Leaves: others}) {
			t.Errorf("%s is taken in leaf %d of region %s, and never in it", m.Label(s.Transition), leaf, r.Name)
		} else if core.MustBeIn(m, taken, &core.Within{Region: i, Leaves: []int{leaf}}) {
			o.seen["certain"]++
		}
	}
	for i := m.First(taken.From, taken.Event); i < s.Transition; i++ {
		if core.Certain(m, &m.Transitions[i]) {
			t.Errorf("%s is taken, and not %s, which is certain", m.Label(s.Transition), m.Label(i))
		}
	}
	if core.Certain(m, taken) && taken.Guard != nil {
		o.seen["certain of a guard"]++
	}
	for _, u := range taken.Updates {
		if core.Repeats(m, taken, &u) {
			o.seen["repeated"]++
			if s.Before[u.Var] != s.After[u.Var] {
				t.Errorf("%s changes %s from %d to %d", m.Label(s.Transition), m.Vars[u.Var].Name, s.Before[u.Var], s.After[u.Var])
			}
		}
	}
	before, after := fmt.Sprint(taken.From, s.Before), fmt.Sprint(taken.To, s.After)
	if !slices.Contains(o.after[s.Transition], after) {
		o.after[s.Transition] = append(o.after[s.Transition], after)
	}
	if m.Events[taken.Event].Eventless {
		o.always[before] = append(o.always[before], microstep{taken.To, after})
	}
}

func (o *observed) compare(t *testing.T) {
	t.Helper()
	for i, configs := range o.after {
		taken := &o.m.Transitions[i]
		goes, rests := o.m.GoesOn(taken), o.m.RestsAfter(taken)
		if !goes {
			o.seen["cannot go on"]++
		}
		for _, c := range configs {
			known := map[string]bool{}
			for todo := []microstep{{taken.To, c}}; len(todo) > 0; {
				at := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if known[at.after] {
					continue
				}
				known[at.after] = true
				next := o.always[at.after]
				todo = append(todo, next...)
				switch {
				case len(next) > 0:
					o.seen["goes on"]++
					if !goes {
						t.Errorf("a transition without an event follows %s", o.m.Label(i))
					}
				case !o.m.Transient(at.to):
					o.seen["comes to rest"]++
					if !slices.Contains(rests, at.to) {
						t.Errorf("the machine comes to rest in %s after %s, want one of %v", o.m.States[at.to].Name, o.m.Label(i), rests)
					}
				}
			}
		}
	}
}

// all returns the first n leaves.
func all(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}
