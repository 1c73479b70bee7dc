package explore

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestFold compares folded and compiled expressions, as values, as updates and
// as guards, with expr.Eval, for values anywhere in the intervals that the
// folding relied on.
func TestFold(t *testing.T) {
	edge := []int64{math.MinInt64, math.MinInt64 + 1, -1 << 40, -3, -2, -1, 0, 1, 2, 3, 7, 1 << 31, 1 << 40, math.MaxInt64 - 1, math.MaxInt64}
	b := build(t, "Fold")
	b.enum("Colour", "Red", "Green", "Blue")
	b.param("p", "int")
	b.external("x")
	for _, v := range []string{"a", "b", "c"} {
		b.variable(v, "int", "", "0")
	}
	b.variable("d", "bool", "", "false")
	constants, failures := 0, 0
	first := sample.Seed(t)
	for i := range uint64(20000) {
		r := rand.New(rand.NewPCG(first+i, 13))
		g := &generator{Rand: r, b: b, names: map[string][]string{"int": {"a", "b", "c", "p"}, "bool": {"d", "x"}}}
		typ := []string{"int", "bool"}[r.IntN(2)]
		e := b.parse(g.expr(typ, 3), b.typ(typ))
		env := &expr.Env{
			Params: []int64{edge[r.IntN(len(edge))]}, Externals: []int64{r.Int64N(2)}, Vars: make([]int64, 4),
			Intern: func(s string) int64 { return int64(len(s)) },
		}
		low, high := []int64{0, 0, 0, 0}, []int64{0, 0, 0, 1}
		for i := range 3 {
			x, y := edge[r.IntN(len(edge))], edge[r.IntN(len(edge))]
			low[i], high[i] = min(x, y), max(x, y)
		}
		n := fold(e, env, low, high)
		if n.constant() {
			constants++
		}
		for range 10 {
			for i := range env.Vars {
				env.Vars[i] = []int64{low[i], high[i], between(r, low[i], high[i])}[r.IntN(3)]
			}
			want, wantErr := expr.Eval(e, env)
			if wantErr != nil {
				failures++
			}
			got, err := n.checked()(env.Vars)
			if err != wantErr || err == nil && (got != want || got < n.lo || got > n.hi) {
				t.Fatalf("%s at %+v in %v..%v: %d, %v; want %d, %v", expr.Print(e, expr.Spec), env, low, high, got, err, want, wantErr)
			}
			assign := newAssign(update{value: n})
			if got, err := assign.value(env.Vars); err != wantErr || err == nil && got != want {
				t.Fatalf("%s at %+v assigns %d, %v; want %d, %v", expr.Print(e, expr.Spec), env, got, err, want, wantErr)
			}
			if typ == "int" {
				continue
			}
			a, o := (&code{alts: []alt{{guard: newShared().tests(n), transition: 1}}}).decide(env.Vars)
			if (a != nil) != (wantErr == nil && want == 1) || (o == failed(1)) != (wantErr != nil) {
				t.Fatalf("%s at %+v: %d; want %d, %v", expr.Print(e, expr.Spec), env, o, want, wantErr)
			}
		}
	}
	if constants < 1000 || failures < 1000 {
		t.Errorf("%d constants and %d failures are too few", constants, failures)
	}
}

// between returns a random number from lo to hi.
func between(r *rand.Rand, lo, hi int64) int64 {
	if n := uint64(hi) - uint64(lo); n < math.MaxUint64 {
		return int64(uint64(lo) + r.Uint64N(n+1))
	}
	return int64(r.Uint64())
}
