package strategy

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestVary lists options in the order of how many choices they change, without repetition, up to a limit.
func TestVary(t *testing.T) {
	symbol := func(i int) *expr.Symbol { return &expr.Symbol{Scope: expr.Field, Index: i} }
	first := option{fields: []expr.Expr{expr.Number(0), expr.Number(0), expr.Number(0)}, answers: []bool{true}}
	other := []expr.Expr{expr.Number(1), expr.Number(2)}
	asked := part{&expr.Symbol{Scope: expr.External}, []expr.Expr{expr.Truth(false)}}
	all := vary(first, []part{{symbol(0), other}, {symbol(1), other}, asked})
	changed := func(o option) (n int) {
		for _, x := range o.fields {
			if x.(*expr.Lit).Value != 0 {
				n++
			}
		}
		if !o.answers[0] {
			n++
		}
		return n
	}
	seen := map[string]bool{}
	for i, o := range all {
		if i > 0 && changed(o) < changed(all[i-1]) {
			t.Errorf("option %d changes %d choices, and the one before it %d", i, changed(o), changed(all[i-1]))
		}
		seen[strings.Join(texts(o.fields), " ")+" "+map[bool]string{true: "yes", false: "no"}[o.answers[0]]] = true
	}
	if len(all) != 3*3*2 || len(seen) != len(all) {
		t.Errorf("%d options, %d of them different, want 18", len(all), len(seen))
	}
	if texts(first.fields)[0] != "0" || !first.answers[0] {
		t.Error("the first option was changed")
	}
	many := []part{{symbol(0), slices.Repeat(other, 8)}, {symbol(1), slices.Repeat(other, 8)}}
	if n := len(vary(first, many)); n != maxOptions {
		t.Errorf("%d options, want %d", n, maxOptions)
	}
}

// TestOpposite negates conditions without a not where possible.
func TestOpposite(t *testing.T) {
	f := searching(t, poll)
	left := &expr.Ref{Symbol: f.Machine.Vars[0].Symbol}
	for op, want := range map[expr.Op]string{
		expr.Eq: "left != 3", expr.Ne: "left == 3", expr.Lt: "left >= 3", expr.Ge: "left < 3", expr.Le: "left > 3", expr.Gt: "left <= 3",
	} {
		if got := expr.Print(opposite(&expr.Binary{Op: op, X: left, Y: expr.Number(3)}), expr.Spec); got != want {
			t.Errorf("the opposite is %s, want %s", got, want)
		}
	}
	both := &expr.Binary{Op: expr.And, X: expr.Truth(true), Y: expr.Truth(true)}
	if got := expr.Print(opposite(both), expr.Spec); got != "!(true && true)" {
		t.Errorf("the opposite is %s", got)
	}
}

// TestWider compares conditions on parameters by the values that satisfy them.
func TestWider(t *testing.T) {
	f := searching(t, poll)
	rounds, patience := &expr.Ref{Symbol: f.Machine.Params[0].Symbol}, &expr.Ref{Symbol: f.Machine.Params[1].Symbol}
	compare := func(op expr.Op, x, y expr.Expr) expr.Expr { return &expr.Binary{Op: op, X: x, Y: y} }
	for _, test := range []struct {
		x, than expr.Expr
		want    bool
	}{
		{compare(expr.Ge, rounds, expr.Number(1)), compare(expr.Ge, rounds, expr.Number(2)), true},
		{compare(expr.Ge, rounds, expr.Number(2)), compare(expr.Ge, rounds, expr.Number(1)), false},
		{compare(expr.Ge, rounds, patience), compare(expr.Gt, rounds, patience), true},
		{compare(expr.Gt, rounds, patience), compare(expr.Ge, rounds, patience), false},
		{compare(expr.Ge, rounds, expr.Number(1)), compare(expr.Ge, rounds, expr.Number(1)), false}, // the same
		{compare(expr.Ge, rounds, expr.Number(1)), compare(expr.Ge, patience, expr.Number(1)), false},
		{compare(expr.Quo, rounds, expr.Number(0)), compare(expr.Ge, rounds, expr.Number(1)), false}, // no value
	} {
		if got := f.wider(test.x, test.than); got != test.want {
			t.Errorf("%s is wider than %s: %t", expr.Print(test.x, expr.Spec), expr.Print(test.than, expr.Spec), got)
		}
	}
}

