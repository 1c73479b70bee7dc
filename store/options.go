package store

import (
	"log/slog"
	"time"
)

// Option is a setting of [Open].
type Option func(*settings)

// settings are what options set.
type settings struct {
	clock    func() time.Time
	attempts int
	watch    observers
}

// WithClock replaces time.Now: the time of events, at which timers start, and at which a
// worker compares their due times.
func WithClock(now func() time.Time) Option {
	return func(s *settings) { s.clock = now }
}

// WithAttempts sets how often a transaction is tried before a [ConflictError], from 1 to
// 1000; the default is 10.
func WithAttempts(n int) Option {
	return func(s *settings) { s.attempts = n }
}

// WithObserver adds an observer.
func WithObserver(o Observer) Option {
	return func(s *settings) { s.watch = append(s.watch, o) }
}

// WithLogger adds an observer that writes to l, as [Log] does.
func WithLogger(l *slog.Logger) Option {
	return WithObserver(Log(l))
}
