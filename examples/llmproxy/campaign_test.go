package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/machines/fallback"
)

// TestCampaign is the short form of -campaign.
func TestCampaign(t *testing.T) {
	sample.Turn(t)
	wantGoroutinesEnd(t)
	var out bytes.Buffer
	if err := runCampaign(context.Background(), &out, 400, 1); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	// Faults of each kind must have been met, and not hidden one another.
	for _, f := range faults() {
		if !regexp.MustCompile(`(?m)^ +[0-9]+  ` + regexp.QuoteMeta(f.name) + `$`).MatchString(out.String()) {
			t.Errorf("no upstream served %q:\n%s", f.name, out.String())
		}
	}
	for _, want := range []string{"  answer\n", "  stream\n", "  stream that breaks off, and says so\n", "  client left\n",
		"providers_exhausted\n", "provider_fatal\n", "  Succeeded\n", "  Exhausted\n", "  Aborted\n", "violations: 0\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q:\n%s", want, out.String())
		}
	}
}

func TestCampaignCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := runCampaign(ctx, new(bytes.Buffer), 100, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestCheckAnswer feeds the campaign with answers that must be found wrong.
func TestCheckAnswer(t *testing.T) {
	cut := errors.New("unexpected EOF")
	good := event("7", 0) + event("7", 1) + event("7", 2) + event("7", 3) + event("7", 4)
	const said = "data: {\"error\":{\"code\":\"stream_broken\"}}\n\n"
	tests := []struct {
		name   string
		status int
		stream bool
		text   string
		err    error
		end    string // "" for a violation
	}{
		{"answer", 200, false, `{"id":"7"}`, nil, "answer"},
		{"of another", 200, false, `{"id":"8"}`, nil, ""},
		{"twice", 200, false, `{"id":"7"}{"id":"7"}`, nil, ""},
		{"cut", 200, false, `{"id":"7"}`, cut, ""},
		{"empty", 200, false, ``, nil, ""},
		{"error", 502, false, `{"error":{"code":"x"}}`, nil, "error 502 x"},
		{"error without code", 502, false, `oops`, nil, ""},
		{"stream", 200, true, good + done, nil, "stream"},
		{"stream with an error of transport", 200, true, good + done, cut, ""},
		{"stream that lacks a piece", 200, true, event("7", 0) + done, nil, ""},
		{"stream with a piece twice", 200, true, event("7", 0) + good + done, nil, ""},
		{"stream of another", 200, true, event("8", 0) + done, nil, ""},
		{"stream without an end", 200, true, good, nil, ""},
		{"stream cut without a word", 200, true, event("7", 0), cut, ""},
		{"stream twice", 200, true, good + done + good + done, nil, ""},
		{"broken and said", 200, true, event("7", 0) + said, cut, "stream that breaks off, and says so"},
		{"broken that ends well", 200, true, event("7", 0) + said, nil, ""},
		{"half a piece", 200, true, "data: {\n\n" + said, cut, ""},
	}
	for _, test := range tests {
		kind := "application/json"
		if test.stream {
			kind = "text/event-stream"
		}
		answer := &http.Response{StatusCode: test.status, Header: http.Header{"Content-Type": {kind}}}
		end, wrong := checkAnswer(answer, []byte(test.text), test.err, "7")
		if end != test.end && wrong == "" || (wrong == "") != (test.end != "") {
			t.Errorf("%s: end %q, wrong %q, want end %q", test.name, end, wrong, test.end)
		}
	}
}

// TestObserveViolations feeds the campaign with runs that must be found wrong.
func TestObserveViolations(t *testing.T) {
	first := fallback.Observation{Run: 1, Number: 1, Most: 2, To: fallback.StateSelecting, Before: 5, After: 4}
	last := fallback.Observation{Run: 1, Number: 2, Most: 2, From: fallback.StateSelecting, To: fallback.StateExhausted, Before: 4}
	late, jump, level, again := last, last, last, last
	late.Most = 1
	jump.From = fallback.StateAttempting
	level.After = 4
	again.Number = 3
	tests := []struct {
		name string
		runs []fallback.Observation
		want int // violations
	}{
		{"a run", []fallback.Observation{first, last}, 0},
		{"beyond the bound", []fallback.Observation{first, late}, 1},
		{"another state", []fallback.Observation{first, jump}, 1},
		{"no progress", []fallback.Observation{first, level}, 1},
		{"after the end", []fallback.Observation{first, last, again}, 1},
		{"number left out", []fallback.Observation{first, again}, 1},
		{"no beginning", []fallback.Observation{last}, 1},
	}
	for _, test := range tests {
		k := &campaign{ends: map[string]int{}, runs: map[int64]fallback.Observation{}, ended: map[string]int{}}
		for _, o := range test.runs {
			k.observe(o)
		}
		if len(k.faults) != test.want {
			t.Errorf("%s: %v, want %d", test.name, k.faults, test.want)
		}
	}
	k := &campaign{ends: map[string]int{}, runs: map[int64]fallback.Observation{}, ended: map[string]int{}}
	k.observe(first)
	k.observe(last)
	if k.settle(2); len(k.faults) != 1 {
		t.Errorf("one run for two requests: %v", k.faults)
	}
}

func TestBench(t *testing.T) {
	wantGoroutinesEnd(t)
	var out bytes.Buffer
	if err := bench(context.Background(), &out, 50); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?s)^50 requests each.*direct +\d+µs +\d+µs\nproxied +\d+µs +\d+µs\n\nthe proxy adds -?\d+µs to a request \(median\); a run of the chain takes \d+\.\d\dµs of that\n$`).MatchString(out.String()) {
		t.Errorf("output:\n%s", out.String())
	}
}