// TestEqualities finds the equations that hold in configurations, one for each variable that others determine.
func TestEqualities(t *testing.T) {
	f := searching(t, poll)
	at := func(configs ...[4]int64) (out []visit) {
		for _, c := range configs {
			out = append(out, visit{&board{Machine: interp.Machine{Core: f.Machine, Params: c[:2]}}, interp.Config{Vars: c[2:]}})
		}
		return out
	}
	for _, test := range []struct {
		name   string
		visits []visit
		want   []string
	}{
		{"a sum", at([4]int64{3, 5, 1, 2}, [4]int64{4, 1, 4, 0}, [4]int64{7, 2, 0, 7}, [4]int64{9, 9, 3, 6}), []string{"left + misses == rounds"}},
		{"constants", at([4]int64{3, 5, 2, 1}, [4]int64{4, 1, 2, 1}, [4]int64{8, 2, 2, 1}), []string{"left == 2", "misses == 1"}},
		{"a fraction", at([4]int64{4, 0, 2, 7}, [4]int64{10, 3, 5, 1}, [4]int64{6, 8, 3, 9}, [4]int64{2, 2, 1, 4}, [4]int64{0, 9, 0, 5}), []string{"2 * left == rounds"}},
		{"nothing", at([4]int64{3, 5, 1, 2}, [4]int64{4, 1, 4, 9}, [4]int64{7, 2, 0, 7}, [4]int64{9, 9, 3, 6}, [4]int64{1, 0, 0, 1}, [4]int64{5, 5, 5, 0}), nil},
		{"an unlikely number", at([4]int64{1, 0, 101, 0}, [4]int64{2, 3, 202, 5}, [4]int64{3, 1, 303, 1}, [4]int64{4, 1, 404, 9}, [4]int64{6, 3, 606, 2}), nil},
	} {
		if d := cmp.Diff(test.want, texts(f.equalities(f.Machine.Initial, test.visits))); d != "" {
			t.Errorf("%s: %s", test.name, d)
		}
	}
}

// TestReduce keeps a matrix in reduced row echelon form.
func TestReduce(t *testing.T) {
	var rows [][]*big.Rat
	var pivots []int
	for _, row := range [][]int64{{2, 4, 6}, {1, 2, 3}, {1, 1, 1}, {0, 1, 5}} {
		var r []*big.Rat
		for _, v := range row {
			r = append(r, big.NewRat(v, 1))
		}
		rows, pivots = reduce(rows, pivots, r)
	}
	if d := cmp.Diff([]int{0, 1, 2}, pivots); d != "" {
		t.Error(d)
	}
	for i, row := range rows {
		for k, v := range row {
			want := int64(0)
			if k == pivots[i] {
				want = 1
			}
			if v.Cmp(big.NewRat(want, 1)) != 0 {
				t.Errorf("row %d is %v", i, row)
			}
		}
	}
}

// TestReaching separates parameters with which the bound is reached from others by a condition, if there is one.
func TestReaching(t *testing.T) {
	f := searching(t, poll)
	boards := f.boards()
	separate := func(short func(*board) bool) (int, []string) {
		for _, b := range boards {
			b.length = b.limit
			if short(b) {
				b.length--
			}
		}
		out, given := f.reaching(boards)
		return len(out), texts(given)
	}
	if n, given := separate(func(*board) bool { return false }); n != len(boards) || given != nil {
		t.Errorf("all: %d of %d if %q", n, len(boards), given)
	}
	if n, given := separate(func(*board) bool { return true }); n != 0 || given != nil {
		t.Errorf("none: %d if %q", n, given)
	}
	if n, given := separate(func(b *board) bool { return b.Params[0] <= b.Params[1] }); n == 0 || !slices.Equal(given, []string{"rounds > patience"}) {
		t.Errorf("some: %d if %q", n, given)
	}
	if n, given := separate(func(b *board) bool { return b.Params[0] < 2 }); n == 0 || !slices.Equal(given, []string{"rounds >= 2"}) {
		t.Errorf("large ones: %d if %q", n, given)
	}
	if n, given := separate(func(b *board) bool { return (b.Params[0]+b.Params[1])%2 == 0 }); n != 0 || given != nil {
		t.Errorf("no condition tells them apart: %d if %q", n, given)
	}
}

// TestLarge plays larger parameters only in their ranges, and only where the progress function starts at the bound.
func TestLarge(t *testing.T) {
	f := searching(t, poll)
	for _, test := range []struct {
		rounds, patience int64
		want             bool
	}{
		{10, 10, true}, {10, 101, false}, {-1, 10, false}, {100, 100, false}, // the last one has a long run
	} {
		if b := f.large([]int64{test.rounds, test.patience}, nil); (b != nil) != test.want {
			t.Errorf("with %d and %d: %t", test.rounds, test.patience, b != nil)
		}
	}
	never := &expr.Binary{Op: expr.Gt, X: &expr.Ref{Symbol: f.Machine.Params[0].Symbol}, Y: expr.Number(10)}
	if f.large([]int64{10, 10}, []expr.Expr{never}) != nil {
		t.Error("the parameters do not satisfy the conditions")
	}
	f.Bound = &expr.Binary{Op: expr.Add, X: f.Bound, Y: expr.Number(1)}
	if f.large([]int64{10, 10}, nil) != nil {
		t.Error("progress starts below the bound")
	}
}
