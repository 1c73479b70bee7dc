package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/machines/orchestration/chat"
	"github.com/fsmgen/fsmgen/machines/orchestration/question"
)

// asked is what a server gets of a request.
type asked struct {
	Model    string
	Messages []struct{ Role, Content string }
}

// says returns the answer of a server that says a text.
func says(t *testing.T, text string) *fallback.Response {
	t.Helper()
	content, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return &fallback.Response{Status: 200, Body: []byte(`{"choices":[{"message":{"role":"assistant","content":` + string(content) + `}}]}`)}
}

// provider returns the ports of a model with one server, which the function is.
func provider(t *testing.T, ask func(context.Context, asked) (*fallback.Response, error)) *orchestration.Provider {
	t.Helper()
	chain, err := fallback.NewChain([]fallback.Provider{{Name: "one", Ask: func(ctx context.Context, r *fallback.Request) (*fallback.Response, error) {
		var a asked
		if err := json.Unmarshal(r.Body, &a); err != nil {
			t.Error(err)
		}
		if r.Model != a.Model || r.Stream {
			t.Errorf("request %+v with body %s", r, r.Body)
		}
		return ask(ctx, a)
	}}}, fallback.Settings{Active: "one"})
	if err != nil {
		t.Fatal(err)
	}
	return chat.Model{Name: "large", Chain: chain, Model: "large-2"}.Provider()
}

