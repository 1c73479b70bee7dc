package orchestration

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestBoundIsProved proves the bound for the machine of the spec, with the
// progress function of testdata/bound.yaml, and compares MaxTransitions with it.
func TestBoundIsProved(t *testing.T) {
	text, err := os.ReadFile("orchestration.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	bound, err := os.ReadFile("testdata/bound.yaml")
	if err != nil {
		t.Fatal(err)
	}
	machine, rest, found := strings.Cut(string(text), "\nprogress:\n")
	for line := range strings.SplitSeq(strings.TrimRight(rest, "\n"), "\n") {
		if !found || !strings.HasPrefix(line, "  ") {
			t.Fatalf("after the progress function there is %q", line)
		}
	}
	s, diags := spec.Load("bound.fsm.yaml", []byte(machine+"\n"+string(bound)))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	r := verify.Machine(context.Background(), s.Machine)
	if !r.Proved() || r.Bound.Status != verify.Proved || !r.Bound.Tight || r.Bound.Expr == nil {
		t.Fatalf("%s", r.Summary())
	}
	t.Logf("%s", r.Summary())

	values := []int{0, 1, 2, 7}
	for _, steps := range values[1:] {
		for _, replans := range values {
			for _, retries := range values {
				for _, fallbacks := range values {
					for _, refinements := range values {
						p := Params{MaxSteps: steps, MaxReplans: replans, MaxRetries: retries, MaxFallbacks: fallbacks, MaxRefinements: refinements, Resources: true}
						env := &expr.Env{}
						for _, param := range s.Machine.Params {
							env.Params = append(env.Params, map[string]int64{
								"offline": 0, "resources": 1, "maxSteps": int64(steps), "maxReplans": int64(replans), "maxRetries": int64(retries),
								"maxFallbacks": int64(fallbacks), "maxRefinements": int64(refinements),
							}[param.Name])
						}
						want, err := expr.Eval(r.Bound.Expr, env)
						if got := p.MaxTransitions(); err != nil || int64(got) != want {
							t.Fatalf("%+v: %d, want %d, %v", p, got, want, err)
						}
						if got := longest(p); got > p.MaxTransitions() || fallbacks <= 3 && got != p.MaxTransitions() {
							t.Fatalf("%+v: the longest run has %d transitions of at most %d", p, got, p.MaxTransitions())
						}
					}
				}
			}
		}
	}
	if got := DefaultParams().MaxTransitions(); got != 101 {
		t.Errorf("the bound of the defaults is %d", got)
	}
}

// TestLargeBounds compares the arithmetic with that of math/big.
func TestLargeBounds(t *testing.T) {
	root := math.MaxInt>>(strconv.IntSize/2) + 1
	values := []int{0, 1, 3, 1 << 15, root, root + 1, math.MaxInt / 3, math.MaxInt/2 + 1, math.MaxInt - 1, math.MaxInt}
	capped := func(n *big.Int) int {
		if n.IsInt64() && n.Int64() <= math.MaxInt {
			return int(n.Int64())
		}
		return math.MaxInt
	}
	for _, a := range values {
		for _, b := range values {
			x, y := big.NewInt(int64(a)), big.NewInt(int64(b))
			if got, want := fmt.Sprint(sum(a, b), product(a, b)), fmt.Sprint(capped(new(big.Int).Add(x, y)), capped(new(big.Int).Mul(x, y))); got != want {
				t.Errorf("%d and %d: %s, want %s", a, b, got, want)
			}
		}
	}
}
