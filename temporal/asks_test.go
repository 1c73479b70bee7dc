package temporal_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/visit"
)

// calendar answers the questions of a visit, and counts them.
type calendar struct{ asked *int }

func (c calendar) Open(day visit.Day) bool {
	*c.asked++
	return day == visit.DayWeekday
}

func (c calendar) Pause(attempt int) time.Duration {
	*c.asked++
	return time.Duration(attempt) * time.Hour
}

// TestQuestions has activities make the steps: their answers are results, a timer has the length that they computed, and events that the
// state does not accept are refused before.
func TestQuestions(t *testing.T) {
	for _, pure := range []bool{false, true} {
		env, asked := environment(t), 0
		options := []temporal.Option{}
		if pure {
			options = append(options, temporal.WithPureQuestions())
		}
		temporal.New(visit.Kind{Questions: calendar{&asked}}, func(context.Context, temporal.Task[visit.Output]) (visit.Input, error) {
			return nil, nil
		}, options...).Register(env)
		early := send(env, time.Second, "1", event("Met", `{}`))
		wrong := send(env, 2*time.Second, "2", event("Planned", `{"day":"Never"}`))
		first := send(env, 3*time.Second, "3", event("Planned", `{"day":"Weekday"}`))
		failed := send(env, 4*time.Second, "4", event("Missed", `{"err":"nobody is there"}`))
		during := send(env, 59*time.Minute, "5", event("Met", `{}`))
		last := send(env, 61*time.Minute, "6", event("Met", `{}`))
		in, err := temporal.NewInput(visit.Kind{Questions: calendar{&asked}}, visit.DefaultParams())
		if err != nil {
			t.Fatal(err)
		}
		env.ExecuteWorkflow("Visit", in)
		if r := result(t, env); r.State != "Done" || r.Revision != 4 || asked < 2 {
			t.Errorf("pure %v: %+v; asked %d times", pure, r, asked)
		}
		if early.accepts || !strings.Contains(early.err.Error(), "illegal in state Init") || wrong.accepts || during.accepts {
			t.Errorf("pure %v: %+v, %+v, %+v", pure, early, wrong, during)
		}
		if first.err != nil || first.record.State != "Visiting" || failed.record.State != "Waiting" || last.record.Outcome != "done" {
			t.Errorf("pure %v: %+v, %+v, %+v", pure, first, failed, last)
		}
	}
}
