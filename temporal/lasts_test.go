package temporal_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/temporal"
)

// TestShortTimeout starts workflows with timeouts below, at, and above the proved time of the machine.
func TestShortTimeout(t *testing.T) {
	s, c := serve(t)
	s.start = func() error { return nil }
	p := agentloop.DefaultParams()
	proved := p.WorstCase().Time
	in, err := temporal.NewInput(agentloop.Kind{Questions: sizes{}}, p)
	if err != nil {
		t.Fatal(err)
	}
	loops := temporal.New(agentloop.Kind{Questions: sizes{}}, nil).Client(c, "loops")
	for _, test := range []struct {
		options client.StartWorkflowOptions
		option  string // that is too short
	}{
		{client.StartWorkflowOptions{}, ""},
		{client.StartWorkflowOptions{WorkflowRunTimeout: proved, WorkflowExecutionTimeout: proved + 1}, ""},
		{client.StartWorkflowOptions{WorkflowRunTimeout: proved - 1}, "WorkflowRunTimeout"},
		{client.StartWorkflowOptions{WorkflowExecutionTimeout: proved - 1}, "WorkflowExecutionTimeout"},
	} {
		test.options.ID = "7"
		err := loops.StartWith(t.Context(), test.options, in)
		var short *temporal.ShortTimeoutError
		switch is := errors.As(err, &short); {
		case test.option == "" && err != nil, test.option != "" && !is:
			t.Errorf("%+v: %v", test.options, err)
		case is && (short.Option != test.option || short.Timeout != proved-1 || short.Proved != proved || !strings.Contains(err.Error(), proved.String())):
			t.Errorf("%+v: %+v", test.options, short)
		}
	}
}

// TestShortRun runs workflows that somebody else has started with a short timeout: a warning is in the log.
func TestShortRun(t *testing.T) {
	p := agentloop.DefaultParams()
	in, err := temporal.NewInput(agentloop.Kind{Questions: sizes{}}, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		timeout  time.Duration
		warnings int
	}{{p.WorstCase().Time - time.Second, 1}, {p.WorstCase().Time, 0}, {0, 0}} {
		var warned warnings
		suite := testsuite.WorkflowTestSuite{}
		suite.SetLogger(&warned)
		env := suite.NewTestWorkflowEnvironment()
		temporal.New(agentloop.Kind{Questions: sizes{}}, nil).Register(env)
		env.SetWorkflowRunTimeout(test.timeout)
		env.RegisterDelayedCallback(env.CancelWorkflow, time.Second)
		env.ExecuteWorkflow("AgentLoop", in)
		if len(warned) != test.warnings {
			t.Errorf("with a timeout of %v: %q", test.timeout, warned)
		}
	}
}

// sizes answers the question of the agent loop.
type sizes struct{}

func (sizes) Full(error) bool { return false }

// warnings are the warnings of a log that are about timeouts.
type warnings []string

func (w *warnings) Warn(text string, _ ...any) {
	if strings.Contains(text, "run timeout") {
		*w = append(*w, text)
	}
}
func (*warnings) Debug(string, ...any) {}
func (*warnings) Info(string, ...any)  {}
func (*warnings) Error(string, ...any) {}

var _ log.Logger = (*warnings)(nil)
