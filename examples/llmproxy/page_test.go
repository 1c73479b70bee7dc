package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// TestDiagram checks that the drawing shows all of the machine: each state in a
// place of its own, and each transition.
func TestDiagram(t *testing.T) {
	svg := diagram()
	places := make(map[string]fallback.State)
	for _, s := range fallback.States() {
		x, y, ok := place(s)
		if !ok {
			t.Errorf("state %v has no place", s)
		}
		at := fmt.Sprint(x, y)
		if other, taken := places[at]; taken {
			t.Errorf("states %v and %v are in one place", s, other)
		}
		places[at] = s
		if strings.Count(svg, fmt.Sprintf(`id="%v"`, s)) != 1 {
			t.Errorf("state %v is not drawn once", s)
		}
	}
	for _, transition := range fallback.Transitions() {
		id := edgeID(transition.From, transition.To)
		title := regexp.MustCompile(`id="` + id + `"><path[^>]*><title>[^<]*` + transition.Event.String())
		if strings.Count(svg, fmt.Sprintf(`id="%s"`, id)) != 1 || !title.MatchString(svg) {
			t.Errorf("edge %s with %v is not drawn once", id, transition.Event)
		}
	}
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Errorf("drawing with a place that is none: %s", svg)
	}
}

func get(t *testing.T, url string) (*http.Response, string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

func TestPage(t *testing.T) {
	url, _, _ := start(t, 2, time.Minute, answer(200, `{}`), answer(200, `{}`))
	response, text := get(t, strings.TrimSuffix(url, "/v1/chat/completions")+"/")
	if response.StatusCode != 200 || !strings.Contains(text, diagram()) || !strings.Contains(text, "2·(2·2+3)+2 = 16") || strings.Contains(text, "<!--") {
		t.Errorf("page: %d %s", response.StatusCode, text)
	}
	if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("policy %q", policy)
	}
}

func TestStatusAndReset(t *testing.T) {
	url, _, _ := start(t, 0, time.Minute, answer(503, ""), answer(200, `{}`))
	base := strings.TrimSuffix(url, "/v1/chat/completions")
	status := func(text string) report {
		t.Helper()
		var r report
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return r
	}
	post(t, url, question)
	_, text := get(t, base+"/status")
	want := report{
		Position: "b (fallback #1)", Index: 1, LongestRun: 6, MaxTransitions: 8,
		Chain: []providerReport{
			{Name: "a", Failures: map[string]int64{"overloaded": 1}},
			{Name: "b", Answers: 1, Failures: map[string]int64{}},
		},
		Now:   map[string]int{"Idle": 0, "Selecting": 0, "Attempting": 0, "Retrying": 0},
		Ended: map[string]int64{"Succeeded": 1, "Exhausted": 0, "Aborted": 0},
		Edges: map[string]int64{"Idle-Selecting": 1, "Selecting-Attempting": 2, "Attempting-Retrying": 1, "Retrying-Selecting": 1,
			"Attempting-Succeeded": 1},
		Streams: map[string]int64{},
	}
	if diff := cmp.Diff(want, status(text)); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
	for _, refused := range []struct{ method, kind string }{{"GET", ""}, {"POST", ""}, {"POST", "text/plain"}} {
		if response, _ := send(t, refused.method, base+"/provider/reset", refused.kind, ""); response.StatusCode < 400 {
			t.Errorf("reset by %v: status %d", refused, response.StatusCode)
		}
	}
	if _, text := get(t, base+"/status"); status(text).Index != 1 {
		t.Errorf("a refused reset has an effect: %s", text)
	}
	if _, text := send(t, "POST", base+"/provider/reset", "application/json", ""); status(text).Position != "a (active)" {
		t.Errorf("after the reset: %s", text)
	}
}

func TestMetrics(t *testing.T) {
	url, _, _ := start(t, 1, time.Minute, answer(429, ""), events(piece1, done))
	if _, _, err := readStream(t, url); err != nil {
		t.Fatal(err)
	}
	_, text := get(t, strings.TrimSuffix(url, "/v1/chat/completions")+"/metrics")
	text = regexp.MustCompile(`(?m)^(# .*|llmproxy_run_seconds_total .*)\n`).ReplaceAllString(text, "")
	const want = `llmproxy_runs_total{state="Aborted"} 0
llmproxy_runs_total{state="Exhausted"} 0
llmproxy_runs_total{state="Succeeded"} 1
llmproxy_runs_now{state="Attempting"} 0
llmproxy_runs_now{state="Retrying"} 0
llmproxy_runs_now{state="Selecting"} 0
llmproxy_transitions_total{from="Attempting",event="Failure",to="Retrying"} 2
llmproxy_transitions_total{from="Attempting",event="Success",to="Succeeded"} 1
llmproxy_transitions_total{from="Idle",event="RequestReceived",to="Selecting"} 1
llmproxy_transitions_total{from="Retrying",event="RetryReady",to="Attempting"} 1
llmproxy_transitions_total{from="Retrying",event="RetryReady",to="Selecting"} 1
llmproxy_transitions_total{from="Selecting",event="Select",to="Attempting"} 2
llmproxy_answers_total{provider="b"} 1
llmproxy_failures_total{provider="a",reason="rate_limit",class="Transient"} 2
llmproxy_switches_total{from="a",to="b",reason="rate_limit"} 1
llmproxy_streams_total{end="complete"} 1
llmproxy_longest_run_transitions 8
llmproxy_position 1
llmproxy_max_transitions 12
`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("metrics (-want +got):\n%s", diff)
	}
}

func TestLabels(t *testing.T) {
	if got, want := labels("a", `x"y\z`+"\n", "b", ""), `{a="x\"y\\z\n",b=""}`; got != want {
		t.Errorf("labels are %s, want %s", got, want)
	}
}
