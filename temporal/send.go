package temporal

// SendOption says more of an event that [Client.Do] sends. The options are those of package store.
type SendOption func(*sending)

// sending is what options set.
type sending struct {
	key string // or empty
	at  *int64 // the revision at which the machine must be, or nil
}

// sendingOf returns what options set. A later one counts.
func sendingOf(options []SendOption) (s sending) {
	for _, option := range options {
		option(&s)
	}
	return s
}

// WithKey gives the event a key, which makes it safe to repeat as long as the workflow knows it (1,000 events). The empty key is none, so
// a program can pass on what a client has sent or not.
func WithKey(key string) SendOption { return func(s *sending) { s.key = key } }

// AtRevision has the machine accept the event only if it is at this revision, as the client has last seen it ([Record]).
// Otherwise, the result is a [RevisionError], and the machine is unchanged. An event with a key that the machine has accepted
// before is a repetition at any revision.
func AtRevision(revision int64) SendOption { return func(s *sending) { s.at = &revision } }
