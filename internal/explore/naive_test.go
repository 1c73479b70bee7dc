package explore

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// naive is an interpreter that shares nothing with the package but the choice
// of payloads: configurations are strings in a map, expressions are evaluated
// by walking them, and the longest runs come from iteration to a fixed point.
type naive struct {
	m      *core.Machine
	params []int64
	limit  int
	intern func(string) int64

	order    []string // breadth first
	configs  map[string]naiveConfig
	next     map[string][]string // without environment events
	via      map[string][]int    // by which transitions
	sources  []string            // where these lead
	taken    map[int]bool
	gaps     map[[2]int]int // by state and event: the distance
	faults   map[int]int    // by transition
	dead     map[int]int    // by state
	violated map[int]int    // by variable
	sampler  *sampler
}

type naiveConfig struct {
	state, distance int
	vars            []int64
}

func newNaive(m *core.Machine, params []int64, limit int) *naive {
	texts := Strings(m)
	n := &naive{
		m: m, params: params, limit: limit, intern: trace.Intern(texts),
		configs: map[string]naiveConfig{}, next: map[string][]string{}, via: map[string][]int{}, taken: map[int]bool{},
		gaps: map[[2]int]int{}, faults: map[int]int{}, dead: map[int]int{}, violated: map[int]int{},
	}
	claims, _, _ := begin(m, &expr.Env{Params: params, Intern: n.intern}, len(texts))
	n.sampler = newSampler(m, params, claims, len(texts))
	return n
}

func (n *naive) env(vars []int64, p payload) *expr.Env {
	return &expr.Env{Params: n.params, Vars: vars, Fields: p.fields, Externals: p.externals, Intern: n.intern}
}

// run explores; it reports false when there are more configurations than the
// limit.
func (n *naive) run() bool {
	start := make([]int64, len(n.m.Vars))
	for i, v := range n.m.Vars {
		if v.Init != nil {
			start[i], _ = expr.Eval(v.Init, n.env(nil, payload{}))
		}
	}
	for _, e := range n.m.Start {
		for _, x := range e.Values {
			if _, err := expr.Eval(x, n.env(start, payload{})); err != nil {
				return true // the machine cannot begin, so it has no configurations
			}
		}
	}
	n.add(n.m.Initial, 0, start)
	for i := 0; i < len(n.order); i++ {
		if len(n.order) > n.limit {
			return false
		}
		n.expand(n.order[i])
	}
	return true
}

func (n *naive) add(state, distance int, vars []int64) string {
	key := fmt.Sprint(state, vars)
	if _, ok := n.configs[key]; !ok {
		n.configs[key] = naiveConfig{state, distance, vars}
		n.order = append(n.order, key)
		for i, v := range n.m.Vars {
			if v.State >= 0 && v.State != state {
				continue
			}
			lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
			if v.Min != nil {
				lo, _ = expr.Eval(v.Min, n.env(nil, payload{}))
			}
			if v.Max != nil {
				hi, _ = expr.Eval(v.Max, n.env(nil, payload{}))
			}
			if vars[i] < lo || vars[i] > hi {
				first(n.violated, i, distance)
			}
		}
	}
	return key
}

func first[K comparable](m map[K]int, key K, distance int) {
	if _, ok := m[key]; !ok {
		m[key] = distance
	}
}

func (n *naive) expand(key string) {
	c := n.configs[key]
	alive := false
	for event := range n.m.Events {
		var list []int
		for i, t := range n.m.Transitions {
			if t.From == c.state && t.Event == event {
				list = append(list, i)
			}
		}
		if len(list) == 0 {
			continue
		}
		eventless := n.m.Events[event].Eventless
		if !eventless && !n.waits(c) {
			continue
		}
		payloads, _ := n.sampler.payloads(event, n.m.On(c.state, event))
		for _, p := range payloads {
			t, after, err := n.handle(c, list, p)
			switch {
			case err != nil:
				alive = true
				first(n.faults, t, c.distance)
			case t < 0 && eventless:
			case t < 0:
				first(n.gaps, [2]int{c.state, event}, c.distance)
			case n.m.Transitions[t].Effect != core.Take:
			default:
				alive = true
				n.taken[t] = true
				to := n.add(n.m.Transitions[t].To, c.distance+1, after)
				if n.m.Events[event].Environment {
					n.sources = append(n.sources, to)
				} else {
					n.next[key] = append(n.next[key], to)
					n.via[key] = append(n.via[key], t)
				}
			}
		}
	}
	if !alive && !n.m.Terminal(c.state) {
		first(n.dead, c.state, c.distance)
	}
}

// waits reports whether no transition without an event comes before the events: its guard is
// false.
func (n *naive) waits(c naiveConfig) bool {
	for _, t := range n.m.Transitions {
		if t.From != c.state || !n.m.Events[t.Event].Eventless {
			continue
		}
		if t.Guard == nil {
			return false
		}
		if holds, err := expr.Eval(t.Guard, n.env(c.vars, payload{})); err != nil || holds != 0 {
			return false
		}
	}
	return true
}

