package store

// SendOption says more of an event that [Store.Do] or [Store.DoTx] sends.
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

// WithKey gives the event a key, which makes it safe to repeat. It has the form of an ID. The empty key is none, so a program can
// pass on what a client has sent or not.
func WithKey(key string) SendOption { return func(s *sending) { s.key = key } }

// AtRevision has the machine accept the event only if it is at this revision, as the client has last seen it ([Record.Revision]).
// Otherwise, the result is a [RevisionError], and nothing is stored. An event with a key that the machine has accepted
// before is a repetition at any revision. [Store.Refresh] also makes revisions.
func AtRevision(revision int64) SendOption { return func(s *sending) { s.at = &revision } }
