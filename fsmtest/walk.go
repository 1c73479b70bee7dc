package fsmtest

import (
	"math/rand"
	"testing"
)

// node is a configuration that the walk has reached.
type node struct {
	run   *run
	from  int    // the node it was first reached from
	by    Input  // the event that led here
	picks []byte // the choices that made it
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
func (h *checks) walk(t testing.TB, c any, events int, taken []int, visit func(nodes []node, at int, e Input, picks []byte, c course)) (nodes []node, left int) {
	t.Helper()
	defer failEndless(t)
	nodes = []node{{run: h.begin(c)}}
	if nodes[0].run.host != nil {
		nodes[0].run.host.beside = true
	}
	if fault := nodes[0].run.fault; fault != nil {
		t.Fatal(fault)
	}
	opening := h.opening(c)
	for _, row := range opening.rows() {
		taken[row]++
	}
	nodes[0].since = h.count(h.startCost(opening.from), opening.steps)
	random := rand.New(rand.NewSource(1))
	seen := map[string]int{h.key(nodes[0].run.oracle): 0}
	for i := 0; i < len(nodes); i++ {
		for event := range h.Events {
			if !h.comes(nodes[i].run.oracle, Input{event: event, timed: 1}) {
				continue
			}
			choices(random, 300, func(choose chooser) {
				run := nodes[i].run.fork()
				picks := []byte{byte(event)}
				e := h.fill(event, run.oracle, func(n int) int {
					pick := choose(n)
					picks = append(picks, byte(pick))
					return pick
				})
				row := run.take(e)
				if run.fault != nil {
					t.Fatalf("%v\nafter %s\nwith %s", run.fault, h.inputsText(append(eventsTo(nodes, i), e)), h.paramsText(c))
				}
				course := run.last
				run.last = nil // which nodes do not need
				events--
				for _, row := range course.rows() {
					taken[row]++
				}
				visit(nodes, i, e, picks, *course)
				if !h.takes(row) && (row < 0 || !h.isResult(event)) { // a result that is ignored ends its call
					return
				}
				key := h.key(run.oracle)
				j, known := seen[key]
				if !known {
					j = len(nodes)
					seen[key] = j
					if h.Restore != nil && (j < 200 || j%4 == 1) { // snapshots take longer than events
						saved := run.fork()
						if saved.fault = caught(saved.restore); saved.fault != nil {
							t.Fatalf("%s after %s in %s: %v\nwith %s", h.text(run.oracle), h.inputText(e), h.text(nodes[i].run.oracle), saved.fault, h.paramsText(c))
						}
						if j%2 == 1 {
							run = saved
						}
					}
					if h.FromValues != nil {
						stored := run.fork()
						if stored.fault = caught(stored.rebuild); stored.fault != nil {
							t.Fatalf("%s after %s in %s: %v\nwith %s", h.text(run.oracle), h.inputText(e), h.text(nodes[i].run.oracle), stored.fault, h.paramsText(c))
						}
						if j%4 == 2 {
							run = stored
						}
					}
					nodes = append(nodes, node{run: run, from: i, by: e, picks: picks})
				}
				if h.Events[event].Environment { // the count of transitions begins anew
					nodes[j].since = max(nodes[j].since, h.count(0, course.steps))
					return
				}
				nodes[i].next, nodes[i].steps = append(nodes[i].next, j), append(nodes[i].steps, h.count(0, course.steps))
			})
			if events <= 0 {
				return nodes, events
			}
		}
	}
	return nodes, events
}

// eventsTo returns the events on the way to a node.
func eventsTo(nodes []node, at int) (events []Input) {
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

// testWalk makes the runs of the spec, and then takes every transition that it can
// within machines of small parameters. With -v, it says which transitions
// were taken.
func (h *checks) testWalk(t *testing.T) {
	taken := make([]int, len(h.rows))
	all := h.replay(t, func(row int, _ func() testCase) { taken[row]++ })
	for _, tree := range h.Runs {
		if !all {
			break
		}
		for _, s := range tree.Steps {
			if taken[s.Row] == 0 {
				t.Errorf("no longer taken: %s", h.rowText(s.Row))
			}
		}
	}
	small := h.small(t)
	configurations, stopped, tight := 0, 0, 0
	events := Effort(40_000)
	for k, i := range order(len(small)) {
		c, share := small[i], events/(len(small)-k) // small machines leave more to large ones
		if k == 0 {
			share = max(share, events/2)
		}
		nodes, left := h.walk(t, c, share, taken, func([]node, int, Input, []byte, course) {})
		events -= share - left
		configurations += len(nodes)
		if left <= 0 {
			stopped++
		}
		if h.Bound == nil {
			continue
		}
		bound := h.MaxTransitions(nodes[0].run.machine)
		most, ends := longest(nodes)
		switch {
		case !ends:
			t.Errorf("with %s, a run comes back to a configuration, so it need not end, and the bound is %d: fsmgen verify shows it", h.paramsText(c), bound)
		case most > bound:
			t.Errorf("with %s, the longest run has %d transitions; the bound is %d", h.paramsText(c), most, bound)
		}
		if most == bound {
			tight++
		}
	}
	count := 0
	for i := range h.rows {
		if taken[i] > 0 {
			count++
			continue
		}
		t.Logf("never taken: %s", h.rowText(i))
	}
	if stopped > 0 {
		t.Logf("the walk stopped early in %d of %d machines", stopped, len(small))
	}
	if h.Bound != nil {
		t.Logf("the bound is reached with %d of %d parameters", tight, len(small))
	}
	t.Logf("%d of %d transitions taken, in %d configurations of %d machines", count, len(taken), configurations, len(small))
}
