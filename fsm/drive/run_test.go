package drive_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/fsm/drive"
)

// TestDrive drives a machine by its handler alone.
func TestDrive(t *testing.T) {
	m, r := newRun(handler{
		idle: func(_ context.Context, m *machine) error { return step("begin", busy)(m) },
		busy: func(_ context.Context, m *machine) error { return step("end", done)(m) },
	})
	r.Checkpoint = checkpoints(
		func(m *machine) error { m.tell("first %v", m.state); return nil },
		func(m *machine) error { m.tell("second %v", m.state); return nil },
	)
	expect(t, m, driven(r, t.Context()), "done", "first idle", "second idle", "begin", "first busy", "second busy", "end", "first done", "second done")
}

// TestDriveStops has the method for a state do wrong.
func TestDriveStops(t *testing.T) {
	for _, test := range []struct {
		name, want string
		busy       func(context.Context, *machine) error
		told       []string
	}{
		{"an error", "busy fault", func(context.Context, *machine) error { return errFault }, nil},
		{"no event", "busy drive_test: the handler of state busy made no transition", nil, nil},
		{"an error of a context that is not its own", "busy context canceled", func(context.Context, *machine) error { return context.Canceled }, nil},
		{"an error after a transition", "idle fault", func(_ context.Context, m *machine) error { return errors.Join(m.to(idle), errFault) }, []string{"checkpoint idle"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, r := newRun(handler{
				idle: func(_ context.Context, m *machine) error { return m.to(busy) },
				busy: test.busy,
			})
			r.Checkpoint = checkpoints(func(m *machine) error { m.tell("checkpoint %v", m.state); return nil })
			expect(t, m, driven(r, t.Context()), test.want, append([]string{"checkpoint idle", "checkpoint busy"}, test.told...)...)
		})
	}
}

// TestDriveStale returns a machine as it was before the last transition.
func TestDriveStale(t *testing.T) {
	m, r := newRun(nil)
	r.Handle = func(m *machine, _ context.Context, _ handler, _ at) (at, error) {
		_ = m.to(busy)
		in := m.in()
		return in, m.to(busy)
	}
	err := driven(r, t.Context())
	var stale *fsm.StaleStateError[state]
	if !errors.As(err, &stale) || stale.State != idle || stale.Now != busy {
		t.Errorf("%v", err)
	}
	expect(t, m, err, "busy drive_test: the machine has moved on from state idle, and is in state busy")
}

