package picture_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func plain(s string) string { return s }

func text(l picture.Label) string { return strings.TrimSpace(l.Head(plain) + " " + l.Action(plain)) }

// edges writes a picture's edges as "from -> to: label; label", and what stays
// inside a node as "in node: label; ignores event".
func edges(p *picture.Picture) []string {
	name := func(node int) string {
		n := p.Nodes[node]
		if n.Any && n.Block >= 0 {
			return n.Name + " of " + p.Blocks[n.Block].Name
		}
		return n.Name
	}
	var list []string
	for _, e := range p.Edges {
		var labels []string
		for _, l := range e.Labels {
			labels = append(labels, text(l))
		}
		list = append(list, name(e.From)+" -> "+name(e.To)+": "+strings.Join(labels, "; "))
	}
	inside := func(name string, entry, exit []string, rows ...string) {
		if len(exit) > 0 {
			rows = append([]string{"exit " + strings.Join(exit, ", ")}, rows...)
		}
		if len(entry) > 0 {
			rows = append([]string{"entry " + strings.Join(entry, ", ")}, rows...)
		}
		if len(rows) > 0 {
			list = append(list, "in "+name+": "+strings.Join(rows, "; "))
		}
	}
	for _, b := range p.Blocks {
		inside(b.Name, b.Entry, b.Exit)
	}
	for i, n := range p.Nodes {
		var rows []string
		for _, l := range n.Stays {
			rows = append(rows, text(l))
		}
		for _, e := range n.Ignores {
			rows = append(rows, "ignores "+e)
		}
		inside(name(i), n.Entry, n.Exit, rows...)
	}
	return list
}

func TestFallback(t *testing.T) {
	p := picture.New(picturetest.Fallback())
	want := []string{
		"Idle -> Selecting: RequestReceived",
		"Selecting -> Attempting: Select [remaining > 0] / remaining -= 1, retries ← 0",
		"Selecting -> Exhausted: Select [otherwise]",
		"Attempting -> Succeeded: Success / response ← event.response",
		"Attempting -> Retrying: Failure [class = Transient]",
		"Attempting -> Selecting: Failure [class = Recoverable]",
		"Attempting -> Aborted: Failure [otherwise]",
		"any state of Active -> Aborted: Cancelled",
		"Retrying -> Attempting: RetryReady [retries < maxRetries] / retries += 1",
		"Retrying -> Selecting: RetryReady [otherwise]",
	}
	if d := cmp.Diff(want, edges(p)); d != "" {
		t.Error(d)
	}
	if e := p.Edges[4]; e.Block != 0 {
		t.Errorf("Attempting -> Retrying is in block %d, want that of Active", e.Block)
	}
	if e := p.Edges[1]; e.Block != -1 {
		t.Errorf("Selecting -> Attempting is in block %d, want none", e.Block)
	}
}

