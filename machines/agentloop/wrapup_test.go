package agentloop_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/agentloop"
)

// scripted returns a loop with a tool whose results are long. Its model follows a script,
// and fails the test when it is asked once more. The function returns the texts that the
// model was shown in its last call.
func scripted(t *testing.T, script ...func(offered []string) (agentloop.Answer, error)) (*agentloop.Loop, func() []string) {
	var shown []string
	step := 0
	return &agentloop.Loop{
		Model: func(_ context.Context, transcript []agentloop.Message, offered []string) (agentloop.Answer, error) {
			shown = nil
			for _, m := range transcript {
				shown = append(shown, m.Text)
			}
			if step++; step > len(script) {
				t.Errorf("call %d of the model", step)
				return agentloop.Answer{}, nil
			}
			return script[step-1](offered)
		},
		Tools: map[string]agentloop.Tool{"read": func(_ context.Context, args json.RawMessage) (string, error) {
			if string(args) == `"short"` {
				return "ok", nil
			}
			return strings.Repeat("x", 100), nil
		}},
		Budgets: agentloop.DefaultParams(),
	}, func() []string { return shown }
}

// asks, says, and fails are what models do.
func asks(text string, args ...string) func([]string) (agentloop.Answer, error) {
	a := agentloop.Answer{Text: text}
	for _, arg := range args {
		a.Calls = append(a.Calls, agentloop.ToolCall{Name: "read", Args: arg})
	}
	return func([]string) (agentloop.Answer, error) { return a, nil }
}

func fails(text string, err error) func([]string) (agentloop.Answer, error) {
	return func([]string) (agentloop.Answer, error) { return agentloop.Answer{Text: text}, err }
}

func TestLastCall(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		name     string
		last     func([]string) (agentloop.Answer, error)
		answer   string
		err      string
		messages int
	}{
		{"answers", asks("all I know"), "all I know", "", 3},
		{"is silent", asks(""), "let me see", "", 3},
		{"asks for tools and answers", asks("all I know", `1`), "all I know", "", 3},
		{"asks for tools only", asks("", `1`), "let me see", "does not answer", 2},
		{"fails", fails("", broken), "let me see", "broken", 2},
		{"fails in the middle", fails("all I", broken), "all I", "broken", 2},
		{"panics", func([]string) (agentloop.Answer, error) { panic("ouch") }, "let me see", "ouch", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, _ := scripted(t, asks("let me see", `1`), func(offered []string) (agentloop.Answer, error) {
				if len(offered) > 0 {
					t.Errorf("got the tools %q in the last call", offered)
				}
				return test.last(offered)
			})
			l.Budgets.MaxSteps = 1
			r, err := l.Run(t.Context(), nil)
			if err != nil || r.Outcome != agentloop.OutcomeCapped || r.Cap != agentloop.CapSteps || r.Steps != 2 || r.Answer != test.answer {
				t.Fatalf("got %+v, %v", r, err)
			}
			if (test.err == "") != (r.Err == nil) || r.Err != nil && !strings.Contains(r.Err.Error(), test.err) {
				t.Errorf("got the error %v, want %q", r.Err, test.err)
			}
			if len(r.Transcript) != test.messages {
				t.Errorf("got %d messages, want %d", len(r.Transcript), test.messages)
			}
			whole(t, r.Transcript)
		})
	}
}

// TestFullContext has models whose context is too small for what they are shown.
func TestFullContext(t *testing.T) {
	full := &agentloop.ContextError{Err: errors.New("too long")}
	const left = "error: left out, because the context is full"
	long := strings.Repeat("x", 100)
	for _, test := range []struct {
		name    string
		script  []func([]string) (agentloop.Answer, error)
		outcome agentloop.Outcome
		shown   []string // in the last call
		answer  string
		failed  bool // with the error of the model
	}{
		{"after a round", []func([]string) (agentloop.Answer, error){asks("a", `1`), asks("b", `"short"`, `2`), fails("", full), asks("all I know")},
			agentloop.OutcomeCapped, []string{"go", "a", long, "b", "ok", left}, "all I know", false},
		{"twice", []func([]string) (agentloop.Answer, error){asks("a", `1`), fails("", full), fails("all", full)},
			agentloop.OutcomeCapped, []string{"go", "a", left}, "all", true},
		{"at first", []func([]string) (agentloop.Answer, error){fails("all", full)},
			agentloop.OutcomeFailed, []string{"go"}, "all", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, shown := scripted(t, test.script...)
			r, err := l.Run(t.Context(), []agentloop.Message{{Role: "user", Text: "go"}})
			if err != nil || r.Outcome != test.outcome || r.Answer != test.answer || errors.Is(r.Err, full) != test.failed || r.Steps != len(test.script) {
				t.Errorf("got %+v, %v", r, err)
			}
			if r.Outcome == agentloop.OutcomeCapped && r.Cap != agentloop.CapContext {
				t.Errorf("got the cap %v", r.Cap)
			}
			if diff := cmp.Diff(test.shown, shown()); diff != "" {
				t.Errorf("the last call shows (-want +got):\n%s", diff)
			}
			for _, m := range r.Transcript {
				if m.Text == left {
					t.Error("the transcript has lost a result")
				}
			}
		})
	}
}

// TestCancelLastCall ends the context in the last call of the model.
func TestCancelLastCall(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, _ := scripted(t, asks("let me see", `1`), func([]string) (agentloop.Answer, error) {
		cancel()
		return agentloop.Answer{}, ctx.Err()
	})
	l.Budgets.MaxSteps = 1
	r, err := l.Run(ctx, nil)
	if err != nil || r.Outcome != agentloop.OutcomeCancelled || !errors.Is(r.Err, context.Canceled) || r.Answer != "let me see" || len(r.Transcript) != 2 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestStoppedCallReturns has a model and a tool that answer although their context has
// ended, while the end of the run is being saved: nothing races with it, and what comes too
// late is not kept.
func TestStoppedCallReturns(t *testing.T) {
	for _, inTool := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		late := func(ctx context.Context) {
			cancel()
			<-ctx.Done()
		}
		l, _, _ := insatiable(1, true)
		ask := l.Model
		l.Model = func(ctx context.Context, transcript []agentloop.Message, tools []string) (agentloop.Answer, error) {
			if !inTool {
				late(ctx)
			}
			return ask(ctx, transcript, tools)
		}
		l.Tools["tool"] = func(ctx context.Context, _ json.RawMessage) (string, error) {
			late(ctx)
			return "found", nil
		}
		l.Save = func([]byte) error { return nil }
		want := 0
		if inTool {
			want = 1
		}
		r, err := l.Run(ctx, nil)
		if err != nil || r.Outcome != agentloop.OutcomeCancelled || len(r.Transcript) != want {
			t.Errorf("got %+v, %v", r, err)
		}
	}
}
