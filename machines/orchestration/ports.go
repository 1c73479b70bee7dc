package orchestration

import (
	"context"
	"time"

	"github.com/fsmgen/fsmgen/machines/orchestration/question"
)

// Goal is the goal of the agents, as text.
type Goal string

// Task is a task of a plan. The zero value costs nothing and needs no features.
type Task struct {
	// Name describes the task, for people and for an [Executor].
	Name string
	// Heavy marks a task that degraded mode skips, such as embeddings.
	Heavy bool
	// Cost is the cost of the task, for [Config.Budget]; 0 or more.
	Cost int
	// Takes is the estimated duration of the task, for [Config.MaxDuration].
	Takes time.Duration
	// Needs are the names of the required features; see [Config.Features].
	Needs []string
}

// Result is the result of a task.
type Result struct {
	// Task is the name of the task.
	Task string
	// Text is the answer of the executor, or "" if the task was skipped.
	Text string
	// Skipped reports whether degraded mode has skipped the task.
	Skipped bool
}

// Scope is the scope of a plan. It becomes narrower when a plan is rejected.
type Scope struct {
	// MaxTasks is the maximum number of tasks, at least 1.
	MaxTasks int
	// Frugal asks for a plan without tasks that are heavy or need features.
	Frugal bool
	// After is the fault of the previous plan, or PlanFaultFits for the first plan.
	After PlanFault
}

// Planner makes plans.
type Planner interface {
	// Plan returns the tasks that reach the goal.
	Plan(ctx context.Context, goal Goal, scope Scope) ([]Task, error)
}

// Executor executes tasks. Several goroutines call it at the same time.
type Executor interface {
	// Execute executes one task and returns the answer.
	Execute(ctx context.Context, task Task) (string, error)
}

// Verifier verifies results.
type Verifier interface {
	// Verify returns descriptions of what is missing; none if the goal is reached.
	Verify(ctx context.Context, goal Goal, results []Result) (gaps []string, err error)
}

// Refiner closes gaps.
type Refiner interface {
	// Refine returns the tasks that close the gaps.
	Refine(ctx context.Context, goal Goal, gaps []string) ([]Task, error)
}

// Connector is called before a fallback to a provider.
type Connector interface {
	// Connect returns an error if the provider cannot be used.
	Connect(ctx context.Context) error
}

// Provider is a set of ports. The context of each call ends after [Config.CallTimeout], and
// the method must return soon after that. [Classify] classifies errors, and panics become
// permanent failures. A port can return a *[Failure] to choose the class itself. Package
// orchestration/chat implements the ports with language models.
type Provider struct {
	// Name is for people.
	Name string
	// Network reports whether a port may use the network. Such a provider is never
	// called in offline mode.
	Network bool
	// Servers and ServerRetries limit a call of a port: it asks at most as many servers,
	// each with so many retries, by the machine of package fallback. They must be at most
	// the parameters of these names. Both are 0 for a port that asks no server.
	Servers, ServerRetries int
	// The ports. Only Connector may be nil; the provider is then always available.
	Planner
	Executor
	Verifier
	Refiner
	Connector
}

// Providers are the available providers, in the order preferred, compatible, stub. A nil
// provider is not configured.
type Providers struct {
	Preferred, Compatible, Stub *Provider
}

// Of returns the provider of a kind, or nil.
func (p Providers) Of(kind ProviderKind) *Provider {
	switch kind {
	case ProviderKindPreferred:
		return p.Preferred
	case ProviderKindCompatible:
		return p.Compatible
	case ProviderKindStub:
		return p.Stub
	}
	return nil
}

// Observer observes an orchestration. Its methods are called one at a time.
type Observer interface {
	// Moved is called for each transition.
	Moved(Move)
	// Asked is called for each transition of a question. Several questions can run
	// between two calls of Moved.
	Asked(Asked)
	// Delivered is called for each result: in the order of completion or, in offline
	// mode, in the order of the plan.
	Delivered(Result)
	// Advised is called with a sentence for the user about what is skipped or has
	// changed, and what to do about it. It contains no secrets.
	Advised(text string)
}

// Move is a transition that the machine has made.
type Move struct {
	// From and To are the states, and Event is the event, or EventAlways.
	From, To State
	Event    Event
	// Before and After are the values of the progress function; After is lower, by more
	// than the bounds of the questions that the transition starts.
	Before, After int
}

// Asked is a transition of the machine of a question.
type Asked struct {
	// Call is what the question is for, and Task is the name of the task of a step.
	Call Call
	Task string
	// From and To are the states, and Event is the event.
	From, To question.State
	Event    question.Event
}
