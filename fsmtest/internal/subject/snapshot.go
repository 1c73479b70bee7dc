package subject

import (
	"encoding/json"
	"errors"
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// RestoredFrom returns the configuration of a machine that is restored from a snapshot
// of one with configuration m: what Go types refer to is another value, and an
// equal one.
func (s *Subject) RestoredFrom(m oracle.Config, got any) (oracle.Config, error) {
	for i := range s.Oracle.Layout.Slots {
		p := &s.Oracle.Layout.Slots[i]
		if p.Kind != oracle.Opaque {
			continue
		}
		old, now := oracle.Slot(m.Vars, p), s.Access.FieldNamed(got, p.Field)
		if mirror.Altered(old, now) {
			return m, errors.New(p.Name + " differs from what was saved")
		}
		m.Vars = mirror.Edit(m.Vars, func(v reflect.Value) { v.Field(p.Index).Set(now) })
	}
	return m, nil
}

// Save returns the snapshot of a machine.
func (s *Subject) Save(m any) ([]byte, error) {
	return m.(json.Marshaler).MarshalJSON()
}

// Restored makes a machine of a snapshot.
func (s *Subject) Restored(snapshot []byte, host any) (any, error) {
	return mirror.Call(s.Machine.Restore, s.WithHost(host, snapshot)...)
}
