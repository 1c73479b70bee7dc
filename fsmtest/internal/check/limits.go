package check

import (
	"math"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Params makes machines with parameters in range and out of range.
func Params(t *testing.T, env *Env) {
	small := env.small(t)
	for _, c := range small {
		if err := env.draws.Validate(c); err != nil {
			t.Errorf("%s is refused: %v", env.Oracle.Texts.Params(c), err)
		}
	}
	if env.Subject.Machine.Host != nil {
		if m, err := env.Subject.NewMachine(small[0], nil); err == nil || m != nil {
			t.Errorf("without a host, New(%s) returned %v, %v", env.Oracle.Texts.Params(small[0]), m, err)
		}
		if env.Subject.Contexts.On {
			if m, err := mirror.Call(env.Subject.Machine.New, nil, env.Oracle.Layout.ParamsOf(small[0]).Interface(), env.bench.NewHost().Face); err == nil || m != nil {
				t.Errorf("without a context, New(%s) returned %v, %v", env.Oracle.Texts.Params(small[0]), m, err)
			}
		}
	}
	for _, c := range small {
		if err := env.Oracle.Limits.Begins(c); err != nil {
			t.Errorf("with %s, %v", env.Oracle.Texts.Params(c), err)
		}
	}
	testTextParams(t, env, small[0])
	testDefaults(t, env)
	testEdges(t, env)
	testUnbounded(t, env)
	if env.Spec.Size != nil {
		testTooLarge(t, env)
	}
}

// testTextParams checks parameters with odd texts.
func testTextParams(t *testing.T, env *Env, c any) {
	t.Helper()
	for _, odd := range []string{"A Long " + strings.Repeat("Text ", 50), "\xff", "\x00"} {
		some := false
		for i, p := range env.Oracle.Layout.Params {
			if p.Kind == oracle.Text {
				c = env.draws.With(c, i, odd)
				some = true
			}
		}
		if err := env.draws.Validate(c); some && (err == nil) != env.Oracle.Claims.Params(c) {
			t.Errorf("Validate of %s returned %v", env.Oracle.Texts.Params(c), err)
		}
	}
}

// testDefaults compares the default parameters with those of the spec.
func testDefaults(t *testing.T, env *Env) {
	t.Helper()
	got, ok := env.Subject.Defaults()
	if !ok {
		return
	}
	for i, p := range env.Oracle.Layout.Params {
		value, want := env.Oracle.Layout.ParamsOf(got).Field(p.Index), reflect.Zero(p.Type)
		if of := env.Spec.Params[i].Default; of != nil {
			want = reflect.ValueOf(of(got))
		}
		if p.Kind != oracle.Opaque && !mirror.SameValue(value, want) {
			t.Errorf("the default of %s is %s, want %s", p.Name, p.Write(value), p.Write(want))
		}
	}
}

// testEdges makes machines at the limits of ranges, and beyond them.
func testEdges(t *testing.T, env *Env) {
	t.Helper()
	for _, e := range env.draws.Edges() {
		var to *host.Host
		if env.Subject.Machine.Host != nil {
			to = env.bench.NewHost()
		}
		if m, err := env.Subject.NewMachine(e.Params, to.AsFace()); (err == nil) != e.Ok || (m != nil) != e.Ok {
			t.Errorf("%s: New(%s) returned %v, %v", e.Name, env.Oracle.Texts.Params(e.Params), m, err)
		}
		if env.Spec.Bound == nil || !e.Ok {
			continue
		}
		if got := env.draws.MaxTransitions(e.Params); got != env.Spec.Bound(env.Oracle.Initially(e.Params).Vars) {
			t.Errorf("%s: with %s, MaxTransitions() is %d", e.Name, env.Oracle.Texts.Params(e.Params), got)
		}
	}
}

// testUnbounded wants the greatest parameters that are accepted to have a bound that is
// right: one beyond the range of int would have become negative.
func testUnbounded(t *testing.T, env *Env) {
	t.Helper()
	for _, spread := range []int{0, 5} {
		least := env.draws.DrawParams(spread, func(n int) int { return max(n-1, 0) })
		for i, p := range env.Oracle.Layout.Params {
			if !env.Spec.Params[i].Unbounded {
				continue
			}
			from := int(env.Oracle.Layout.ParamsOf(least).Field(p.Index).Int())
			n := sort.Search(math.MaxInt-from, func(n int) bool { return env.draws.Validate(env.draws.With(least, i, from+n)) != nil })
			if n == 0 {
				continue
			}
			greatest := env.draws.With(least, i, from+n-1)
			switch bound, got := env.Spec.Bound(env.Oracle.Initially(greatest).Vars), env.draws.MaxTransitions(greatest); {
			case bound < 0:
				t.Errorf("%s is accepted, but its bound overflows to %d", env.Oracle.Texts.Params(greatest), bound)
			case got != bound:
				t.Errorf("with %s, MaxTransitions() is %d, want %d", env.Oracle.Texts.Params(greatest), got, bound)
			}
		}
	}
}

// testTooLarge wants parameters to be refused whose bound overflows an int. The bound
// that an int holds then can look right.
func testTooLarge(t *testing.T, env *Env) {
	t.Helper()
	for spread := range 6 {
		least := env.draws.DrawParams(spread, func(n int) int { return max(n-1, 0) })
		for i := range env.Oracle.Layout.Params {
			for shift := 0; env.Spec.Params[i].Unbounded && shift < 30; shift++ {
				for _, value := range []int{math.MaxInt >> shift, math.MaxInt>>shift - 1} {
					c := env.draws.With(least, i, value)
					// A float is exact to some 15 digits.
					if env.draws.Validate(c) == nil && env.Spec.Size(env.Oracle.Initially(c).Vars) > math.MaxInt*(1+1e-9) {
						t.Errorf("%s is accepted, but its bound overflows: it is about %g", env.Oracle.Texts.Params(c), env.Spec.Size(env.Oracle.Initially(c).Vars))
					}
				}
			}
		}
	}
}
