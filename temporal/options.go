package temporal

import (
	"time"

	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// Option is a setting of [New].
type Option func(*settings)

// settings are what options set.
type settings struct {
	activity       workflow.ActivityOptions
	named          map[string]workflow.ActivityOptions
	pure           bool
	soft, hard     int
	limited        bool // by WithHistoryLimits
	state, outcome *sdk.SearchAttributeKeyKeyword
	migrate        func(snapshot []byte) ([]byte, error)
	behavior       workflow.VersioningBehavior
}

func defaults() settings {
	return settings{
		activity: workflow.ActivityOptions{StartToCloseTimeout: time.Minute},
		named:    map[string]workflow.ActivityOptions{},
		soft:     10000, hard: 40000,
	}
}

// WithActivityOptions sets the timeouts and the retry policy of activities, given by the names that outputs, calls,
// and states with handlers have in the spec; "step" is the activity that makes steps with questions. Without names, it
// sets the default, which is a timeout of a minute for each attempt, and attempts without end.
func WithActivityOptions(o workflow.ActivityOptions, names ...string) Option {
	return func(s *settings) {
		if len(names) == 0 {
			s.activity = o
		}
		for _, n := range names {
			s.named[n] = o
		}
	}
}

// WithPureQuestions says that the questions of the kind (external guards, computed delays) are functions of their
// arguments alone: they use no clock, no random numbers, no files, no network, and no settings that change. Then the workflow asks them
// itself. Otherwise, an activity makes each step, and Temporal stores its result.
func WithPureQuestions() Option { return func(s *settings) { s.pure = true } }

// WithHistoryLimits sets when a workflow continues as new. If its history has more than soft events, it does so as soon as
// no activity runs and no Update is in progress. With more than hard events, it starts nothing new until then, and
// refuses Updates with a [BusyError], which [Client] repeats. The defaults are 10,000 and 40,000; Temporal ends a workflow at 51,200. If
// [Workflow.Budget] says, when a run starts, that its history has at most 40,000 events, both are 40,000.
// Sizes of histories have the same shares of Temporal's 50 MB, and Signals of its 10,000; a run handles 1,500 Updates.
func WithHistoryLimits(soft, hard int) Option {
	return func(s *settings) { s.soft, s.hard, s.limited = soft, max(soft, hard), true }
}

// WithSearchAttributes sets the search attributes for the texts of the state and of the outcome. The namespace
// must have them.
func WithSearchAttributes(state, outcome sdk.SearchAttributeKeyKeyword) Option {
	return func(s *settings) { s.state, s.outcome = &state, &outcome }
}

// WithMigration sets a function that reads snapshots of an earlier version of the spec that Restore refuses, as the
// method Migrate does that fsmgen migrate writes. It must depend on nothing but the snapshot, because the workflow calls it.
func WithMigration(migrate func(snapshot []byte) ([]byte, error)) Option {
	return func(s *settings) { s.migrate = migrate }
}

// WithVersioning sets the versioning behavior of the workflow, for workers with deployment versions. With
// [workflow.VersioningBehaviorPinned], a run stays with the version of its worker; when there is a new one, the workflow
// continues as new at rest, with that version.
func WithVersioning(b workflow.VersioningBehavior) Option {
	return func(s *settings) { s.behavior = b }
}

// options returns the activity options for a name.
func (s *settings) options(name string) workflow.ActivityOptions {
	if o, ok := s.named[name]; ok {
		return o
	}
	return s.activity
}
