package main

import (
	"fmt"
	"io"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// metrics counts what runs do. Any number of them may report at once.
type metrics struct {
	mu          sync.Mutex
	now         map[fallback.State]int // runs under way
	transitions map[move]int64
	failures    map[failureKind]int64
	answers     map[string]int64 // by upstream
	skipped     map[string]int64 // by upstream
	switches    map[switchKind]int64
	streams     map[string]int64 // by end
	runs        int64            // that have ended
	seconds     float64          // of those
	longest     int              // run, in transitions
}

type move struct {
	from  fallback.State
	event fallback.Event
	to    fallback.State
}

type failureKind struct {
	provider, reason, class string
}

type switchKind struct {
	from, to, reason string
}

func newMetrics() *metrics {
	return &metrics{
		now:         make(map[fallback.State]int),
		transitions: make(map[move]int64),
		failures:    make(map[failureKind]int64),
		answers:     make(map[string]int64),
		skipped:     make(map[string]int64),
		switches:    make(map[switchKind]int64),
		streams:     make(map[string]int64),
	}
}

// watch returns an observer of one run, which begins now. It passes on what it
// sees.
func (m *metrics) watch(next func(fallback.Observation)) func(fallback.Observation) {
	begin := time.Now()
	return func(o fallback.Observation) {
		m.add(o, begin)
		if next != nil {
			next(o)
		}
	}
}

func (m *metrics) add(o fallback.Observation, begin time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.transitions[move{o.From, o.Event, o.To}]++
	// A run is counted from its first transition to its last.
	if o.From != fallback.StateIdle {
		m.now[o.From]--
	}
	if o.To.Terminal() {
		m.runs++
		m.seconds += time.Since(begin).Seconds()
		m.longest = max(m.longest, o.Number)
	} else {
		m.now[o.To]++
	}
	if f := o.Failure; f != nil {
		m.failures[failureKind{f.Provider, string(f.Reason), f.Class.String()}]++
	}
	if o.Skipped != nil {
		m.skipped[o.Skipped.Provider]++
	}
	if s := o.Switched; s != nil {
		m.switches[switchKind{s.From, s.To, switchReason(s)}]++
	}
}

func (m *metrics) answered(provider string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers[provider]++
}

func (m *metrics) streamed(end string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.streams[end]++
}

// writeMetrics writes the metrics in the text format of Prometheus.
func (p *proxy) writeMetrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	var text strings.Builder
	p.metrics.writeTo(&text)
	family(&text, "llmproxy_position", "gauge", "Where in the chain requests begin, 0 for the active upstream.",
		map[string]float64{"": float64(p.chain.Position().Index)})
	family(&text, "llmproxy_max_transitions", "gauge", "The proved bound on the transitions of a run.",
		map[string]float64{"": float64(p.chain.Params().MaxTransitions())})
	_, _ = io.WriteString(w, text.String()) // the client may be gone
}

func (m *metrics) writeTo(w io.Writer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	runs, now, transitions := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for _, s := range fallback.States() {
		if s.Terminal() {
			runs[labels("state", s.String())] = 0
		} else if s != fallback.StateIdle {
			now[labels("state", s.String())] = float64(m.now[s])
		}
	}
	for k, n := range m.transitions {
		transitions[labels("from", k.from.String(), "event", k.event.String(), "to", k.to.String())] = float64(n)
		if k.to.Terminal() {
			runs[labels("state", k.to.String())] += float64(n)
		}
	}
	failures, switches := map[string]float64{}, map[string]float64{}
	for k, n := range m.failures {
		failures[labels("provider", k.provider, "reason", k.reason, "class", k.class)] = float64(n)
	}
	for k, n := range m.switches {
		switches[labels("from", k.from, "to", k.to, "reason", k.reason)] = float64(n)
	}
	family(w, "llmproxy_runs_total", "counter", "Runs by the state in which they ended.", runs)
	family(w, "llmproxy_runs_now", "gauge", "Runs under way by state.", now)
	family(w, "llmproxy_transitions_total", "counter", "Transitions of the machine.", transitions)
	family(w, "llmproxy_answers_total", "counter", "Answers by upstream.", byLabel("provider", m.answers))
	family(w, "llmproxy_failures_total", "counter", "Failed attempts.", failures)
	family(w, "llmproxy_skipped_total", "counter", "Upstreams not asked for lack of a capability.", byLabel("provider", m.skipped))
	family(w, "llmproxy_switches_total", "counter", "Turns to another upstream.", switches)
	family(w, "llmproxy_streams_total", "counter", "Streams by their end.", byLabel("end", m.streams))
	family(w, "llmproxy_run_seconds_total", "counter", "Time that ended runs took, up to the first event of a stream.", map[string]float64{"": m.seconds})
	family(w, "llmproxy_longest_run_transitions", "gauge", "Transitions of the longest run.", map[string]float64{"": float64(m.longest)})
}

func byLabel(name string, counts map[string]int64) map[string]float64 {
	values := make(map[string]float64)
	for k, n := range counts {
		values[labels(name, k)] = float64(n)
	}
	return values
}

// labels returns names and values in turn as the labels of a metric.
func labels(pairs ...string) string {
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(pairs[i+1])
		parts = append(parts, pairs[i]+`="`+escaped+`"`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// family writes a metric, sorted by labels.
func family(w io.Writer, name, kind, help string, values map[string]float64) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
	var keys []string
	for k := range values {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Fprintf(w, "%s%s %s\n", name, k, strconv.FormatFloat(values[k], 'f', -1, 64))
	}
}
