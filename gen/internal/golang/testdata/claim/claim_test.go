package claim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// office is a host that trusts everyone and writes down what it is told. It panics when it is told
// broken.
type office struct {
	lines  []string
	broken string
}

func (o *office) Trusted(int) bool { return true }
func (o *office) Opened()          { o.lines = append(o.lines, "opened") }
func (o *office) Note(text string, n int) {
	o.lines = append(o.lines, fmt.Sprintf("%s %d", text, n))
	if text == o.broken {
		panic("broken")
	}
}
func (o *office) Now() time.Time                    { return time.Time{} }
func (o *office) Patience(rounds int) time.Duration { return time.Hour }
func (o *office) StartTimer(t Timer, _ int, _ time.Duration) {
	o.lines = append(o.lines, "start "+t.String())
}
func (o *office) StopTimer(t Timer, _ int) { o.lines = append(o.lines, "stop "+t.String()) }

// heard returns what the host was told since the last call.
func (o *office) heard() string {
	lines := o.lines
	o.lines = nil
	return strings.Join(lines, ", ")
}

func opened(t *testing.T, p Params) (*Machine, *office) {
	t.Helper()
	o := &office{}
	m, err := New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return m, o
}

// intake returns a machine from values, in Intake.
func intake(t *testing.T, limit, score, rounds int) (*Machine, *office) {
	t.Helper()
	o := &office{}
	m, err := FromValues(Values{Params: Params{Limit: limit}, State: StateIntake, Score: score, Rounds: rounds, Grade: GradeMedium}, o)
	if err != nil || len(o.lines) > 0 {
		t.Fatalf("%v, told %q", err, o.lines)
	}
	return m, o
}

// steps observes a machine. The function returns the steps since its last call.
func steps(m *Machine) func() string {
	var lines []string
	m.Observe(nil, func(s Step) { lines = append(lines, fmt.Sprintf("%v--%v-->%v", s.From, s.Event, s.To)) })
	return func() string {
		text := strings.Join(lines, " ")
		lines = nil
		return text
	}
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s, want\n%s", what, got, want)
	}
}

// TestStart settles a new machine: each step has its outputs and timers, one after the other.
func TestStart(t *testing.T) {
	m, o := opened(t, Params{Limit: 2})
	want(t, "told", o.heard(), "opened, start Triage.Expire, stop Triage.Expire, triaged 2, open 0, start Open.Bell, start Open.Expire")
	want(t, "machine", m.String(), "Intake score=0 rounds=0 grade=Low")
	m, o = opened(t, Params{Limit: 2, Strict: true})
	want(t, "told", o.heard(), "opened, start Triage.Expire, stop Triage.Expire, triaged 2, open 0, sorting 0, start Open.Bell, start Open.Expire, "+
		"start Sorting.Idle, point 0, point 1, stop Sorting.Idle")
	want(t, "machine", m.String(), "Intake score=2 rounds=0 grade=Low")
	s, err := Begin(Params{Limit: 2, Strict: true}, o)
	if in, ok := s.(InIntake); err != nil || !ok || in.Score() != 2 {
		t.Errorf("it begins as %v, %v", s, err)
	}
}

// TestChain makes many steps with one event. Observers get each of them.
func TestChain(t *testing.T) {
	m, o := opened(t, Params{Limit: 2})
	told := steps(m)
	o.heard()
	if err := m.File(3, "a"); err != nil {
		t.Fatal(err)
	}
	want(t, "steps", told(), "Intake--File-->Weighing Weighing--always-->Marking Marking--always-->Intake")
	want(t, "told", o.heard(), "a 3, start Weighing.Idle, stop Weighing.Idle, a 1, a 6")
	if err := m.Rate(GradeMedium); err != nil {
		t.Fatal(err)
	}
	want(t, "steps", told(), "Intake--Rate-->Intake")
	if err := m.Rate(GradeMedium); err != nil {
		t.Fatal(err)
	}
	want(t, "steps", told(), "Intake--Rate-->Review")
	if err := expire(m, TimerReviewIdle); err != nil {
		t.Fatal(err)
	}
	want(t, "steps", told(), "Review--Idle-->Weighed Weighed--always-->Lapsed")
	if m.Can(EventAlways) || m.Outcome() != OutcomeFailure {
		t.Errorf("%v", m)
	}
	if in, err := ReadInput(EventAlways, nil); in != nil || err == nil || !strings.Contains(err.Error(), "or names the transitions without an event") {
		t.Errorf("%v, %v", in, err)
	}
}

