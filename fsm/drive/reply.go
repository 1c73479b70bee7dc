package drive

// Reply is an event that the method of a handler for a part of a state with regions returns, to be sent to the machine, of the
// type M. P is the type that the method has received.
type Reply[M, P any] struct {
	_    [0]P // so that no Reply converts to that of another part
	send func(*M) error
}

// Send returns a reply: what sends its event.
func Send[P, M any](event func(*M) error) *Reply[M, P] { return &Reply[M, P]{send: event} }

// Sent returns what sends the event of a reply, or nil, and the error that the method has returned with it.
func Sent[M, P any](r *Reply[M, P], err error) (func(*M) error, error) {
	if r == nil {
		return nil, err
	}
	return r.send, err
}
