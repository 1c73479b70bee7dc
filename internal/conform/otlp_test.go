package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// traced writes a step as a span with an event, at a time in nanoseconds.
func traced(at int, attributes ...any) map[string]any {
	var list []any
	for i := 0; i < len(attributes); i += 2 {
		value := map[string]any{}
		switch v := attributes[i+1].(type) {
		case string:
			value["stringValue"] = v
		case int:
			value["intValue"] = fmt.Sprint(v)
		case bool:
			value["boolValue"] = v
		}
		list = append(list, map[string]any{"key": "fsm." + attributes[i].(string), "value": value})
	}
	return map[string]any{"name": "do", "events": []any{map[string]any{"name": "fsm.step", "timeUnixNano": fmt.Sprint(at), "attributes": list}}}
}

// request writes spans, each in a scope of its own.
func request(t *testing.T, spans ...map[string]any) string {
	t.Helper()
	var scopes []any
	for _, s := range spans {
		scopes = append(scopes, map[string]any{"spans": []any{s}})
	}
	text, err := json.Marshal(map[string]any{"resourceSpans": []any{map[string]any{"scopeSpans": scopes}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// order writes records as one text.
func order(records []Record) string {
	var out []string
	for _, r := range records {
		gap := ""
		if r.Gap {
			gap = " gap"
		}
		out = append(out, fmt.Sprintf("%s/%d %s%s", r.ID, r.Revision, r.Event, gap))
	}
	return strings.Join(out, ", ")
}

// TestOTLPOrder reads spans that come in any order and several times, also in several values.
func TestOTLPOrder(t *testing.T) {
	step := func(at int, id string, revision int, event string) map[string]any {
		return traced(at, "machine", "M", "id", id, "revision", revision, "event", event)
	}
	spans := []map[string]any{
		step(1, "a", 1, ""), step(2, "a", 2, "Go"), step(3, "a", 2, "Run"), step(4, "a", 3, "Stop"), step(9, "a", 6, "Late"),
		step(5, "b", 4, "In"), step(8, "b", 5, "Out"), step(8, "b", 5, "Out"),
		traced(6, "id", "c", "event", "Two"), traced(2, "id", "c", "event", "One"),
		traced(1, "machine", "Other", "id", "a", "event", "X"),
		traced(4, "machine", "M", "id", "a", "event", "RolledBack", "revision", 4, "uncommitted", true),
	}
	const want = "a/1 , a/2 Run, a/3 Stop, a/6 Late gap, c/0 One, c/0 Two, b/4 In, b/5 Out"
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		random.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
		cut := random.IntN(len(spans))
		records, err := ReadOTLP(strings.NewReader(request(t, spans[:cut]...)+"\n"+request(t, spans[cut:]...)), "M")
		if err != nil || order(records) != want {
			t.Fatalf("%s, %v, want %s", order(records), err, want)
		}
	}
}

// TestOTLPAttributes reads all attributes, with the machine and the ID on the span.
func TestOTLPAttributes(t *testing.T) {
	span := traced(1, "event", "Pay", "from", "Open", "to", "Paying", "ignored", true, "payload", `{"n":1}`, "params", `{"p":2}`, "guards", `{"g()":true}`,
		"key", "k", "timer", "t", "answers", "2/0", "revision", 3)
	span["attributes"] = []any{
		map[string]any{"key": "fsm.id", "value": map[string]any{"stringValue": "1017"}}, map[string]any{"key": "fsm.output", "value": map[string]any{"stringValue": "x"}},
		map[string]any{"key": "fsm.machine", "value": map[string]any{"stringValue": "M"}}, map[string]any{"key": "n", "value": map[string]any{"intValue": 7}},
	}
	records, err := ReadOTLP(strings.NewReader("\n\n"+request(t, span)), "M")
	if err != nil || len(records) != 1 {
		t.Fatal(records, err)
	}
	r := records[0]
	got := fmt.Sprint(r.ID, r.Revision, r.Event, r.From, r.To, r.Ignored, string(r.Payload), string(r.Params["p"]), r.Guards["g()"], r.Key, r.Timer, r.Answers, r.Line, r.At.UnixNano())
	if want := fmt.Sprint("1017", 3, "Pay", "Open", "Paying", true, `{"n":1}`, "2", true, "k", "t", "2/0", 3, 1); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, err := ReadOTLP(strings.NewReader(request(t, span)), "N", "O"); !errors.Is(err, errEmpty) || !strings.Contains(err.Error(), "of N or O; there are some of: M") {
		t.Errorf("another machine: %v", err)
	}
	for _, wrong := range [][]any{
		{"event", 1}, {"revision", "1"}, {"ignored", "true"}, {"uncommitted", 1}, {"payload", true}, {"payload", "{"}, {"evnt", "Pay"}, {"guards", `{"g()":1}`}, {"machine", 1},
	} {
		if records, err := ReadOTLP(strings.NewReader(request(t, traced(1, wrong...))), "M"); err == nil {
			t.Errorf("%v: %+v", wrong, records)
		}
	}
	for _, text := range []string{"", "{}", "[]", `{"resourceSpans":7}`, `{"resourceSpans":[`, "null", `{"resourceSpans":[{"scopeSpans":[{"spans":[{"events":[{"timeUnixNano":"x"}]}]}]}]}`} {
		if records, err := ReadOTLP(strings.NewReader(text), "M"); err == nil {
			t.Errorf("%s: %+v", text, records)
		}
	}
}

// TestGap checks a run in which steps are missing: it is refused only where the steps around the gap are.
func TestGap(t *testing.T) {
	m := load(t, `machine: M
events: {Go: {}, Back: {}}
vars: {n: {type: int, min: 0, max: 2}}
initial: A
terminal: {done: [C]}
states:
  A: {on: {Go: [{if: n < 2, to: B, set: {n: n + 1}}, {to: C}]}}
  B: {on: {Back: A}}
  C: {}
bound: 9
`)
	for want, steps := range map[string][]Record{
		"fine":          {{Revision: 1, To: "A"}, {Revision: 4, Event: "Go", From: "A", To: "C", Gap: true}},
		"other state":   {{Revision: 1, To: "A"}, {Revision: 4, Event: "Go", From: "B", To: "C", Gap: true}},
		"without a gap": {{Revision: 1, To: "A"}, {Revision: 2, Event: "Go", From: "A", To: "C"}},
	} {
		report, err := Check(m, steps)
		if err != nil || (len(report.Refused) == 0) != (want == "fine") {
			t.Errorf("%s: %+v, %v", want, report, err)
		}
		if gaps := len(slices.DeleteFunc(slices.Clone(steps), func(r Record) bool { return !r.Gap })); report.Gaps != gaps {
			t.Errorf("%s: %d gaps, want %d", want, report.Gaps, gaps)
		}
	}
}
