package orchestration

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/fsmgen/fsmgen/machines/orchestration/question"
)

// recorder is an observer that checks what any run must keep to.
type recorder struct {
	t         *testing.T
	moves     []Move
	asked     []Asked
	path      []string
	results   []Result
	advice    []string
	onMoved   func(Move)
	delivered func(Result)
}

func (r *recorder) Moved(m Move) {
	if n := len(r.moves); n == 0 && m.From != StateInit || n > 0 && (m.From != r.moves[n-1].To || m.Before != r.moves[n-1].After) {
		r.t.Errorf("move %d is %+v after %+v", n+1, m, r.moves)
	}
	if m.After >= m.Before || m.After < 0 {
		r.t.Errorf("%v in %v: progress goes from %v to %v", m.Event, m.From, m.Before, m.After)
	}
	r.moves = append(r.moves, m)
	if m.From != m.To {
		r.path = append(r.path, m.To.String())
	}
	if r.onMoved != nil {
		r.onMoved(m)
	}
}

func (r *recorder) Delivered(result Result) {
	r.results = append(r.results, result)
	if r.delivered != nil {
		r.delivered(result)
	}
}

func (r *recorder) Advised(text string) { r.advice = append(r.advice, text) }

func (r *recorder) Asked(a Asked) {
	r.asked = append(r.asked, a)
	if a.To == question.StateRetryStep {
		r.path = append(r.path, "Retry")
	}
}

// states returns the names of the states that the run went through, without
// staying, and the retries of its questions.
func (r *recorder) states() string { return strings.Join(r.path, " ") }

// ports is a provider made of functions. Those that are nil do what Stub does.
type ports struct {
	stub
	servers, retries int
	plan             func(context.Context, Scope) ([]Task, error)
	execute          func(context.Context, Task) (string, error)
	verify           func(context.Context, []Result) ([]string, error)
	refine           func(context.Context, []string) ([]Task, error)
	connect          func(context.Context) error
}

func (p ports) provider(name string) *Provider {
	return &Provider{Name: name, Servers: p.servers, ServerRetries: p.retries, Planner: p, Executor: p, Verifier: p, Refiner: p, Connector: p}
}

func (p ports) Plan(ctx context.Context, g Goal, s Scope) ([]Task, error) {
	if p.plan == nil {
		return p.stub.Plan(ctx, g, s)
	}
	return p.plan(ctx, s)
}

func (p ports) Execute(ctx context.Context, t Task) (string, error) {
	if p.execute == nil {
		return p.stub.Execute(ctx, t)
	}
	return p.execute(ctx, t)
}

func (p ports) Verify(ctx context.Context, g Goal, r []Result) ([]string, error) {
	if p.verify == nil {
		return p.stub.Verify(ctx, g, r)
	}
	return p.verify(ctx, r)
}

func (p ports) Refine(ctx context.Context, g Goal, gaps []string) ([]Task, error) {
	if p.refine == nil {
		return p.stub.Refine(ctx, g, gaps)
	}
	return p.refine(ctx, gaps)
}

func (p ports) Connect(ctx context.Context) error {
	if p.connect == nil {
		return nil
	}
	return p.connect(ctx)
}

var (
	errBusy    = &StatusError{503, "busy"}
	errLimited = &StatusError{429, "slow down"}
	errInvalid = &StatusError{422, "wrong"}
	errBoom    = errors.New("boom")
)

// fails returns an executor that fails with the errors in turn, one a call, and
// then succeeds.
func fails(errs ...error) func(context.Context, Task) (string, error) {
	var calls atomic.Int32
	return func(_ context.Context, t Task) (string, error) {
		if i := int(calls.Add(1)); i <= len(errs) && errs[i-1] != nil {
			return "", errs[i-1]
		}
		return "done: " + t.Name, nil
	}
}

// heavy plans one heavy task and one that is not.
func heavy(context.Context, Scope) ([]Task, error) {
	return []Task{{Name: "embed", Heavy: true}, {Name: "write"}}, nil
}

// bubble runs a test in a bubble, with its own time. It fails if goroutines are
// left that wait for each other, and waits for all others.
func bubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}

// wantAbort wants an end with that reason and returns the diagnostics.
func wantAbort(t *testing.T, err error, reason AbortReason) Diagnostics {
	t.Helper()
	var given *AbortError
	if !errors.As(err, &given) || given.Diagnostics.Reason != reason {
		t.Fatalf("error is %v, want an end with %v", err, reason)
	}
	if len(given.Diagnostics.Hints) == 0 || len(given.Diagnostics.Settings) == 0 {
		t.Errorf("no hints or no settings in %+v", given.Diagnostics)
	}
	return given.Diagnostics
}

func names(n int) Goal {
	var parts []string
	for i := range n {
		parts = append(parts, fmt.Sprint("t", i))
	}
	return Goal(strings.Join(parts, ";"))
}
