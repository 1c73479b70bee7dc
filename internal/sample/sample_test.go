package sample

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// quiet hides the sizes that the tests themselves run with.
func quiet(t *testing.T) {
	for _, name := range []string{"FSMGEN_LONG", "FSMGEN_SIZE", "FSMGEN_SEED", "FSMGEN_SALT"} {
		t.Setenv(name, "")
	}
}

func TestSize(t *testing.T) {
	quiet(t)
	want := 2
	if testing.Short() {
		want = 1
	}
	if got := Size(1, 2, 3); got != want || Long() {
		t.Errorf("Size = %d, want %d; Long = %t", got, want, Long())
	}
	t.Setenv("FSMGEN_LONG", "0")
	if got := Size(1, 2, 3); got != want || Long() {
		t.Errorf("FSMGEN_LONG=0: Size = %d, want %d; Long = %t", got, want, Long())
	}
	t.Setenv("FSMGEN_LONG", "1")
	if got := Size(1, 2, 3); got != 3 || !Long() {
		t.Errorf("FSMGEN_LONG=1: Size = %d, Long = %t", got, Long())
	}
	t.Setenv("FSMGEN_SIZE", "77")
	if got := Size(1, 2, 3); got != 77 {
		t.Errorf("FSMGEN_SIZE=77: Size = %d", got)
	}
	for _, bad := range []string{"x", "0", "-1"} {
		t.Setenv("FSMGEN_SIZE", bad)
		if !panics(func() { Size(1, 2, 3) }) {
			t.Errorf("FSMGEN_SIZE=%s is accepted", bad)
		}
	}
	t.Setenv("FSMGEN_LONG", "long")
	if !panics(func() { Long() }) {
		t.Error("FSMGEN_LONG=long is accepted")
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// recorder is a test that ends when end is called.
type recorder struct {
	testing.TB
	name    string
	failed  bool
	cleanup []func()
	said    string
}

func (r *recorder) Helper()          {}
func (r *recorder) Name() string     { return r.name }
func (r *recorder) Failed() bool     { return r.failed }
func (r *recorder) Cleanup(f func()) { r.cleanup = append(r.cleanup, f) }
func (r *recorder) Logf(format string, args ...any) {
	r.said += fmt.Sprintf(format, args...)
}

func (r *recorder) Fatalf(format string, args ...any) {
	panic(fmt.Sprintf(format, args...))
}

func (r *recorder) end() string {
	for _, f := range r.cleanup {
		f()
	}
	return r.said
}

func TestSeed(t *testing.T) {
	quiet(t)
	x, y := &recorder{name: "TestX"}, &recorder{name: "TestY", failed: true}
	first := Seed(x)
	if Seed(x) != first || Seed(y) == first || Seed(x, []byte("a")) == first || Seed(x, []byte("a"), nil) == Seed(x, nil, []byte("a")) {
		t.Error("the seed is not a hash of the name and the data")
	}
	if said := x.end(); said != "" {
		t.Errorf("a test that passes says %q", said)
	}
	y.cleanup, y.said = nil, ""
	short := ""
	if testing.Short() {
		short = " -short"
	}
	want := fmt.Sprintf("FSMGEN_SEED=%d go test%s -run '^TestY$'", Seed(y), short)
	if said := y.end(); !strings.Contains(said, want) {
		t.Errorf("a test that fails says %q, not %q", said, want)
	}
	t.Setenv("FSMGEN_SALT", "a")
	salted := Seed(x)
	if salted == first || Seed(y) == salted || Seed(x) != salted {
		t.Error("the seed is not a hash of FSMGEN_SALT and the name")
	}
	t.Setenv("FSMGEN_SALT", "b")
	if Seed(x) == salted {
		t.Error("FSMGEN_SALT=a and b give the same seed")
	}
	t.Setenv("FSMGEN_SEED", "5")
	t.Setenv("FSMGEN_LONG", "1")
	y.cleanup, y.said = nil, ""
	if got := Seed(y, []byte("a")); got != 5 {
		t.Errorf("FSMGEN_SEED=5: Seed = %d", got)
	}
	if said := y.end(); !strings.Contains(said, "FSMGEN_SEED=5 FSMGEN_LONG=1 go test") {
		t.Errorf("a test that fails says %q", said)
	}
	for _, bad := range []string{"x", "-1"} {
		t.Setenv("FSMGEN_SEED", bad)
		if !panics(func() { Seed(x) }) {
			t.Errorf("FSMGEN_SEED=%s is accepted", bad)
		}
	}
}

func (r *recorder) Skip(args ...any) { panic(fmt.Sprint(args...)) }

// TestTurn runs in a program whose flag -run is the test's own, so it hides that.
func TestTurn(t *testing.T) {
	quiet(t)
	hidden := func(name, value string) {
		f := flag.Lookup(name)
		old := f.Value.String()
		if err := f.Value.Set(value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Value.Set(old) })
	}
	hidden("test.run", "")
	hidden("test.short", "false")
	skips := func(i int) bool { return panics(func() { Turn(&recorder{name: fmt.Sprint("Test", i)}) }) }
	all := func() (ran int) {
		for i := range 800 {
			if !skips(i) {
				ran++
			}
		}
		return ran
	}
	if ran := all(); ran < 25 || ran > 85 {
		t.Errorf("%d of 800 tests have a turn", ran)
	}
	for _, name := range []string{"FSMGEN_LONG", "FSMGEN_SEED", "FSMGEN_SIZE"} {
		t.Setenv(name, "1")
		if ran := all(); ran != 800 {
			t.Errorf("%s=1: %d of 800 tests run", name, ran)
		}
		t.Setenv(name, "")
	}
	hidden("test.short", "true")
	if ran := all(); ran != 0 {
		t.Errorf("-short: %d tests run", ran)
	}
	hidden("test.run", "Test")
	if ran := all(); ran != 800 {
		t.Errorf("-short -run Test: %d of 800 tests run", ran)
	}
}

func TestSome(t *testing.T) {
	quiet(t)
	t.Setenv("FSMGEN_SEED", "3")
	list := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	if got := Some(t, list, 10); !slices.Equal(got, list) {
		t.Errorf("all are %v", got)
	}
	first := Some(t, list, 4)
	if len(first) != 4 || !slices.IsSorted(first) || len(slices.Compact(slices.Clone(first))) != 4 {
		t.Errorf("four are %v", first)
	}
	if again := Some(t, list, 4); !slices.Equal(again, first) {
		t.Errorf("of one seed there are %v and %v", first, again)
	}
	for seed := range 20 {
		t.Setenv("FSMGEN_SEED", strconv.Itoa(seed))
		if !slices.Equal(Some(t, list, 4), first) {
			return
		}
	}
	t.Errorf("every seed chooses %v", first)
}
