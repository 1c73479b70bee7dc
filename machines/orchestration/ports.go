package orchestration

import (
	"context"
	"time"
)

// Goal is what the agents are to reach, in words.
type Goal string

// Task is a step of a plan. Its zero value costs nothing and needs nothing.
type Task struct {
	// Name says what is to be done, to people and to an [Executor].
	Name string
	// Heavy marks what degraded mode leaves out, such as embeddings.
	Heavy bool
	// Cost is what the task takes of [Config.Budget]; 0 or more.
	Cost int
	// Takes is how long the task is thought to take, for [Config.MaxDuration].
	Takes time.Duration
	// Needs names the features that must be among [Config.Features].
	Needs []string
}

// Result is what came of a task.
type Result struct {
	// Task is the name of the task.
	Task string
	// Text is the answer of the executor, empty if the task was skipped.
	Text string
	// Skipped reports that degraded mode has left the task out.
	Skipped bool
}

// Scope is what a planner has to keep to. It becomes narrower when a plan is
// refused.
type Scope struct {
	// MaxTasks is how many tasks the plan may have, at least 1.
	MaxTasks int
	// Frugal asks for a plan without tasks that are heavy or need features.
	Frugal bool
	// After is what was wrong with the plan before; PlanFaultFits for the first.
	After PlanFault
}

// Planner makes plans.
type Planner interface {
	// Plan returns the tasks that reach the goal.
	Plan(ctx context.Context, goal Goal, scope Scope) ([]Task, error)
}

// Executor does tasks. It is called by several goroutines at once.
type Executor interface {
	// Execute does one task and returns the answer.
	Execute(ctx context.Context, task Task) (string, error)
}

// Verifier judges results.
type Verifier interface {
	// Verify returns what is missing, one line each; nothing means that the
	// goal is reached.
	Verify(ctx context.Context, goal Goal, results []Result) (gaps []string, err error)
}

// Refiner works on gaps.
type Refiner interface {
	// Refine returns the tasks that close the gaps.
	Refine(ctx context.Context, goal Goal, gaps []string) ([]Task, error)
}

// Connector is asked before the work falls back to a provider.
type Connector interface {
	// Connect returns an error if the provider cannot be used.
	Connect(ctx context.Context) error
}

// Provider is a set of ports. Each method gets a context that ends after
// [Config.CallTimeout], and must return soon after that; errors are mapped by
// [Classify], panics become permanent failures. A port that knows better returns
// a *[Failure]. Package orchestration/chat has the ports of language models.
type Provider struct {
	// Name is for people.
	Name string
	// Network tells that a port may leave the computer. Such a provider is never
	// called offline.
	Network bool
	// The ports; none is nil but Connector, which then has nothing against it.
	Planner
	Executor
	Verifier
	Refiner
	Connector
}

// Providers are those to choose from, in the order preferred, compatible, stub.
// One that is nil is not configured.
type Providers struct {
	Preferred, Compatible, Stub *Provider
}

// Of returns the provider of that kind, or nil.
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

// Observer is told what happens, by one goroutine and in order.
type Observer interface {
	// Moved is told each transition.
	Moved(Move)
	// Delivered gets each result when it is there: in the order of completion,
	// and offline in the order of the plan.
	Delivered(Result)
	// Advised gets a sentence for the user: what is left out, what has changed,
	// and what to do about it. It holds no secrets.
	Advised(text string)
}

// Move is a transition that the machine has made.
type Move struct {
	// From and To are the states, and Event is what led from one to the other.
	From, To State
	Event    Event
	// Before and After are the progress at both ends; After is lower.
	Before, After [6]int
}
