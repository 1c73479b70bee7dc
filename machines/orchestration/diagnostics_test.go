package orchestration

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestNoSecrets has providers whose errors, tasks and gaps hold a secret. It
// appears in nothing that a run says.
func TestNoSecrets(t *testing.T) {
	const secret = "sk-4711"
	leak := func(err error) error { return fmt.Errorf("key %s: %w", secret, err) }
	for name, first := range map[string]ports{
		"planner":    {plan: func(context.Context, Scope) ([]Task, error) { return nil, leak(errBoom) }},
		"executor":   {execute: func(context.Context, Task) (string, error) { return "", leak(errInvalid) }},
		"panic":      {execute: func(context.Context, Task) (string, error) { panic(secret) }},
		"task names": {plan: func(context.Context, Scope) ([]Task, error) { return []Task{{Name: secret}}, nil }, execute: fails(errInvalid)},
		"verifier":   {verify: func(context.Context, []Result) ([]string, error) { return nil, leak(errBoom) }},
		"gaps":       {verify: func(context.Context, []Result) ([]string, error) { return []string{secret}, nil }},
	} {
		t.Run(name, func(t *testing.T) {
			c := DefaultConfig()
			c.Params.MaxRefinements, c.Features = 0, []string{secret}
			c.Env = []Variable{{"KEY", secret}}
			r := &recorder{t: t}
			_, err := Orchestrate(t.Context(), "one", c, Providers{Preferred: first.provider("first")}, r)
			var given *AbortError
			if !errors.As(err, &given) {
				t.Fatalf("error is %v", err)
			}
			text, marshalErr := json.Marshal(given.Diagnostics)
			if marshalErr != nil {
				t.Fatal(marshalErr)
			}
			said := fmt.Sprintln(err, string(text), r.advice)
			if strings.Contains(said, secret) || !strings.Contains(said, redacted) {
				t.Errorf("said %s", said)
			}
			if !slices.Contains(given.Diagnostics.Settings, Setting{"KEY", "set"}) {
				t.Errorf("settings are %v", given.Diagnostics.Settings)
			}
		})
	}
}

// TestHints checks that each reason and each class has a hint of its own.
func TestHints(t *testing.T) {
	seen := map[string]string{}
	note := func(name, hint string) {
		if before, ok := seen[hint]; ok {
			t.Errorf("%s has the hint of %s: %s", name, before, hint)
		}
		seen[hint] = name
	}
	for reason := AbortReason(0); reason.Valid(); reason++ {
		if got := hints(reason, nil); len(got) != 1 {
			t.Errorf("%v has hints %q", reason, got)
		} else {
			note(reason.String(), got[0])
		}
	}
	for class := FailureClass(0); class.Valid(); class++ {
		if got := hints(AbortReasonStepFailed, &Failure{Class: class, Err: errBoom}); len(got) != 2 {
			t.Errorf("%v has hints %q", class, got)
		} else {
			note(class.String(), got[0])
		}
	}
}
