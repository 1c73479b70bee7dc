package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/strategy"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Lower is a proof that some run takes at least a number of transitions, for all values of
// the parameters that satisfy some conditions: a strategy that says for each configuration on such a run which
// event comes next, and how many transitions follow at least. The latter is a metering function
// (Frohn, Naaf, Brockschmidt and Giesl, TOPLAS 2020): no step of the strategy lowers it by more than 1.
// Values are integers of any size.
type Lower struct {
	// Expr is the number of transitions, an expression over the parameters. They count as in [Bound].
	Expr expr.Expr
	// Given are conditions on the parameters. If there are none, the proof is for all parameter values.
	Given []expr.Expr
	// Spots are the sets of configurations that the strategy tells apart. A run starts in the
	// first one.
	Spots []Spot
	// Start are certificates that the start is in the first spot, and that Expr transitions follow.
	Start []*certificate.Proof
}

// Spot is a set of configurations in one state.
type Spot struct {
	State int
	// Approach marks a spot before the environment event after which transitions count.
	Approach bool
	// Where are conditions that hold in all configurations of the spot.
	Where []expr.Expr
	// Left is the number of transitions that follow at least, over parameters and variables, or
	// nil in an approach. If it is 0 or less, the strategy need not go on.
	Left expr.Expr
	// Moves are tried in order: the first one whose condition holds is made.
	Moves []Play
	// Covered is a certificate that some condition holds, or nil if the last move has none.
	Covered *certificate.Proof
}

// Play is an event with its payload and the answers of external guards.
type Play struct {
	// When is a condition over parameters and variables. It is nil if there is none.
	When  expr.Expr
	Event int
	// Fields has an expression over parameters and variables for each field of the event, or nil
	// if the field is opaque. Answers has the answer for each of the machine's Asks.
	Fields  []expr.Expr
	Answers []bool
	// Then has, for each alternative for the event, the spot to which it leads, or -1 if it is never
	// taken.
	Then []int
	// Proof are certificates that the play is possible, leads where Then says, and lowers Left by 1 at
	// most.
	Proof []*certificate.Proof
}

// reach looks for a strategy, and returns what is proved with it, or nil.
func (f *family) reach(in *search.Input, r *Report, evidence *verdict.Case, judged *verdict.Judgment) (*verdict.Reach, *Lower) {
	bound := judged.UnlessOverflow.Bound
	if bound == nil || r.Bound.Attained || r.Bound.Expr != bound || r.Bound.Status == Refuted || in.Prover.Done() {
		return nil, nil
	}
	f.watch("looking for a longest run for all parameter values")
	children := map[*core.Machine]*verdict.Reach{}
	for _, child := range childrenOf(in.Machine) {
		children[child] = f.known[child].reach
	}
	s := strategy.Find(&strategy.Input{
		Machine: r.paying(), Graphs: in.Graphs, Prover: in.Prover, Theory: in.Theory.Assuming(judged.Facts),
		Bound: bound, Hints: search.Hints(in), Children: children,
	})
	if s == nil {
		return nil, nil
	}
	proved := verdict.Reaches(evidence, judged, s, children)
	if proved == nil {
		return nil, nil
	}
	return proved, lower(s)
}

func lower(s *verdict.Strategy) *Lower {
	return &Lower{Expr: s.Least, Given: s.Given, Start: s.Start, Spots: spots(s.Spots)}
}

// spots returns the spots of a strategy or a plan for a report.
func spots(list []verdict.Spot) (out []Spot) {
	for _, p := range list {
		spot := Spot{State: p.State, Approach: p.Approach, Where: p.Where, Left: p.Left, Covered: p.Covered}
		for _, v := range p.Moves {
			spot.Moves = append(spot.Moves, Play{When: v.When, Event: v.Event, Fields: v.Fields, Answers: v.Answers, Then: v.Then, Proof: v.Proofs})
		}
		out = append(out, spot)
	}
	return out
}

// short returns an error if an explored graph shows that the longest run takes fewer transitions than what
// is proved, which is a bug.
func (l *Lower) short(r *Report, graphs []*explore.Graph) error {
	m := r.Machine
	if r.Termination != Proved {
		return nil // a run that is cut short because a value leaves Go's int refutes nothing
	}
	for _, g := range starting(graphs) {
		env := concrete.Env(m, g.Params, nil)
		given := func(x expr.Expr) bool {
			v, err := expr.Eval(x, env)
			return err == nil && v != 0
		}
		if !g.Complete || !g.Exact || slices.ContainsFunc(l.Given, func(x expr.Expr) bool { return !given(x) }) {
			continue
		}
		least, err := expr.Eval(l.Expr, env)
		if n, forever := g.Steps(); err == nil && !forever && int64(n) < least {
			run, _ := g.Longest()
			return fmt.Errorf("it is proved that some run takes `%s` transitions, but the longest one takes %d%s", expr.PrintNumber(l.Expr, expr.Spec), n, Trace(r.Ranked(), &run))
		}
	}
	return nil
}

// attained reports whether the longest run of a machine without parameters shows by itself that the bound is
// tight, because it replays and takes as many transitions. The transitions of child machines are not
// part of a run, and whether a timer has fired before is not either.
func (r *Report) attained() bool {
	m, b := r.Machine, &r.Bound
	if len(m.Params) > 0 || core.HasChildren(m) || !b.Tight || b.Worst == nil {
		return false
	}
	for _, s := range b.Worst.Steps {
		if t := &m.Transitions[s.Transition]; m.Events[t.Event].Internal && !m.Awaits(t.From, t.Event) {
			return false
		}
	}
	limit, err := expr.Eval(b.Expr, &expr.Env{})
	return err == nil && b.Worst.Replay(m) == nil && b.Worst.Length(m) == limit
}

// given returns the conditions of a lower bound as text, with " && " between them.
func (l *Lower) given() string {
	var parts []string
	for _, x := range l.Given {
		parts = append(parts, operand(x, len(l.Given)))
	}
	return strings.Join(parts, " && ")
}
