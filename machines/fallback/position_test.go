package fallback_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// switchboard makes chains of providers a, b and c whose status can change.
type switchboard struct {
	status [3]int // 200 or of a StatusError
	limits [3]fallback.Limits
	chain  *fallback.Chain
}

func newSwitchboard(t *testing.T, stay time.Duration, status ...int) *switchboard {
	t.Helper()
	b := &switchboard{status: [3]int(status)}
	return b.build(t, stay)
}

func (b *switchboard) build(t *testing.T, stay time.Duration) *switchboard {
	t.Helper()
	var known []fallback.Provider
	for i, name := range []string{"a", "b", "c"} {
		known = append(known, fallback.Provider{Name: name, Limits: b.limits[i],
			Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
				if b.status[i] != 200 {
					return nil, &fallback.StatusError{Status: b.status[i]}
				}
				return &fallback.Response{Status: 200}, nil
			}})
	}
	var err error
	b.chain, err = fallback.NewChain(known, fallback.Settings{Active: "a", Fallback: []string{"b", "c"}, Stay: stay})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// do makes a run and returns who answered, and the switches as texts.
func (b *switchboard) do(t *testing.T, needs fallback.Needs) (string, []string) {
	t.Helper()
	var switches []string
	answer, err := b.chain.Do(context.Background(), &fallback.Request{Needs: needs}, func(o fallback.Observation) {
		if s := o.Switched; s != nil {
			switches = append(switches, s.From+" to "+s.To+" because "+s.Reason.Error())
		}
	})
	var exhausted *fallback.ExhaustedError
	if err != nil && !errors.As(err, &exhausted) {
		t.Fatal(err)
	}
	return answer.Position.Provider, switches
}

func (b *switchboard) want(t *testing.T, needs fallback.Needs, provider, position string, switches ...string) {
	t.Helper()
	got, told := b.do(t, needs)
	if got != provider || b.chain.Position().Provider != position {
		t.Errorf("%q answered, runs then begin at %v, want %q and %q", got, b.chain.Position(), provider, position)
	}
	if diff := cmp.Diff(switches, told); diff != "" {
		t.Errorf("switches (-want +got):\n%s", diff)
	}
}

func TestSticky(t *testing.T) {
	b := newSwitchboard(t, 0, 503, 429, 200)
	const busy = "a to b because a: status 503 Service Unavailable (Transient, overloaded)"
	const limit = "b to c because b: status 429 Too Many Requests (Transient, rate_limit)"
	b.want(t, fallback.Needs{}, "c", "c", busy, limit)
	b.want(t, fallback.Needs{}, "c", "c") // it stays
	b.status = [3]int{200, 200, 500}
	b.want(t, fallback.Needs{}, "a", "a", "c to a because c: status 500 Internal Server Error (Transient, server_error)") // round the chain
	b.status = [3]int{503, 200, 200}
	b.want(t, fallback.Needs{}, "b", "b", busy)
	b.status = [3]int{200, 200, 200}
	b.want(t, fallback.Needs{}, "b", "b")
	b.chain.Reset()
	b.want(t, fallback.Needs{}, "a", "a")
	b.status = [3]int{503, 503, 503}
	b.want(t, fallback.Needs{}, "", "a", busy, "b to c because b: status 503 Service Unavailable (Transient, overloaded)") // no other provider is better
}

// TestNotSticky has runs that end elsewhere through no fault of the active
// provider.
func TestNotSticky(t *testing.T) {
	b := newSwitchboard(t, 0, 404, 200, 200)
	b.want(t, fallback.Needs{}, "b", "a", "a to b because a: status 404 Not Found (Recoverable, unknown_model)")
	b.status[0] = 200
	b.limits[0].NoVision = true
	b.build(t, 0)
	b.want(t, fallback.Needs{Vision: true}, "b", "a", "a to b because a is unsuitable: it lacks vision")
	b.want(t, fallback.Needs{}, "a", "a")
	b.limits = [3]fallback.Limits{{}, {Context: 10}, {Context: 20}}
	b.status = [3]int{503, 200, 200}
	b.build(t, 0)
	b.want(t, fallback.Needs{Context: 20}, "c", "c", "a to c because a: status 503 Service Unavailable (Transient, overloaded)")
	b.chain.Reset()
	b.want(t, fallback.Needs{Context: 30}, "", "a") // none fits but a, which fails
}

func TestStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newSwitchboard(t, time.Minute, 503, 200, 200)
		b.want(t, fallback.Needs{}, "b", "b", "a to b because a: status 503 Service Unavailable (Transient, overloaded)")
		b.status[0] = 200
		time.Sleep(time.Minute - 1)
		b.want(t, fallback.Needs{}, "b", "b")
		time.Sleep(time.Nanosecond)
		b.want(t, fallback.Needs{}, "a", "a")
	})
}

// TestLeave has answers that turn out bad: the next runs begin at the provider
// after, once for each position.
func TestLeave(t *testing.T) {
	b := newSwitchboard(t, 0, 200, 200, 200)
	for _, name := range []string{"a", "b", "c", "a"} {
		b.want(t, fallback.Needs{}, name, name)
		at := b.chain.Position()
		b.chain.Leave(at)
		b.chain.Leave(at) // as of a run that began at the same time
	}
	if got := b.chain.Position().Provider; got != "b" {
		t.Errorf("runs begin at %s", got)
	}
	var asked []string
	alone, err := fallback.NewChain([]fallback.Provider{scripted("a", 200, &asked)}, fallback.Settings{Active: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if alone.Leave(alone.Position()); alone.Position().Index != 0 {
		t.Errorf("alone, runs begin at %v", alone.Position())
	}
}

// TestSlowRunMovesNothing has a run that ends after a reset.
func TestSlowRunMovesNothing(t *testing.T) {
	b := newSwitchboard(t, 0, 503, 200, 200)
	b.want(t, fallback.Needs{}, "b", "b", "a to b because a: status 503 Service Unavailable (Transient, overloaded)")
	b.status[1] = 503
	_, err := b.chain.Do(context.Background(), &fallback.Request{}, func(o fallback.Observation) {
		if o.Switched != nil {
			b.chain.Reset()
		}
	})
	if err != nil || b.chain.Position().Index != 0 {
		t.Errorf("error %v, runs begin at %v", err, b.chain.Position())
	}
}

// TestManyRuns shares one chain: each run gets the answer to its own request,
// within the bound.
func TestManyRuns(t *testing.T) {
	var turn atomic.Int64
	ask := func(_ context.Context, r *fallback.Request) (*fallback.Response, error) {
		switch turn.Add(1) % 5 {
		case 0:
			return nil, &fallback.StatusError{Status: 404}
		case 1, 2:
			return nil, &fallback.StatusError{Status: 503}
		}
		return &fallback.Response{Status: 200, Body: r.Body}, nil
	}
	known := []fallback.Provider{{Name: "a", Ask: ask}, {Name: "b", Ask: ask}, {Name: "c", Ask: ask}}
	c, err := fallback.NewChain(known, fallback.Settings{Active: "a", Fallback: []string{"b", "c"}, MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 500 {
		group.Go(func() {
			body := []byte{byte(i), byte(i >> 8)}
			last := fallback.Observation{}
			answer, err := c.Do(context.Background(), &fallback.Request{Body: body}, func(o fallback.Observation) { last = o })
			if !last.To.Terminal() || last.Number > c.Params().MaxTransitions() {
				t.Errorf("run %d ends with %+v", i, last)
			}
			if err == nil && string(answer.Response.Body) != string(body) {
				t.Errorf("run %d got the answer %q", i, answer.Response.Body)
			}
			if i%50 == 0 {
				c.Reset()
				_ = c.Position().String()
			}
		})
	}
	group.Wait()
}
