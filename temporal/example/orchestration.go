package main

import (
	"context"
	"errors"
	"time"

	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/temporal"
)

// hour lets the whole work take an hour.
type hour struct{}

func (hour) Deadline() time.Duration { return time.Hour }

// newOrchestration returns the workflow of the orchestration: a plan of three steps for three workers, one of which fails until the
// provider is another one. Each question is an activity; [temporal.Workflow.Child] would make it a workflow of its own.
func newOrchestration(say func(format string, args ...any)) runner {
	type in = orchestration.Input
	kind := orchestration.Kind{Questions: hour{}}
	w := temporal.New(kind, func(_ context.Context, t temporal.Task[orchestration.Output]) (in, error) {
		switch o := t.Output.(type) {
		case orchestration.StartedOutput:
			say("starts with provider %v", o.Provider)
		case orchestration.StartPlannerOutput:
			say("a plan of three steps")
			return orchestration.PlannerAnsweredInput{Call: o.Call, Count: 3}, nil
		case orchestration.StartStep1Output:
			return orchestration.Step1AnsweredInput{Call: o.Call}, nil
		case orchestration.StartStep2Output:
			if o.Call == 1 {
				return orchestration.Step2FailedInput{Call: o.Call, Needed: true, Cause: errors.New("no answer in time")}, nil
			}
			return orchestration.Step2AnsweredInput{Call: o.Call}, nil
		case orchestration.StartStep3Output:
			return orchestration.Step3AnsweredInput{Call: o.Call}, nil
		case orchestration.StartApplyOutput:
			return orchestration.ApplyDoneInput{Call: o.Call}, nil
		case orchestration.FellOutput:
			say("falls back to provider %v: %v", o.Provider, o.Cause)
		case orchestration.StartVerifierOutput:
			say("no gap is left")
			return orchestration.VerifierAnsweredInput{Call: o.Call}, nil
		}
		return nil, nil
	}, temporal.WithPureQuestions())
	w.Handle(func(context.Context, *orchestration.Machine) (in, error) {
		return orchestration.InitializedInput{Fault: orchestration.InitFaultSound, Preferred: true, Stub: true}, nil
	}, "Init")
	return runner{"Orchestration", w.Register, func() (temporal.Input, error) {
		return temporal.NewInput(kind, orchestration.DefaultParams())
	}}
}
