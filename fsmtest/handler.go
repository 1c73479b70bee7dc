package fsmtest

// Handler is the handler of a run under test. The handler of a generated test hands it all
// calls.
type Handler struct{}
