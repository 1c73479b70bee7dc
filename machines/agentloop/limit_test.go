package agentloop_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/agentloop"
)

// TestLimits has a model that asks for both tools in each step, and for a third one that
// there is not. One tool has a limit; all of its calls fail.
func TestLimits(t *testing.T) {
	var found, read atomic.Int64
	var offered [][]string
	l := &agentloop.Loop{
		Model: func(_ context.Context, _ []agentloop.Message, tools []string) (agentloop.Answer, error) {
			offered = append(offered, tools)
			var a agentloop.Answer
			for _, name := range []string{"find", "find", "read", "nobody"} {
				a.Calls = append(a.Calls, agentloop.ToolCall{Name: name, Args: "{}"})
			}
			if len(tools) == 0 {
				a = agentloop.Answer{Text: "done"}
			}
			return a, nil
		},
		Tools: map[string]agentloop.Tool{
			"find": func(context.Context, json.RawMessage) (string, error) { found.Add(1); panic("ouch") },
			"read": func(context.Context, json.RawMessage) (string, error) { read.Add(1); return "text", nil },
			"none": func(context.Context, json.RawMessage) (string, error) { t.Error("called"); return "", nil },
		},
		Budgets: agentloop.Params{MaxSteps: 20, MaxTools: 12, MaxStalls: 20, MaxTokens: 1000},
		Limits:  map[string]int{"find": 3, "none": 0},
		Retries: 1,
	}
	r, err := l.Run(t.Context(), nil)
	if err != nil || r.Outcome != agentloop.OutcomeCapped || r.Cap != agentloop.CapToolCalls || r.ToolCalls != 12 {
		t.Fatalf("got %+v, %v", r, err)
	}
	if found.Load() != 3*2 || read.Load() != 3 {
		t.Errorf("got %d attempts to find and %d to read", found.Load(), read.Load())
	}
	want := [][]string{{"find", "read"}, {"find", "read"}, {"read"}, {"read"}, nil}
	if diff := cmp.Diff(want, offered); diff != "" {
		t.Errorf("tools that were offered (-want +got):\n%s", diff)
	}
	refused := 0
	for _, m := range r.Transcript {
		if m.Call != nil && strings.HasPrefix(m.Text, `error: no call of the tool "find" remains`) {
			refused++
		}
	}
	if refused != 3 {
		t.Errorf("got %d refusals, want 3", refused)
	}
}

// TestNothingRuns has models that ask for what does not run, with new arguments each time:
// these rounds bring nothing new.
func TestNothingRuns(t *testing.T) {
	for name, call := range map[string]agentloop.ToolCall{
		"limit":     {Name: "tool", Args: "1"},
		"unknown":   {Name: "nobody", Args: "1"},
		"arguments": {Name: "free", Args: "{"},
	} {
		l, models, tools := insatiable(1, true)
		l.Limits = map[string]int{"tool": 0}
		l.Tools["free"] = l.Tools["tool"]
		l.Model = func(_ context.Context, _ []agentloop.Message, offered []string) (agentloop.Answer, error) {
			models.Add(1)
			call.Args = strings.Replace(call.Args, "1", "11", 1) + strings.Repeat(" ", int(models.Load()))
			if len(offered) == 0 {
				return agentloop.Answer{}, nil
			}
			return agentloop.Answer{Calls: []agentloop.ToolCall{call}}, nil
		}
		r, err := l.Run(t.Context(), nil)
		if err != nil || r.Cap != agentloop.CapStalls || models.Load() != 4 || tools.Load() != 0 {
			t.Errorf("%s: got %+v, %v after %d model calls and %d tool calls", name, r, err, models.Load(), tools.Load())
		}
	}
}

// TestLimitCountsWhatRuns has a call with invalid arguments before the only one that the
// limit allows.
func TestLimitCountsWhatRuns(t *testing.T) {
	l, _ := scripted(t, asks("", "{", "1", "2"), asks("done"))
	l.Limits = map[string]int{"read": 1}
	r, err := l.Run(t.Context(), nil)
	if err != nil || r.Outcome != agentloop.OutcomeAnswered {
		t.Fatalf("got %+v, %v", r, err)
	}
	for i, want := range []string{"error: the arguments", "xxx", "error: no call"} {
		if got := r.Transcript[i+1].Text; !strings.HasPrefix(got, want) {
			t.Errorf("result %d is %q, want %q", i, got, want)
		}
	}
}
