package subject

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// RefusalError returns the error of an event that a row rejects in a configuration, or, with a negative row, that is illegal there or has
// a payload outside of its range.
func (s *Subject) RefusalError(at oracle.Config, e oracle.Input, row int) error {
	if row == oracle.Invalid {
		return s.invalid(at, e)
	}
	about := []any{"State", s.Spec.States[at.State].Value, "Event", s.Spec.Events[e.Event].Value, "Guards", s.Oracle.Untaken(at.State, e.Event, row)}
	if row < 0 {
		return ErrorWith(s.Machine.Errors.Illegal, about...)
	}
	return ErrorWith(s.Machine.Errors.Rejected, append(about, "If", s.Spec.Rows[row].When)...)
}

// invalid returns the error of an event with a payload outside of its range.
func (s *Subject) invalid(at oracle.Config, e oracle.Input) error {
	x, _ := s.Oracle.Outside(at, e)
	shown := func(limit int) any { return limit }
	event, more := &s.Spec.Events[e.Event], []any{}
	if s.Oracle.Layout.Carried[e.Event][x.Field].Place.Type == reflect.TypeFor[time.Duration]() {
		shown, more = spanned, []any{"Duration", true}
	}
	text := fmt.Sprintf("from %v to %v", shown(x.Least), shown(x.Greatest))
	switch {
	case x.Greatest == oracle.NoMax:
		text = fmt.Sprintf("at least %v", shown(x.Least))
	case x.Least == oracle.NoMin:
		text = fmt.Sprintf("at most %v", shown(x.Greatest))
	}
	about := []any{"Event", event.Value, "Field", event.Fields[x.Field].Name, "Value", x.Value, "Range", text}
	return ErrorWith(s.Machine.Errors.Payload, append(about, more...)...)
}

// spanned returns a number of nanoseconds as a message has it.
func spanned(limit int) any { return time.Duration(limit) }

// Explains reports whether an error, a pointer to a struct, is that of an event that a row rejects in a state, or, with a negative
// row, that is illegal there, and names the conditions that do not hold.
func (s *Subject) Explains(err any, state, event, row int) bool {
	guards, ok := reflect.ValueOf(err).Elem().FieldByName("Guards").Interface().([]string)
	return ok && s.IsAbout(err, state, event) && slices.Equal(guards, s.Oracle.Untaken(state, event, row)) &&
		(row < 0 || mirror.FieldsAre(err, "If", s.Spec.Rows[row].When))
}

// ReasonsOf returns the reasons that an error, a pointer to a struct, has.
func ReasonsOf(err any) []error {
	reasons, _ := reflect.ValueOf(err).Elem().FieldByName("Reasons").Interface().([]error)
	return reasons
}
