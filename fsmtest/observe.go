package fsmtest

// watch sends an event through an observed machine. The observers are told the step that
// the row of the table makes, and nothing else.
func (r *run[M, S, C, E]) watch(e Input[E], row int) error {
	state := r.oracle.state
	if row >= 0 {
		state = r.rows[row].from // the oracle has moved on already
	}
	return r.send(r.direct(&r.machine), e, state) // TODO(observe): three observers
}
