package strategy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// poll is a machine whose longest run makes all time-outs before each answer.
const poll = `
machine: Poll
params: {rounds: {type: int, min: 0, max: 1000}, patience: {type: int, min: 0, max: 100}}
vars: {left: {type: int, min: 0, max: rounds, init: rounds}, misses: {type: int, min: 0, max: patience}}
events: {Answer: {value: int}, Timeout: {}}
initial: Asking
terminal: {done: [Done]}
bound: rounds * (patience + 1) + patience + 1
progress: {Asking: left * (patience + 1) + patience - misses + 1}
states:
  Asking:
    on:
      Answer: [{if: left > 0, set: {left: left - 1, misses: 0}}, Done]
      Timeout: [{if: misses < patience, set: {misses: misses + 1}}, Done]
  Done: {}
`

// searching returns a search for strategies of a machine with a progress function and a bound, whose ranges hold.
func searching(t *testing.T, text string) *finder {
	t.Helper()
	s, diags := spec.Load("strategy.fsm.yaml", []byte(text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	m := s.Machine
	graphs, _ := concrete.Explore(t.Context(), m, concrete.Limits{Memory: 1 << 19}, func(string) {})
	prover := solve.NewProver(t.Context())
	in := &Input{Machine: m, Graphs: graphs, Prover: prover, Theory: encode.Empty(m).Assuming(encode.Claims(m)), Bound: m.Bound}
	return newFinder(in)
}

// texts prints expressions.
func texts(list []expr.Expr) (out []string) {
	for _, x := range list {
		out = append(out, expr.Print(x, expr.Spec))
	}
	return out
}

// moves prints the moves of a spot: the event, and the condition.
func moves(m *core.Machine, s *verdict.Spot) (out []string) {
	for _, v := range s.Moves {
		text := m.Events[v.Event].Name
		if v.When != nil {
			text += " if " + expr.Print(v.When, expr.Spec)
		}
		out = append(out, text)
	}
	return out
}

// TestFind finds the strategy of a machine, with a condition that tells two moves apart, and its proofs.
func TestFind(t *testing.T) {
	f := searching(t, poll)
	s := Find(f.Input)
	if s == nil {
		t.Fatal("there is no strategy")
	}
	if d := cmp.Diff([]string{"Timeout if misses < patience", "Answer"}, moves(f.Machine, &s.Spots[0])); d != "" {
		t.Error(d)
	}
	if got := expr.Print(s.Least, expr.Spec); got != "rounds * (patience + 1) + patience + 1" || len(s.Given) > 0 {
		t.Errorf("at least %s if %q", got, texts(s.Given))
	}
	if len(s.Start) == 0 || slices.ContainsFunc(s.Spots[0].Moves, func(v verdict.Move) bool { return len(v.Proofs) == 0 || slices.Contains(v.Proofs, nil) }) {
		t.Error("proofs are missing")
	}
}

// TestBelow finds a strategy that is as long as possible where no run reaches the bound, and one under a condition
// where some parameters do not let it reach the bound.
func TestBelow(t *testing.T) {
	loose := strings.Replace(poll, "bound: rounds", "bound: 5 + rounds", 1)
	if s := Find(searching(t, loose).Input); s == nil || expr.Print(s.Least, expr.Spec) != "rounds * (patience + 1) + patience + 1" {
		t.Errorf("the strategy is %v", s)
	}
	some := strings.NewReplacer("patience: {type: int, min: 0", "patient: bool, patience: {type: int, min: 1", "if: misses < patience", "if: patient && misses < patience").Replace(poll)
	s := Find(searching(t, some).Input)
	if s == nil {
		t.Fatal("there is no strategy")
	}
	if got := texts(s.Given); !slices.Equal(got, []string{"patient"}) {
		t.Errorf("it works if %q", got)
	}
}

// TestPlay plays each board to its end: the choices lead to a run of the longest length.
func TestPlay(t *testing.T) {
	f := searching(t, poll)
	boards := f.boards()
	p := f.play(boards, map[place]bool{})
	if p == nil {
		t.Fatal("there are no plays")
	}
	played := 0
	for _, b := range boards {
		c, err := b.Initial()
		if err != nil {
			t.Fatal(err)
		}
		steps := int64(0)
		for !f.Machine.Terminal(c.State) {
			o := &f.of(c.State)[p.chosen(visit{b, c})]
			next, _, ok := b.try(c, o)
			if !ok {
				t.Fatalf("with %v: step %d is not possible", b.Params, steps)
			}
			c = next
			steps++
		}
		if rounds, patience := b.Params[0], b.Params[1]; steps != rounds*(patience+1)+patience+1 {
			t.Errorf("with %v: %d steps", b.Params, steps)
		}
		played++
	}
	if played < 10 {
		t.Errorf("only %d boards", played)
	}
}

// TestLongest tells the first step of a longest run from others.
func TestLongest(t *testing.T) {
	f := searching(t, poll)
	for _, b := range f.boards() {
		c, err := b.Initial()
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.of(c.State) {
			o := &f.of(c.State)[i]
			timeout := f.Machine.Events[o.event].Name == "Timeout"
			want := !timeout && b.Params[1] == 0 || timeout && (b.Params[0] == 0 || b.Params[1] > 0)
			if _, ok := b.longest(c, o); ok != want {
				t.Errorf("with %v: %s starts a longest run: %t", b.Params, f.Machine.Events[o.event].Name, ok)
			}
		}
	}
}

// TestBanned plays without an option, where there is another one, and not at all where there is none.
func TestBanned(t *testing.T) {
	f := searching(t, poll)
	asking := f.Machine.Initial
	answers := func(o option) bool { return f.Machine.Events[o.event].Name == "Answer" }
	all := map[place]bool{}
	for i, o := range f.of(asking) {
		if answers(o) {
			all[place{asking, i}] = true
		}
	}
	if p := f.play(f.boards(), all); p != nil {
		t.Error("it plays without answers")
	}
}

// TestDivide tells options apart by conditions, takes the same one for all if possible, and gives up after so many choices.
func TestDivide(t *testing.T) {
	f := searching(t, poll)
	b := f.boards()[0]
	var all []visit
	for n := range int64(4) {
		all = append(all, visit{b, interp.Config{Vars: []int64{n, 0}}})
	}
	left := &expr.Ref{Symbol: f.Machine.Vars[0].Symbol}
	atoms := []expr.Expr{
		&expr.Binary{Op: expr.Lt, X: left, Y: expr.Number(1)},
		&expr.Binary{Op: expr.Lt, X: left, Y: expr.Number(2)},
	}
	show := func(list []choice) (out []string) {
		for _, c := range list {
			text := fmt.Sprint(c.option)
			if c.when != nil {
				text += " if " + expr.Print(c.when, expr.Spec)
			}
			out = append(out, text)
		}
		return out
	}
	for _, test := range []struct {
		name string
		good [][]bool
		most int
		want []string
	}{
		{"one for all", [][]bool{{true, false, true, true}, {true, true, true, true}}, 8, []string{"1"}},
		{"banned", [][]bool{nil, {true, true, true, true}}, 8, []string{"1"}},
		{"two", [][]bool{{true, false, false, false}, {false, true, true, true}}, 8, []string{"0 if left < 1", "1"}},
		{"three", [][]bool{{true, false, false, false}, {false, true, false, false}, {false, false, true, true}}, 8, []string{"0 if left < 1", "1 if left < 2", "2"}},
		{"three, but two at most", [][]bool{{true, false, false, false}, {false, true, false, false}, {false, false, true, true}}, 2, nil},
		{"not told apart", [][]bool{{true, true, true, false}, {false, false, false, true}}, 8, nil},
		{"none", [][]bool{{true, true, true, false}}, 8, nil},
	} {
		if d := cmp.Diff(test.want, show(f.divide(all, test.good, atoms, test.most))); d != "" {
			t.Errorf("%s: %s", test.name, d)
		}
	}
}
