package explore

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestFallback(t *testing.T) {
	m := fallback(t)
	for n := range int64(6) {
		for r := range int64(6) {
			g := compareNaive(t, m, []int64{n, r}, 10000)
			steps, endless := g.Steps()
			if want := int(n*(2*r+3) + 2); endless || steps != want {
				t.Errorf("providers %d, maxRetries %d: %d steps, endless %t; want %d", n, r, steps, endless, want)
			}
			if !g.Exact {
				t.Error("the graph is not exact")
			}
			if x := g.Gaps(); x != nil {
				t.Errorf("gaps: %v", x)
			}
		}
	}
}

func TestLiteral(t *testing.T) {
	m := literal(t)
	for n := range int64(4) {
		for r := range int64(6) {
			g := compareNaive(t, m, []int64{n, r}, 10000)
			run, ok := g.Lasso()
			if want := n > 0 && r >= 2; ok != want {
				t.Errorf("providers %d, maxRetries %d: lasso %t", n, r, ok)
			}
			if !ok {
				continue
			}
			want := []string{
				"Idle RequestReceived Selecting", "Selecting Select Attempting", "Attempting Failure Retrying",
				"Retrying RetryReady Attempting", "Attempting Failure Retrying",
			}
			if diff := cmp.Diff(want, labels(m, run)); diff != "" || run.LoopFrom != 3 {
				t.Errorf("the cycle begins at step %d (-want +got):\n%s", run.LoopFrom, diff)
			}
		}
	}
}

func labels(m *core.Machine, r Run) []string {
	var list []string
	for _, s := range r.Steps {
		list = append(list, label(m, s.Transition))
	}
	return list
}

// label names a transition of a machine in which source, event and target do.
func label(m *core.Machine, transition int) string {
	t := &m.Transitions[transition]
	return m.States[t.From].Name + " " + m.Events[t.Event].Name + " " + m.States[t.To].Name
}

// counter returns a machine with one variable that every step raises by one.
func counter(t testing.TB, rng string) *core.Machine {
	b := build(t, "Counter")
	b.variable("n", "int", rng, "0")
	b.on("Count", "Step", "", "", "n: n + 1")
	return b.machine()
}

func TestLimit(t *testing.T) {
	g := Explore(t.Context(), counter(t, ""), nil, 5000)
	if g.Complete || !g.Exact || g.Configs() != 5000 {
		t.Errorf("complete %t, exact %t, %d configurations", g.Complete, g.Exact, g.Configs())
	}
	if n, endless := g.Steps(); n != 4999 || endless {
		t.Errorf("%d steps, endless %t", n, endless)
	}
	run, _ := g.Longest()
	if err := run.Replay(g.Machine); err != nil || len(run.Steps) != 4999 {
		t.Errorf("%d steps: %v", len(run.Steps), err)
	}
	for _, limit := range []int{-1, 0, 1} {
		if g := Explore(t.Context(), counter(t, ""), nil, limit); g.Configs() != 1 || g.Complete {
			t.Errorf("limit %d: %d configurations", limit, g.Configs())
		}
	}
	// A limit that is just enough is no limit.
	m := fallback(t)
	all := Explore(t.Context(), m, []int64{3, 2}, 10000).Configs()
	if g := Explore(t.Context(), m, []int64{3, 2}, all); !g.Complete {
		t.Error("not complete at the number of configurations")
	}
	if g := Explore(t.Context(), m, []int64{3, 2}, all-1); g.Complete || g.Configs() != all-1 {
		t.Error("complete below the number of configurations")
	}
}

// A step back to what is known needs no room.
func TestLimitCycle(t *testing.T) {
	b := build(t, "Cycle")
	b.variable("n", "int", "0..4", "0")
	b.on("S", "E", "", "", "n: (n + 1) % 5")
	for limit := 1; limit < 7; limit++ {
		g := Explore(t.Context(), b.machine(), nil, limit)
		if _, ok := g.Lasso(); g.Complete != (limit >= 5) || ok != g.Complete {
			t.Errorf("limit %d: complete %t, lasso %t", limit, g.Complete, ok)
		}
	}
}

