package check

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Env is what a check gets: the machine, what it is compared with, and the runs to all that it can do.
type Env struct {
	bench   *run.Bench
	Spec    *oracle.Spec   // what the spec says
	Oracle  *oracle.Oracle // what the machine is to do
	draws   *draw.Draws
	Subject *subject.Subject // the machine
	// covered are the runs of cover, once it has found them.
	covered []run.Case
	// delayed are runs to configurations in which the lengths of timers differ, which cover has found, too.
	delayed []run.Case
}

// NewEnv returns what the checks of a machine get.
func NewEnv(b *run.Bench) *Env {
	return &Env{bench: b, Spec: b.Spec, Oracle: b.Oracle, draws: b.Draws, Subject: b.Subject}
}

// small returns parameters near their minimum, and the defaults if they are in range.
func (env *Env) small(t testing.TB) []any {
	t.Helper()
	var all []any
	for spread := env.draws.Spread(); len(all) == 0 && spread < 1000; spread = 2*spread + 1 {
		draw.Choices(rand.New(rand.NewSource(1)), 100, func(choose draw.Chooser) {
			if c := env.draws.DrawParams(spread, choose); env.Oracle.Claims.Params(c) {
				all = append(all, c)
			}
		})
	}
	if c, ok := env.Subject.Defaults(); ok && env.Oracle.Claims.Params(c) {
		all = append(all, c)
	}
	if len(all) == 0 {
		t.Fatal("found no parameters in the declared ranges")
	}
	return all
}

// cover returns the runs to all that small machines can do, each as short as the
// walk finds it.
func (env *Env) cover(t testing.TB) []run.Case {
	t.Helper()
	if env.covered != nil {
		return env.covered
	}
	taken, shown := make([]int, len(env.Oracle.Moves)), make([]bool, len(env.Oracle.Moves))
	refused := map[[3]int]bool{}
	var cases, openings []run.Case
	lengths := map[string]int{}
	events := effort.Of(20_000)
	small := env.small(t)
	for k, i := range draw.Order(len(small)) {
		c, share := small[i], max(events/(len(small)-k), 100)
		if k == 0 {
			share = max(share, events/2)
		}
		_, left := env.walk(t, c, share, taken, func(nodes []node, at int, e oracle.Input, picks []byte, of oracle.Course) {
			if env.lasts(nodes[at].run.Now, lengths) {
				env.delayed = append(env.delayed, run.Case{Params: c, Small: i, Events: eventsTo(nodes, at)})
			}
			var rows []int
			for _, row := range of.Rows() {
				if !shown[row] {
					shown[row], rows = true, append(rows, row)
				}
			}
			if kind := [3]int{nodes[at].run.Now.State, e.Event, of.Row}; of.Row < 0 && !refused[kind] {
				refused[kind] = true
				rows = append(rows, of.Row)
			}
			if rows == nil {
				return
			}
			found := run.Case{Params: c, Small: i}
			for _, j := range pathTo(nodes, at) {
				found.Events = append(found.Events, nodes[j].by)
				found.Picks = append(found.Picks, nodes[j].picks...)
			}
			found.Events = append(found.Events, e)
			found.Picks = append(found.Picks, picks...)
			for _, found.Row = range rows {
				cases = append(cases, found)
			}
		})
		for _, s := range env.Oracle.Opening(c).Steps {
			openings = append(openings, run.Case{Params: c, Small: i, Row: s.Row})
		}
		events -= share - left
		if events <= 0 || !slices.Contains(taken, 0) {
			break
		}
	}
	env.replay(t, func(row int, run func() run.Case) {
		if !shown[row] {
			shown[row], cases = true, append(cases, run())
		}
	})
	for _, c := range openings {
		if !shown[c.Row] {
			shown[c.Row], cases = true, append(cases, c)
		}
	}
	if cases == nil { // a machine that is never sent an event
		cases = []run.Case{{Params: small[0], Row: -1}}
	}
	env.covered = cases
	return cases
}

// after returns the configuration after a run.
func (env *Env) after(c run.Case) oracle.Config {
	at := env.Oracle.Start(c.Params)
	for _, e := range c.Events {
		at, _ = env.Oracle.Step(at, e)
	}
	return at
}

// maxLengths bounds the different lengths of timers that are tried in each state.
const maxLengths = 8

// lasts reports whether timers run in a configuration whose lengths depend on variables and are new. It counts
// them by their texts, and by state.
func (env *Env) lasts(m oracle.Config, lengths map[string]int) bool {
	var asked []oracle.Call
	for _, i := range env.Oracle.Clocks.Running(m) {
		if delay := env.Spec.Timers[i].Delay; delay != nil {
			asked = append(asked, delay(m.Vars))
		}
	}
	state, text := env.Spec.States[m.State].Name, fmt.Sprint(m.State, asked)
	if len(asked) == 0 || lengths[text] > 0 || lengths[state] == maxLengths {
		return false
	}
	lengths[text]++
	lengths[state]++
	return true
}

// some returns the cases that a test should try: all, or every fourth.
func some(cases []run.Case) []run.Case {
	if !effort.Reduced() {
		return cases
	}
	var few []run.Case
	for i := 0; i < len(cases); i += 4 {
		few = append(few, cases[i])
	}
	return few
}
