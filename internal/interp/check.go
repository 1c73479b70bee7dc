package interp

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Check returns an error if the input is not valid for a machine: the event does not
// exist, there are too many or too few fields or answers, or a value does not belong to
// its type. strings is the number of numbered strings.
func (in Input) Check(m *core.Machine, strings int) error {
	if in.Event < 0 || in.Event >= len(m.Events) {
		return fmt.Errorf("event %d does not exist", in.Event)
	}
	e := &m.Events[in.Event]
	if len(in.Fields) != len(e.Fields) {
		return fmt.Errorf("event %q has %d fields, not %d", e.Name, len(e.Fields), len(in.Fields))
	}
	for i, f := range e.Fields {
		if !Admits(f.Type, in.Fields[i], strings) {
			return fmt.Errorf("field %q cannot be %d", f.Name, in.Fields[i])
		}
	}
	if len(in.Answers) != len(m.Asks) {
		return fmt.Errorf("there are %d external guards, not %d", len(m.Asks), len(in.Answers))
	}
	for i, x := range in.Answers {
		if x != 0 && x != 1 {
			return fmt.Errorf("external guard %d cannot answer %d", i, x)
		}
	}
	return nil
}

// Admits reports whether a value belongs to a type, where strings is the number of
// numbered strings. Every int is a value of Int. Values of opaque types are not checked.
func Admits(t expr.Type, value int64, strings int) bool {
	count := 0
	switch t.Kind {
	case expr.Bool:
		count = 2
	case expr.Enumerated:
		count = len(t.Enum.Values)
	case expr.String:
		count = strings
	default:
		return true
	}
	return value >= 0 && value < int64(count)
}
