package reference

import "github.com/fsmgen/fsmgen/internal/syntax"

// limits are the range of a field of a payload, over the parameters.
type limits struct {
	field    int
	min, max syntax.Text
}

// outside reports whether a payload is outside of its range.
func outside(r *Run, e *event, fields []int64) (bool, error) {
	for _, l := range e.limits {
		for _, end := range []struct {
			at     syntax.Text
			beyond func(v, limit int64) bool
		}{{l.min, func(v, limit int64) bool { return v < limit }}, {l.max, func(v, limit int64) bool { return v > limit }}} {
			if !end.at.Given() {
				continue
			}
			limit, err := r.values.eval(end.at, &moment{vars: r.vars, active: r.active})
			if err != nil || end.beyond(fields[l.field], limit) {
				return err == nil, err
			}
		}
	}
	return false, nil
}
