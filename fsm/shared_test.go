package fsm_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// oven is a machine as fsmgen generates them: it bakes for some time, longer whenever somebody adds to it.
type oven struct {
	host    host
	steps   int
	starts  int
	began   time.Time
	length  time.Duration
	fault   error
	refuses bool
}

type clock int

// host is the host of an oven.
type host interface {
	Now() time.Time
	StartTimer(timer clock, start int, d time.Duration)
	StopTimer(timer clock, start int)
	Ring(n int)
}

func newOven(h host) *oven { return &oven{host: h} }

func (m *oven) Bake(d time.Duration) error {
	m.steps++
	m.began, m.length = m.host.Now(), d
	m.starts++
	m.host.StartTimer(0, m.starts, d)
	return nil
}

func (m *oven) Open() error {
	m.steps++
	m.host.StopTimer(0, m.starts)
	return nil
}

func (m *oven) Ring() error {
	m.steps++
	m.host.Ring(m.steps)
	return nil
}

var errRefused = errors.New("refused")

func (m *oven) Fire(_ clock, start int) error {
	if start != m.starts {
		m.fault = fmt.Errorf("start %d of the timer fires, want %d", start, m.starts)
	}
	if m.refuses {
		return errRefused
	}
	if since := time.Since(m.began); since < m.length {
		m.fault = fmt.Errorf("the timer fires after %v of %v", since, m.length)
	}
	m.steps++
	m.host.Ring(m.steps)
	return nil
}

// kitchen is a shared oven, and its host.
type kitchen struct {
	fsm.Shared[*oven, clock]
	rung   []int
	onRing func(n int)
}

func (k *kitchen) Ring(n int) {
	k.Later(func() {
		k.rung = append(k.rung, n)
		if k.onRing != nil {
			k.onRing(n)
		}
	})
}

func begun(t testing.TB) *kitchen {
	t.Helper()
	k := &kitchen{}
	if err := k.Begin(func() (*oven, error) { return newOven(k), nil }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Close)
	return k
}

func bake(d time.Duration) func(*oven) error { return func(m *oven) error { return m.Bake(d) } }

// TestTimer lets a timer fire, and stops one.
func TestTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begun(t)
		if err := k.Do(bake(time.Second)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !slices.Equal(k.rung, []int{2}) {
			t.Fatalf("it rings at %v", k.rung)
		}
		if err := k.Do(bake(time.Second)); err != nil {
			t.Fatal(err)
		}
		if err := k.Do((*oven).Open); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		k.Look(func(m *oven) {
			if m.fault != nil || len(k.rung) != 1 {
				t.Errorf("%v, and it rings at %v", m.fault, k.rung)
			}
		})
	})
}

// TestStale starts a timer again whose function waits for the lock.
func TestStale(t *testing.T) {
	k := begun(t)
	if err := k.Do(bake(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	err := k.Do(func(m *oven) error {
		time.Sleep(20 * time.Millisecond) // the timer is over, and its function waits
		return m.Bake(time.Millisecond)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Wait(t.Context(), func(m *oven) bool { return m.steps == 3 }); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Millisecond)
	k.Look(func(m *oven) {
		if m.fault != nil || m.steps != 3 {
			t.Errorf("%v, %d steps", m.fault, m.steps)
		}
	})
}

// TestTimerFailed has the machine refuse the event of a timer.
func TestTimerFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begun(t)
		var failed error
		k.TimerFailed = func(_ clock, err error) { failed = errors.Join(err, k.Do((*oven).Open)) } // it may use the machine
		if err := k.Do(func(m *oven) error { m.refuses = true; return m.Bake(time.Second) }); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !errors.Is(failed, errRefused) {
			t.Errorf("got %v", failed)
		}
	})
}

