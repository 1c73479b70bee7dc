package agentloop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/agentloop"
)

// insatiable returns a loop whose model asks for n calls of the tool whenever it may, and
// the numbers of model and tool calls. New results come as long as fresh is true.
func insatiable(n int, fresh bool) (l *agentloop.Loop, models, tools *atomic.Int64) {
	models, tools = new(atomic.Int64), new(atomic.Int64)
	return &agentloop.Loop{
		Model: func(_ context.Context, _ []agentloop.Message, offered []string) (agentloop.Answer, error) {
			models.Add(1)
			if len(offered) == 0 {
				return agentloop.Answer{Text: "so far", Tokens: 10}, nil
			}
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
		notRun        int // tool calls without a result of a tool
	}{
		{"Steps", 1, true, agentloop.Params{MaxSteps: 4, MaxTools: 50, MaxStalls: 2, MaxTokens: 1000}, 5, 4, 0},
		{"ToolCalls", 3, true, agentloop.Params{MaxSteps: 20, MaxTools: 6, MaxStalls: 2, MaxTokens: 1000}, 4, 6, 3},
		{"Stalls", 1, false, agentloop.Params{MaxSteps: 20, MaxTools: 50, MaxStalls: 2, MaxTokens: 1000}, 5, 4, 0},
		{"Stalls", 1, false, agentloop.Params{MaxSteps: 4, MaxTools: 50, MaxStalls: 2, MaxTokens: 1000}, 5, 4, 0},
		{"Tokens", 1, true, agentloop.Params{MaxSteps: 20, MaxTools: 50, MaxStalls: 2, MaxTokens: 30}, 4, 2, 1},
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
			if r.Answer != "so far" || r.Err != nil {
				t.Errorf("got the answer %q and %v", r.Answer, r.Err)
			}
			if want := int(test.models+test.tools) + test.notRun; len(r.Transcript) != want {
				t.Errorf("got a transcript of %d messages, want %d", len(r.Transcript), want)
			}
			whole(t, r.Transcript)
			refused := 0
			for _, m := range r.Transcript {
				if strings.HasPrefix(m.Text, "error: not run") {
					refused++
				}
			}
			if refused != test.notRun {
				t.Errorf("got %d calls that were not run, want %d", refused, test.notRun)
			}
		})
	}
}

// whole checks that each tool call of a transcript has a result, as models demand.
func whole(t *testing.T, transcript []agentloop.Message) {
	t.Helper()
	for i, m := range transcript {
		for k, c := range m.Calls {
			if at := i + 1 + k; at >= len(transcript) || transcript[at].Call == nil || *transcript[at].Call != c {
				t.Errorf("call %d of message %d has no result", k, i)
			}
		}
	}
}

