package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// How the campaign is run.
const (
	campaignClients = 64
	campaignTimeout = 100 * time.Millisecond // of an attempt
	campaignHang    = 30 * time.Second       // after which a request counts as hanging
)

// campaign sends requests through a proxy to upstreams with many kinds of faults, and records the
// results.
type campaign struct {
	url    string
	client *http.Client

	mu      sync.Mutex
	ends    map[string]int // requests, by how they ended for the client
	runs    map[int64]fallback.Observation
	ended   map[string]int // runs, by state
	longest int
	faults  []string // what must not happen and did
}

// runCampaign sends a number of requests and prints the results. It returns an error if a request hangs,
// is answered twice or with the answer to another one, or if its run does not end in a terminal state
// within the bound.
func runCampaign(ctx context.Context, w io.Writer, requests int, seed uint64) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	var servers group
	defer func() {
		cancel()
		err = errors.Join(err, servers.wait())
	}()
	c := config{
		retries: 1, timeout: campaignTimeout, stay: 50 * time.Millisecond,
		backoff: fallback.Backoff{Min: time.Millisecond, Max: 20 * time.Millisecond, Jitter: 1},
	}
	var upstreams []*faulty
	for _, name := range []string{"one", "two", "three"} {
		f := newFaulty(name, seed, campaignTimeout)
		address, err := servers.start(ctx, f)
		if err != nil {
			return err
		}
		upstreams = append(upstreams, f)
		c.add(openai.Upstream{Name: name, Endpoint: address + "/v1/chat/completions"})
	}
	p, err := newProxy(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer p.client.CloseIdleConnections()
	k := &campaign{client: openai.NewClient(), ends: map[string]int{}, runs: map[int64]fallback.Observation{}, ended: map[string]int{}}
	defer k.client.CloseIdleConnections()
	p.observe = k.observe
	address, err := servers.start(ctx, p.routes())
	if err != nil {
		return err
	}
	k.url = address + "/v1/chat/completions"

	begin := time.Now()
	var next atomic.Int64
	var clients sync.WaitGroup
	for range campaignClients {
		clients.Go(func() {
			for ctx.Err() == nil {
				number := int(next.Add(1))
				if number > requests {
					return
				}
				k.ask(ctx, number)
			}
		})
	}
	clients.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	k.settle(requests)
	k.print(w, requests, time.Since(begin), p.chain.Params(), upstreams)
	if n := len(k.faults); n > 0 {
		return fmt.Errorf("%d violations, the first: %s", n, k.faults[0])
	}
	return nil
}

// observe checks each transition against the one before of the same run.
func (k *campaign) observe(o fallback.Observation) {
	k.mu.Lock()
	defer k.mu.Unlock()
	last := k.runs[o.Run] // zero before the first: in Idle
	switch {
	case last.To.Terminal():
		k.violated("run %d goes on after %v", o.Run, last.To)
	case o.From != last.To || o.Number != last.Number+1 || last.Number > 0 && o.Before != last.After:
		k.violated("run %d makes transition %d from %v after %d to %v", o.Run, o.Number, o.From, last.Number, last.To)
	case o.After >= o.Before || o.After < 0:
		k.violated("run %d: progress %d after %d", o.Run, o.After, o.Before)
	case o.Number > o.Most:
		k.violated("run %d makes %d transitions, at most %d", o.Run, o.Number, o.Most)
	}
	k.runs[o.Run] = o
	if o.To.Terminal() {
		k.ended[o.To.String()]++
		k.longest = max(k.longest, o.Number)
	}
}

// violated records a violation. The caller holds the mutex.
func (k *campaign) violated(format string, args ...any) {
	k.faults = append(k.faults, fmt.Sprintf(format, args...))
}

// settle waits for the runs of clients that have left, and checks that all
// requests have had a run, and all runs an end.
func (k *campaign) settle(requests int) {
	open := func() int {
		k.mu.Lock()
		defer k.mu.Unlock()
		n := 0
		for _, o := range k.runs {
			if !o.To.Terminal() {
				n++
			}
		}
		return n
	}
	for deadline := time.Now().Add(campaignHang); open() > 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	n := open()
	k.mu.Lock()
	defer k.mu.Unlock()
	if n > 0 {
		k.violated("%d runs do not end", n)
	}
	// A client that leaves at once may not have reached the proxy.
	if all := len(k.runs); all > requests || all < requests-k.ends["client left"] {
		k.violated("%d runs for %d requests", all, requests)
	}
}

func (k *campaign) print(w io.Writer, requests int, took time.Duration, params fallback.Params, upstreams []*faulty) {
	fmt.Fprintf(w, "%d requests by %d clients in %.1fs; %d upstreams, %d retry each, %v an attempt\n",
		requests, campaignClients, took.Seconds(), params.Providers, params.MaxRetries, campaignTimeout)
	served := map[string]int{}
	for _, f := range upstreams {
		f.mu.Lock()
		for name, n := range f.served {
			served[name] += n
		}
		f.mu.Unlock()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	printCounts(w, "what the upstreams did", served)
	printCounts(w, "what the clients got", k.ends)
	printCounts(w, "where the runs ended", k.ended)
	fmt.Fprintf(w, "\nlongest run: %d transitions of at most %d; violations: %d\n", k.longest, params.MaxTransitions(), len(k.faults))
}

func printCounts(w io.Writer, title string, counts map[string]int) {
	fmt.Fprintf(w, "\n%s\n", title)
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		return counts[a] > counts[b] || counts[a] == counts[b] && a < b
	})
	for _, name := range names {
		fmt.Fprintf(w, "%7d  %s\n", counts[name], name)
	}
}
