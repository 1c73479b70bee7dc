package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// script is a RoundTripper whose hosts answer with these statuses. It keeps the
// hosts asked, in order, and counts the bodies not closed.
type script struct {
	status map[string]int
	asked  []string
	open   int
}

// body is a body that script hands out.
type body struct {
	io.Reader
	script *script
}

func (b body) Close() error {
	b.script.open--
	return nil
}

func (s *script) RoundTrip(request *http.Request) (*http.Response, error) {
	host := request.URL.Host
	s.asked = append(s.asked, host)
	s.open++
	return &http.Response{
		StatusCode: s.status[host],
		Body:       body{strings.NewReader("{}"), s},
		Request:    request,
	}, nil
}

// expect says, in two loops and without a machine, which of the upstreams with
// these statuses are asked, and where the run ends.
func expect(names []string, statuses []int, retries int) (asked []string, end fallback.State) {
	for i, name := range names {
		for range retries + 1 {
			asked = append(asked, name)
			switch statuses[i] {
			case 200:
				return asked, fallback.StateSucceeded
			case 401:
				return asked, fallback.StateAborted
			}
			if statuses[i] != 429 {
				break
			}
		}
	}
	return asked, fallback.StateExhausted
}

// TestDriveAgainstLoops runs every combination of statuses over up to three
// upstreams and up to two retries.
func TestDriveAgainstLoops(t *testing.T) {
	kinds := []int{200, 401, 404, 429}
	names := []string{"a", "b", "c"}
	runs, longest := 0, 0
	for n := range len(names) + 1 {
		for retries := range 3 {
			combinations := 1
			for range n {
				combinations *= len(kinds)
			}
			for code := range combinations {
				statuses := make([]int, n)
				s := &script{status: make(map[string]int)}
				c := config{retries: retries}
				for i, rest := 0, code; i < n; i, rest = i+1, rest/len(kinds) {
					statuses[i] = kinds[rest%len(kinds)]
					s.status[names[i]] = statuses[i]
					c.upstreams = append(c.upstreams, upstream{name: names[i], endpoint: "http://" + names[i]})
				}
				d := newDriver(t, c, s)
				if err := d.drive(context.Background()); err != nil {
					t.Fatal(err)
				}
				asked, end := expect(names[:n], statuses, retries)
				if !slices.Equal(s.asked, asked) || d.machine.State() != end {
					t.Errorf("%v with %d retries: asked %v, ended in %v, want %v and %v",
						statuses, retries, s.asked, d.machine.State(), asked, end)
				}
				if s.open != 0 {
					t.Errorf("%v with %d retries: %d bodies are not closed", statuses, retries, s.open)
				}
				if _, ok := d.machine.Response(); ok != (end == fallback.StateSucceeded) {
					t.Errorf("%v with %d retries: response is %t in %v", statuses, retries, ok, end)
				}
				runs++
				longest = max(longest, d.transitions)
			}
		}
	}
	if runs != 3*(1+4+16+64) {
		t.Errorf("%d runs, want %d", runs, 3*(1+4+16+64))
	}
	if longest != 3*(2*2+3)+2 {
		t.Errorf("the longest run has %d transitions, want %d", longest, 3*(2*2+3)+2)
	}
}

// TestBoundIsReached makes the run that n(2r+3)+2 is the length of.
func TestBoundIsReached(t *testing.T) {
	for n := range 6 {
		for retries := range 6 {
			c := config{retries: retries}
			for i := range n {
				name := fmt.Sprint(i)
				c.upstreams = append(c.upstreams, upstream{name: name, endpoint: "http://" + name})
			}
			s := &script{status: make(map[string]int)}
			for _, u := range c.upstreams {
				s.status[u.name] = 503
			}
			d := newDriver(t, c, s)
			if err := d.drive(context.Background()); err != nil {
				t.Fatal(err)
			}
			if want := n*(2*retries+3) + 2; d.transitions != want || d.proxy.params.MaxTransitions() != want {
				t.Errorf("%d upstreams, %d retries: %d transitions of at most %d, want %d",
					n, retries, d.transitions, d.proxy.params.MaxTransitions(), want)
			}
		}
	}
}

// TestPause checks that a run waits before each retry and at no other time.
func TestPause(t *testing.T) {
	c := config{retries: 2, backoff: time.Hour, upstreams: []upstream{{name: "a", endpoint: "http://a"}}}
	d := newDriver(t, c, &script{status: map[string]int{"a": 429}})
	var pauses []time.Duration
	d.proxy.observe = func(s step) {
		if s.to == fallback.StateRetrying {
			pauses = append(pauses, d.pause())
			d.proxy.backoff = 0 // so that the test does not wait
		} else {
			d.proxy.backoff = time.Hour
		}
	}
	if err := d.drive(context.Background()); err != nil {
		t.Fatal(err)
	}
	if want := []time.Duration{time.Hour, time.Hour, 0}; !slices.Equal(pauses, want) {
		t.Errorf("pauses are %v, want %v", pauses, want)
	}
}

// TestNoStepFromEnd asks for a step where there is none.
func TestNoStepFromEnd(t *testing.T) {
	d := newDriver(t, config{}, &script{})
	if err := d.drive(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := d.step(context.Background()); err == nil || !strings.Contains(err.Error(), "Exhausted") {
		t.Errorf("step from a terminal state: error %v, want one that names Exhausted", err)
	}
}

// newDriver returns a driver at the start of a run of these upstreams.
func newDriver(t *testing.T, c config, transport http.RoundTripper) *driver {
	t.Helper()
	p, err := newProxy(c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	p.client = &http.Client{Transport: transport}
	p.observe = (&recorder{t: t, steps: make(map[int64][]step)}).add
	m, err := fallback.New(p.params)
	if err != nil {
		t.Fatal(err)
	}
	return &driver{proxy: p, machine: m, request: &fallback.Request{Model: "m", Body: []byte(question)}}
}
