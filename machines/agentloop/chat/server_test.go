package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/machines/agentloop/chat"
	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/completion"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// asked is what a server reads of a request.
type asked struct {
	Model    string
	Messages []message
	Tools    []struct {
		Type     string
		Function struct {
			Name, Description string
			Parameters        json.RawMessage
		}
	}
}

type message struct {
	Role, Content string
	Calls         []call `json:"tool_calls"`
	CallID        string `json:"tool_call_id"`
}

type call struct {
	ID, Type string
	Function struct{ Name, Arguments string }
}

// server is a server with OpenAI's API. It rejects chats that the API rejects, so that a test
// of a run is a test of each request.
type server struct {
	t      *testing.T
	answer func(http.ResponseWriter, *http.Request, asked)

	lock sync.Mutex
	got  []asked
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var a asked
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &a)
	}
	if err == nil {
		err = check(a)
	}
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer key" {
		s.t.Errorf("bad request: %v, %s %s: %s", err, r.Method, r.URL, body)
		refuse(w, 400, "", "bad request")
		return
	}
	s.lock.Lock()
	s.got = append(s.got, a)
	s.lock.Unlock()
	s.answer(w, r, a)
}

// check returns what the API rejects: calls without results, and results without calls.
func check(a asked) error {
	open := map[string]bool{}
	for i, m := range a.Messages {
		if m.Role == "tool" {
			if !open[m.CallID] {
				return fmt.Errorf("message %d is the result of no call", i)
			}
			delete(open, m.CallID)
			continue
		}
		if len(open) > 0 {
			return fmt.Errorf("calls before message %d have no result", i)
		}
		for _, c := range m.Calls {
			if m.Role != "assistant" || c.ID == "" || c.Type != "function" || open[c.ID] || !json.Valid([]byte(c.Function.Arguments)) {
				return fmt.Errorf("message %d has the invalid call %+v", i, c)
			}
			open[c.ID] = true
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("the last calls have no result")
	}
	for _, t := range a.Tools {
		if t.Type != "function" || t.Function.Name == "" || !json.Valid(t.Function.Parameters) {
			return fmt.Errorf("invalid tool %+v", t)
		}
	}
	return nil
}

func (s *server) requests() []asked {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.got
}

// loop returns a loop whose model is at a server that answers like that, and the server.
// Its only tool, forecast, has the result "rain".
func loop(t *testing.T, answer func(http.ResponseWriter, *http.Request, asked)) (*agentloop.Loop, *chat.Model, *server) {
	t.Helper()
	s := &server{t: t, answer: answer}
	backend := httptest.NewServer(s)
	t.Cleanup(backend.Close)
	client := openai.NewClient()
	t.Cleanup(client.CloseIdleConnections)
	u, err := openai.New("main", backend.URL+"/v1")
	if err != nil {
		t.Fatal(err)
	}
	u.Key = "key"
	chain, err := fallback.NewChain([]fallback.Provider{completion.Strict(u.Provider(client, time.Minute))},
		fallback.Settings{Active: "main", MaxRetries: 1, Backoff: fallback.Backoff{Min: time.Millisecond, Max: 2 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	m := &chat.Model{Chain: chain, Model: "large-2", Tools: []completion.Tool{{
		Name: "forecast", Description: "tells the weather", Parameters: json.RawMessage(`{"type":"object"}`),
	}}}
	l := &agentloop.Loop{
		Model: func(ctx context.Context, transcript []agentloop.Message, tools []string) (agentloop.Answer, error) {
			return m.Ask(ctx, transcript, tools)
		},
		Tools: map[string]agentloop.Tool{"forecast": func(context.Context, json.RawMessage) (string, error) {
			return "rain", nil
		}},
		Budgets: agentloop.DefaultParams(),
	}
	return l, m, s
}

var question = []agentloop.Message{{Role: "system", Text: "Be short."}, {Role: "user", Text: "Will it rain?"}}

// says, calls, and refuse answer a request.
func says(w http.ResponseWriter, text, reason string) {
	reply(w, map[string]any{"role": "assistant", "content": text}, reason)
}

func calls(w http.ResponseWriter, text string, args ...string) {
	var calls []any
	for i, a := range args {
		calls = append(calls, map[string]any{"id": fmt.Sprint("c", i), "type": "function",
			"function": map[string]any{"name": "forecast", "arguments": a}})
	}
	reply(w, map[string]any{"role": "assistant", "content": text, "tool_calls": calls}, "tool_calls")
}

func reply(w http.ResponseWriter, message map[string]any, reason string) {
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": reason}},
		"usage":   map[string]any{"prompt_tokens": 20, "completion_tokens": 10, "total_tokens": 30},
	})
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"code": code, "message": message}})
}
