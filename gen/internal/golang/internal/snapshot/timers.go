package snapshot

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// timed reports whether snapshots tell when timers are due.
func (g printer) timed() bool { return g.m.Names.TimerSet != "" }

// writeTimers appends the due times of timers.
func (g printer) writeTimers(t *text) {
	if !g.timed() {
		return
	}
	none, over := "m.due[t].IsZero()", ""
	if g.m.Outlasted() {
		none += " && !m.over[t]"
		over = `if m.over[t] {
			text = append(text, "null"...)
			continue
		}
		`
	}
	t.literal(`,"timers":{`)
	t.statement(`for t := range m.due {
		if ` + none + ` {
			continue
		}
		if !bytes.HasSuffix(text, []byte("{")) {
			text = append(text, ',')
		}
		text = append(append(append(text, '"'), ` + g.m.Names.Timer + `(t).String()...), "\":"...)
		` + over + `due, err := m.due[t].MarshalJSON()
		if err != nil {
			return nil, fmt.Errorf("$pkg: timer %v: %w", ` + g.m.Names.Timer + `(t), err)
		}
		text = append(text, due...)
	}
	`)
	t.literal("}")
}

// readTimers emits the reader of due times. A snapshot of an earlier version can have timers that are
// unknown, and a state of that version others than now. So all names are accepted, and those of no
// timer of the state are dropped.
func (g printer) readTimers() {
	if !g.timed() {
		return
	}
	doc := "readTimers sets when the timers of the current state are due. What a snapshot says of other timers, as an earlier version of the spec may have them, is checked and dropped."
	known := ""
	if slices.ContainsFunc(g.m.Timers, func(t core.Timer) bool { return len(t.Was) > 0 }) {
		doc += " If two timers of an earlier version have become one, it is due at the earlier time."
		known = " && (m.due[t].IsZero() || due.Before(m.due[t]))"
	}
	known = "if due != nil" + known + " {\nm.due[t] = due.UTC()\n}\n"
	if g.m.Outlasted() {
		known += "m.over[t] = m.due[t].IsZero()\n"
	}
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) readTimers(text []byte) error {
	if text == nil {
		return nil
	}
	rest, ok := bytes.CutPrefix(text, []byte("{"))
	if !ok {
		return errors.New("$pkg: snapshot: timers: want an object with the time at which each timer is due")
	}
	seen := map[string]bool{}
	for {
		var name string
		var value []byte
		if name, value, rest = m.nextField(rest); value == nil {
			return nil
		}
		if seen[name] {
			return fmt.Errorf("$pkg: snapshot: duplicate timer %.40q", name)
		}
		seen[name] = true
		var due *time.Time
		if err := json.Unmarshal(value, &due); err != nil {
			return fmt.Errorf("$pkg: snapshot: timer %.40q: %.200w", name, err)
		}
		var t $Timer
		if t.UnmarshalText([]byte(name)) == nil && m.runs(t) {
			`+known+`}
	}
}`, "$Timer", g.m.Names.Timer)
}
