package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/machines/agentloop/chat"
	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/completion"
)

// TestRun has a model that asks twice for tools, the second time also with arguments that are
// not JSON, and with the same IDs as before.
func TestRun(t *testing.T) {
	l, _, s := loop(t, func(w http.ResponseWriter, _ *http.Request, a asked) {
		switch len(a.Messages) {
		case 2:
			calls(w, "Let me see.", `{"day":1}`, "")
		case 5:
			calls(w, "", `{"day":2}`, `{"day`)
		default:
			says(w, "Rain.", "stop")
		}
	})
	r, err := l.Run(t.Context(), question)
	if err != nil || r.Outcome != agentloop.OutcomeAnswered || r.Answer != "Rain." || r.Steps != 3 || r.ToolCalls != 4 {
		t.Fatalf("got %+v, %v", r, err)
	}
	var texts []string
	for _, m := range r.Transcript {
		texts = append(texts, m.Role+": "+m.Text)
	}
	want := []string{"system: Be short.", "user: Will it rain?", "assistant: Let me see.", "tool: rain", "tool: rain",
		"assistant: ", "tool: rain", "tool: error: the arguments are not JSON", "assistant: Rain."}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("transcript (-want +got):\n%s", diff)
	}
	for i, a := range s.requests() {
		if a.Model != "large-2" || len(a.Tools) != 1 || a.Tools[0].Function.Name != "forecast" ||
			a.Tools[0].Function.Description != "tells the weather" || string(a.Tools[0].Function.Parameters) != `{"type":"object"}` {
			t.Errorf("request %d: %+v", i, a)
		}
	}
	if got := s.requests()[1].Messages[2].Calls[0].Function.Arguments; got != `{"day":1}` {
		t.Errorf("the second request has the arguments %s", got)
	}
}

// TestCaps has a model that asks for two calls of a tool as long as it is offered, and two
// times more.
func TestCaps(t *testing.T) {
	for _, test := range []struct {
		name     string
		change   func(*agentloop.Loop)
		cap      agentloop.Cap
		requests int
		closing  int // requests without tools
	}{
		{"steps", func(l *agentloop.Loop) { l.Budgets.MaxSteps = 2 }, agentloop.CapSteps, 3, 1},
		{"tool calls", func(l *agentloop.Loop) { l.Budgets.MaxTools = 3 }, agentloop.CapToolCalls, 3, 1},
		{"tokens", func(l *agentloop.Loop) { l.Budgets.MaxTokens = 80 }, agentloop.CapTokens, 4, 1},
		{"stalls", func(l *agentloop.Loop) {
			l.Budgets.MaxStalls = 0
			l.Limits = map[string]int{"forecast": 2}
		}, agentloop.CapStalls, 3, 2},
	} {
		for _, closing := range []string{"", "That is all."} {
			n := 0
			l, m, s := loop(t, func(w http.ResponseWriter, _ *http.Request, a asked) {
				n++
				if n == test.requests {
					says(w, "Rain, I guess.", "stop")
					return
				}
				calls(w, "", fmt.Sprintf(`{"day":%d}`, 2*n), fmt.Sprintf(`{"day":%d}`, 2*n+1))
			})
			m.Closing = closing
			if closing == "" {
				closing = chat.Closing
			}
			test.change(l)
			r, err := l.Run(t.Context(), question)
			if err != nil || r.Outcome != agentloop.OutcomeCapped || r.Cap != test.cap || r.Answer != "Rain, I guess." || r.Err != nil {
				t.Errorf("%s: got %+v, %v", test.name, r, err)
			}
			got := s.requests()
			if len(got) != test.requests {
				t.Fatalf("%s: got %d requests, want %d", test.name, len(got), test.requests)
			}
			for i, a := range got {
				last := i >= test.requests-test.closing
				end := a.Messages[len(a.Messages)-1]
				if (len(a.Tools) == 0) != last || (end.Role == "user" && end.Content == closing) != last {
					t.Errorf("%s: request %d has %d tools and ends in %+v", test.name, i, len(a.Tools), end)
				}
			}
		}
	}
}

// TestWithoutTools has a loop that has no tools: it is a plain question.
func TestWithoutTools(t *testing.T) {
	l, m, s := loop(t, func(w http.ResponseWriter, _ *http.Request, _ asked) { says(w, "Perhaps.", "stop") })
	l.Tools, m.Tools = nil, nil
	r, err := l.Run(t.Context(), question)
	if err != nil || r.Outcome != agentloop.OutcomeAnswered || len(s.requests()[0].Messages) != 2 {
		t.Errorf("got %+v, %v for %+v", r, err, s.requests())
	}
}