// TestRestarts starts timers again and again while they are over. None fires early.
func TestRestarts(t *testing.T) {
	restarts := 1_000_000
	if testing.Short() {
		restarts = 100_000
	}
	const length = 50 * time.Microsecond
	k := begun(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range restarts / 4 {
				if err := k.Do(bake(length)); err != nil {
					t.Error(err)
				}
				if i%200 == 0 {
					time.Sleep(2 * length)
				}
			}
		})
	}
	all.Wait()
	time.Sleep(10 * length)
	k.Look(func(m *oven) {
		if m.fault != nil {
			t.Error(m.fault)
		}
	})
	if err := k.Do(func(*oven) error { return nil }); err != nil || len(k.rung) == 0 { // the lock orders the look at rung
		t.Errorf("no timer has fired; %v", err)
	}
}

// TestShared has 64 goroutines send events, whose outputs send more, beside timers: each output comes once, in the order of the steps.
func TestShared(t *testing.T) {
	k := begun(t)
	var again sync.WaitGroup
	k.onRing = func(n int) {
		if n%7 == 0 {
			if err := k.Do(func(m *oven) error { m.steps++; return nil }); err != nil { // on the goroutine that delivers
				t.Error(err)
			}
		}
		if n%11 == 0 {
			again.Go(func() {
				if err := k.Do((*oven).Open); err != nil {
					t.Error(err)
				}
			})
		}
	}
	var made []int
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(1, 2))
			for range 200 {
				err := k.Do(func(m *oven) error {
					if random.IntN(4) == 0 {
						return m.Bake(time.Duration(random.IntN(50)) * time.Microsecond)
					}
					err := m.Ring()
					made = append(made, m.steps)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	again.Wait()
	if err := k.Do((*oven).Open); err != nil {
		t.Fatal(err)
	}
	last := 0
	if err := k.Do(func(m *oven) error { last = m.steps + 1; return m.Ring() }); err != nil {
		t.Fatal(err)
	}
	delivered := make(chan bool, 1)
	for done := false; !done; { // perhaps a timer's goroutine delivers
		if err := k.Do(func(*oven) error {
			k.Later(func() { delivered <- slices.Contains(k.rung, last) })
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		done = <-delivered
	}
	again.Wait() // outputs may have been delivered since
	if !slices.IsSorted(k.rung) || len(slices.Compact(slices.Clone(k.rung))) != len(k.rung) {
		t.Error("outputs are not in the order of the steps, or twice")
	}
	for _, n := range made {
		if _, found := slices.BinarySearch(k.rung, n); !found {
			t.Fatalf("the output of step %d is lost", n)
		}
	}
}

// TestLater has an output make steps: they are made at once, and their outputs come after it.
func TestLater(t *testing.T) {
	k := begun(t)
	k.onRing = func(n int) {
		if n == 1 {
			if err := errors.Join(k.Do((*oven).Ring), k.Do((*oven).Ring)); err != nil {
				t.Error(err)
			}
			k.Look(func(m *oven) {
				if m.steps != 3 || len(k.rung) != 1 {
					t.Errorf("%d steps, and it has rung at %v", m.steps, k.rung)
				}
			})
		}
	}
	if err := k.Do((*oven).Ring); err != nil || !slices.Equal(k.rung, []int{1, 2, 3}) {
		t.Errorf("%v, %v", k.rung, err)
	}
}

// TestPanic has an output and a step panic: the lock is free, and no other output is lost.
func TestPanic(t *testing.T) {
	k := begun(t)
	panics := func(f func(*oven) error) (cause any) {
		defer func() { cause = recover() }()
		return k.Do(f)
	}
	k.onRing = func(n int) {
		if n == 1 {
			panic("burnt")
		}
	}
	if cause := panics(func(m *oven) error { return errors.Join(m.Ring(), m.Ring()) }); cause != "burnt" {
		t.Errorf("got %v", cause)
	}
	if cause := panics(func(*oven) error { panic("dropped") }); cause != "dropped" {
		t.Errorf("got %v", cause)
	}
	if err := k.Do((*oven).Ring); err != nil || !slices.Equal(k.rung, []int{1, 2, 3}) {
		t.Errorf("%v, %v", k.rung, err)
	}
}

// TestBegin has a machine that cannot be made, then one that can, and not another one.
func TestBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := &kitchen{}
		k.TimerFailed = func(_ clock, err error) { t.Errorf("the timer of no machine: %v", err) }
		if err := k.Do((*oven).Ring); !errors.Is(err, fsm.ErrNotBegun) || k.Look(func(*oven) { t.Error("there is no machine") }) {
			t.Errorf("got %v", err)
		}
		early := &kitchen{} // whose timer is over before there is a machine
		var failed error
		early.TimerFailed = func(_ clock, err error) { failed = err }
		early.StartTimer(0, 1, time.Second)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !errors.Is(failed, fsm.ErrNotBegun) {
			t.Errorf("got %v", failed)
		}
		fault := errors.New("no gas")
		if err := k.Begin(func() (*oven, error) { k.StartTimer(0, 1, time.Second); k.Ring(1); return nil, fault }); !errors.Is(err, fault) {
			t.Errorf("got %v", err)
		}
		if err := k.Begin(func() (*oven, error) { k.Ring(7); return newOven(k), nil }); err != nil {
			t.Error(err)
		}
		if err := k.Begin(func() (*oven, error) { t.Error("it has begun"); return nil, nil }); err == nil {
			t.Error("a Shared has begun twice")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(k.rung, []int{7}) {
			t.Errorf("it rings at %v", k.rung)
		}
	})
}

// TestWait waits for a condition, for the end of a context, and for the end of the Shared.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := &kitchen{}
		var waits sync.WaitGroup
		for n := range 5 {
			waits.Go(func() {
				if err := k.Wait(t.Context(), func(m *oven) bool { return m.steps >= n }); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if err := k.Begin(func() (*oven, error) { return newOven(k), nil }); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if err := k.Do((*oven).Ring); err != nil {
				t.Fatal(err)
			}
		}
		waits.Wait()
		late := errors.New("late")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, late)
		defer cancel()
		never := func(*oven) bool { return false }
		if err := k.Wait(ctx, never); !errors.Is(err, late) {
			t.Errorf("got %v", err)
		}
		waits.Go(func() {
			if err := k.Wait(t.Context(), never); !errors.Is(err, fsm.ErrClosed) {
				t.Errorf("got %v", err)
			}
		})
		synctest.Wait()
		k.Close()
		waits.Wait()
		if err := k.Wait(t.Context(), func(m *oven) bool { return m.steps == 4 }); err != nil {
			t.Errorf("the condition holds, but %v", err)
		}
	})
}

