package drive_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/fsm/drive"
)

type (
	state uint8
	timer uint8
	call  uint8
)

const (
	idle state = iota
	busy       // with parts, if there are some
	done
)

func (s state) String() string { return [...]string{"idle", "busy", "done"}[s] }
func (t timer) String() string { return fmt.Sprint("timer", uint8(t)) }
func (c call) String() string  { return fmt.Sprint("call", uint8(c)) }

// machine is written as generated machines are.
type machine struct {
	state   state
	steps   uint64
	parts   [2]string
	entered [2]uint64
	told    []string
}

// at is a machine in a state.
type at struct {
	m     *machine
	state state
	steps uint64
}

func (a at) State() state { return a.state }

func (m *machine) in() at { return at{m, m.state, m.steps} }

// to makes a transition.
func (m *machine) to(s state) error {
	m.state = s
	m.steps++
	return nil
}

// tell notes what happens, in the goroutine of the run.
func (m *machine) tell(format string, args ...any) {
	m.told = append(m.told, fmt.Sprintf(format, args...))
}

// step is an event that leads to a state, and is noted.
func step(name string, s state) func(*machine) error {
	return func(m *machine) error {
		m.tell("%s", name)
		return m.to(s)
	}
}

// handler has a method for each state but done; nil: it returns neither an event nor an error.
type handler map[state]func(ctx context.Context, m *machine) error

// handle calls the method for the state of the machine.
func (m *machine) handle(ctx context.Context, h handler, _ at) (at, error) {
	f := h[m.state]
	if f == nil {
		return at{}, nil
	}
	steps := m.steps
	if err := f(ctx, m); err != nil {
		return at{}, err
	}
	if m.steps == steps {
		return at{}, nil
	}
	return m.in(), nil
}

type run = drive.Run[machine, handler, at, at, state]

// driven drives a machine. One that has ended is the result.
func driven(r *run, ctx context.Context) error {
	end, err := r.Drive(ctx)
	if err == nil && end != r.Machine.in() {
		return fmt.Errorf("the end is %v", end)
	}
	return err
}

// checkpoints is a checkpoint of several, in order.
func checkpoints(all ...func(*machine) error) func(context.Context, *machine) error {
	var o drive.Options[machine, string]
	for _, f := range all {
		o.Checkpoints = append(o.Checkpoints, func(_ context.Context, m *machine, _ []string) error { return f(m) })
	}
	_, checkpoint := o.Parts()
	return checkpoint
}

// newRun returns a run of a machine that is idle.
func newRun(h handler) (*machine, *run) {
	m := &machine{}
	return m, &run{
		Machine: m, State: &m.state, Steps: &m.steps, In: (*machine).in, Terminal: []bool{done: true},
		Handler: h, Handle: (*machine).handle,
	}
}

// until returns when a context ends.
func until(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

var errFault = errors.New("fault")

// expect compares how a run has ended, and what was told. end is the state, and after a blank the cause of an error.
func expect(t *testing.T, m *machine, err error, end string, told ...string) {
	t.Helper()
	got := m.state.String()
	if stopped := (*fsm.RunError[at, at, state])(nil); errors.As(err, &stopped) {
		if stopped.At != m.in() {
			t.Errorf("the error is at %v, the machine at %v", stopped.At, m.in())
		}
		got += " " + stopped.Err.Error()
	} else if err != nil {
		t.Errorf("not a *RunError: %v", err)
	} else if m.state != done {
		t.Errorf("it ends in %v without an error", m.state)
	}
	if got != end || !slices.Equal(m.told, told) {
		t.Errorf("got %q %q, want %q %q", got, m.told, end, told)
	}
}

// ends calls a function in a goroutine, and returns how that ends: with an error, a panic, or by Goexit.
func ends(f func() error) string {
	end := make(chan string, 1)
	go func() {
		how := "goexit"
		defer func() {
			if cause := recover(); cause != nil {
				how = fmt.Sprint("panic ", cause)
			}
			end <- how
		}()
		how = fmt.Sprint(f())
	}()
	return <-end
}
