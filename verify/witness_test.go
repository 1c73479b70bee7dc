package verify_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

var (
	errDivide = errors.New("division by zero")
	errLarge  = errors.New("overflow")
	// errWrapped is a divisor that is 0 in an int alone, which the obligation on
	// overflow is about.
	errWrapped = errors.New("division by a wrapped zero")
)

// witness holds a report against a naive interpreter, which shares with what it
// judges only the machine and the numbering of strings. Values are mathematical
// integers; next to them it computes what Go's int makes of them.
type witness struct {
	m      *core.Machine
	r      *verify.Report
	random *rand.Rand
	faults []string
	// texts number strings as explored runs do.
	texts []string
	// forging is set if runs begin in any configuration that Restore accepts, also in one that no run reaches.
	forging bool
	// all says that the report calls everything proved.
	all bool
	// width is the size of int: 64, or 32 for some machines for which code of that size is
	// generated. bits is that of the run at hand.
	width, bits int
}

func newWitness(m *core.Machine, r *verify.Report, random *rand.Rand) *witness {
	w := &witness{m: m, r: r, random: random, texts: explore.Strings(m), all: r.Proved(), width: 64}
	if random != nil && m.MaxInt() == math.MaxInt32 && random.IntN(2) == 0 {
		w.width = 32
	}
	w.bits = w.width
	return w
}

// wrap returns what remains of a value in an int.
func (w *witness) wrap(v int64) int64 { return v << (64 - w.bits) >> (64 - w.bits) }

// fits reports whether an int can hold a value.
func (w *witness) fits(v *big.Int) bool { return v.IsInt64() && w.wrap(v.Int64()) == v.Int64() }

func (w *witness) fail(format string, args ...any) {
	if len(w.faults) < 5 {
		w.faults = append(w.faults, fmt.Sprintf(format, args...))
	}
}

// scene is where an expression is evaluated.
type scene struct{ params, vars, fields, answers []int64 }

// valid reports whether the generated Params.Validate accepts the parameters. A progress
// function that the spec does not declare rejects none.
func (w *witness) valid(params []int64) bool {
	s := scene{params: params}
	fits := func(e expr.Expr) bool {
		good := true
		expr.Walk(e, func(e expr.Expr) {
			v, _, err := w.value(e, s)
			good = good && err == nil && w.fits(v)
		})
		return good
	}
	for i, p := range w.m.Params {
		for _, end := range []expr.Expr{p.Min, p.Max} {
			if end != nil && !fits(end) {
				return false
			}
		}
		if p.Min != nil && !w.holds(&expr.Binary{Op: expr.Ge, X: &expr.Ref{Symbol: p.Symbol}, Y: p.Min}, s) ||
			p.Max != nil && !w.holds(&expr.Binary{Op: expr.Le, X: &expr.Ref{Symbol: p.Symbol}, Y: p.Max}, s) {
			return false
		}
		if p.Type.Kind == expr.Enumerated && (params[i] < 0 || params[i] >= int64(len(p.Type.Enum.Values))) {
			return false
		}
	}
	switch {
	case w.m.Bound != nil:
		return fits(w.m.Bound)
	case w.m.Rank == 1 && w.r.Synthesized == nil:
		return fits(w.begin())
	}
	return true
}

// begin is progress at the start, with the cost of the child machines that start there.
func (w *witness) begin() expr.Expr {
	progress := w.m.States[w.m.Initial].Progress[0]
	if cost := w.m.ChildCost(w.m.Invoked()); cost != nil {
		progress = &expr.Binary{Op: expr.Add, X: progress, Y: cost}
	}
	return expr.Substitute(progress, func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		return w.m.Vars[s.Index].Init
	})
}

// proved reports whether an obligation is said to be proved. When all is said
// to be, that covers obligations that were forgotten.
func (w *witness) proved(kind verify.Kind, match func(*verify.Obligation) bool) bool {
	if w.all {
		return true
	}
	for i := range w.r.Obligations {
		o := &w.r.Obligations[i]
		if o.Kind == kind && match(o) {
			return o.Status == verify.Proved
		}
	}
	return false
}

// choices lists parameters to try: small ones, and the ends of ranges and of
// int.
func (w *witness) choices() [][]int64 {
	var out [][]int64
	for range 60 {
		params := make([]int64, len(w.m.Params))
		wild := w.random.IntN(3) == 0
		for i, p := range w.m.Params {
			switch p.Type.Kind {
			case expr.Bool:
				params[i] = w.random.Int64N(2)
			case expr.Enumerated:
				params[i] = w.random.Int64N(int64(len(p.Type.Enum.Values)))
			case expr.String:
				params[i] = w.random.Int64N(int64(len(w.texts)))
			default:
				params[i] = w.random.Int64N(12) - 3
				if wild && w.random.IntN(2) == 0 {
					params[i] = w.extreme()
				}
				for _, end := range []expr.Expr{p.Min, p.Max} {
					if end != nil && w.random.IntN(4) == 0 {
						if v, _, err := w.value(end, scene{params: params}); err == nil && w.fits(v) {
							params[i] = v.Int64()
						}
					}
				}
			}
		}
		if w.valid(params) && !slices.ContainsFunc(out, func(p []int64) bool { return slices.Equal(p, params) }) {
			out = append(out, params)
		}
		if len(out) == 6 {
			break
		}
	}
	return out
}

func (w *witness) extreme() int64 {
	all := []int64{math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MaxInt64 / 2, math.MaxInt64/2 + 1, 1 << 32, 1 << 31, math.MaxInt32, 3037000500, -1 << 31, 1 << 40}
	if w.bits == 32 {
		all = []int64{math.MaxInt32, math.MinInt32, math.MaxInt32 - 1, math.MaxInt32 / 2, math.MaxInt32/2 + 1, 1 << 16, 1 << 15, math.MaxInt16, 46341, -1 << 15, 1 << 20}
	}
	return all[w.random.IntN(len(all))]
}

// payload returns one payload of an event.
func (w *witness) payload(event int) []int64 {
	var out []int64
	for _, f := range w.m.Events[event].Fields {
		switch f.Type.Kind {
		case expr.Bool:
			out = append(out, w.random.Int64N(2))
		case expr.Enumerated:
			out = append(out, w.random.Int64N(int64(len(f.Type.Enum.Values))))
		case expr.String:
			out = append(out, w.random.Int64N(int64(len(w.texts))))
		default:
			v := w.random.Int64N(12) - 4
			if w.random.IntN(8) == 0 {
				v = w.extreme()
			}
			out = append(out, v)
		}
	}
	return out
}

// answers returns what external guards say for one step.
func (w *witness) answers() []int64 {
	out := make([]int64, len(w.m.Asks))
	for i := range out {
		out[i] = w.random.Int64N(2)
	}
	return out
}