// A payload that is sampled where the machine never comes does no harm.
func TestExactWhereReached(t *testing.T) {
	b := build(t, "Unreached")
	b.event("Say", "n int")
	b.on("A", "Go", "", "B")
	b.on("C", "Say", "event.n > 3", "B")
	b.on("C", "Say", "", "A")
	b.terminal("B")
	if g := Explore(t.Context(), b.machine(), nil, 10); !g.Exact || g.Reached(2) {
		t.Errorf("exact %t, reached %t", g.Exact, g.Reached(2))
	}
}

// A lasso within the limit is found although the search does not end.
func TestLimitLasso(t *testing.T) {
	for _, start := range []string{"0", "9223372036854770000"} {
		b := build(t, "Both")
		b.variable("n", "int", "", start)
		b.on("A", "Grow", "", "", "n: n + 1")
		b.on("A", "Go", "n > 3", "B", "n: 0")
		b.on("B", "Back", "", "A")
		m := b.machine()
		g := Explore(t.Context(), m, nil, 100)
		run, ok := g.Lasso()
		if want := 6; start == "0" && len(run.Steps) != want {
			t.Errorf("lasso of %d steps, want %d", len(run.Steps), want)
		}
		if err := run.Replay(m); err != nil || !ok || g.Complete {
			t.Errorf("lasso %t, complete %t: %v", ok, g.Complete, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := Explore(ctx, fallback(t), []int64{3, 2}, 10000)
	if g.Complete || g.Configs() != 1 {
		t.Errorf("complete %t, %d configurations", g.Complete, g.Configs())
	}
	// Every configuration that is kept counts as reached, and only those.
	for calls := range 5 {
		g := Explore(&lateContext{ctx, calls}, copies(t, 2), []int64{9, 9}, 1<<20)
		reached := map[int]bool{}
		for c := range g.All() {
			reached[c.State] = true
		}
		for s := range g.Machine.States {
			if g.Reached(s) != reached[s] {
				t.Errorf("state %d is reached: %t, after %d configurations", s, g.Reached(s), g.Configs())
			}
		}
	}
	// The third question is asked after 2048 configurations.
	g = Explore(&lateContext{ctx, 2}, counter(t, ""), nil, 1<<20)
	n, endless := g.Steps()
	run, _ := g.Longest()
	if g.Complete || endless || n != 2048 || len(run.Steps) != n || run.Replay(g.Machine) != nil {
		t.Errorf("complete %t, %d steps, %d in the run", g.Complete, n, len(run.Steps))
	}
	for c := range g.All() {
		if c.Remaining != 0 {
			t.Fatalf("%d steps remain at %v", c.Remaining, c.Vars)
		}
	}
	if _, ok := g.Lasso(); ok {
		t.Error("lasso")
	}
}

// A search that begins again, because a value leaves its range, forgets all
// about the first attempt, even when it is cut short.
func TestCancelledTwice(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := counter(t, "0..5000")
	g := Explore(&lateContext{ctx, 5}, m, nil, 1<<20)
	n := 0
	if _, ok := g.Find(func(Step) bool { n++; return false }); ok || g.Configs() != 1 || n != 0 || g.Complete {
		t.Errorf("%d configurations and %d steps", g.Configs(), n)
	}
}

// lateContext is done when it has been asked a number of times.
type lateContext struct {
	context.Context
	calls int
}

func (c *lateContext) Err() error {
	if c.calls--; c.calls >= 0 {
		return nil
	}
	return c.Context.Err()
}

func TestViolation(t *testing.T) {
	m := counter(t, "0..9")
	g := Explore(t.Context(), m, nil, 1000)
	list := g.Violations()
	if len(list) != 1 || list[0].Value != 10 || len(list[0].Run.Steps) != 10 || list[0].Var != 0 {
		t.Fatalf("violations: %+v", list)
	}
	if err := list[0].Replay(m); err != nil {
		t.Error(err)
	}
	if g.Complete || g.Configs() != 1000 {
		t.Error("the search did not go on beyond the range")
	}
}

// A range without values makes every value a violation, the first one too.
func TestEmptyRange(t *testing.T) {
	for _, rng := range []string{"3..2", "0..-1"} {
		m := counter(t, rng)
		list := Explore(t.Context(), m, nil, 10).Violations()
		if len(list) != 1 || list[0].Value != 0 || len(list[0].Run.Steps) != 0 || list[0].Replay(m) != nil {
			t.Errorf("range %s: %+v", rng, list)
		}
	}
}

// The same where the value is the one that a word has room for.
func TestEmptyRangeKept(t *testing.T) {
	b := build(t, "Kept")
	b.variable("n", "int", "0..-1", "0")
	b.on("S", "E", "", "T")
	b.terminal("T")
	m := b.machine()
	g := Explore(t.Context(), m, nil, 10)
	list := g.Violations()
	if g.walker.radix == nil || len(list) != 1 || len(list[0].Run.Steps) != 0 || list[0].Replay(m) != nil {
		t.Errorf("violations %+v", list)
	}
}

func TestFaults(t *testing.T) {
	b := build(t, "Faults")
	b.variable("n", "int", "", "3")
	b.variable("big", "int", "", "9223372036854775806")
	b.on("S", "Down", "n > -2", "", "n: n - 1")
	b.on("S", "Divide", "12 / n > 100", "T")
	b.on("S", "Divide", "", "U")
	b.on("S", "Raise", "n < 0", "", "big: big + 1")
	b.on("S", "Raise", "", "T")
	b.terminal("T", "U")
	m := b.machine()
	g := Explore(t.Context(), m, nil, 1000)
	type fault struct {
		label    string
		variable int
		steps    int
		err      error
	}
	var got []fault
	for _, f := range g.Faults() {
		if err := f.Replay(m); err != nil {
			t.Error(err)
		}
		got = append(got, fault{label(m, f.Transition), f.Var, len(f.Run.Steps), f.Err})
	}
	want := []fault{
		{"S Divide T", -1, 3, expr.ErrDivide},
		{"S Raise S", 1, 5, expr.ErrOverflow},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("faults %v, want %v", got, want)
	}
}

func TestInitialFault(t *testing.T) {
	for _, c := range []struct{ rng, init string }{{"", "1 / p"}, {"0..1 / p", "0"}, {"1 / p..", "0"}} {
		b := build(t, "Initial")
		b.param("p", "int")
		b.variable("n", "int", c.rng, c.init)
		b.on("S", "E", "", "S")
		m := b.machine()
		g := Explore(t.Context(), m, []int64{0}, 10)
		list := g.Faults()
		if len(list) != 1 || list[0].Transition != -1 || list[0].Var != 0 || !errors.Is(list[0].Err, expr.ErrDivide) {
			t.Fatalf("faults %+v", list)
		}
		if err := list[0].Replay(m); err != nil {
			t.Error(err)
		}
		list[0].Run.Params = []int64{1}
		if err := list[0].Replay(m); err == nil {
			t.Error("a fault is accepted where there is none")
		}
		// Nothing else may be known, or crash.
		run, endless := g.Longest()
		_, found := g.Find(func(Step) bool { return true })
		n, _ := g.Steps()
		if g.Configs() != 0 || n != 0 || len(run.Steps) != 0 || endless || found || g.Reached(0) || g.Taken(0) ||
			g.Gaps() != nil || g.Deadlocks() != nil || g.Violations() != nil {
			t.Error("the graph knows something")
		}
		for range g.All() {
			t.Error("the graph has a configuration")
		}
	}
}

func TestFind(t *testing.T) {
	m := fallback(t)
	g := Explore(t.Context(), m, []int64{3, 2}, 10000)
	run, ok := g.Find(func(s Step) bool {
		return m.Transitions[s.Transition].To == m.Initial || s.After[0] == 0 && s.Before[1] == 2 && len(s.Fields) == 2 && s.Fields[0] == 2
	})
	if !ok {
		t.Fatal("not found")
	}
	if err := run.Replay(m); err != nil {
		t.Error(err)
	}
	// Three selections, two failures and two retries of two steps each on
	// the last provider, and the request.
	if last := run.Steps[len(run.Steps)-1]; len(run.Steps) != 1+2*2+1+2*2+1 || last.Fields[0] != 2 {
		t.Errorf("%d steps: %v", len(run.Steps), labels(m, run))
	}
	calls := 0
	if _, ok := g.Find(func(Step) bool { calls++; return false }); ok || calls < g.Configs() {
		t.Errorf("found %t after %d calls", ok, calls)
	}
}

func TestPayloads(t *testing.T) {
	b := build(t, "Payloads")
	b.param("cap", "int")
	b.external("fits")
	b.external("allowed")
	b.variable("name", "string", "", `"nobody"`)
	b.event("Offer", "price int", "who string", "unread int", "raw []byte")
	b.on("S", "Offer", "event.price > 2*cap && allowed", "Dear")
	b.on("S", "Offer", "event.price == -77", "Odd")
	b.on("S", "Offer", `event.who == "alice"`, "Known", "name: event.who")
	b.on("S", "Offer", `event.who == name`, "Nobody")
	b.on("S", "Offer", `event.who == ""`, "Empty")
	b.on("S", "Offer", "", "Else", "name: event.who")
	b.on("Else", "Ask", "fits", "")
	b.terminal("Dear", "Odd", "Known", "Nobody", "Empty")
	m := b.machine()
	g := Explore(t.Context(), m, []int64{1000}, 1000)
	if g.Exact || !g.Complete {
		t.Errorf("exact %t, complete %t", g.Exact, g.Complete)
	}
	for i := range m.Transitions {
		if !g.Taken(i) {
			t.Errorf("%s is not taken", label(m, i))
		}
	}
	if diff := cmp.Diff([]string{"", "alice", "nobody", "other"}, Strings(m)); diff != "" {
		t.Error(diff)
	}
	gaps := g.Gaps()
	if len(gaps) != 1 || m.Events[gaps[0].Event].Name != "Ask" || cmp.Diff([]int64{0, 0}, gaps[0].Externals) != "" {
		t.Errorf("gaps %+v", gaps)
	}
	g.Find(func(s Step) bool {
		if m.Transitions[s.Transition].From == 0 && (s.Fields[2] != 0 || s.Fields[3] != 0 || s.Externals[0] != 0) {
			t.Errorf("varied what nothing reads: %+v", s)
		}
		return false
	})
}

// Many fields must not make more payloads than there is room for.
func TestManyPayloads(t *testing.T) {
	b := build(t, "Many")
	var fields, parts []string
	for i := range 14 {
		fields = append(fields, fmt.Sprintf("f%d bool", i))
		parts = append(parts, fmt.Sprintf("event.f%d", i))
	}
	b.event("Flags", fields...)
	b.event("Numbers", "a int", "b int", "c int", "d string")
	b.on("S", "Flags", strings.Join(parts, " && "), "T")
	b.on("S", "Numbers", "event.a == 10 && event.b == 20 && event.c == 50 || event.a + event.b + event.c == 100000", "T")
	b.on("S", "Numbers", `event.a + event.b == event.c && event.d == "x"`, "T")
	b.terminal("T")
	m := b.machine()
	g := Explore(t.Context(), m, nil, 10)
	// Of the flags, two are set at most; the numbers have all combinations of fewer values.
	if n := len(g.walker.rows[0].choices); n > 2*maxChoices || n < maxChoices/2 {
		t.Errorf("%d choices", n)
	}
	if g.Exact {
		t.Error("the graph is exact")
	}
	if g.Taken(0) || !g.Taken(1) || !g.Taken(2) {
		t.Errorf("taken: %t, %t, %t", g.Taken(0), g.Taken(1), g.Taken(2))
	}
}

func TestDeadlocks(t *testing.T) {
	b := build(t, "Deadlocks")
	b.event("Say", "n int")
	b.external("x")
	b.on("A", "Go", "", "B")
	b.on("A", "Hop", "", "C")
	b.on("A", "Skip", "", "D")
	b.on("B", "Say", "event.n == event.n + 1", "A")
	b.on("C", "Go", "false", "A")
	b.on("D", "Go", "x", "A")
	b.on("A", "Jump", "", "E")
	b.terminal("E")
	m := b.machine()
	list := Explore(t.Context(), m, nil, 100).Deadlocks()
	if len(list) != 2 || list[0].State != 1 || list[0].Exact || list[1].State != 2 || !list[1].Exact {
		t.Fatalf("deadlocks %+v", list)
	}
	for _, d := range list {
		if err := d.Replay(m); err != nil {
			t.Error(err)
		}
		d.State = 3
		if err := d.Replay(m); err == nil {
			t.Error("a deadlock in the wrong state is accepted")
		}
	}
}

// Values at the ends of int64 have words too.
func TestExtremes(t *testing.T) {
	b := build(t, "Extremes")
	b.variable("n", "int", "", "0")
	b.variable("m", "int", "-9223372036854775807..9223372036854775807", "0")
	for i := range 70 {
		b.variable(fmt.Sprintf("v%d", i), "int", "", fmt.Sprint(i))
	}
	b.on("S", "Top", "", "T", "n: 9223372036854775807", "m: -9223372036854775807", "v69: -1")
	b.on("T", "Bottom", "", "S", "n: -9223372036854775807 - 1", "v69: v0", "v62: 5")
	b.on("S", "Same", "n > m", "S", "n: m", "m: n", "v63: v63 + 1")
	b.on("S", "Same", "", "S", "v1: v1 * 2")
	g := compareNaive(t, b.machine(), nil, 1000)
	if g == nil {
		g = Explore(t.Context(), b.machine(), nil, 100)
	}
	if g.walker.tuples == nil {
		t.Error("such values fit a word")
	}
	lowest := int64(0)
	for c := range g.All() {
		lowest = min(lowest, c.Vars[0])
		if err := g.Path(c.ID).Replay(g.Machine); err != nil {
			t.Fatal(err)
		}
	}
	if lowest != math.MinInt64 {
		t.Errorf("the lowest value is %d", lowest)
	}
}

// The same question has the same answer, whatever maps do.
func TestDeterminism(t *testing.T) {
	describe := func() string {
		g := Explore(t.Context(), literal(t), []int64{3, 4}, 10000)
		s := fmt.Sprint(g.Longest())
		for c := range g.All() {
			s += fmt.Sprint(c, g.Path(c.ID))
		}
		return s + fmt.Sprint(g.Gaps(), g.Faults(), g.Deadlocks(), g.Violations())
	}
	want := describe()
	for range 5 {
		if got := describe(); got != want {
			t.Fatalf("two answers:\n%s\n%s", want, got)
		}
	}
}

// A graph may be asked by several at once; the race detector listens.
func TestConcurrent(t *testing.T) {
	for _, m := range []*core.Machine{literal(t), counter(t, "")} {
		params := []int64{2, 2}[:len(m.Params)]
		g := Explore(t.Context(), m, params, 500)
		ask := func() string {
			_, found := g.Find(func(s Step) bool { return s.After[0] == 9 })
			run, _ := g.Longest()
			return fmt.Sprint(found, run, g.Path(g.Configs()-1), g.Violations(), g.Deadlocks())
		}
		want := ask()
		answers := make(chan string)
		for range 4 {
			go func() { answers <- ask() }()
		}
		for range 4 {
			if got := <-answers; got != want {
				t.Errorf("asked at once: %s\nwant %s", got, want)
			}
		}
	}
}

// TestManyFolds has many alternatives for one event: fewer payloads are tried, because each
// guard is compiled for each payload.
func TestManyFolds(t *testing.T) {
	b := build(t, "Folds")
	b.event("Numbers", "a int", "b int")
	for i := range 600 {
		b.on("S", "Numbers", fmt.Sprintf("event.a * event.b == %d", 7*i+1), "T")
	}
	b.terminal("T")
	g := Explore(t.Context(), b.machine(), nil, 10)
	if n := len(g.walker.rows[0].choices); n > maxFolds/600 || n < maxFolds/600/4 {
		t.Errorf("%d payloads", n)
	}
	if g.Exact {
		t.Error("the graph is exact")
	}
}
