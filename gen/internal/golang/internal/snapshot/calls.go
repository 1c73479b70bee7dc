package snapshot

import (
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// calls reports whether snapshots tell how often calls have been started.
func (g printer) calls() bool { return g.m.Names.CallSet != "" }

// begin starts the text of a snapshot, with the calls, whose name comes first.
func (g printer) begin(t *text) {
	if !g.calls() {
		t.statement("text := []byte(`{\"data\":{`)\n")
		return
	}
	t.statement("text := []byte(`{\"calls\":{`)\n" + `for c, n := range m.calls {
		if n == 0 {
			continue
		}
		if !bytes.HasSuffix(text, []byte("{")) {
			text = append(text, ',')
		}
		text = append(append(append(text, '"'), ` + g.m.Names.Call + `(c).String()...), "\":"...)
		text = strconv.AppendInt(text, int64(n), 10)
	}
	`)
	t.literal(`},"data":{`)
}

// optional lists the fields of a snapshot that may be missing. It may have timers and calls of an earlier version of the spec, also
// if there are none now.
const optional = `"spec", "timers", "calls"`

// readCalls emits the reader of how often each call has been started. As with timers, a snapshot of an
// earlier version can have calls that are unknown.
func (g printer) readCalls() {
	if !g.calls() {
		return
	}
	doc, better := "readCalls sets how often each call has been started, and which of them run. What a snapshot says of other calls, as an earlier version of "+
		"the spec may have them, is checked and dropped.", ""
	if slices.ContainsFunc(g.m.Calls, func(c core.Call) bool { return len(c.Was) > 0 }) {
		doc += " If two calls of an earlier version have become one, the one that runs counts, or else the one that was started more often."
		better = " && (n > max(counts[c], 0) || n < min(counts[c], 0) && counts[c] <= 0)"
	}
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) readCalls(text []byte) error {
	var counts [$N]int
	if text != nil {
		rest, ok := bytes.CutPrefix(text, []byte("{"))
		if !ok {
			return errors.New("$pkg: snapshot: calls: want an object with the number of starts of each call")
		}
		seen := map[string]bool{}
		for {
			var name string
			var value []byte
			if name, value, rest = m.nextField(rest); value == nil {
				break
			}
			if seen[name] {
				return fmt.Errorf("$pkg: snapshot: duplicate call %.40q", name)
			}
			seen[name] = true
			n, err := strconv.Atoi(string(value))
			if err != nil {
				return fmt.Errorf("$pkg: snapshot: call %.40q: want the number of its starts, have %.40q", name, value)
			}
			var c $Call
			if c.UnmarshalText([]byte(name)) == nil$better {
				counts[c] = n
			}
		}
	}
	m.takeCalls(counts)
	return nil
}`, "$Call", g.m.Names.Call, "$N", strconv.Itoa(len(g.m.Calls)), "$better", better)
}
