package courier

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var errBoom, errGone = errors.New("boom"), errors.New("the caller has gone")

// host makes the calls with functions. A call without one lasts as long as its context. The host
// notes what it is told, and the cause with which the context of each call has ended.
type host struct {
	fetch     func(context.Context, string, int) (string, error)
	log       func(context.Context) error
	check     func(context.Context) (string, bool, error)
	signature func(context.Context, int) (SignatureResult, error)
	noted     func(string)

	lock    sync.Mutex
	running int
	made    []string
	causes  []error
}

// make notes a call while it lasts.
func (h *host) make(ctx context.Context, format string, args ...any) (end func()) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.running++
	h.made = append(h.made, fmt.Sprintf(format, args...))
	return func() {
		h.lock.Lock()
		defer h.lock.Unlock()
		h.running--
		h.causes = append(h.causes, context.Cause(ctx))
	}
}

// now returns how many calls run.
func (h *host) now() int {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.running
}

func (h *host) Noted(line string) {
	if h.noted != nil {
		h.noted(line)
	}
}

func (h *host) Fetch(ctx context.Context, url string, tries int) (string, error) {
	defer h.make(ctx, "fetch %s %d", url, tries)()
	if h.fetch == nil {
		return "", lasts(ctx)
	}
	return h.fetch(ctx, url, tries)
}

func (h *host) Log(ctx context.Context, text string) error {
	defer h.make(ctx, "log %s", text)()
	if h.log == nil {
		return lasts(ctx)
	}
	return h.log(ctx)
}

func (h *host) Check(ctx context.Context, text string) (string, bool, error) {
	defer h.make(ctx, "check %s", text)()
	if h.check == nil {
		return "", false, lasts(ctx)
	}
	return h.check(ctx)
}

func (h *host) Signature(ctx context.Context, people int) (SignatureResult, error) {
	defer h.make(ctx, "signature %d", people)()
	if h.signature == nil {
		return nil, lasts(ctx)
	}
	return h.signature(ctx, people)
}

func lasts(ctx context.Context) error {
	<-ctx.Done()
	return fmt.Errorf("interrupted: %w", ctx.Err())
}

// fetches has the text fetched after a second.
func fetches(context.Context, string, int) (string, error) {
	time.Sleep(time.Second)
	return "text", nil
}

// signs has everybody sign after a second.
func signs(context.Context, int) (SignatureResult, error) {
	time.Sleep(time.Second)
	return SignatureSigned{By: "Ann"}, nil
}

// approves approves the text after a second.
func approves(context.Context) (string, bool, error) {
	time.Sleep(time.Second)
	return "approved", true, nil
}

// handler is made of functions. In a state without one it leaves the event to others.
type handler struct {
	reading func(context.Context, InReading) (AfterReading, error)
	waiting func(context.Context, InWaiting) (AfterWaiting, error)
	read    int
	causes  []error
}

func (*handler) Idle(_ context.Context, s InIdle) (AfterIdle, error) { return s.Ask("here") }

func (h *handler) Waiting(ctx context.Context, s InWaiting) (AfterWaiting, error) {
	if h.waiting == nil {
		return nil, nil
	}
	return h.waiting(ctx, s)
}

func (h *handler) Reading(ctx context.Context, s InReading) (AfterReading, error) {
	h.read++
	defer func() { h.causes = append(h.causes, context.Cause(ctx)) }()
	if h.reading == nil {
		return nil, nil
	}
	return h.reading(ctx, s)
}

// reads waits as long as the context lasts.
func reads(ctx context.Context, _ InReading) (AfterReading, error) { return nil, lasts(ctx) }

// steps returns an option that notes the events of a run, and when they come.
func steps(into *[]string) RunOption {
	start := time.Now()
	return WithObserver(func(s Step) {
		*into = append(*into, fmt.Sprintf("%v %v %v", time.Since(start), s.Event, s.To))
	})
}

// bubble runs a test in a bubble, which fails if it leaves a goroutine behind, and looks for calls
// that a run has not waited for.
func bubble(t *testing.T, test func(*testing.T, *host, *handler)) {
	synctest.Test(t, func(t *testing.T) {
		h := &host{}
		test(t, h, &handler{})
		if h.running != 0 {
			t.Errorf("%d calls outlast the run", h.running)
		}
	})
}

func wantEnd[End Ended](t *testing.T, end Ended, err error) End {
	t.Helper()
	got, ok := end.(End)
	if err != nil || !ok {
		t.Fatalf("Run returns %T, %v, want %T", end, err, got)
	}
	return got
}

// wantStop wants a RunError in a state and returns its machine.
func wantStop[In AnyState](t *testing.T, end Ended, err, target error) *Machine {
	t.Helper()
	var stopped *RunError
	if end != nil || !errors.As(err, &stopped) || target != nil && !errors.Is(err, target) {
		t.Fatalf("Run returns %v, %v, want a RunError with %v", end, err, target)
	}
	if at, ok := stopped.At.(In); !ok {
		t.Fatalf("stopped at %T, want %T", stopped.At, at)
	}
	return stopped.At.Machine()
}

func want[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