// TestUndescribedTool has a loop with tools of which the model does not know.
func TestUndescribedTool(t *testing.T) {
	l, _, s := loop(t, nil)
	l.Tools["time"], l.Tools["place"] = l.Tools["forecast"], l.Tools["forecast"]
	r, err := l.Run(t.Context(), question)
	if err != nil || r.Outcome != agentloop.OutcomeFailed || !strings.Contains(r.Err.Error(), `"place"`) || !strings.Contains(r.Err.Error(), `"time"`) || len(s.requests()) > 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestFailures has servers that answer the second call of the model badly.
func TestFailures(t *testing.T) {
	for _, test := range []struct {
		name     string
		bad      http.HandlerFunc
		reason   fallback.Reason
		text     string
		requests int // including the first, which is answered
	}{
		{"server error", func(w http.ResponseWriter, _ *http.Request) { refuse(w, 500, "", "oops") }, fallback.ReasonServer, "oops", 3},
		{"key", func(w http.ResponseWriter, _ *http.Request) { refuse(w, 401, "", "no such key") }, fallback.ReasonAuthentication, "no such key", 2},
		{"request", func(w http.ResponseWriter, _ *http.Request) { refuse(w, 400, "", "bad schema") }, fallback.ReasonRequest, "bad schema", 2},
		{"long wait", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			refuse(w, 429, "", "slow down")
		}, fallback.ReasonRateLimit, "slow down", 2},
		{"connection", func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }, fallback.ReasonNetwork, "EOF", 3},
		{"page", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }, fallback.ReasonAnswer, "not JSON", 2},
		{"no choice", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{}")) }, fallback.ReasonAnswer, "contains no text", 2},
		{"no text", func(w http.ResponseWriter, _ *http.Request) { says(w, "", "stop") }, fallback.ReasonAnswer, "contains no text", 2},
		{"filtered", func(w http.ResponseWriter, _ *http.Request) { says(w, "Ra", "content_filter") }, fallback.ReasonAnswer, "content filter", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, _, s := loop(t, func(w http.ResponseWriter, r *http.Request, a asked) {
				if len(a.Messages) == 2 {
					calls(w, "Let me see.", "{}")
					return
				}
				test.bad(w, r)
			})
			r, err := l.Run(t.Context(), question)
			if err != nil || r.Outcome != agentloop.OutcomeFailed || len(r.Transcript) != 4 || r.Answer != "Let me see." {
				t.Fatalf("got %+v, %v", r, err)
			}
			var attempt *fallback.AttemptError
			if !errors.As(r.Err, &attempt) || attempt.Reason != test.reason || !strings.Contains(r.Err.Error(), test.text) {
				t.Errorf("got the error %v, want %s and %q", r.Err, test.reason, test.text)
			}
			if n := len(s.requests()); n != test.requests {
				t.Errorf("got %d requests, want %d", n, test.requests)
			}
			var status *fallback.StatusError
			if test.name == "long wait" && (!errors.As(r.Err, &status) || status.RetryAfter != time.Hour) {
				t.Errorf("got the wait %v", status)
			}
		})
	}
}

// TestRetryAfter has a server that asks for a second.
func TestRetryAfter(t *testing.T) {
	n := 0
	l, m, _ := loop(t, func(w http.ResponseWriter, _ *http.Request, _ asked) {
		if n++; n == 1 {
			w.Header().Set("Retry-After", "1")
			refuse(w, 429, "", "slow down")
			return
		}
		says(w, "Rain.", "stop")
	})
	var waits []time.Duration
	m.Observe = func(o fallback.Observation) {
		if o.Wait > 0 {
			waits = append(waits, o.Wait)
		}
	}
	start := time.Now()
	r, err := l.Run(t.Context(), question)
	if err != nil || r.Outcome != agentloop.OutcomeAnswered || r.Steps != 1 || n != 2 {
		t.Errorf("got %+v, %v after %d requests", r, err, n)
	}
	if diff := cmp.Diff([]time.Duration{time.Second}, waits); diff != "" || time.Since(start) < time.Second {
		t.Errorf("waits (-want +got):\n%s", diff)
	}
}