// TestLate sends events to machines from values that are not at rest.
func TestLate(t *testing.T) {
	m, _ := intake(t, 2, 7, 0)
	told := steps(m)
	if err := m.Rate(GradeHigh); err != nil {
		t.Fatal(err)
	}
	want(t, "steps", told(), "Intake--always-->Intake Intake--Rate-->Intake")
	want(t, "machine", m.String(), "Intake score=6 rounds=1 grade=High")

	// An event can be refused because of the steps before it.
	m, o := intake(t, 1, 0, 1)
	told = steps(m)
	var illegal *IllegalTransitionError
	if err := m.Idle(); !errors.As(err, &illegal) || illegal.State != StateRefused {
		t.Error(err)
	}
	want(t, "steps", told(), "Intake--always-->Refused")
	want(t, "told", o.heard(), "stop Open.Bell, stop Open.Expire, shut 1")

	// So can a timer, and the event of a typed state.
	m, _ = intake(t, 1, 0, 1)
	var stale *StaleTimerError
	if err := expire(m, TimerOpenExpire); !errors.As(err, &stale) || stale.State != StateRefused {
		t.Error(err)
	}
	m, _ = intake(t, 2, 7, 0)
	var old *StaleStateError
	in := m.In().(InIntake)
	if next, err := in.Idle(); next != nil || !errors.As(err, &old) || *old != (StaleStateError{State: StateIntake, Now: StateIntake}) {
		t.Error(next, err)
	}
	if next, err := m.In().(InIntake).Idle(); err != nil || next.State() != StateReview {
		t.Error(next, err)
	}

	// A state in which the machine never rests has a type, but no events.
	m, err := FromValues(Values{Params: Params{Limit: 2}, State: StateMarking, Who: "x", Mark: 8, Rounds: 1, Score: 4}, o)
	if s, ok := m.In().(InMarking); err != nil || !ok || s.Mark() != 8 {
		t.Errorf("%v, %v", m.In(), err)
	}
	if err := m.Ring(); err != nil || m.State() != StateIntake || m.Score() != 4 {
		t.Errorf("%v, %v", m, err)
	}
}

// TestObserverPanics leaves a machine between two steps. The rest comes before the next event.
func TestObserverPanics(t *testing.T) {
	m, _ := opened(t, Params{Limit: 2})
	panics := true
	m.Observe(nil, func(Step) {
		if panics {
			panics = false
			panic("observer")
		}
	})
	told := steps(m)
	func() {
		defer func() { _ = recover() }()
		_ = m.File(3, "a")
	}()
	if m.State() != StateWeighing {
		t.Fatal(m)
	}
	if err := m.Idle(); err != nil {
		t.Fatal(err)
	}
	want(t, "steps", told(), "Weighing--always-->Marking Marking--always-->Intake Intake--Idle-->Review")
}

// TestHostPanics leaves a step unfinished, after which nothing happens any more.
func TestHostPanics(t *testing.T) {
	for _, broken := range []string{"b", "point"} {
		m, o := opened(t, Params{Limit: 2})
		o.broken = broken
		if broken == "point" {
			m, _ = FromValues(Values{Params: Params{Limit: 2}, State: StateSorting}, o)
		}
		func() {
			defer func() { _ = recover() }()
			_ = m.File(3, "b")
		}()
		o.broken = ""
		o.heard()
		at := m.String()
		var reentrant *ReentrantError
		for _, err := range []error{m.Idle(), m.File(1, ""), expire(m, TimerOpenBell)} {
			if !errors.As(err, &reentrant) {
				t.Error(err)
			}
		}
		if m.String() != at || o.heard() != "" {
			t.Errorf("%v after a panic in %v", m, at)
		}
		if _, err := m.MarshalJSON(); err == nil {
			t.Error("a snapshot of an unfinished step")
		}
	}
}

// TestInside sends events during steps without an event: the host and observers get errors.
func TestInside(t *testing.T) {
	m, _ := opened(t, Params{Limit: 2})
	var errs []error
	m.Observe(nil, func(Step) {
		if errs = append(errs, m.Idle()); m.raiseAlways() {
			t.Error("a transition without an event during a step")
		}
	})
	if err := m.File(3, "a"); err != nil {
		t.Fatal(err)
	}
	if len(errs) != 3 {
		t.Fatal(errs)
	}
	for i, err := range errs {
		var reentrant *ReentrantError
		if !errors.As(err, &reentrant) || reentrant.Event == EventAlways {
			t.Error(i, err)
		}
	}
}

// TestValues tries and applies events as values: the outputs are those of all steps.
func TestValues(t *testing.T) {
	m, o := opened(t, Params{Limit: 2})
	o.heard()
	after, outputs, err := m.DryRun(FileInput{5, "a"})
	if err != nil || after.State() != StateReview || m.State() != StateIntake || len(o.lines) > 0 {
		t.Fatal(after, m, err)
	}
	if want := []Output{NoteOutput{"a", 5}, NoteOutput{"a", 1}}; !slices.Equal(outputs, want) {
		t.Errorf("outputs %v, want %v", outputs, want)
	}
	m, o = intake(t, 2, 12, 0)
	after, outputs, err = m.DryRun(IdleInput{})
	if err == nil || after != nil || outputs != nil || m.State() != StateIntake || len(o.lines) > 0 {
		t.Error(after, outputs, err)
	}
	k := Kind{Questions: o}
	m, outputs, err = k.Create(Params{Limit: 2, Strict: true}, time.Now())
	if want := []Output{OpenedOutput{}, NoteOutput{"triaged", 2}, NoteOutput{"open", 0}, NoteOutput{"sorting", 0}, NoteOutput{"point", 0}, NoteOutput{"point", 1}}; err != nil || !slices.Equal(outputs, want) {
		t.Errorf("%v, outputs %v, want %v", err, outputs, want)
	}
	outputs, ignored, err := k.Apply(m, FileInput{0, "a"}, time.Now())
	if want := []Output{NoteOutput{"a", 2}, NoteOutput{"a", 1}, NoteOutput{"a", 4}}; err != nil || ignored || !slices.Equal(outputs, want) {
		t.Errorf("%v, outputs %v, want %v", err, outputs, want)
	}
	if _, ignored, err := k.Apply(m, RingInput{}, time.Now()); err != nil || !ignored {
		t.Error(ignored, err)
	}
}

