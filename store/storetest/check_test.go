package storetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// checker compares what is in the database with what clients and receivers have noted.
type checker struct {
	whole      bool // All outputs have to be delivered.
	t          *testing.T
	db         database
	orders     *orders
	kind       order.Kind
	sent       map[string][]note // by ID and key: what has been sent; answers to a delivery may differ
	accepted   map[string]bool   // by ID and key
	delivered  map[string][]note // by key, with the index in the journal as order
	first      map[string]int    // the first line of a delivery
	success    map[string]int    // the first line that says that a delivery has succeeded
	events     int               // in all histories
	outputs    int
	fired      int
	deliveries int
}

// check checks the machines with some IDs, or all, when nothing is left to do.
func check(t *testing.T, db database, file string, ids ...string) *checker {
	t.Helper()
	return checkUntil(t, db, file, true, ids...)
}

// checkUntil checks them while no process works, perhaps before all outputs are delivered.
func checkUntil(t *testing.T, db database, file string, whole bool, ids ...string) *checker {
	t.Helper()
	kind := order.Kind{Questions: stock(scarce)}
	c := &checker{
		whole: whole, t: t, db: db, orders: open(t, db, kind), kind: kind, sent: map[string][]note{}, accepted: map[string]bool{},
		delivered: map[string][]note{}, first: map[string]int{}, success: map[string]int{},
	}
	for i, n := range readJournal(t, file) {
		at := n.ID + "\x00" + n.Key
		switch n.Do {
		case "send":
			c.sent[at] = append(c.sent[at], n)
		case "sent":
			c.accepted[at] = true
		case "deliver":
			c.deliveries++
			if _, ok := c.first[n.Key]; !ok {
				c.first[n.Key] = i
			}
			c.delivered[n.Key] = append(c.delivered[n.Key], n)
		case "delivered":
			if _, ok := c.success[n.Key]; !ok {
				c.success[n.Key] = i
			}
		}
	}
	if ids == nil {
		for rec, err := range c.orders.List(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, rec.ID)
		}
	}
	known := map[string]bool{}
	for _, id := range ids {
		known[id] = true
		c.machine(id)
	}
	for at := range c.accepted {
		if n := c.sent[at][0]; known[n.ID] {
			t.Errorf("%s %q: event %s with key %q was accepted, but is not in the history", kind.Machine(), n.ID, n.Name, n.Key)
		}
	}
	for key, list := range c.delivered {
		if known[list[0].ID] {
			t.Errorf("%s was delivered, but no event has emitted it", key)
		}
	}
	return c
}