// TestCancel ends the context while the server thinks: the request ends, too.
func TestCancel(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan bool, 1)
	l, _, _ := loop(t, func(w http.ResponseWriter, r *http.Request, a asked) {
		if len(a.Messages) == 2 {
			calls(w, "", "{}")
			return
		}
		cancel(cause)
		<-r.Context().Done()
		ended <- true
	})
	r, err := l.Run(ctx, question)
	if err != nil || r.Outcome != agentloop.OutcomeCancelled || !errors.Is(r.Err, cause) || len(r.Transcript) != 4 {
		t.Errorf("got %+v, %v", r, err)
	}
	<-ended
}

// TestContext has servers whose context is too small for the second result.
func TestContext(t *testing.T) {
	long := strings.Repeat("rain ", 1000)
	for name, tell := range map[string]func(http.ResponseWriter){
		"by code":    func(w http.ResponseWriter) { refuse(w, 400, "context_length_exceeded", "no") },
		"by message": func(w http.ResponseWriter) { refuse(w, 413, "", "The prompt is too long.") },
		"by the end": func(w http.ResponseWriter) { says(w, "Ra", "length") },
		"at once":    func(w http.ResponseWriter) { says(w, "", "length") },
	} {
		for _, closing := range []bool{true, false} {
			l, _, s := loop(t, func(w http.ResponseWriter, _ *http.Request, a asked) {
				size := 0
				for _, m := range a.Messages {
					size += len(m.Content)
				}
				switch {
				case size > 9000 || len(a.Tools) == 0 && !closing:
					tell(w)
				case len(a.Tools) == 0:
					says(w, "Rain, and mo", "length") // better than nothing
				default:
					calls(w, "Let me see.", fmt.Sprint(len(a.Messages)))
				}
			})
			l.Tools["forecast"] = func(context.Context, json.RawMessage) (string, error) { return long, nil }
			r, err := l.Run(t.Context(), question)
			var full *agentloop.ContextError
			if err != nil || r.Outcome != agentloop.OutcomeCapped || r.Cap != agentloop.CapContext || len(s.requests()) != 4 || r.Steps != 4 {
				t.Fatalf("%s: got %+v, %v after %d requests", name, r, err, len(s.requests()))
			}
			want := map[bool]string{true: "Rain, and mo", false: "Let me see."}[closing]
			if name == "by the end" && !closing {
				want = "Ra"
			}
			failed := !closing && name != "by the end"
			if r.Answer != want || errors.As(r.Err, &full) != failed {
				t.Errorf("%s: got the answer %q and %v, want %q", name, r.Answer, r.Err, want)
			}
			for _, m := range r.Transcript {
				if m.Call != nil && m.Text != long {
					t.Errorf("%s: the transcript has lost a result: %q", name, m.Text)
				}
			}
		}
	}
}

// TestCutOffCall has a tool call whose arguments end too early, in the first call of the model.
func TestCutOffCall(t *testing.T) {
	l, _, _ := loop(t, func(w http.ResponseWriter, _ *http.Request, _ asked) {
		reply(w, map[string]any{"content": "Let", "tool_calls": []any{
			map[string]any{"id": "a", "type": "function", "function": map[string]any{"name": "forecast", "arguments": "1"}},
		}}, "length")
	})
	r, err := l.Run(t.Context(), question)
	var full *agentloop.ContextError
	if err != nil || r.Outcome != agentloop.OutcomeFailed || !errors.As(r.Err, &full) || r.Answer != "Let" || len(r.Transcript) != 2 || r.ToolCalls != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestKnownContext has a chain that knows the limits of its servers: it asks none.
func TestKnownContext(t *testing.T) {
	chain, err := fallback.NewChain([]fallback.Provider{{Name: "small", Limits: fallback.Limits{Context: 10},
		Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
			t.Error("asked")
			return nil, errors.New("asked")
		}}}, fallback.Settings{Active: "small"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = chat.Model{Chain: chain, Model: "m", Tools: []completion.Tool{{Name: "x"}}}.Ask(
		t.Context(), []agentloop.Message{{Role: "user", Text: strings.Repeat("x", 100)}}, []string{"x"})
	var full *agentloop.ContextError
	if !errors.As(err, &full) || !strings.Contains(err.Error(), "context of 16 tokens, has 10") {
		t.Errorf("got %v", err)
	}
}