// TestClose closes a Shared from an output: later outputs of steps before come, but no timer fires, and no step is made.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begun(t)
		k.onRing = func(int) { k.Close() }
		if err := k.Do(func(m *oven) error { return errors.Join(m.Bake(time.Second), m.Ring(), m.Ring()) }); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if err := k.Do((*oven).Ring); !errors.Is(err, fsm.ErrClosed) || !slices.Equal(k.rung, []int{2, 3}) {
			t.Errorf("%v, %v", k.rung, err)
		}
		if err := k.Begin(func() (*oven, error) { t.Error("it is closed"); return nil, nil }); !errors.Is(err, fsm.ErrClosed) {
			t.Errorf("got %v", err)
		}
		if !k.Look(func(m *oven) {
			if m.steps != 3 {
				t.Errorf("%d steps", m.steps)
			}
		}) {
			t.Error("the machine of a Shared that is closed cannot be read")
		}
	})
}

// BenchmarkDo compares steps of a shared machine with steps under a plain lock.
func BenchmarkDo(b *testing.B) {
	step := func(m *oven) error { m.steps++; return nil }
	b.Run("Mutex", func(b *testing.B) {
		var lock sync.Mutex
		m := &oven{}
		b.ReportAllocs()
		for b.Loop() {
			lock.Lock()
			_ = step(m)
			lock.Unlock()
		}
	})
	b.Run("Shared", func(b *testing.B) {
		k := begun(b)
		b.ReportAllocs()
		for b.Loop() {
			_ = k.Do(step)
		}
	})
	b.Run("MutexParallel", func(b *testing.B) {
		var lock sync.Mutex
		m := &oven{}
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				lock.Lock()
				_ = step(m)
				lock.Unlock()
			}
		})
	})
	b.Run("SharedParallel", func(b *testing.B) {
		k := begun(b)
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				_ = k.Do(step)
			}
		})
	})
}
