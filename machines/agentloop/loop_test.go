package agentloop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/machines/agentloop/toolcall"
)

// insatiable returns a loop whose model always asks for n calls of the tool, and the
// numbers of model and tool calls. New results come as long as fresh is true.
func insatiable(n int, fresh bool) (l *agentloop.Loop, models, tools *atomic.Int64) {
	models, tools = new(atomic.Int64), new(atomic.Int64)
	return &agentloop.Loop{
		Model: func(context.Context, []agentloop.Message) (agentloop.Answer, error) {
			models.Add(1)
			a := agentloop.Answer{Tokens: 10}
			for range n {
				a.Calls = append(a.Calls, agentloop.ToolCall{Name: "tool", Args: "{}"})
			}
			return a, nil
		},
		Tools: map[string]agentloop.Tool{"tool": func(context.Context, json.RawMessage) (string, error) {
			k := tools.Add(1)
			if !fresh {
				k = 0
			}
			return fmt.Sprint(k), nil
		}},
		Budgets: agentloop.DefaultParams(),
	}, models, tools
}

func TestCaps(t *testing.T) {
	for _, test := range []struct {
		name          string
		n             int
		fresh         bool
		budgets       agentloop.Params
		models, tools int64
	}{
		{"Steps", 1, true, agentloop.Params{MaxSteps: 4, MaxTools: 50, MaxStalls: 2, MaxTokens: 1000}, 4, 3},
		{"ToolCalls", 3, true, agentloop.Params{MaxSteps: 20, MaxTools: 6, MaxStalls: 2, MaxTokens: 1000}, 3, 6},
		{"Stalls", 1, false, agentloop.Params{MaxSteps: 20, MaxTools: 50, MaxStalls: 2, MaxTokens: 1000}, 4, 4},
		{"Tokens", 1, true, agentloop.Params{MaxSteps: 20, MaxTools: 50, MaxStalls: 2, MaxTokens: 30}, 3, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, models, tools := insatiable(test.n, test.fresh)
			l.Budgets = test.budgets
			r, err := l.Run(context.Background(), nil)
			if err != nil || r.Outcome != agentloop.OutcomeCapped || r.Cap.String() != test.name {
				t.Fatalf("got %v %v %v, want the cap %s", r.Outcome, r.Cap, err, test.name)
			}
			if models.Load() != test.models || tools.Load() != test.tools || r.Steps != int(test.models) || r.ToolCalls != int(test.tools) {
				t.Errorf("got %d model calls and %d tool calls, result %d and %d; want %d and %d",
					models.Load(), tools.Load(), r.Steps, r.ToolCalls, test.models, test.tools)
			}
			if want := int(test.models + test.tools); len(r.Transcript) != want {
				t.Errorf("got a transcript of %d messages, want %d", len(r.Transcript), want)
			}
		})
	}
}

func TestToolErrorsAreResults(t *testing.T) {
	var attempts atomic.Int64
	step := 0
	l := &agentloop.Loop{
		Model: func(context.Context, []agentloop.Message) (agentloop.Answer, error) {
			if step++; step > 1 {
				return agentloop.Answer{Text: "done"}, nil
			}
			return agentloop.Answer{Calls: []agentloop.ToolCall{
				{Name: "nobody", Args: "{}"}, {Name: "bad", Args: "{"}, {Name: "bad", Args: "{}"},
			}}, nil
		},
		Tools: map[string]agentloop.Tool{"bad": func(context.Context, json.RawMessage) (string, error) {
			attempts.Add(1)
			panic("ouch")
		}},
		Budgets: agentloop.DefaultParams(),
		Retries: toolcall.Params{MaxRetries: 2},
	}
	r, err := l.Run(context.Background(), nil)
	if err != nil || r.Outcome != agentloop.OutcomeAnswered || len(r.Transcript) != 5 {
		t.Fatalf("got %+v, %v", r, err)
	}
	for i, want := range []string{"there is no tool", "not JSON", "panicked: ouch"} {
		if !strings.Contains(r.Transcript[i+1].Text, want) {
			t.Errorf("got result %q, want %q", r.Transcript[i+1].Text, want)
		}
	}
	if attempts.Load() != 3 {
		t.Errorf("got %d attempts, want 3", attempts.Load())
	}
}

func TestModelFails(t *testing.T) {
	l, _, _ := insatiable(1, true)
	l.Model = func(context.Context, []agentloop.Message) (agentloop.Answer, error) { panic("ouch") }
	r, err := l.Run(context.Background(), nil)
	if err != nil || r.Outcome != agentloop.OutcomeFailed || r.Err == nil {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestCancel(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	l, _, _ := insatiable(1, true)
	l.Tools["tool"] = func(ctx context.Context, _ json.RawMessage) (string, error) {
		cancel(cause)
		<-ctx.Done()
		return "", ctx.Err()
	}
	r, err := l.Run(ctx, nil)
	if err != nil || r.Outcome != agentloop.OutcomeCancelled || !errors.Is(r.Err, cause) || len(r.Transcript) != 1 {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestResumeInModelCall(t *testing.T) {
	l, models, _ := insatiable(1, true)
	l.Budgets.MaxSteps = 3
	var saved [][]byte
	l.Save = func(data []byte) error { saved = append(saved, data); return nil }
	if _, err := l.Run(context.Background(), []agentloop.Message{{Role: "user", Text: "go"}}); err != nil {
		t.Fatal(err)
	}
	models.Store(0)
	l.Save = nil
	r, err := l.Resume(context.Background(), saved[2]) // in the second call of the model
	if err != nil || r.Cap.String() != "Steps" || r.Steps != 3 || models.Load() != 2 || len(r.Transcript) != 6 {
		t.Errorf("got %+v, %v, with %d model calls", r, err, models.Load())
	}
}

func TestBudgetsAreValidated(t *testing.T) {
	l, models, _ := insatiable(1, true)
	l.Budgets.MaxSteps = 0
	if _, err := l.Run(context.Background(), nil); err == nil || models.Load() != 0 {
		t.Errorf("got %v and %d model calls", err, models.Load())
	}
}