// TestDrivePanics has the method panic, and end its goroutine: that leaves Drive as it is.
func TestDrivePanics(t *testing.T) {
	for want, f := range map[string]func(context.Context, *machine) error{
		"panic fault": func(context.Context, *machine) error { panic(errFault) },
		"goexit":      func(context.Context, *machine) error { runtime.Goexit(); return nil },
	} {
		_, r := newRun(handler{idle: f})
		if got := ends(func() error { return driven(r, t.Context()) }); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestCheckpointFails ends a run by a checkpoint, at the start, after a transition, and after an error of a method. Another
// run of the machine begins with the checkpoint.
func TestCheckpointFails(t *testing.T) {
	for _, test := range []struct {
		fails int // the number of the checkpoint
		busy  error
		want  string
	}{
		{1, nil, "idle fault"},
		{2, nil, "busy fault"},
		{3, nil, "done fault"},
		{3, errors.New("late"), "done late\nfault"},
	} {
		t.Run(fmt.Sprint(test.fails, test.busy), func(t *testing.T) {
			h := handler{
				idle: func(_ context.Context, m *machine) error { return m.to(busy) },
				busy: func(_ context.Context, m *machine) error { return errors.Join(m.to(done), test.busy) },
			}
			m, r := newRun(h)
			n, unheard := 0, 0
			r.Checkpoint = checkpoints(
				func(*machine) error {
					if n++; n == test.fails {
						return errFault
					}
					return nil
				},
				func(*machine) error { unheard++; return nil },
			)
			err := driven(r, t.Context())
			expect(t, m, err, test.want)
			if !errors.Is(err, errFault) || n != test.fails || unheard != n-1 {
				t.Errorf("%v after %d checkpoints, and %d of the others", err, n, unheard)
			}
			_, again := newRun(h)
			again.Machine, again.State, again.Steps = m, &m.state, &m.steps
			again.Checkpoint = checkpoints(func(m *machine) error { m.tell("%v", m.state); return nil })
			switch m.state {
			case idle:
				test.busy = nil
				expect(t, m, driven(again, t.Context()), "done", "idle", "busy", "done")
			case busy:
				expect(t, m, driven(again, t.Context()), "done", "busy", "done")
			default:
				expect(t, m, driven(again, t.Context()), "done", "done")
			}
		})
	}
}

// TestDone has the context end while the method for a state runs, in machines without an event for that, and with one.
func TestDone(t *testing.T) {
	cause := errors.New("too long")
	leads := func(s state) func(*machine, error) error {
		return func(m *machine, err error) error { m.tell("cancel %v", err); return m.to(s) }
	}
	for _, test := range []struct {
		name string
		idle func(ctx context.Context, m *machine) error
		set  func(*run)
		want string
		told []string
	}{
		{"without an event", nil, func(*run) {}, "idle too long", nil},
		{"its cause is returned", func(ctx context.Context, _ *machine) error { return fmt.Errorf("wrapped: %w", context.Cause(ctx)) }, func(*run) {}, "idle too long", nil},
		{"another error", func(context.Context, *machine) error { return errFault }, func(*run) {}, "idle fault", nil},
		{"a transition", func(_ context.Context, m *machine) error { return m.to(done) }, func(*run) {}, "done", nil},
		{"an event", nil, func(r *run) { r.Cancel = leads(done) }, "done", []string{"cancel too long"}},
		{"an event that goes on", nil, func(r *run) { r.Cancel = leads(busy) }, "done", []string{"cancel too long", "busy <nil>"}},
		{"an event that is not accepted", nil, func(r *run) { r.Cancel, r.Accepts = leads(done), func(*machine) bool { return false } }, "idle too long", nil},
		{"an event that is accepted", nil, func(r *run) { r.Cancel, r.Accepts = leads(done), func(*machine) bool { return true } }, "done", []string{"cancel too long"}},
		{"an event that is rejected", nil, func(r *run) { r.Cancel = func(*machine, error) error { return errFault } }, "idle fault", nil},
		{"an event that is ignored", nil, func(r *run) {
			r.Cancel = func(m *machine, _ error) error { m.tell("ignored"); return nil }
		}, "done", []string{"ignored", "again <nil>"}},
		{"an event without effect", nil, func(r *run) {
			r.Cancel, r.Inert = leads(done), []bool{idle: true}
		}, "done", []string{"again <nil>"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			called := 0
			m, r := newRun(handler{
				idle: func(ctx context.Context, m *machine) error {
					if called++; called > 1 || m.state == idle && ctx.Err() != nil {
						m.tell("again %v", ctx.Err())
						return m.to(done)
					}
					cancel(cause)
					if test.idle != nil {
						return test.idle(ctx, m)
					}
					return ctx.Err()
				},
				busy: func(ctx context.Context, m *machine) error { m.tell("busy %v", ctx.Err()); return m.to(done) },
			})
			test.set(r)
			if r.Inert != nil { // its context does not end
				h := r.Handler[idle]
				r.Handler[idle] = func(ctx context.Context, m *machine) error { called = 1; cancel(cause); return h(ctx, m) }
			}
			expect(t, m, driven(r, ctx), test.want, test.told...)
		})
	}
}

// TestEndless drives a machine without an end, until an error.
func TestEndless(t *testing.T) {
	m, r := newRun(handler{
		idle: func(_ context.Context, m *machine) error { return m.to(done) },
		done: func(_ context.Context, m *machine) error {
			if m.steps == 5 {
				return errFault
			}
			return m.to(idle)
		},
	})
	r.Terminal = nil
	expect(t, m, driven(r, t.Context()), "done fault")
}

// TestOptions sets options, in order. Each checkpoint gets the steps since the last one that did not fail.
func TestOptions(t *testing.T) {
	type option func(*drive.Options[machine, string])
	var told []string
	var fault error
	save := func(name string) option {
		return func(o *drive.Options[machine, string]) {
			o.Checkpoints = append(o.Checkpoints, func(_ context.Context, _ *machine, steps []string) error {
				told = append(told, fmt.Sprint(name, steps))
				return fault
			})
		}
	}
	observe := func(o *drive.Options[machine, string]) {
		o.Observers = append(o.Observers, func(s string) { told = append(told, s) })
	}
	none := drive.Choose[machine, string, option](nil)
	if observers, checkpoint := none.Parts(); observers != nil || checkpoint != nil {
		t.Error("no option has an effect")
	}
	chosen := drive.Choose([]option{save("a"), observe, save("b")})
	observers, checkpoint := chosen.Parts()
	step := func(s string) {
		for _, observer := range observers {
			observer(s)
		}
	}
	for _, want := range []error{nil, errFault, nil, nil} {
		fault = want
		if err := checkpoint(t.Context(), nil); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		step("x")
	}
	if got, want := fmt.Sprint(told), "[a[] b[] x a[x] x a[x x] b[x x] x a[x] b[x] x]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}

	// A run that goes on begins with the steps that no checkpoint has got.
	if rest := drive.Left(&none, []option{observe}); len(rest) != 1 {
		t.Errorf("%d options without a checkpoint", len(rest))
	}
	told, fault = nil, nil
	options := []option{save("a")}
	again := drive.Choose(drive.Left(&chosen, drive.Left(&chosen, options)))
	if _, checkpoint = again.Parts(); checkpoint(t.Context(), nil) != nil || fmt.Sprint(told) != "[a[x]]" || len(options) != 1 {
		t.Error(told, len(options))
	}
}

// TestCheckpointContext calls checkpoints with the context of the run, and after its end with one that has not ended.
func TestCheckpointContext(t *testing.T) {
	type key struct{}
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "value"))
	m, r := newRun(handler{
		idle: func(_ context.Context, m *machine) error { return m.to(busy) },
		busy: func(_ context.Context, m *machine) error { cancel(); return m.to(done) },
	})
	r.Checkpoint = func(ctx context.Context, m *machine) error {
		m.tell("%v %v %v", m.state, ctx.Value(key{}), ctx.Err())
		return nil
	}
	expect(t, m, driven(r, ctx), "done", "idle value <nil>", "busy value <nil>", "done value <nil>")
}

// TestNilContext refuses a nil context.
func TestNilContext(t *testing.T) {
	m, r := newRun(nil)
	_, err := r.Drive(noContext())
	expect(t, m, err, "idle fsm: the context is nil")
	if !errors.Is(err, fsm.ErrNilContext) {
		t.Error(err)
	}
}

// noContext is a nil context.
func noContext() (none context.Context) { return none }
