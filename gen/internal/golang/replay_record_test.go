package golang_test

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// recordTests writes what the replay of walks needs to watch machines and to
// save and restore them between steps, and a test that forges snapshots.
func recordTests(m *core.Machine, n *ident.Names, pkg string) []byte {
	host, running, progress := "", "", ""
	if n.Host != "" {
		host = ", host"
	}
	if n.TimerSet != "" {
		running = `	running := map[int64]bool{}
	for _, timer := range back.Timers() {
		running[number(timer)] = true
	}
	for timer, runs := range r.host.running {
		if runs != running[timer] {
			r.t.Errorf("timer %d runs in %v: %t, and Timers lists %v", timer, back, runs, back.Timers())
		}
		delete(running, timer)
	}
	if len(running) > 0 {
		r.t.Errorf("in %v, timers %v were never started", back, running)
	}
`
	}
	if m.Rank == 1 {
		progress = ", Progress: int(s[3])"
	}
	drop := "" // package fsmtest compares these
	if m.Faces.Columns {
		drop += "s.Before, s.After = " + n.Columns.Values + "{}, " + n.Columns.Values + "{}\n"
	}
	if m.Faces.Values {
		drop += "s.Input = nil\n"
	}
	transitions := 0
	for _, t := range m.Transitions {
		if t.Effect == core.Take {
			transitions++
		}
	}
	eventless := ""
	for i := range m.Events {
		if m.Events[i].Eventless {
			eventless += fmt.Sprintf("%d: true, ", i)
		}
	}
	r := strings.NewReplacer("PKG", pkg, "EVENTLESS", strings.TrimSuffix(eventless, ", "), "$Machine", n.Machine, "$Restore", n.Record.Restore, "$TransitionList", n.Record.TransitionList,
		"$Transition", n.Record.Transition, "$Step", n.Record.Step, "$States", n.StateList, "$State", n.State, "$Events", n.EventList,
		"$Event", n.Event, "$New", n.New, "$Reentrant", n.Reentrant, "HOST", host, "RUNNING", running, "PROGRESS", progress, "DROP", drop,
		"COUNT", fmt.Sprint(transitions))
	return []byte(r.Replace(recordText))
}

