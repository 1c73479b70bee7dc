package main

import (
	"context"
	"errors"
	"time"

	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/temporal"
)

// ports answers the questions of the orchestration.
type ports struct{}

func (ports) Allowed(kind orchestration.ProviderKind) bool {
	return kind != orchestration.ProviderKindCompatible
}

func (ports) Degradable() bool { return false }

func (ports) Backoff(attempt int) time.Duration {
	return time.Duration(attempt) * 100 * time.Millisecond
}

// newOrchestration returns the workflow of the orchestration: a plan of three steps, the second of which fails once.
func newOrchestration(say func(format string, args ...any)) runner {
	type in = orchestration.Input
	w := temporal.New(orchestration.Kind{Questions: ports{}}, func(_ context.Context, t temporal.Task[orchestration.Output]) (in, error) {
		switch o := t.Output.(type) {
		case orchestration.StartedOutput:
			say("starts with provider %v", o.Provider)
		case orchestration.ProgressedOutput:
			say("%d steps are left", o.Pending)
		case orchestration.DiagnosedOutput:
			say("aborted: %v", o.Reason)
		}
		return nil, nil
	})
	on := func(state string, f func(m *orchestration.Machine) in) {
		w.Handle(func(_ context.Context, m *orchestration.Machine) (in, error) { return f(m), nil }, state)
	}
	on("Init", func(*orchestration.Machine) in {
		return orchestration.InitializedInput{Fault: orchestration.InitFaultSound}
	})
	on("Plan", func(*orchestration.Machine) in {
		return orchestration.PlannedInput{Fault: orchestration.PlanFaultFits, Steps: 3}
	})
	on("Execute", func(m *orchestration.Machine) in {
		if m.Pending() == 2 && m.Retries() == 0 {
			say("the second step fails")
			return orchestration.StepFailedInput{Class: orchestration.FailureClassTimeout, Err: errors.New("no answer in time")}
		}
		return orchestration.StepCompletedInput{}
	})
	on("Fallback", func(*orchestration.Machine) in { return orchestration.FallbackAppliedInput{Ok: true} })
	on("Verify", func(*orchestration.Machine) in { return orchestration.VerifiedInput{Verdict: orchestration.VerdictMet} })
	return runner{"Orchestration", w.Register, func() (temporal.Input, error) {
		return temporal.NewInput(orchestration.Kind{Questions: ports{}}, orchestration.DefaultParams())
	}}
}