func TestToolErrorsAreResults(t *testing.T) {
	var attempts atomic.Int64
	step := 0
	l := &agentloop.Loop{
		Model: func(context.Context, []agentloop.Message, []string) (agentloop.Answer, error) {
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
		Retries: 2,
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
	l.Model = func(context.Context, []agentloop.Message, []string) (agentloop.Answer, error) { panic("ouch") }
	r, err := l.Run(context.Background(), nil)
	if err != nil || r.Outcome != agentloop.OutcomeFailed || r.Err == nil || r.Steps != 1 {
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

// TestResume continues a run from each of its snapshots, and compares its end with that of
// a run without a restart.
func TestResume(t *testing.T) {
	l, models, tools := insatiable(2, true)
	l.Budgets.MaxSteps = 3
	l.Limits = map[string]int{"tool": 5}
	l.Tools["tool"] = func(context.Context, json.RawMessage) (string, error) { tools.Add(1); return "found", nil }
	l.Budgets.MaxStalls = 5
	var saved [][]byte
	l.Save = func(data []byte) error { saved = append(saved, data); return nil }
	want, err := l.Run(context.Background(), []agentloop.Message{{Role: "user", Text: "go"}})
	if err != nil || want.Cap != agentloop.CapSteps || tools.Load() != 5 || len(saved) != 8 {
		t.Fatalf("got %+v, %v, %d tool calls, %d snapshots", want, err, tools.Load(), len(saved))
	}
	l.Save = nil
	for i, rest := range []struct{ models, tools int64 }{{4, 5}, {3, 5}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 0}, {0, 0}} {
		models.Store(0)
		tools.Store(0)
		got, err := l.Resume(context.Background(), saved[i])
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("from snapshot %d: %v, (-without +with a restart):\n%s", i, err, diff)
		}
		if models.Load() != rest.models || tools.Load() != rest.tools {
			t.Errorf("from snapshot %d: %d model calls and %d tool calls, want %+v", i, models.Load(), tools.Load(), rest)
		}
	}
}

// TestForeignSnapshot resumes from a snapshot without the counts of tools, as a program can
// write, and from ones whose parts do not fit together.
func TestForeignSnapshot(t *testing.T) {
	l, _, _ := insatiable(1, true)
	l.Budgets.MaxSteps = 2
	var saved []byte
	l.Save = func(data []byte) error {
		if saved == nil || !strings.Contains(string(saved), "Working") {
			saved = data
		}
		return nil
	}
	if _, err := l.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	l.Save = nil
	var s map[string]json.RawMessage
	if err := json.Unmarshal(saved, &s); err != nil {
		t.Fatal(err)
	}
	resume := func() (agentloop.Result, error) {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return l.Resume(t.Context(), data)
	}
	delete(s, "Used")
	if r, err := resume(); err != nil || r.Outcome != agentloop.OutcomeCapped || r.ToolCalls != 2 {
		t.Errorf("without the counts: %+v, %v", r, err)
	}
	for transcript, want := range map[string]string{"[]": "has no transcript", `[{"Role":"user"}]`: "asks for 0 tool calls, and the machine for 1"} {
		s["Transcript"] = json.RawMessage(transcript)
		if r, err := resume(); err != nil || r.Outcome != agentloop.OutcomeFailed || !strings.Contains(r.Err.Error(), want) {
			t.Errorf("with the transcript %s: %+v, %v", transcript, r, err)
		}
	}
	s = nil
	if _, err := resume(); err == nil {
		t.Error("no error for null")
	}
}

// TestSaveFails ends a run at its second snapshot: what the model has said is kept.
func TestSaveFails(t *testing.T) {
	l, models, tools := insatiable(1, true)
	broken, n := errors.New("disk full"), 0
	l.Save = func([]byte) error {
		if n++; n == 2 {
			return broken
		}
		return nil
	}
	r, err := l.Run(t.Context(), nil)
	if !errors.Is(err, broken) || len(r.Transcript) != 1 || models.Load() != 1 || tools.Load() != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestTranscriptIsCopied has a transcript with room, which belongs to the caller.
func TestTranscriptIsCopied(t *testing.T) {
	all := []agentloop.Message{{Role: "user", Text: "go"}, {Role: "user", Text: "mine"}}
	l, _, _ := insatiable(1, true)
	if _, err := l.Run(t.Context(), all[:1]); err != nil || all[1].Text != "mine" {
		t.Errorf("got %+v, %v", all, err)
	}
}

func TestLoopIsValidated(t *testing.T) {
	for name, spoil := range map[string]func(*agentloop.Loop){
		"maxSteps":                  func(l *agentloop.Loop) { l.Budgets.MaxSteps = 0 },
		"Budgets.MaxTokens is 0":    func(l *agentloop.Loop) { l.Budgets.MaxTokens = 0 },
		"Budgets.MaxTools is 0":     func(l *agentloop.Loop) { l.Budgets.MaxTools = 0 },
		"maxRetries":                func(l *agentloop.Loop) { l.Retries = -1 },
		"has no model":              func(l *agentloop.Loop) { l.Model = nil },
		"is nil":                    func(l *agentloop.Loop) { l.Tools["x"] = nil },
		"the loop does not have":    func(l *agentloop.Loop) { l.Limits = map[string]int{"toll": 1} },
		"is -1, must be at least 0": func(l *agentloop.Loop) { l.Limits = map[string]int{"tool": -1} },
	} {
		l, models, _ := insatiable(1, true)
		spoil(l)
		if _, err := l.Run(context.Background(), nil); err == nil || !strings.Contains(err.Error(), name) || models.Load() != 0 {
			t.Errorf("%s: got %v and %d model calls", name, err, models.Load())
		}
		if _, err := l.Resume(context.Background(), []byte("{}")); err == nil || name != "maxSteps" && !strings.Contains(err.Error(), name) {
			t.Errorf("%s: Resume: %v", name, err)
		}
	}
}