// TestQuestions has what each port asks, and what it makes of the answer.
func TestQuestions(t *testing.T) {
	task := []orchestration.Task{
		{Name: "find", Heavy: true, Cost: 3, Takes: 90 * time.Second, Needs: []string{"web"}},
		{Name: "write"},
	}
	const tasks = `{"tasks":[{"name":"find","heavy":true,"cost":3,"minutes":1.5,"needs":["web"]},{"name":"write"}]}`
	first := orchestration.Scope{MaxTasks: 4}
	narrow := orchestration.Scope{MaxTasks: 2, Frugal: true, After: orchestration.PlanFaultTooSlow}
	call := map[string]func(*orchestration.Provider) (any, error){
		"plan":    func(p *orchestration.Provider) (any, error) { return p.Plan(t.Context(), "a\nreport", first) },
		"replan":  func(p *orchestration.Provider) (any, error) { return p.Plan(t.Context(), "a report", narrow) },
		"execute": func(p *orchestration.Provider) (any, error) { return p.Execute(t.Context(), task[0]) },
		"verify": func(p *orchestration.Provider) (any, error) {
			return p.Verify(t.Context(), "a report", []orchestration.Result{{Task: "find", Text: "three\nbooks"}, {Task: "embed", Skipped: true}})
		},
		"refine": func(p *orchestration.Provider) (any, error) {
			return p.Refine(t.Context(), "a report", []string{"x", "y"})
		},
	}
	tests := []struct {
		port, answer, question string
		want                   any // nil for an error
	}{
		{"plan", tasks, "Plan: a report\nAt most 4 tasks.\n", task},
		{"plan", "Here it is:\n```json\n" + tasks + "\n```\nEnjoy!", "Plan: a report\nAt most 4 tasks.\n", task},
		{"plan", `{"tasks":[]}`, "Plan: a report\nAt most 4 tasks.\n", []orchestration.Task{}},
		{"replan", tasks, "Plan: a report\nAt most 2 tasks.\nNo task that is heavy or needs a feature.\nThe plan before was refused: TooSlow.\n", task},
		{"plan", "I cannot.", "Plan: a report\nAt most 4 tasks.\n", nil},
		{"plan", "} {", "Plan: a report\nAt most 4 tasks.\n", nil},
		{"plan", `{}`, "Plan: a report\nAt most 4 tasks.\n", nil},
		{"plan", `{"tasks":null}`, "Plan: a report\nAt most 4 tasks.\n", nil},
		{"plan", `{"tasks":"all"}`, "Plan: a report\nAt most 4 tasks.\n", nil},
		{"plan", `{"tasks":[{"name":" "}]}`, "Plan: a report\nAt most 4 tasks.\n", nil},
		{"plan", `{"tasks":[{"name":"x","minutes":1e300}]}`, "Plan: a report\nAt most 4 tasks.\n", nil},
		{"plan", `{"tasks":[{"name":"x","minutes":-1}]}`, "Plan: a report\nAt most 4 tasks.\n", nil},
		{"execute", "three books", "Task: find\n", "three books"},
		{"execute", "", "Task: find\n", nil},
		{"verify", `{"gaps":["no date"]}`, "Verify: a report\n\nfind:\nthree\nbooks\n\nembed: left out, as there are no resources for it\n", []string{"no date"}},
		{"verify", `{"gaps":[]}`, "Verify: a report\n\nfind:\nthree\nbooks\n\nembed: left out, as there are no resources for it\n", []string{}},
		{"verify", `{"gap":[]}`, "Verify: a report\n\nfind:\nthree\nbooks\n\nembed: left out, as there are no resources for it\n", nil},
		{"refine", tasks, "Refine: a report\n- x\n- y\n", task},
	}
	for _, test := range tests {
		var got asked
		p := provider(t, func(_ context.Context, a asked) (*fallback.Response, error) {
			got = a
			return says(t, test.answer), nil
		})
		result, err := call[test.port](p)
		if len(got.Messages) != 2 || got.Model != "large-2" || got.Messages[0].Role != "system" || got.Messages[0].Content == "" || got.Messages[1].Role != "user" {
			t.Fatalf("%s: asked %+v", test.port, got)
		}
		if diff := cmp.Diff(test.question, got.Messages[1].Content); diff != "" {
			t.Errorf("%s: question (-want +got):\n%s", test.port, diff)
		}
		if test.want == nil {
			var f *orchestration.Failure
			if !errors.As(err, &f) || f.Class != orchestration.FailureClassServerError || !strings.Contains(err.Error(), "invalid answer") {
				t.Errorf("%s, %q: %v, error %v", test.port, test.answer, result, err)
			}
			continue
		}
		if diff := cmp.Diff(test.want, result); diff != "" || err != nil {
			t.Errorf("%s, %q: error %v, result (-want +got):\n%s", test.port, test.answer, err, diff)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for _, body := range []string{``, `[]`, `{}`, `{"choices":[]}`, `{"choices":[{"message":{"content":null}}]}`,
		`{"choices":[{"message":{"content":null},"finish_reason":"length"}]}`} {
		p := provider(t, func(context.Context, asked) (*fallback.Response, error) {
			return &fallback.Response{Status: 200, Body: []byte(body)}, nil
		})
		_, err := p.Execute(t.Context(), orchestration.Task{Name: "x"})
		if err == nil || orchestration.Classify(err) != orchestration.FailureClassServerError || !strings.Contains(err.Error(), "invalid answer of one") {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestStreamIsClosed has a server that streams without being asked to.
func TestStreamIsClosed(t *testing.T) {
	rest := new(closer)
	p := provider(t, func(context.Context, asked) (*fallback.Response, error) {
		return &fallback.Response{Status: 200, Rest: rest}, nil
	})
	if _, err := p.Execute(t.Context(), orchestration.Task{}); err == nil || !rest.closed {
		t.Errorf("error %v, closed %t", err, rest.closed)
	}
}

type closer struct{ closed bool }

func (*closer) Read([]byte) (int, error) { return 0, errors.New("unexpected read") }
func (c *closer) Close() error           { c.closed = true; return nil }

// TestTimeout has a server that never answers: the end of the call is a timeout
// for the orchestration, whatever the chain makes of it.
func TestTimeout(t *testing.T) {
	p := provider(t, func(ctx context.Context, _ asked) (*fallback.Response, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := p.Execute(ctx, orchestration.Task{}); orchestration.Classify(err) != orchestration.FailureClassTimeout {
		t.Errorf("error %v", err)
	}
}

// TestTimeOfQuestions compares the time of a question without retries with that of the servers, and a minute to read the answer.
func TestTimeOfQuestions(t *testing.T) {
	for servers := range 4 {
		for retries := range 4 {
			model := fallback.Params{Providers: servers, MaxRetries: retries}.WorstCase().Time
			if most := (question.Params{Servers: servers, ServerRetries: retries}).WorstCase().Time; most != model+time.Minute {
				t.Errorf("%d servers, %d retries: a question takes %v, and the servers %v", servers, retries, most, model)
			}
		}
	}
}