func (n *naive) handle(c naiveConfig, list []int, p payload) (int, []int64, error) {
	env := n.env(c.vars, p)
	for _, i := range list {
		t := n.m.Transitions[i]
		if t.Guard != nil {
			holds, err := expr.Eval(t.Guard, env)
			if err != nil {
				return i, nil, err
			}
			if holds == 0 {
				continue
			}
		}
		after := make([]int64, len(c.vars))
		for v := range after {
			if n.m.Vars[v].State < 0 || t.Internal {
				after[v] = c.vars[v]
			}
		}
		for _, u := range t.Updates {
			if n.m.Vars[u.Var].Type.Kind == expr.Opaque {
				continue
			}
			x, err := expr.Eval(u.Value, env)
			if err != nil {
				return i, nil, err
			}
			after[u.Var] = x
		}
		for _, e := range t.Emits {
			for _, value := range e.Values {
				if _, err := expr.Eval(value, env); err != nil {
					return i, nil, err
				}
			}
		}
		return i, after, nil
	}
	return -1, nil, nil
}

// remaining returns the longest run from each configuration, -1 if endless:
// lengths grow until nothing changes, and what grows beyond the number of
// configurations is endless.
func (n *naive) remaining() map[string]int {
	longest := map[string]int{}
	for changed := true; changed; {
		changed = false
		for _, key := range slices.Backward(n.order) {
			best := 0
			for _, to := range n.next[key] {
				best = max(best, longest[to]+1)
			}
			if best > len(n.order) {
				best = len(n.order) + 1
			}
			if best != longest[key] {
				longest[key], changed = best, true
			}
		}
	}
	for key, l := range longest {
		if l > len(n.order) {
			longest[key] = -1
		}
	}
	return longest
}

// shortestLasso returns the length of the shortest stem and cycle, by a
// breadth-first search from every configuration, or 0.
func (n *naive) shortestLasso() int {
	best := 0
	for _, entry := range n.order {
		distance := map[string]int{entry: 0}
		queue := []string{entry}
		for i := 0; i < len(queue); i++ {
			for _, to := range n.next[queue[i]] {
				if to == entry {
					total := n.configs[entry].distance + distance[queue[i]] + 1
					if best == 0 || total < best {
						best = total
					}
				}
				if _, ok := distance[to]; !ok {
					distance[to] = distance[queue[i]] + 1
					queue = append(queue, to)
				}
			}
		}
	}
	return best
}

// endless tells which transitions are on cycles: what they lead to leads back.
func (n *naive) endless() []bool {
	number := map[string]int{}
	for i, key := range n.order {
		number[key] = i
	}
	next := make([][]int, len(n.order)) // each successor once
	for i, key := range n.order {
		for _, to := range n.next[key] {
			if j := number[to]; !slices.Contains(next[i], j) {
				next[i] = append(next[i], j)
			}
		}
	}
	out := make([]bool, len(n.m.Transitions))
	for key, list := range n.next {
		for i, to := range list {
			if t := n.via[key][i]; !out[t] {
				out[t] = leads(next, number[to], number[key])
			}
		}
	}
	return out
}

// leads reports whether a path in a graph goes from one node to another.
func leads(next [][]int, from, to int) bool {
	seen := make([]bool, len(next))
	seen[from] = true
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return true
		}
		for _, j := range next[queue[0]] {
			if !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return false
}

// compare explores m in both ways and fails the test where they differ. It
// returns the graph, or nil when there are more configurations than the limit.
func compareNaive(t *testing.T, m *core.Machine, params []int64, limit int) *Graph {
	t.Helper()
	n := newNaive(m, params, limit)
	if !n.run() {
		return nil
	}
	g := Explore(t.Context(), m, params, limit)
	if err := agree(g, n); err != nil {
		t.Fatalf("%v\nparameters %v\n%s", err, params, dump(m))
	}
	return g
}

func agree(g *Graph, n *naive) error {
	if !g.Complete {
		return errors.New("the graph is not complete")
	}
	if g.Configs() != len(n.order) {
		return fmt.Errorf("%d configurations, want %d", g.Configs(), len(n.order))
	}
	if len(n.order) == 0 {
		return agreeUnstarted(g, n)
	}
	longest := n.remaining()
	for c := range g.All() {
		key := fmt.Sprint(c.State, c.Vars)
		want, ok := n.configs[key]
		if !ok {
			return fmt.Errorf("configuration %s cannot be reached", key)
		}
		if c.Remaining != longest[key] {
			return fmt.Errorf("%d steps remain at %s, want %d", c.Remaining, key, longest[key])
		}
		if !g.Reached(c.State) {
			return fmt.Errorf("state %d is not reached, but %s is", c.State, key)
		}
		path := g.Path(c.ID)
		if err := path.Replay(n.m); err != nil {
			return err
		}
		if len(path.Steps) != want.distance || fmt.Sprint(path.End()) != fmt.Sprint(c.Vars) {
			return fmt.Errorf("the path to %s has %d steps and ends in %v, want %d", key, len(path.Steps), path.End(), want.distance)
		}
	}
	for i := range n.m.Transitions {
		if g.Taken(i) != n.taken[i] {
			return fmt.Errorf("transition %d taken: %t, want %t", i, g.Taken(i), n.taken[i])
		}
	}
	best := longest[n.order[0]]
	for _, key := range n.sources {
		if best < 0 || longest[key] < 0 {
			best = -1
		} else {
			best = max(best, longest[key])
		}
	}
	return errors.Join(agreeRuns(g, n, best), agreeFound(g, n))
}

