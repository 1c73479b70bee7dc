package check

import (
	"math/rand"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// node is a configuration that the walk has reached.
type node struct {
	run   *run.Run
	from  int          // the node it was first reached from
	by    oracle.Input // the event that led here
	picks []byte       // the choices that made it
	// next are the nodes one event away, but by environment events, and steps the numbers of
	// transitions to them.
	next, steps []int
	// since is the largest number of transitions to here after an environment event or the start,
	// which do not count.
	since int
}

// walk sends every event in every configuration of a machine, those nearest the
// start first, while there are events to spend. It counts the transitions of
// each row in taken and returns how many events are left, less than one when it
// stopped early. Many configurations go on from their snapshots, or from their values. The walk calls
// visit with each event that it has sent, the node before, the choices that
// made the event, and its course.
func (env *Env) walk(t testing.TB, c any, events int, taken []int, visit func(nodes []node, at int, e oracle.Input, picks []byte, c oracle.Course)) (nodes []node, left int) {
	t.Helper()
	defer failEndless(t)
	nodes = []node{{run: env.bench.Begin(c)}}
	if nodes[0].run.Host != nil {
		nodes[0].run.Host.Beside = env.bench.MakeBeside
	}
	if fault := nodes[0].run.Fault; fault != nil {
		t.Fatal(fault)
	}
	opening := env.Oracle.Opening(c)
	for _, row := range opening.Rows() {
		taken[row]++
	}
	nodes[0].since = env.Oracle.Costs.Count(env.Oracle.Costs.Start(opening.From), opening.Steps)
	random := rand.New(rand.NewSource(1))
	seen := map[string]int{env.Oracle.Key(nodes[0].run.Now): 0}
	for i := 0; i < len(nodes); i++ {
		for event := range env.Spec.Events {
			if !env.Oracle.Comes(nodes[i].run.Now, oracle.Input{Event: event, Timed: 1}) {
				continue
			}
			draw.Choices(random, 300, func(choose draw.Chooser) {
				run := nodes[i].run.Fork()
				picks := []byte{byte(event)}
				e := env.draws.Fill(event, run.Now, func(n int) int {
					pick := choose(n)
					picks = append(picks, byte(pick))
					return pick
				})
				row := run.Take(e)
				if run.Fault != nil {
					t.Fatalf("%v\nafter %s\nwith %s", run.Fault, env.Oracle.Texts.Inputs(append(eventsTo(nodes, i), e)), env.Oracle.Texts.Params(c))
				}
				course := run.Last
				run.Last = nil // which nodes do not need
				events--
				for _, row := range course.Rows() {
					taken[row]++
				}
				visit(nodes, i, e, picks, *course)
				if !env.Oracle.Takes(row) && (row < 0 || !env.Oracle.Calls.IsResult(event)) { // a result that is ignored ends its call
					return
				}
				key := env.Oracle.Key(run.Now)
				j, known := seen[key]
				if !known {
					j = len(nodes)
					seen[key] = j
					if env.Subject.Machine.Restore != nil && (j < 200 || j%4 == 1) { // snapshots take longer than events
						saved := run.Fork()
						if saved.Fault = oracle.Caught(saved.Restore); saved.Fault != nil {
							t.Fatalf("%s after %s in %s: %v\nwith %s", env.Oracle.Texts.Config(run.Now), env.Oracle.Texts.Input(e), env.Oracle.Texts.Config(nodes[i].run.Now), saved.Fault, env.Oracle.Texts.Params(c))
						}
						if j%2 == 1 {
							run = saved
						}
					}
					if env.Subject.Machine.FromValues != nil {
						stored := run.Fork()
						if stored.Fault = oracle.Caught(stored.Rebuild); stored.Fault != nil {
							t.Fatalf("%s after %s in %s: %v\nwith %s", env.Oracle.Texts.Config(run.Now), env.Oracle.Texts.Input(e), env.Oracle.Texts.Config(nodes[i].run.Now), stored.Fault, env.Oracle.Texts.Params(c))
						}
						if j%4 == 2 {
							run = stored
						}
					}
					nodes = append(nodes, node{run: run, from: i, by: e, picks: picks})
				}
				if env.Spec.Events[event].Environment { // the count of transitions begins anew
					nodes[j].since = max(nodes[j].since, env.Oracle.Costs.Count(0, course.Steps))
					return
				}
				nodes[i].next, nodes[i].steps = append(nodes[i].next, j), append(nodes[i].steps, env.Oracle.Costs.Count(0, course.Steps))
			})
			if events <= 0 {
				return nodes, events
			}
		}
	}
	return nodes, events
}

// eventsTo returns the events on the way to a node.
func eventsTo(nodes []node, at int) (events []oracle.Input) {
	for _, i := range pathTo(nodes, at) {
		events = append(events, nodes[i].by)
	}
	return events
}

// pathTo returns the nodes on the way to a node, without the first.
func pathTo(nodes []node, at int) (path []int) {
	for ; at > 0; at = nodes[at].from {
		path = append(path, at)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// longest returns the number of transitions of the longest run over the nodes without
// environment events, and whether every run ends. It takes nodes away when nothing leads
// to them any more (Kahn, CACM 1962). Without environment events all runs begin
// at the first node.
func longest(nodes []node) (longest int, ends bool) {
	before := make([]int, len(nodes))
	for _, n := range nodes {
		for _, j := range n.next {
			before[j]++
		}
	}
	depth := make([]int, len(nodes))
	for i := range nodes {
		depth[i] = nodes[i].since
	}
	var order []int
	for i, n := range before {
		if n == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		i := order[k]
		longest = max(longest, depth[i])
		for k, j := range nodes[i].next {
			depth[j] = max(depth[j], depth[i]+nodes[i].steps[k])
			if before[j]--; before[j] == 0 {
				order = append(order, j)
			}
		}
	}
	return longest, len(order) == len(nodes)
}

// Walk makes the runs of the spec, and then takes every transition that it can
// within machines of small parameters. With -v, it says which transitions
// were taken.
func Walk(t *testing.T, env *Env) {
	taken := make([]int, len(env.Oracle.Moves))
	all := env.replay(t, func(row int, _ func() run.Case) { taken[row]++ })
	for _, tree := range env.Spec.Runs {
		if !all {
			break
		}
		for _, s := range tree.Steps {
			if taken[s.Row] == 0 {
				t.Errorf("no longer taken: %s", env.Oracle.Texts.Row(s.Row))
			}
		}
	}
	small := env.small(t)
	configurations, stopped, tight := 0, 0, 0
	events := effort.Of(40_000)
	for k, i := range draw.Order(len(small)) {
		c, share := small[i], events/(len(small)-k) // small machines leave more to large ones
		if k == 0 {
			share = max(share, events/2)
		}
		nodes, left := env.walk(t, c, share, taken, func([]node, int, oracle.Input, []byte, oracle.Course) {})
		events -= share - left
		configurations += len(nodes)
		if left <= 0 {
			stopped++
		}
		if env.Spec.Bound == nil {
			continue
		}
		bound := env.Subject.Machine.MaxTransitions(nodes[0].run.Machine)
		most, ends := longest(nodes)
		switch {
		case !ends:
			t.Errorf("with %s, a run comes back to a configuration, so it need not end, and the bound is %d: fsmgen verify shows it", env.Oracle.Texts.Params(c), bound)
		case most > bound:
			t.Errorf("with %s, the longest run has %d transitions; the bound is %d", env.Oracle.Texts.Params(c), most, bound)
		}
		if most == bound {
			tight++
		}
	}
	count := 0
	for i := range env.Oracle.Moves {
		if taken[i] > 0 {
			count++
			continue
		}
		t.Logf("never taken: %s", env.Oracle.Texts.Row(i))
	}
	if stopped > 0 {
		t.Logf("the walk stopped early in %d of %d machines", stopped, len(small))
	}
	if env.Spec.Bound != nil {
		t.Logf("the bound is reached with %d of %d parameters", tight, len(small))
	}
	t.Logf("%d of %d transitions taken, in %d configurations of %d machines", count, len(taken), configurations, len(small))
}
