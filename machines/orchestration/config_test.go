package orchestration

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseConfig(t *testing.T) {
	env := map[string]string{
		"ORCHESTRATION_OFFLINE": "true", "ORCHESTRATION_RESOURCES": "false", "ORCHESTRATION_ALLOW_COMPATIBLE": "0", "ORCHESTRATION_ALLOW_STUB": "1",
		"ORCHESTRATION_FEATURES": "web,mail", "ORCHESTRATION_WORKERS": "7", "ORCHESTRATION_CALL_TIMEOUT": "3s", "KEY": "sk-1",
	}
	c, err := ParseConfig(func(name string) string { return env[name] }, "KEY", "OTHER")
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultConfig()
	want.Params.Offline, want.Params.Resources, want.AllowCompatible, want.AllowStub = true, false, false, true
	want.Features, want.Params.Workers, want.CallTimeout = []string{"web", "mail"}, 7, 3*time.Second
	want.Env = []Variable{{"KEY", "sk-1"}, {"OTHER", ""}}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	if c, err = ParseConfig(func(string) string { return "" }); err != nil || cmp.Diff(DefaultConfig(), c) != "" {
		t.Errorf("an empty environment: %+v, %v", c, err)
	}
	_, err = ParseConfig(func(string) string { return "x" })
	for _, name := range []string{"OFFLINE", "RESOURCES", "ALLOW_COMPATIBLE", "ALLOW_STUB", "WORKERS", "CALL_TIMEOUT"} {
		if err == nil || !strings.Contains(err.Error(), "ORCHESTRATION_"+name+": ") {
			t.Errorf("%s is not in the error %v", name, err)
		}
	}
}

func TestInitFault(t *testing.T) {
	for _, test := range []struct {
		change func(*Config)
		want   InitFault
	}{
		{func(*Config) {}, InitFaultSound},
		{func(c *Config) { c.CallTimeout = 0 }, InitFaultBadConfig},
		{func(c *Config) { c.Budget = -1 }, InitFaultBadConfig},
		{func(c *Config) { c.Deadline = -1 }, InitFaultBadConfig},
		{func(c *Config) { c.Deadline = LongestWork }, InitFaultSound},
		{func(c *Config) { c.Deadline = LongestWork + 1 }, InitFaultBadConfig},
		{func(c *Config) { c.Backoff.Max = LongestBackoff + 1 }, InitFaultBadConfig},
		{func(c *Config) { c.MaxDuration = -1 }, InitFaultBadConfig},
		{func(c *Config) { c.Backoff.Jitter = 2 }, InitFaultBadConfig},
		{func(c *Config) { c.AllowStub = false }, InitFaultBadConfig},
		{func(c *Config) { c.Env = []Variable{{Name: "KEY"}} }, InitFaultMissingEnv},
		{func(c *Config) { c.Env = []Variable{{Name: "KEY"}}; c.Params.Offline = true }, InitFaultSound},
	} {
		c := DefaultConfig()
		c.AllowStub = true
		test.change(&c)
		if got, err := c.initFault(Providers{Stub: Stub()}); got != test.want || (err == nil) != (got == InitFaultSound) {
			t.Errorf("%+v: %v, %v, want %v", c, got, err, test.want)
		}
	}
}

func TestPlanFault(t *testing.T) {
	c := DefaultConfig()
	c.Params.MaxSteps, c.Budget, c.MaxDuration, c.Features = 3, 10, time.Hour, []string{"web"}
	for _, test := range []struct {
		tasks []Task
		want  PlanFault
	}{
		{nil, PlanFaultWrongSize},
		{make([]Task, 4), PlanFaultWrongSize},
		{make([]Task, 3), PlanFaultFits},
		{[]Task{{Cost: 10, Takes: time.Hour, Needs: []string{"web"}}, {}}, PlanFaultFits},
		{[]Task{{Cost: 10}, {Cost: 1}}, PlanFaultUnaffordable},
		{[]Task{{Cost: 1}, {Cost: math.MaxInt}}, PlanFaultUnaffordable},
		{[]Task{{Takes: time.Hour}, {Takes: 1}}, PlanFaultTooSlow},
		{[]Task{{Takes: 1}, {Takes: math.MaxInt64}}, PlanFaultTooSlow},
		{[]Task{{Needs: []string{"web", "mail"}}}, PlanFaultForbidden},
		{[]Task{{Cost: -1}}, PlanFaultUnplannable},
		{[]Task{{Takes: -1}}, PlanFaultUnplannable},
	} {
		if got, err := c.planFault(test.tasks); got != test.want || (err == nil) != (got == PlanFaultFits) {
			t.Errorf("%+v: %v, %v, want %v", test.tasks, got, err, test.want)
		}
	}
	c.Budget, c.MaxDuration = 0, 0
	if got, err := c.planFault([]Task{{Cost: math.MaxInt, Takes: math.MaxInt64}, {Cost: math.MaxInt, Takes: math.MaxInt64}}); got != PlanFaultFits {
		t.Errorf("without limits: %v, %v", got, err)
	}
}

func TestRedact(t *testing.T) {
	c := Config{Env: []Variable{{"A", "key"}, {"B", "key-long"}, {"C", ""}}}
	if got, want := c.redact("key-long and key, keyed"), "[redacted] and [redacted], [redacted]ed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.Env[1].Value = "a\"b\n"
	if got, want := c.redact(fmt.Sprintf("%q %s", "a\"b\n", "a\"b\n")), `"[redacted]" [redacted]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	c.Env[1].Value = "key-long"
	text, err := json.Marshal(c.Env)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%v %s %q %+v %#v %s", c.Env, c.Env, c.Env, c, c, text); strings.Contains(got, "key") {
		t.Errorf("printed as %s", got)
	}
}
