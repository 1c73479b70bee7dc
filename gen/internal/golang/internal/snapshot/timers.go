package snapshot

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// timed reports whether snapshots tell when timers are due.
func (g printer) timed() bool { return g.m.Names.TimerSet != "" }

// writtenTimers returns the statements that collect the due times for a snapshot, and the element of the
// snapshot with them.
func (g printer) writtenTimers() (collect, element string) {
	if !g.timed() {
		return "", ""
	}
	collect = "timers := map[" + g.m.Names.Timer + "]*time.Time{}\nfor t := range m.due {\nif !m.due[t].IsZero() {\ntimers[" + g.m.Names.Timer + "(t)] = &m.due[t]\n}\n"
	if g.m.Outlasted() {
		collect += "if m.over[t] {\ntimers[" + g.m.Names.Timer + "(t)] = nil\n}\n"
	}
	return collect + "}\n", "\n\"timers\": timers,"
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
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return errors.New("$pkg: snapshot: timers: want an object with the time at which each timer is due")
	}
	seen := map[string]bool{}
	for decoder.More() {
		key, _ := decoder.Token() // the text is JSON
		name, _ := key.(string)
		if seen[name] {
			return fmt.Errorf("$pkg: snapshot: duplicate timer %.40q", name)
		}
		seen[name] = true
		var due *time.Time
		if err := decoder.Decode(&due); err != nil {
			return fmt.Errorf("$pkg: snapshot: timer %.40q: %.200w", name, err)
		}
		var t $Timer
		if t.UnmarshalText([]byte(name)) == nil && m.runs(t) {
			`+known+`}
	}
	return nil
}`, "$Timer", g.m.Names.Timer)
}