const recordText = `package PKG

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
)

// record watches one machine after the other.
type record struct {
	t        *testing.T
	host     *recorder
	steps    []$Step
	machine *$Machine // which has observers
	amid     []moment // after each of these steps
}

// moment is a machine after a step, as a snapshot, and what its host knew.
type moment struct {
	text    []byte
	told    int
	running map[int64]bool
}

// lates counts these machines.
var lates int

// late is a machine from a snapshot that was made between two steps of an event, and what the
// host was told after it.
type late struct {
	machine *$Machine
	host    *recorder
	told    []int64
}

// late returns a machine that has not made all steps of the last event, or nil.
func (r *record) late(at int) *late {
	amid := r.amid
	r.amid = nil
	if len(amid) < 2 {
		return nil
	}
	then := amid[at%(len(amid)-1)]
	if then.text == nil {
		return nil
	}
	host := &recorder{t: r.t, running: then.running}
	m, err := $Restore(then.textHOST)
	if err != nil {
		r.t.Fatalf("snapshot %s between two steps: %v", then.text, err)
	}
	lates++
	return &late{m, host, slices.Clone(r.host.told[then.told:])}
}

// watch adds observers to the machine in odd walks.
func (r *record) watch(m *$Machine, walk int) {
	if walk%2 == 0 || r.machine == m {
		return
	}
	r.machine = m
	m.Observe(nil, func(s $Step) {
		DROPr.steps = append(r.steps, s)
		text, err := m.MarshalJSON()
		if err != nil {
			text = nil
		}
		r.amid = append(r.amid, moment{text, len(r.host.told), maps.Clone(r.host.running)})
		// An event that an observer sends is refused, and changes nothing.
		before := observe(m)
		var reentrant *$Reentrant
		for e := range $Events() {
			if (map[int]bool{EVENTLESS})[int(e)] { // which nobody sends
				continue
			}
			if err := fire(m, e, -1, 1, make([]int64, 20)); !errors.As(err, &reentrant) || int(reentrant.Event) != e || reentrant.State != m.State() {
				r.t.Errorf("an observer sends event %d: error %v", e, err)
			}
		}
		if after := observe(m); !slices.Equal(before, after) {
			r.t.Errorf("refused events change %v to %v", before, after)
		}
		// The step is complete: it can be saved.
		if walk%10 == 1 {
			r.again(m)
		}
	})
}

// check compares the steps that the observer received with those that were made.
func (r *record) check(made [][]int64) {
	r.t.Helper()
	var want []$Step
	for _, s := range made {
		step := $Step{From: $State(s[0]), Event: $Event(s[1]), To: $State(s[2])PROGRESS}
		want = append(want, step)
		if !slices.ContainsFunc($TransitionList(), func(t $Transition) bool {
			return t.From == step.From && t.Event == step.Event && t.To == step.To
		}) {
			r.t.Fatalf("%+v is not one of the transitions", step)
		}
	}
	if len(r.steps)+len(want) > 0 && !reflect.DeepEqual(r.steps, want) {
		r.t.Fatalf("the observer was told %+v, want %+v", r.steps, want)
	}
	r.steps = nil
}

// again returns the machine that the snapshot of another one restores. It is
// the same machine if JSON cannot hold its values, or if it is an order in which
// the range of offers does not hold: that spec claims what it does not prove.
func (r *record) again(m *$Machine) *$Machine {
	r.t.Helper()
	text, err := m.MarshalJSON()
	if err != nil && (strings.Contains(err.Error(), "JSON does not restore") || strings.HasPrefix(err.Error(), "order: offers is ")) {
		return m
	}
	host := r.host
	told := len(host.told)
	back, err2 := $Restore(textHOST)
	if err != nil || err2 != nil {
		r.t.Fatalf("%v: snapshot %s, %v; restored %v", m, text, err, err2)
	}
	if len(host.told) != told {
		r.t.Errorf("the host was told %v", host.told[told:])
	}
	if before, after := observe(m), observe(back); !slices.Equal(before, after) || m.Params() != back.Params() || m.String() != back.String() {
		r.t.Fatalf("snapshot %s of %v restores %v", text, before, after)
	}
	same, err := json.Marshal(back)
	if err != nil || !bytes.Equal(text, same) {
		r.t.Fatalf("the snapshots before and after are\n%s\n%s, %v", text, same, err)
	}
	if err := json.Unmarshal(text, back); err == nil {
		r.t.Error("a machine was unmarshalled")
	}
RUNNING	return back
}

func TestLists(t *testing.T) {
	if n := len($TransitionList()); n != COUNT {
		t.Errorf("%d transitions, want COUNT", n)
	}
	if n := len($TransitionList()); n > 0 {
		$TransitionList()[0].To = 200
		$States()[0] = 200
		$Events()[0] = 200
		if $TransitionList()[0].To == 200 || $States()[0] == 200 || $Events()[0] == 200 {
			t.Error("two lists share their elements")
		}
	}
	if !slices.IsSortedFunc($TransitionList(), func(a, b $Transition) int {
		if a.From != b.From {
			return int(a.From) - int(b.From)
		}
		return int(a.Event) - int(b.Event)
	}) {
		t.Error("the transitions are out of order")
	}
}

// snapshots returns one snapshot of each state that walks reach and JSON can
// hold, and of others.
func snapshots(t *testing.T) []string {
	data, err := os.ReadFile("walks.json")
	if err != nil {
		t.Fatal(err)
	}
	var walks []struct {
		Params []int64
		Steps  []struct {
			Event, Timer int
			Number       int64
			Fields       []int64
			Salt         int64
		}
	}
	if err := json.Unmarshal(data, &walks); err != nil {
		t.Fatal(err)
	}
	var out []string
	seen := map[$State]int{}
	for _, w := range walks {
		host := &recorder{t: t, running: map[int64]bool{}}
		m, err := $New(params(w.Params)HOST)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range w.Steps {
			host.salt = s.Salt
			_ = fire(m, s.Event, s.Timer, s.Number, s.Fields)
			if text, err := m.MarshalJSON(); err == nil && seen[m.State()] < 3 {
				seen[m.State()]++
				out = append(out, string(text))
			}
		}
	}
	if len(seen) < 2 {
		t.Fatalf("only %v were saved", seen)
	}
	return out
}

// object is a JSON object whose fields keep an order.
type object struct {
	names  []string
	values map[string]json.RawMessage
}

func parse(t *testing.T, text []byte) *object {
	o := &object{}
	if err := json.Unmarshal(text, &o.values); err != nil {
		t.Fatal(err)
	}
	for name := range o.values {
		o.names = append(o.names, name)
	}
	sort.Strings(o.names)
	return o
}

// text writes the object with a field replaced, by any number of fields.
func (o *object) text(replaced, by string) string {
	var fields []string
	for _, name := range o.names {
		if name == replaced {
			fields = append(fields, by)
		} else {
			fields = append(fields, field(name, string(o.values[name])))
		}
	}
	return "{" + strings.Join(slices.DeleteFunc(fields, func(f string) bool { return f == "" }), ", ") + "}"
}

func field(name, value string) string { return "\"" + name + "\": " + value }

// TestForged changes snapshots. Restore must reject each change, or return exactly the
// machine that the snapshot describes.
func TestForged(t *testing.T) {
	host := &recorder{t: t, running: map[int64]bool{}}
	refused, accepted := 0, 0
	goValue := false // what is changed is a value of a Go type, which has JSON of its own
	var lacking [2]string // an object, and a name that a snapshot of an earlier version may lack in it
	try := func(text string, may bool) {
		t.Helper()
		told := len(host.told)
		m, err := $Restore([]byte(text)HOST)
		if len(host.told) != told {
			t.Errorf("the host was told %v", host.told)
		}
		if err != nil {
			refused++
			if m != nil || !strings.HasPrefix(err.Error(), "PKG: ") {
				t.Errorf("%s: machine %v, error %v", text, m, err)
			}
			return
		}
		accepted++
		back, err := m.MarshalJSON()
		var want, got any
		if err == nil {
			err = json.Unmarshal(back, &got)
		}
		if err == nil {
			err = json.Unmarshal([]byte(text), &want)
		}
		if err == nil && lacking[0] != "" {
			delete(got.(map[string]any)[lacking[0]].(map[string]any), lacking[1])
		}
		for _, v := range []any{want, got} { // Restore makes calls and timers fit the state, which packages with calls test
			if fields, ok := v.(map[string]any); ok {
				delete(fields, "calls")
				delete(fields, "starts")
			}
		}
		if err != nil || !goValue && !reflect.DeepEqual(want, got) || !may {
			t.Errorf("accepted:\n%s\nas\n%s, %v", text, back, err)
		}
	}
	for _, text := range snapshots(t) {
		whole := parse(t, []byte(text))
		try(text, true)
		try(text[:len(text)-1], false)
		try(text+"}", false)
		try(text+text, false)
		try("["+text+"]", false)
		try(" "+strings.ReplaceAll(text, ":", " :\n\t")+" ", true)
		try(whole.text("", ""), true)
		try(whole.text("machine", field("machine", "\"Other\"")), false)
		try(whole.text("params", field("params", "null")+", "+field("extra", "1")), false)
		for _, s := range $States() {
			try(whole.text("state", field("state", "\""+s.String()+"\"")), true)
		}
		try(whole.text("state", field("state", "\"Nowhere\"")), false)
		for _, part := range whole.names {
			value := string(whole.values[part])
			if part != "timers" && part != "starts" && part != "calls" { // which the tests of packages job and parcel leave out
				try(whole.text(part, ""), false)
			}
			try(whole.text(part, field(part, value)+", "+field(part, value)), false)
			try(whole.text(part, field(strings.ToUpper(part), value)), false)
			try(whole.text(part, field(part, value)+", "+field("extra", value)), false)
			for _, other := range []string{"null", "1", "true", "[]", "\"\"", "\"\xff\"", "{\"extra\": 1}"} {
				try(whole.text(part, field(part, other)), (part == "calls" || part == "starts") && other[0] == '{')
			}
			if value[0] != '{' || part == "calls" || part == "starts" {
				continue
			}
			inner := parse(t, whole.values[part])
			edit := func(replaced, by string, may bool) {
				t.Helper()
				try(whole.text(part, field(part, inner.text(replaced, by))), may)
			}
			for _, name := range inner.names {
				value := string(inner.values[name])
				if lacking = [2]string{part, name}; part == "data" {
					lacking[0] = ""
				}
				edit(name, "", part != "data")
				lacking = [2]string{}
				edit(name, field(name, value)+", "+field(name, value), false)
				edit(name, field(strings.ToUpper(name)+"_", value), false)
				edit(name, field(name, value)+", "+field("extra", value), false)
				for _, other := range []string{
					"null", "0", "1", "-1", "7", "1000000", "-9223372036854775808", "9223372036854775807", "9223372036854775808", "1.5", "1e3",
					"true", "false", "\"\"", "\"a\"", "\"State(0)\"", "\"00000000\"", "[]", "{}", "\"\xff\"",
				} {
					goValue = (other == "{}" || other == "[]") && strings.ContainsAny(value[:1], "{[n")
					edit(name, field(name, other), true)
					goValue = false
				}
			}
		}
	}
	if refused < 100 || accepted < 5 {
		t.Errorf("%d texts refused, %d accepted", refused, accepted)
	}
}
`
