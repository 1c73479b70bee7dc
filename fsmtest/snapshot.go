package fsmtest

import (
	"encoding/json"
	"fmt"
)

// save returns the snapshot of a machine.
func (h *harness[M, S, C, E]) save(m *M) ([]byte, error) {
	saver, ok := any(m).(json.Marshaler)
	if !ok {
		return nil, fmt.Errorf("%T has no snapshots", m)
	}
	return saver.MarshalJSON()
}

// restored makes a machine of a snapshot.
func (h *harness[M, S, C, E]) restored(snapshot []byte, host *host[M, S, C, E]) (*M, error) {
	m, err := called(h.Restore, h.withHost(host, snapshot)...)
	made, _ := m.(*M)
	return made, err
}
