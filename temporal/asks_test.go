package temporal_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/temporal"
)

// ports answers the questions of an orchestration, and counts them.
type ports struct{ asked *int }

func (p ports) Allowed(kind orchestration.ProviderKind) bool {
	*p.asked++
	return kind == orchestration.ProviderKindStub
}

func (ports) Degradable() bool { return false }

func (ports) Backoff(attempt int) time.Duration { return time.Duration(attempt) * time.Hour }

// TestQuestions has activities make the steps: their answers are results, a timer has the length that they computed, and events that the
// state does not accept are refused before.
func TestQuestions(t *testing.T) {
	for _, pure := range []bool{false, true} {
		env, asked := environment(t), 0
		options := []temporal.Option{}
		if pure {
			options = append(options, temporal.WithPureQuestions())
		}
		temporal.New(orchestration.Kind{Questions: ports{&asked}}, func(context.Context, temporal.Task[orchestration.Output]) (orchestration.Input, error) {
			return nil, nil
		}, options...).Register(env)
		early := send(env, time.Second, "1", event("StepCompleted", `{}`))
		wrong := send(env, 2*time.Second, "2", event("Initialized", `{"fault":"Never","err":null}`))
		first := send(env, 3*time.Second, "3", event("Initialized", `{"fault":"Sound","err":null}`))
		send(env, 4*time.Second, "4", event("Planned", `{"fault":"Fits","steps":1,"err":null}`))
		failed := send(env, 5*time.Second, "5", event("StepFailed", `{"class":"Timeout","err":"late"}`))
		during := send(env, 59*time.Minute, "6", event("StepCompleted", `{}`))
		send(env, 61*time.Minute, "7", event("StepCompleted", `{}`))
		last := send(env, 62*time.Minute, "8", event("Verified", `{"verdict":"Met","err":null}`))
		in, err := temporal.NewInput(orchestration.Kind{Questions: ports{&asked}}, orchestration.DefaultParams())
		if err != nil {
			t.Fatal(err)
		}
		env.ExecuteWorkflow("Orchestration", in)
		if r := result(t, env); r.State != "Done" || r.Revision != 6 || asked < 3 {
			t.Errorf("pure %v: %+v; asked %d times", pure, r, asked)
		}
		if early.accepts || !strings.Contains(early.err.Error(), "illegal in state Init") || wrong.accepts || during.accepts {
			t.Errorf("pure %v: %+v, %+v, %+v", pure, early, wrong, during)
		}
		if first.err != nil || first.record.State != "Plan" || failed.record.State != "RetryStep" || last.record.Outcome != "done" {
			t.Errorf("pure %v: %+v, %+v, %+v", pure, first, failed, last)
		}
	}
}
