package store

import (
	"context"
	"log/slog"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// Option is a setting of [Open].
type Option func(*settings)

// settings are what options set.
type settings struct {
	clock    func() time.Time
	attempts int
	prefix   string
	ends     bool
	watch    observers
	listener Listener                                                              // or nil
	migrate  func(ctx context.Context, id string, snapshot []byte) ([]byte, error) // or nil
}

// WithClock replaces time.Now: the time of events, at which timers start, and at which a
// worker compares their due times.
func WithClock(now func() time.Time) Option {
	return func(s *settings) { s.clock = now }
}

// WithPrefix has all tables begin with a prefix, such as tenant_7_ for the table tenant_7_fsm_machine. So several tenants can have tables of
// their own in one database. The prefix has at most 30 lower-case letters of ASCII, digits, and _, and begins with a letter. Everything
// that works with these tables needs it: Open in each process, [OpenAdmin], [Kinds], [Migrate], and [Scripts].
func WithPrefix(prefix string) Option {
	return func(s *settings) { s.prefix = prefix }
}

// namespace returns the database that options choose.
func namespace(d Dialect, options []Option) dialect.Namespace {
	var s settings
	for _, option := range options {
		option(&s)
	}
	return dialect.Namespace{Dialect: dialect.Dialect(d), Prefix: s.prefix}
}

// WithAttempts sets how often a transaction is tried before a [ConflictError], from 1 to
// 1000; the default is 10.
func WithAttempts(n int) Option {
	return func(s *settings) { s.attempts = n }
}

// WithMigration sets a function that reads snapshots of an earlier version of the spec that Restore
// refuses, as the method Migrate does that fsmgen migrate writes. It returns the snapshot of the machine
// that continues the one with this ID, or an error, which becomes a part of a [LoadError]. It is not
// called for snapshots that Restore accepts.
//
// Reading does not change the row: an event, or [Store.Refresh], writes it in the form of this version.
// When Refresh has returned nil and no process of an earlier version runs, no row needs the function any longer.
//
// The function must allow concurrent use, and can be called several times for a row. [Store.DoTx] calls it inside the
// transaction of its caller.
func WithMigration(migrate func(ctx context.Context, id string, snapshot []byte) ([]byte, error)) Option {
	return func(s *settings) { s.migrate = migrate }
}

// WithEnds adds an entry to the outbox when a machine ends: after its outputs, in the same transaction. A [Worker] delivers
// it as it delivers outputs, with an Outcome instead of an Output. For example, the end of a child machine is the result of
// the call that has started it. Set the option in all processes; machines that have ended before do not get an entry.
func WithEnds() Option {
	return func(s *settings) { s.ends = true }
}

// WithObserver adds an observer.
func WithObserver(o Observer) Option {
	return func(s *settings) { s.watch = append(s.watch, o) }
}

// WithLogger adds an observer that writes to l, as [Log] does.
func WithLogger(l *slog.Logger) Option {
	return WithObserver(Log(l))
}