// TestKindLate has machines that are not at rest as a store has them: after an error, they are
// unchanged, and a timer that they stop by themselves is no error.
func TestKindLate(t *testing.T) {
	m, o := intake(t, 1, 0, 1)
	k, before := Kind{Questions: o}, m.Values()
	outputs, ignored, err := k.Apply(m, IdleInput{}, time.Now())
	if !errors.As(err, new(*IllegalTransitionError)) || outputs != nil || ignored || m.Values() != before {
		t.Errorf("%v, outputs %v: %v", m, outputs, err)
	}
	outputs, ignored, err = k.Fire(m, TimerOpenExpire.String(), time.Now())
	if want := []Output{NoteOutput{"shut", 1}}; err != nil || ignored || m.State() != StateRefused || !slices.Equal(outputs, want) {
		t.Errorf("%v, outputs %v, want %v: %v", m, outputs, want, err)
	}
	if _, _, err := k.Fire(m, TimerOpenExpire.String(), time.Now()); !errors.As(err, new(*StaleTimerError)) {
		t.Error(err)
	}
}

// clerk is a handler that says where it is called, and files until it cannot.
type clerk struct {
	t     *testing.T
	calls []State
}

func (c *clerk) at(s AnyState) {
	if m := s.Machine(); m.raiseAlways() || m.State() != s.State() {
		c.t.Errorf("the handler is called in %v, which is not at rest", m)
	}
	c.calls = append(c.calls, s.State())
}

func (c *clerk) Intake(_ context.Context, s InIntake) (AfterIntake, error) {
	c.at(s)
	return s.File(5, "c")
}

func (c *clerk) Review(_ context.Context, s InReview) (AfterReview, error) {
	c.at(s)
	return s.Expire()
}

// desk is an office without timers.
type desk struct{ office }

// TestRun runs a machine: the handler is called at rest only.
func TestRun(t *testing.T) {
	for _, strict := range []bool{false, true} {
		c := &clerk{t: t}
		end, err := Run(context.Background(), Params{Limit: 2, Strict: strict}, &desk{}, c)
		if err != nil || end.State() != StateLapsed || !slices.Equal(c.calls, []State{StateIntake, StateReview}) {
			t.Errorf("%v after %v: %v", end, c.calls, err)
		}
	}
}

// TestContinue runs machines that are not at rest. Their first steps are observed, and the
// handler is not called before.
func TestContinue(t *testing.T) {
	for _, test := range []struct {
		values       Values
		told, events string
		calls        []State
		end          State
	}{
		{
			Values{State: StateWeighing, Score: 2, Rounds: 1, Who: "w"}, "w 1, w 4, c 7, c 2, shut 2", "always always File always Expire",
			[]State{StateIntake, StateReview}, StateLapsed,
		},
		{Values{State: StateReview, Score: 12, Who: "w", Grade: GradeLow, Rounds: 1}, "shut 1, enough 12, paid 12", "always", nil, StatePaid},
		{Values{State: StateLapsed}, "", "", nil, StateLapsed},
	} {
		test.values.Params = Params{Limit: 2}
		o, d, c := &office{}, &desk{}, &clerk{t: t}
		m, err := FromValues(test.values, o)
		if err != nil {
			t.Fatal(err)
		}
		var events []string
		var checked []State
		observer := WithObserver(func(s Step) { events = append(events, s.Event.String()) })
		checkpoint := WithCheckpoint(func(_ context.Context, m *Machine, _ []Step) error {
			checked = append(checked, m.State())
			return nil
		})
		end, err := Continue(context.Background(), m, d, c, observer, checkpoint)
		if err != nil || end.State() != test.end || !slices.Equal(c.calls, test.calls) || !slices.Equal(checked, append(slices.Clone(test.calls), test.end)) {
			t.Errorf("%v after %v, checkpoints in %v: %v", end, c.calls, checked, err)
		}
		want(t, "told", d.heard(), test.told)
		want(t, "events", strings.Join(events, " "), test.events)
		want(t, "told to the other host", o.heard(), "")
	}
}

// expire raises the event of the latest start of a timer.
func expire(m *Machine, t Timer) error {
	start, _ := m.TimerStart(t)
	return m.Fire(t, start)
}