func TestEverything(t *testing.T) {
	p := picture.New(picturetest.Everything())
	got := strings.ReplaceAll(strings.Join(edges(p), "\n"), picturetest.Hostile, "HOSTILE")
	want := strings.Join([]string{
		"end -> Run: Go [n > 0 ∧ event.class ≠ Hard] / pause ← event.pause; Go [¬healthy ∨ count·2 ≥ limit % 3] / pause ← event.pause, count ← min(count + 1, limit)",
		"end -> Wait: Go [otherwise]",
		"any state -> Other: «env» HOSTILE [¬flag]",
		"Run -> Wait: Go [fits(\"a|b;<c>\", 1) ∧ n = 1]",
		"Run -> HOSTILE: Tick [otherwise]",
		"any state of Outer -> Leave: after 1.5s: Stop",
		"Wait -> Work: Go / job ← event.job, emit HOSTILE",
		"any state of Inner -> __proto__: «env» HOSTILE [text = \"</script>|`#;:%%\"] / text ← \"'-->|\\\\\"",
		"any state of Inner -> Run: «env» HOSTILE [otherwise] / pause ← event.pause",
		"Work -> Wait: Go; after back_off_(count) or wait | <long>: Tick / count ← 0",
		"Work -> Done: after 1.5s in Outer: Stop [flag]",
		"any state of as -> Other: Go",
		"any state of as -> Lone: Tick",
		"HOSTILE -> direction LR: Go",
		"HOSTILE -> Lone: Tick",
		"direction LR -> s_1: Go; «env» HOSTILE",
		"s_1 -> Done: Go [flag]",
		"in Outer: entry Log, HOSTILE",
		"in Inner: exit HOSTILE",
		"in end: reenter Tick; reenter Ping / flag ← ¬flag; ignores Stop",
		"in Run: reenter Tick [count < limit] / count += 1",
		"in Wait: ignores Tick",
		"in Work: exit Log",
		"in Leave: entry Log",
		"in HOSTILE: entry Log",
		"in s_1: Go [otherwise]; after 1h: Ping / ignored; after 1m: Tick / rejected; ignores Stop",
		"in __proto__: entry HOSTILE",
		"in any state of Outer: Ping / flag ← true",
	}, "\n")
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// call is picturetest.Call as a spec.
const call = `
machine: Call
params: {most: {type: int, min: 0, default: 3}}
enums: {Cause: [Full, Gone]}
vars: {retries: {type: int, min: 0, max: most}}
guards: {fits: {args: {request: "*Request", index: int}}}
outputs:
  Switched: {from: string, retries: int, reason: Cause}
  Log: {text: string}
  Done: {}
delays: {hold: 90s, backoff: {args: {attempt: int}}}
events:
  Call: {environment: true, fields: {request: "*Request"}}
  Failure: {request: "*Request", class: Cause}
  Expire: {}
  RetryReady: {}
  Reset: {environment: true}
  Close: {}
initial: Idle
terminal: {closed: [Closed]}
states:
  Idle: {on: {Call: {to: Trying, set: {retries: 0}}, Close: Closed}}
  Busy:
    entry: {Log: {text: '"busy"'}}
    exit: Done
    initial: Trying
    after: {30s: Expire}
    on:
      Expire: {to: Broken, emit: {Switched: {from: '"Busy"', retries: retries, reason: Gone}}}
      Reset: {emit: {Log: {text: '"not now"'}}}
      Close: Closed
    states:
      Trying:
        exit: {Log: {text: '"tried"'}}
        after: {hold: Expire}
        on:
          Failure:
            - if: fits(event.request, 1) && retries < most
              to: Waiting
              set: {retries: retries + 1}
              emit: [{Switched: {from: '"Trying"', retries: retries, reason: event.class}}, {Log: {text: '"again"'}}]
            - {to: Broken}
      Waiting:
        entry: {Switched: {from: '"Trying"', retries: retries, reason: Gone}}
        after: {"backoff(retries)": RetryReady}
        on: {RetryReady: Trying}
  Broken:
    entry: {Log: {text: '"broken"'}}
    after: {1h: Expire}
    on: {Reset: Idle, Close: Closed}
    ignore: Expire
  Closed: {entry: {Log: {text: '"closed"'}}}
`

// TestCall draws a machine that talks to the world. An output of entering
// stands once, with the state; a timer of a composite state stands on the
// edges that its event causes, or inside the state that ignores it.
func TestCall(t *testing.T) {
	want := []string{
		"Idle -> Trying: «env» Call / retries ← 0",
		"Idle -> Closed: Close",
		`Trying -> Waiting: Failure [fits(event.request, 1) ∧ retries < most] / retries += 1, emit Switched, emit Log`,
		"Trying -> Broken: Failure [otherwise]",
		"any state of Busy -> Broken: after 30s or hold in Trying: Expire / emit Switched",
		"any state of Busy -> Closed: Close",
		"Waiting -> Trying: after backoff(retries): RetryReady",
		"Broken -> Idle: «env» Reset",
		"Broken -> Closed: Close",
		"in Busy: entry Log; exit Done",
		"in Trying: exit Log",
		"in Waiting: entry Switched",
		"in Broken: entry Log; after 1h: Expire / ignored",
		"in Closed: entry Log",
		"in any state of Busy: «env» Reset / emit Log",
	}
	if d := cmp.Diff(want, edges(picture.New(picturetest.Call()))); d != "" {
		t.Error(d)
	}
	s, diags := spec.Load("call.fsm.yaml", []byte(call))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	if d := cmp.Diff(want, edges(picture.New(s.Machine))); d != "" {
		t.Errorf("loaded from a spec: %s", d)
	}
	p := picture.New(picturetest.Endless())
	want = slices.DeleteFunc(want, func(s string) bool { return strings.Contains(s, "Closed") })
	if d := cmp.Diff(want, edges(p)); d != "" {
		t.Error(d)
	}
	if len(p.Outcomes) != 0 || slices.ContainsFunc(p.Nodes, func(n picture.Node) bool { return n.Outcome >= 0 }) {
		t.Error("a machine without outcomes has one")
	}
}

// TestLength writes the times of timers in states that do not take their
// event.
func TestLength(t *testing.T) {
	for _, test := range []struct {
		time time.Duration
		want string
	}{
		{10 * time.Second, "10s"},
		{1500 * time.Millisecond, "1.5s"},
		{100 * time.Second, "1m40s"},
		{10 * time.Minute, "10m"},
		{10 * time.Hour, "10h"},
		{10*time.Hour + 10*time.Minute, "10h10m"},
		{10*time.Hour + 10*time.Second, "10h0m10s"},
		{time.Nanosecond, "1ns"},
	} {
		m := &core.Machine{
			Events: []core.Event{{Name: "Go"}},
			States: []core.State{{Name: "A", Outcome: -1}},
			Timers: []core.Timer{{Owner: "A", States: []int{0}, Constant: test.time, Delay: -1}},
		}
		want := []string{"in A: after " + test.want + ": Go / rejected"}
		if d := cmp.Diff(want, edges(picture.New(m))); d != "" {
			t.Error(d)
		}
	}
}

// TestRules draws a machine with rules and named guards.
func TestRules(t *testing.T) {
	const src = `
machine: Dialog
params: {most: {type: int, min: 1}}
vars: {name: {type: bool}}
guards: {said: event.name && !name}
events: {Turn: {name: bool}, Again: {}}
initial: Ask
terminal: {success: [Done], failure: [Escalated, Cut]}
stall: {limit: most, to: Escalated}
limit: {transitions: 2*most, to: Cut}
states:
  Ask:
    on:
      Turn:
        - {if: said, to: Done, set: {name: true}}
        - {if: name}
        - {}
      Again: Ask
  Done: {}
  Escalated: {}
  Cut: {}
`
	s, diags := spec.Load("dialog.fsm.yaml", []byte(src))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	want := []string{
		"any state -> Cut: limit [transitions ≥ 2·most]",
		"Ask -> Done: Turn [1: said] / name ← true",
		"any state -> Escalated: stall [stalls + 1 ≥ most]",
		"in Ask: Turn [2: name]; Turn [otherwise]; reenter Again",
	}
	if d := cmp.Diff(want, edges(picture.New(s.Machine))); d != "" {
		t.Error(d)
	}
}

// TestOutcomes gives outcomes the colors of their kinds, and neutral ones other colors in turn.
func TestOutcomes(t *testing.T) {
	m := &core.Machine{Outcomes: []core.Outcome{
		{Name: "done", Kind: core.Success}, {Name: "success"}, {Name: "paid", Kind: core.Success}, {Name: "other"}, {Name: "aborted", Kind: core.Failure},
	}, States: []core.State{{Name: "A", Outcome: -1}}}
	var fills []string
	for _, o := range picture.New(m).Outcomes {
		fills = append(fills, o.Name+" "+o.Fill)
	}
	want := []string{"done #1a7f37", "success #0969da", "paid #1a7f37", "other #8250df", "aborted #cf222e"}
	if d := cmp.Diff(want, fills); d != "" {
		t.Error(d)
	}
}

// TestDeclarations draws what composite states declare: once from the block,
// without "otherwise" where only the first state inside has something before
// it, and from each state where the states differ.
func TestDeclarations(t *testing.T) {
	m := &core.Machine{
		Events: []core.Event{{Name: "go"}, {Name: "stop"}, {Name: "stay"}},
		States: []core.State{
			{Name: "A", Outcome: -1, Composites: []string{"X"}},
			{Name: "B", Outcome: -1, Composites: []string{"X"}},
			{Name: "C", Outcome: -1},
			{Name: "D", Outcome: 0},
		},
		Outcomes: []core.Outcome{{Name: "success", Kind: core.Success, States: []int{3}}},
		Transitions: []core.Transition{
			{From: 0, Event: 0, To: 2, Composite: "X"},
			{From: 0, Event: 1, To: 2, Guard: expr.Truth(true), Written: expr.Truth(true)},
			{From: 0, Event: 1, To: 3, Composite: "X"},
			{From: 0, Event: 2, To: 0, Internal: true, Composite: "X"},
			{From: 1, Event: 0, To: 3, Composite: "X"},
			{From: 1, Event: 1, To: 3, Composite: "X"},
			{From: 1, Event: 2, To: 0, Composite: "X"},
		},
	}
	want := []string{
		"A -> C: go; stop [true]",
		"any state of X -> D: stop",
		"B -> D: go",
		"B -> A: stay",
		"in A: ignores stay",
	}
	if d := cmp.Diff(want, edges(picture.New(m))); d != "" {
		t.Error(d)
	}
}

func TestBrief(t *testing.T) {
	full := picture.New(picturetest.Everything())
	before := edges(full)
	brief := edges(full.Brief())
	if len(brief) != len(full.Edges) { // nothing stands inside nodes and blocks
		t.Errorf("%d lines for %d edges", len(brief), len(full.Edges))
	}
	for _, line := range brief {
		if strings.Contains(line, " / ") || strings.Contains(line, "[otherwise]") || strings.Contains(line, "after ") || strings.Contains(line, "[count") {
			t.Errorf("brief picture says %s", line)
		}
	}
	if d := cmp.Diff(before, edges(full)); d != "" {
		t.Errorf("Brief changed its receiver: %s", d)
	}
}