// machine replays the history of a machine with the generated code and with the interpreter.
func (c *checker) machine(id string) {
	t := c.t
	var m *order.Machine
	second := newSecond(t)
	due := map[string]time.Time{} // what the rows of timers should be
	keys := map[string]bool{}
	fired := map[string]bool{}
	revision := int64(0)
	previous := ""
	for e, err := range c.orders.History(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if revision++; e.Revision != revision {
			t.Errorf("%s: revision %d after %d", id, e.Revision, revision-1)
		}
		c.events++
		key := e.Key
		if e.Answers != "" {
			key = "answer " + e.Answers
		}
		known := slices.ContainsFunc(c.sent[id+"\x00"+key], func(n note) bool {
			return n.Name == e.Event && (e.Event == "" || sameJSON(n.Payload, e.Payload))
		})
		switch {
		case e.Timer != "":
			c.fired++
		case !known:
			t.Errorf("%s: nobody has sent %+v", id, e)
		case keys[key] || key == "" && e.Event != "":
			t.Errorf("%s: key %q is there twice", id, key)
		}
		if e.Timer == "" {
			keys[key] = true
			delete(c.accepted, id+"\x00"+key)
		}
		var outputs []order.Output
		ignored, refused := false, error(nil)
		timers := map[string]time.Time{}
		if e.Event == "" {
			m, outputs, refused = c.kind.Create(order.DefaultParams(), e.At)
			second.check(c.kind, m, outputs, -1, "")
		} else {
			timers = c.kind.Due(m)
			if e.Timer != "" {
				once := e.Timer + timers[e.Timer].String()
				if fired[once] || e.At.Before(timers[e.Timer]) {
					t.Errorf("%s: timer %s, due at %v, fires at %v, for the first time: %t", id, e.Timer, timers[e.Timer], e.At, !fired[once])
				}
				fired[once] = true
				outputs, ignored, refused = c.kind.Fire(m, e.Timer, e.At)
			} else {
				in, err := c.kind.ReadInput(e.Event, e.Payload)
				if err != nil {
					t.Fatal(err)
				}
				outputs, ignored, refused = c.kind.Apply(m, in, e.At)
			}
			if refused == nil {
				second.step(e)
				second.check(c.kind, m, outputs, e.Revision, id)
			}
		}
		if refused != nil {
			t.Fatalf("%s, revision %d: %v", id, e.Revision, refused)
		}
		state, _ := c.kind.State(m)
		if e.To != state || e.Ignored != ignored || e.From == "" != (e.Event == "") {
			t.Errorf("%s: %+v leads to %s, ignored %t", id, e, state, ignored)
		}
		now := c.kind.Due(m)
		for name, at := range now {
			if old, ran := timers[name]; !ran || !old.Equal(at) {
				due[name] = at // It starts.
			}
		}
		maps.DeleteFunc(due, func(name string, _ time.Time) bool { _, runs := now[name]; return !runs })
		if e.Timer != "" && now[e.Timer].Equal(timers[e.Timer]) {
			delete(due, e.Timer)
		}
		for i, o := range outputs {
			c.outputs++
			key := fmt.Sprintf("Order/%s/%d/%d", id, e.Revision, i)
			c.output(key, o, previous)
			previous = key
		}
	}
	c.row(id, revision, m)
	rows := map[string]time.Time{}
	for name, at := range dueRows(t, c.db) {
		if timer, ok := bytes.CutPrefix([]byte(name), []byte(id+" ")); ok {
			rows[string(timer)] = at
		}
	}
	if !maps.EqualFunc(rows, due, func(a, b time.Time) bool { return a.Equal(b) }) {
		t.Errorf("%s: the rows of timers are %v, want %v", id, rows, due)
	}
}

// row checks the row of a machine.
func (c *checker) row(id string, revision int64, m *order.Machine) {
	var found int64
	var state, outcome, snapshot string
	text := "SELECT rev, state, outcome, snapshot FROM fsm_machine WHERE id = $1"
	if err := c.db.QueryRow(place(c.db, text), id).Scan(&found, &state, &outcome, &snapshot); err != nil {
		c.t.Fatal(err)
	}
	want, err := m.MarshalJSON()
	if err != nil {
		c.t.Fatal(err)
	}
	s, o := c.kind.State(m)
	if found != revision || state != s || outcome != o || snapshot != string(want) {
		c.t.Errorf("%s: the row is %d %s %s %s, but the history leads to %d %s %s %s", id, found, state, outcome, snapshot, revision, s, o, want)
	}
}

// output checks that an output has been delivered, after the one before.
func (c *checker) output(key string, o order.Output, previous string) {
	want, err := json.Marshal(o)
	if err != nil {
		c.t.Fatal(err)
	}
	list := c.delivered[key]
	if len(list) == 0 && c.whole {
		c.t.Errorf("%s was never delivered", key)
	}
	for _, n := range list {
		if n.Name != o.Name() || !sameJSON(n.Payload, want) {
			c.t.Errorf("%s was delivered as %s %s, want %s %s", key, n.Name, n.Payload, o.Name(), want)
		}
	}
	if _, ok := c.success[key]; !ok && c.whole {
		c.t.Errorf("no delivery of %s has succeeded", key)
	}
	if success, ok := c.success[previous]; previous != "" && len(list) > 0 && (!ok || c.first[key] < success) {
		c.t.Errorf("%s was delivered before %s", key, previous)
	}
	delete(c.delivered, key)
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && fmt.Sprint(x) == fmt.Sprint(y)
}