// agreeUnstarted checks a graph of a machine that does not start: it has the fault of the
// start, and nothing else.
func agreeUnstarted(g *Graph, n *naive) error {
	faults := g.Faults()
	if len(faults) != 1 || faults[0].Transition >= 0 || faults[0].Emission < 0 {
		return fmt.Errorf("the machine does not start, but its faults are %+v", faults)
	}
	if len(g.Gaps())+len(g.Deadlocks())+len(g.Violations()) > 0 {
		return errors.New("the machine does not start, but there are findings after the start")
	}
	steps, endless := g.Steps()
	if steps > 0 || endless || g.Reached(n.m.Initial) || faults[0].Run.Replay(n.m) == nil {
		return errors.New("the machine does not start, but there is a run")
	}
	return errors.Join(agreeLassos(g, n), faults[0].Replay(n.m))
}

func agreeRuns(g *Graph, n *naive, longest int) error {
	steps, endless := g.Steps()
	run, endless2 := g.Longest()
	if err := run.Replay(n.m); err != nil {
		return err
	}
	if endless != endless2 || endless != (longest < 0) {
		return fmt.Errorf("endless: %t and %t, want %t", endless, endless2, longest < 0)
	}
	if !endless && (steps != longest || len(run.Counted(n.m)) != longest || run.LoopFrom != -1) {
		return fmt.Errorf("longest: %d, with %d steps in the run; want %d", steps, len(run.Counted(n.m)), longest)
	}
	if want := n.shortestLasso(); endless && (len(run.Steps) != want || run.LoopFrom < 0) {
		return fmt.Errorf("the lasso has %d steps, want %d", len(run.Steps), want)
	}
	return agreeLassos(g, n)
}

// agreeLassos looks whether each transition that is on a cycle is on that of a
// lasso, none of them for nothing.
func agreeLassos(g *Graph, n *naive) error {
	covered, want := make([]bool, len(n.m.Transitions)), n.endless()
	seen := make([]bool, len(covered))
	for _, run := range g.Lassos(covered, len(covered)) {
		if err := run.Replay(n.m); err != nil || run.LoopFrom < 0 {
			return fmt.Errorf("lasso from step %d: %v", run.LoopFrom, err)
		}
		fresh := false
		for _, s := range run.Steps[run.LoopFrom:] {
			fresh = fresh || !seen[s.Transition]
			seen[s.Transition] = true
		}
		if !fresh {
			return errors.New("a lasso shows nothing that those before it do not")
		}
	}
	if !slices.Equal(covered, want) || !slices.Equal(seen, want) {
		return fmt.Errorf("transitions %v are on lassos, %v said to be, want %v", seen, covered, want)
	}
	return nil
}

func agreeFound(g *Graph, n *naive) error {
	gaps, faults, dead, violated := map[[2]int]int{}, map[int]int{}, map[int]int{}, map[int]int{}
	for _, x := range g.Gaps() {
		if err := x.Replay(n.m); err != nil {
			return err
		}
		gaps[[2]int{x.State, x.Event}] = len(x.Run.Steps)
	}
	for _, x := range g.Faults() {
		if err := x.Replay(n.m); err != nil {
			return err
		}
		if x.Transition < 0 {
			continue
		}
		faults[x.Transition] = len(x.Run.Steps)
	}
	for _, x := range g.Deadlocks() {
		if err := x.Replay(n.m); err != nil {
			return err
		}
		dead[x.State] = len(x.Run.Steps)
	}
	for _, x := range g.Violations() {
		if err := x.Replay(n.m); err != nil {
			return err
		}
		violated[x.Var] = len(x.Run.Steps)
	}
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"gaps", gaps, n.gaps}, {"faults", faults, n.faults}, {"deadlocks", dead, n.dead}, {"violations", violated, n.violated},
	} {
		if fmt.Sprint(c.got) != fmt.Sprint(c.want) {
			return fmt.Errorf("%s %v, want %v", c.what, c.got, c.want)
		}
	}
	return nil
}

// dump writes a machine for a failure message.
func dump(m *core.Machine) string {
	s := ""
	for _, v := range m.Vars {
		s += fmt.Sprintf("var %s %s in state %d\n", v.Name, v.Type, v.State)
		for _, e := range []expr.Expr{v.Min, v.Max, v.Init} {
			if e != nil {
				s += "  " + expr.Print(e, expr.Spec) + "\n"
			}
		}
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		s += fmt.Sprintf("%d: %s {%s} internal %t\n", i, m.Label(i), source.Assignments(m, t), t.Internal)
	}
	return s
}
