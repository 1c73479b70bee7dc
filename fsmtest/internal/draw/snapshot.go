package draw

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Keeps reports whether the program's types say what a snapshot can hold.
func (o *Draws) Keeps() bool {
	return slices.ContainsFunc(o.Oracle.Layout.Slots, func(p oracle.Place) bool { return p.Kind == oracle.Opaque && !p.IsError() })
}

// Unsaved says what is wrong with the error of a machine that cannot be saved,
// if anything is: JSON does not hold all texts and Go types.
func (o *Draws) Unsaved(m oracle.Config, err error) error {
	for i := range o.Oracle.Layout.Slots {
		p := &o.Oracle.Layout.Slots[i]
		if p.Homes != nil && !slices.Contains(p.Homes, m.State) {
			continue
		}
		v := oracle.Slot(m.Vars, p)
		if p.Kind == oracle.Text && !utf8.ValidString(v.String()) && strings.Contains(err.Error(), p.Name+" is not valid UTF-8") ||
			p.Kind == oracle.Opaque && !p.IsError() && strings.Contains(err.Error(), p.Name+", of type ") && !mirror.Kept(p.Type, 0) {
			return nil
		}
	}
	return fmt.Errorf("no snapshot: %w", err)
}