// second replays a history with the interpreter, which shares no code with generated machines.
type second struct {
	t       *testing.T
	m       interp.Machine
	c       interp.Config
	texts   []string
	outputs []interp.Output
}

func newSecond(t *testing.T) *second {
	const file = "order/order.fsm.yaml"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	loaded, diags := spec.Load(file, text)
	if loaded.Machine == nil {
		t.Fatal(diags)
	}
	s := &second{t: t, texts: []string{""}}
	p := order.DefaultParams()
	s.m = interp.Machine{Core: loaded.Machine, Params: []int64{int64(p.Tries), int64(p.Reminders)}, Intern: s.intern}
	if s.c, err = s.m.Initial(); err != nil {
		t.Fatal(err)
	}
	if s.outputs, err = s.m.Opening(s.c); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *second) intern(text string) int64 {
	i := slices.Index(s.texts, text)
	if i < 0 {
		i = len(s.texts)
		s.texts = append(s.texts, text)
	}
	return int64(i)
}

// step makes the step of an entry.
func (s *second) step(e store.Entry) {
	m := s.m.Core
	in := interp.Input{Event: -1, Answers: []int64{0}}
	var payload map[string]any
	if err := json.Unmarshal(e.Payload, &payload); err != nil {
		s.t.Fatal(err)
	}
	for i := range m.Events {
		if m.Events[i].Name == e.Event {
			in.Event = i
		}
	}
	for _, f := range m.Events[in.Event].Fields {
		var value int64
		switch v := payload[f.Name].(type) {
		case float64:
			value = int64(v)
			if scarce(int(v)) {
				in.Answers[0] = 1
			}
		case string:
			if f.Type.Enum != nil {
				value = int64(slices.Index(f.Type.Enum.Values, v))
			} else {
				value = s.intern(v)
			}
		}
		in.Fields = append(in.Fields, value)
	}
	next, err := s.m.Step(s.c, in)
	if err != nil {
		s.t.Fatal(err)
	}
	s.c, s.outputs = next.Next, next.Outputs
}

// check compares the configuration and the outputs with those of the generated machine.
func (s *second) check(kind order.Kind, m *order.Machine, outputs []order.Output, revision int64, id string) {
	state, _ := kind.State(m)
	if got := s.m.Core.States[s.c.State].Name; got != state {
		s.t.Errorf("%s, revision %d: state %s, the interpreter says %s", id, revision, state, got)
	}
	noted := int64(0)
	if m.Noted() {
		noted = 1
	}
	for i, v := range s.m.Core.Vars {
		want := map[string]int64{"left": int64(m.Left()), "reminded": int64(m.Reminded()), "parcels": int64(m.Parcels()), "noted": noted}
		if w, ok := want[v.Name]; ok && s.c.Vars[i] != w {
			s.t.Errorf("%s, revision %d: %s is %d, the interpreter says %d", id, revision, v.Name, w, s.c.Vars[i])
		}
	}
	if len(outputs) != len(s.outputs) {
		s.t.Errorf("%s, revision %d: %d outputs, the interpreter says %d", id, revision, len(outputs), len(s.outputs))
		return
	}
	for i, o := range s.outputs {
		var values []any
		for k, f := range s.m.Core.Outputs[o.Output].Fields {
			if f.Name == "text" {
				values = append(values, s.texts[o.Values[k]])
			} else {
				values = append(values, o.Values[k])
			}
		}
		got := fmt.Sprint(outputs[i])
		if want := fmt.Sprint(values); outputs[i].Name() != s.m.Core.Outputs[o.Output].Name || got != "{"+want[1:len(want)-1]+"}" {
			s.t.Errorf("%s, revision %d: output %s %s, the interpreter says %s", id, revision, outputs[i].Name(), got, want)
		}
	}
}
