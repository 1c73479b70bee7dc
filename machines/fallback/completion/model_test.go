package completion_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/completion"
)

// model returns a model with one server for each of the functions.
func model(t *testing.T, limits fallback.Limits, servers ...func(*fallback.Request) (*fallback.Response, error)) completion.Model {
	t.Helper()
	var known []fallback.Provider
	var names []string
	for i, ask := range servers {
		names = append(names, fmt.Sprint("s", i))
		known = append(known, completion.Strict(fallback.Provider{Name: names[i], Limits: limits,
			Ask: func(_ context.Context, r *fallback.Request) (*fallback.Response, error) { return ask(r) }}))
	}
	chain, err := fallback.NewChain(known, fallback.Settings{Active: names[0], Fallback: names[1:]})
	if err != nil {
		t.Fatal(err)
	}
	return completion.Model{Name: "large-2", Chain: chain}
}

// says returns a server with that answer.
func says(body string) func(*fallback.Request) (*fallback.Response, error) {
	return func(*fallback.Request) (*fallback.Response, error) {
		return &fallback.Response{Status: 200, Body: []byte(body)}, nil
	}
}

var user = []completion.Message{{Role: "user", Text: "Will it rain?"}}

// TestRequest compares a request with the form in which OpenAI documents it.
func TestRequest(t *testing.T) {
	var got *fallback.Request
	m := model(t, fallback.Limits{}, func(r *fallback.Request) (*fallback.Response, error) {
		got = r
		return says(`{"choices":[{"message":{"content":"x"}}]}`)(r)
	})
	messages := []completion.Message{
		{Role: "user", Text: "Will it <rain>?"},
		{Role: "assistant", Calls: []completion.Call{{"a", "forecast", `{"day": 1}`}, {"b", "forecast", `{"day`}}},
		{Role: "tool", Text: "", CallID: "a"},
		{Role: "tool", Text: "error", CallID: "b"},
		{Role: "assistant", Text: "Once more.", Calls: []completion.Call{{"c", "time", "{}"}}},
		{Role: "tool", Text: "noon", CallID: "c"},
	}
	tools := []completion.Tool{
		{Name: "forecast", Description: "tells the weather", Parameters: json.RawMessage(`{"type":"object","properties":{"day":{"type":"integer"}}}`)},
		{Name: "time"},
	}
	if _, err := m.Ask(t.Context(), messages, tools); err != nil {
		t.Fatal(err)
	}
	const want = `{
		"model": "large-2",
		"messages": [
			{"role": "user", "content": "Will it <rain>?"},
			{"role": "assistant", "content": null, "tool_calls": [
				{"id": "a", "type": "function", "function": {"name": "forecast", "arguments": "{\"day\": 1}"}},
				{"id": "b", "type": "function", "function": {"name": "forecast", "arguments": "{\"text\":\"{\\\"day\"}"}}]},
			{"role": "tool", "content": "", "tool_call_id": "a"},
			{"role": "tool", "content": "error", "tool_call_id": "b"},
			{"role": "assistant", "content": "Once more.", "tool_calls": [
				{"id": "c", "type": "function", "function": {"name": "time", "arguments": "{}"}}]},
			{"role": "tool", "content": "noon", "tool_call_id": "c"}],
		"tools": [
			{"type": "function", "function": {"name": "forecast", "description": "tells the weather",
				"parameters": {"type": "object", "properties": {"day": {"type": "integer"}}}}},
			{"type": "function", "function": {"name": "time", "parameters": {"type": "object", "properties": {}}}}]}`
	if diff := cmp.Diff(decoded(t, want), decoded(t, string(got.Body))); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	if got.Model != "large-2" || got.Stream || !got.Needs.Tools {
		t.Errorf("got the request %+v", got)
	}
	if _, err := m.Ask(t.Context(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(decoded(t, `{"model":"large-2","messages":[]}`), decoded(t, string(got.Body))); diff != "" || got.Needs.Tools {
		t.Errorf("request without tools %+v (-want +got):\n%s", got.Needs, diff)
	}
	if _, err := m.Ask(t.Context(), nil, []completion.Tool{{Name: "x", Parameters: json.RawMessage("{")}}); err == nil || !strings.Contains(err.Error(), "the request is invalid") {
		t.Errorf("parameters that are not JSON: %v", err)
	}
}

func decoded(t *testing.T, text string) (value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestAnswers(t *testing.T) {
	call := func(id, name, args string) string {
		return fmt.Sprintf(`{"id":%q,"type":"function","function":{"name":%q,"arguments":%q}}`, id, name, args)
	}
	asked := append([]completion.Message{{Role: "assistant", Calls: []completion.Call{{ID: "old"}, {ID: "call_2_2"}}}}, user...)
	for _, test := range []struct {
		name, body string
		want       completion.Answer
	}{
		{"text", `{"choices":[{"message":{"content":"Rain."},"finish_reason":"stop"}],"usage":{"total_tokens":12}}`, completion.Answer{Text: "Rain.", Tokens: 12}},
		{"first choice", `{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}],"usage":{"total_tokens":1}}`, completion.Answer{Text: "a", Tokens: 1}},
		{"refusal", `{"choices":[{"message":{"content":null,"refusal":"No."}}],"usage":{"total_tokens":1}}`, completion.Answer{Text: "No.", Tokens: 1}},
		{"calls", `{"choices":[{"message":{"content":null,"tool_calls":[` + call("a", "x", `{"n":1}`) + `,` + call("b", "y", "") + `]},"finish_reason":"tool_calls"}],"usage":{"total_tokens":-1}}`,
			completion.Answer{Calls: []completion.Call{{"a", "x", `{"n":1}`}, {"b", "y", "{}"}}, Tokens: -1}},
		{"text and calls", `{"choices":[{"message":{"content":"Wait.","tool_calls":[` + call("a", "x", `{`) + `]}}],"usage":{"total_tokens":1}}`,
			completion.Answer{Text: "Wait.", Calls: []completion.Call{{"a", "x", `{`}}, Tokens: 1}},
		{"bad ids", `{"choices":[{"message":{"tool_calls":[` + call("a", "x", "1") + `,` + call("a", "x", "2") + `,` + call("", "x", "3") + `,` + call("old", "x", "4") + `]}}],"usage":{"total_tokens":1}}`,
			completion.Answer{Calls: []completion.Call{{"a", "x", "1"}, {"call_2_1", "x", "2"}, {"call_3_2", "x", "3"}, {"call_2_3", "x", "4"}}, Tokens: 1}},
		{"cut off", `{"choices":[{"message":{"content":"Ra"},"finish_reason":"length"}],"usage":{"total_tokens":1}}`, completion.Answer{Text: "Ra", Cut: true, Tokens: 1}},
		{"cut off at once", `{"choices":[{"message":{"content":null},"finish_reason":"length"}],"usage":{"total_tokens":1}}`, completion.Answer{Cut: true, Tokens: 1}},
	} {
		got, err := model(t, fallback.Limits{}, says(test.body)).Ask(t.Context(), asked, nil)
		test.want.Provider = "s0"
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", test.name, err, diff)
		}
	}
}

// TestTokensAreEstimated has a server that does not tell how many tokens it takes: the budget
// of a caller must end nevertheless.
func TestTokensAreEstimated(t *testing.T) {
	question := []completion.Message{{Role: "user", Text: strings.Repeat("word ", 1000)}}
	m := model(t, fallback.Limits{}, says(`{"choices":[{"message":{"content":"`+strings.Repeat("word ", 1000)+`"}}]}`))
	if a, err := m.Ask(t.Context(), question, nil); err != nil || a.Tokens < 2000 || a.Tokens > 3000 {
		t.Errorf("got %d tokens, %v", a.Tokens, err)
	}
}

// TestInvalidAnswers has answers that are no completions. A strict provider fails, and the
// chain asks the next one.
func TestInvalidAnswers(t *testing.T) {
	const good = `{"choices":[{"message":{"content":"Rain."}}]}`
	for body, want := range map[string]string{
		``:                 "JSON",
		`[]`:               "cannot unmarshal",
		`{}`:               "no text",
		`{"choices":[]}`:   "no text",
		`{"choices":[{}]}`: "no text",
		`{"choices":[{"message":{"content":[]}}]}`:                                                                              "cannot unmarshal",
		`{"choices":[{"message":{"content":"a"},"finish_reason":"content_filter"}]}`:                                            "content filter",
		`{"choices":[{"message":{"tool_calls":[{"id":"a","type":"custom","custom":{"name":"x"}}]}}]}`:                           `tool call 1 is of type "custom"`,
		`{"choices":[{"message":{"tool_calls":[{"id":"a","type":"function","function":{"name":"","arguments":"{}"}}]}}]}`:       "tool call 1 has no name",
		`{"choices":[{"message":{"tool_calls":[{"id":"a","type":"function","function":{"name":"x","arguments":{"day":1}}}]}}]}`: "cannot unmarshal",
		`{"choices":[{"message":{"content":"a"}}],"usage":{"total_tokens":1e99}}`:                                               "cannot unmarshal",
	} {
		bare := fallback.Provider{Name: "bare", Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) { return says(body)(nil) }}
		chain, err := fallback.NewChain([]fallback.Provider{bare}, fallback.Settings{Active: "bare"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = completion.Model{Name: "m", Chain: chain}.Ask(t.Context(), user, nil)
		var invalid *completion.AnswerError
		if !errors.As(err, &invalid) || invalid.Provider != "bare" || !strings.Contains(err.Error(), "invalid answer of bare: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", body, err, want)
		}

		if _, err := model(t, fallback.Limits{}, says(body)).Ask(t.Context(), user, nil); err == nil || !strings.Contains(err.Error(), want) || errors.As(err, &invalid) {
			t.Errorf("%s from a strict provider: %v, want %q", body, err, want)
		}
		if a, err := model(t, fallback.Limits{}, says(body), says(good)).Ask(t.Context(), user, nil); err != nil || a.Text != "Rain." || a.Provider != "s1" {
			t.Errorf("%s from the first of two providers: %+v, %v", body, a, err)
		}
	}
}

// TestStreamIsClosed has a server that streams without being asked to.
func TestStreamIsClosed(t *testing.T) {
	rest := new(closer)
	m := model(t, fallback.Limits{}, func(*fallback.Request) (*fallback.Response, error) {
		return &fallback.Response{Status: 200, Rest: rest}, nil
	})
	if _, err := m.Ask(t.Context(), user, nil); err == nil || !strings.Contains(err.Error(), "unexpected stream") || !rest.closed {
		t.Errorf("error %v, closed %t", err, rest.closed)
	}
}

type closer struct{ closed bool }

func (*closer) Read([]byte) (int, error) { return 0, errors.New("unexpected read") }
func (c *closer) Close() error           { c.closed = true; return nil }

// TestTooLong has providers that cannot hold the question, which they say or which is known.
func TestTooLong(t *testing.T) {
	status := func(code int, message string) func(*fallback.Request) (*fallback.Response, error) {
		return func(*fallback.Request) (*fallback.Response, error) {
			return nil, &fallback.StatusError{Status: code, Message: message}
		}
	}
	long := []completion.Message{{Role: "user", Text: strings.Repeat("x", 6*100)}, {Role: "assistant", Calls: []completion.Call{{"a", "x", strings.Repeat("x", 5)}}}}
	tool := []completion.Tool{{Name: "x", Description: "xx", Parameters: json.RawMessage(`{ }`)}}
	for _, test := range []struct {
		name  string
		model completion.Model
		tools []completion.Tool
		want  bool
	}{
		{"told", model(t, fallback.Limits{}, status(400, "maximum context length is 100 tokens")), nil, true},
		{"told by one", model(t, fallback.Limits{}, status(413, "prompt is too long"), status(503, "")), nil, true},
		{"told before an abort", model(t, fallback.Limits{}, status(400, "too many tokens"), status(401, "")), nil, true},
		{"known", model(t, fallback.Limits{Context: 100}, says("{}")), nil, true},
		{"known from the tools", model(t, fallback.Limits{Context: 101}, says("{}")), tool, true},
		{"fits", model(t, fallback.Limits{Context: 101}, says("{}")), nil, false},
		{"has no tools", model(t, fallback.Limits{NoTools: true}, says("{}")), tool, false},
		{"other status", model(t, fallback.Limits{}, status(400, "no")), nil, false},
	} {
		_, err := test.model.Ask(t.Context(), long, test.tools)
		if err == nil || completion.TooLong(err) != test.want {
			t.Errorf("%s: %v is too long: %t, want %t", test.name, err, !test.want, test.want)
		}
	}
	if completion.TooLong(nil) {
		t.Error("no error is too long")
	}
}
