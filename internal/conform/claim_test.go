package conform

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
)

// askSpec claims its time and two costs. A model is asked up to rounds times, each with a timeout.
const askSpec = `machine: Ask
params: {rounds: {type: int, min: 1, max: 9}, tokens: {type: int, min: 1, max: 100}}
vars: {asked: {type: int, min: 1, max: rounds, init: 1}}
events: {Answer: {fields: {size: {type: int, min: 0, max: 99}}}, Slow: {internal: true}, Note: {}}
outputs: {Ask: {tokens: int}, Charge: {cents: int}}
initial: Idle
terminal: {done: [Done]}
states:
  Idle: {on: {Note: {to: Asking, emit: {Ask: {tokens: tokens}}}}, after: {10s: Slow}}
  Asking:
    ignore: Note
    after: {30s: Slow}
    on:
      Slow: [{if: asked < rounds, to: Asking, set: {asked: asked + 1}, emit: {Ask: {tokens: tokens}}}, Done]
      Answer: {to: Done, emit: {Charge: {cents: event.size}}}
  Done: {}
on: {Slow: Done}
costs:
  tokens: {Ask: with.tokens, max: rounds * tokens}
  cents: {Charge: with.cents, max: 5}
within: 10s + rounds * 30s
`

// TestClaims checks runs against claims, and timers against their starts.
func TestClaims(t *testing.T) {
	m := load(t, askSpec)
	at := func(seconds int) string {
		return fmt.Sprintf(`"at":%q`, time.Unix(0, 0).UTC().Add(time.Duration(seconds)*time.Second).Format(time.RFC3339))
	}
	begin := `{"params":{"rounds":2,"tokens":7},` + at(0) + `} `
	for _, each := range []struct{ name, records, want string }{
		{"in time", begin + `{"event":"Note",` + at(9) + `} {"event":"Slow","timer":"Asking.Slow",` + at(39) + `} {"event":"Slow","timer":"Asking.Slow",` + at(69) + `}`, ""},
		{"late", begin + `{"event":"Note",` + at(9) + `} {"event":"Answer",` + at(71) + `}`, "time 2: 1m11s > 1m10s"},
		{"late once", begin + `{"event":"Note",` + at(71) + `} {"event":"Answer",` + at(72) + `}`, "time 1: 1m11s > 1m10s"},
		{"late, and the begin is not recorded", `{"revision":5,"to":"Asking",` + at(0) + `} {"event":"Answer",` + at(999) + `}`, ""},
		{"without times", begin + `{"event":"Note"} {"event":"Answer"}`, ""},
		{"dear", begin + `{"event":"Note"} {"event":"Answer","payload":{"size":6}}`, "cents 2: 6 > 5"},
		{"just not dear", begin + `{"event":"Note"} {"event":"Answer","payload":{"size":5}}`, ""},
		{"dear, but nobody knows", begin + `{"event":"Note"} {"event":"Answer"}`, ""},
		{"early", begin + `{"event":"Note",` + at(9) + `} {"event":"Slow","timer":"Asking.Slow",` + at(37) + `}`, "early 2: 28s < 30s"},
		{"hardly early", begin + `{"event":"Note",` + at(9) + `} {"event":"Slow","timer":"Asking.Slow",` + at(38) + `}`, ""},
		{"sent, not fired", begin + `{"event":"Note",` + at(9) + `} {"event":"Slow",` + at(10) + `}`, ""},
		{"started again", begin + `{"event":"Note",` + at(0) + `} {"event":"Slow","timer":"Asking.Slow",` + at(30) + `} {"event":"Slow","timer":"Asking.Slow",` + at(31) + `}`, "early 3: 1s < 30s"},
		{"not started again by what is ignored", begin + `{"event":"Note",` + at(0) + `} {"event":"Note","ignored":true,` + at(29) + `} {"event":"Slow","timer":"Asking.Slow",` + at(30) + `}`, ""},
		{"early at the begin", begin + `{"event":"Slow","timer":"Idle.Slow",` + at(5) + `}`, "early 1: 5s < 10s"},
		{"the begin has no time", `{"params":{"rounds":2,"tokens":7}} {"event":"Slow","timer":"Idle.Slow",` + at(5) + `}`, ""},
		{"an unknown timer", begin + `{"event":"Slow","timer":"Idle.Fast",` + at(5) + `}`, "refused the machine has no timer Idle.Fast"},
	} {
		report := checkText(t, m, strings.ReplaceAll(each.records, "} {", "}\n{"))
		var got []string
		for _, r := range report.Refused {
			got = append(got, "refused "+r.Reason)
		}
		for _, b := range report.Beyond {
			switch {
			case b.Claim.Time:
				got = append(got, fmt.Sprintf("time %d: %v > %v", b.Step, time.Duration(b.Count), time.Duration(b.Bound)))
			default:
				got = append(got, fmt.Sprintf("%s %d: %d > %d", m.Costs[b.Claim.Cost].Name, b.Step, b.Count, b.Bound))
			}
		}
		for _, e := range report.Early {
			got = append(got, fmt.Sprintf("early %d: %v < %v", e.Step, e.After, e.Due))
		}
		if text := strings.Join(got, "; "); text != each.want {
			t.Errorf("%s: %q, want %q", each.name, text, each.want)
		}
	}
}

const quoteSpec = `machine: Quote
events: {Price: {}, Slow: {internal: true}, GaveUp: {internal: true}}
initial: Asking
terminal: {priced: {states: [Priced], within: 30s}, failure: {states: [Unknown], within: 24h + 30s}}
states:
  Asking: {after: {30s: Slow}, on: {Price: Priced, Slow: Looking}}
  Looking: {after: {24h: GaveUp}, on: {GaveUp: Unknown}}
  Priced: {}
  Unknown: {}
`

// TestClaimsOfOutcomes checks the time of runs against the claim of the outcome with which they end, and not before.
func TestClaimsOfOutcomes(t *testing.T) {
	m := load(t, quoteSpec)
	at := func(seconds int) string {
		return fmt.Sprintf(`,"at":%q}`, time.Unix(0, 0).UTC().Add(time.Duration(seconds)*time.Second).Format(time.RFC3339))
	}
	begin := `{"params":{}` + at(0) + "\n"
	for _, each := range []struct{ name, records, want string }{
		{"in time", begin + `{"event":"Price"` + at(30), ""},
		{"late", begin + `{"event":"Price"` + at(31), "time to priced 1: 31s > 30s"},
		{"not at an end", begin + `{"event":"Slow"` + at(31), ""},
		{"the other end", begin + `{"event":"Slow"` + at(31) + "\n" + `{"event":"GaveUp"` + at(86430), ""},
		{"late at the other end", begin + `{"event":"Slow"` + at(31) + "\n" + `{"event":"GaveUp"` + at(86431), "time to failure 2: 24h0m31s > 24h0m30s"},
	} {
		var got []string
		for _, b := range checkText(t, m, each.records).Beyond {
			got = append(got, fmt.Sprintf("time%s %d: %v > %v", core.TimeClaim{Outcome: b.Claim.Outcome}.To(m), b.Step, time.Duration(b.Count), time.Duration(b.Bound)))
		}
		if text := strings.Join(got, "; "); text != each.want {
			t.Errorf("%s: %q, want %q", each.name, text, each.want)
		}
	}
}

// TestCosts adds up what random runs cost, and leaves out some payloads: nothing below the cost is refused, and with all payloads
// everything above it.
func TestCosts(t *testing.T) {
	m, r := load(t, askSpec), sample.Rand(t)
	found := 0
	for range 300 {
		rounds, size := 1+r.IntN(4), r.IntN(9)
		lines := []string{fmt.Sprintf(`{"params":{"rounds":%d,"tokens":3}}`, rounds), `{"event":"Note"}`}
		for range r.IntN(rounds) {
			lines = append(lines, `{"event":"Slow"}`)
		}
		lines = append(lines, fmt.Sprintf(`{"event":"Answer","payload":{"size":%d}}`, size))
		if r.IntN(2) == 0 {
			size = 0
			lines[len(lines)-1] = `{"event":"Answer"}`
		}
		report := checkText(t, m, strings.Join(lines, "\n"))
		if len(report.Refused) > 0 || (len(report.Beyond) > 0) != (size > 5) {
			text, _ := json.Marshal(report)
			t.Fatalf("%s\n%s", strings.Join(lines, "\n"), text)
		}
		found += len(report.Beyond)
	}
	if found < 10 {
		t.Errorf("only %d runs are too dear", found)
	}
}

// mergeSpec has ways of different costs, and with different starts of a timer, that lead to the same configuration.
const mergeSpec = `machine: Merge
vars: {a: bool, b: bool, c: bool, d: bool, e: bool, f: bool, g: bool, h: bool}
events:
  One: {big: bool}
  Two: {big: bool}
  Again: {big: bool}
  First: {a: bool, b: bool, c: bool, d: bool}
  Second: {a: bool, b: bool, c: bool, d: bool}
  Late: {internal: true}
  End: {}
outputs: {Pay: {}}
initial: Open
terminal: {done: [Done]}
states:
  Open:
    after: {10s: Late}
    on:
      One: [{if: event.big, to: Here}, There]
      Two: [{if: event.big, to: There}, Here]
      Again: [{if: event.big, to: Open}, {set: {a: false}}]
      First: {set: {a: event.a, b: event.b, c: event.c, d: event.d}}
      Second:
        - {if: event.a, to: Here, set: {e: event.a, f: event.b, g: event.c, h: event.d}}
        - {to: There, set: {e: event.a, f: event.b, g: event.c, h: event.d}}
      Late: Done
      End: {to: Done, emit: Pay}
  Here: {always: {to: Both, emit: Pay}}
  There: {always: Both}
  Both: {always: Rest}
  Rest: {on: {End: {to: Done, emit: Pay}}}
  Done: {}
costs: {paid: {Pay: 1, max: 0}}
`

// TestEarlyLength checks timers whose durations read a variable.
func TestEarlyLength(t *testing.T) {
	m := load(t, `machine: Wait
vars: {wait: {type: duration, min: 1s, max: 1m, init: 10s}}
events: {Again: {internal: true}, Set: {to: {type: duration, min: 1s, max: 1m}}}
initial: A
terminal: {done: [Z]}
states:
  A: {after: {2*wait: Again}, on: {Again: [{if: wait < 30s, to: A, set: {wait: 2*wait}}, Z], Set: {to: A, set: {wait: event.to}}}}
  Z: {}
`)
	for records, want := range map[string]int{
		`{"at":"2020-01-01T00:00:00Z"} {"event":"Again","timer":"A.Again","at":"2020-01-01T00:00:20Z"} {"event":"Again","timer":"A.Again","at":"2020-01-01T00:01:00Z"}`: 0,
		`{"at":"2020-01-01T00:00:00Z"} {"event":"Again","timer":"A.Again","at":"2020-01-01T00:00:15Z"}`:                                                                 1,
		`{"at":"2020-01-01T00:00:00Z"} {"event":"Again","timer":"A.Again","at":"2020-01-01T00:00:20Z"} {"event":"Again","timer":"A.Again","at":"2020-01-01T00:00:40Z"}`: 1,
		`{"at":"2020-01-01T00:00:00Z"} {"event":"Set","at":"2020-01-01T00:00:05Z"} {"event":"Again","timer":"A.Again","at":"2020-01-01T00:00:06Z"}`:                     0,
	} {
		report := checkText(t, m, strings.ReplaceAll(records, "} {", "}\n{"))
		if len(report.Refused) > 0 || len(report.Early) != want {
			t.Errorf("%s: %+v", records, report)
		}
	}
}

// TestLeast checks runs that may have cost less, or whose timers may have begun earlier, than others that lead to the same
// configuration: only what is certain counts.
func TestLeast(t *testing.T) {
	m := load(t, mergeSpec)
	for _, each := range []struct {
		records      string
		dear, before int
	}{
		{`{"event":"End"}`, 1, 0},
		{`{"event":"One","payload":{"big":true}}`, 1, 0},
		{`{"event":"One"}`, 0, 0},
		{`{"event":"Two"}`, 0, 0},
		{`{"event":"Two"} {"event":"End"}`, 1, 0},
		{`{"event":"First"} {"event":"Second"}`, 0, 0},
		{`{"event":"First"} {"event":"Second","payload":{"a":true}}`, 1, 0},
		{`{"at":"2020-01-01T00:00:00Z"} {"event":"Again","at":"2020-01-01T00:00:09Z"} {"event":"Late","timer":"Open.Late","at":"2020-01-01T00:00:11Z"}`, 0, 0},
		{`{"at":"2020-01-01T00:00:00Z"} {"event":"Again","payload":{"big":true},"at":"2020-01-01T00:00:09Z"} {"event":"Late","timer":"Open.Late","at":"2020-01-01T00:00:11Z"}`, 0, 1},
	} {
		report := checkText(t, m, strings.ReplaceAll(each.records, "} {", "}\n{"))
		if len(report.Refused) > 0 || len(report.Beyond) != each.dear || len(report.Early) != each.before {
			t.Errorf("%s: %+v", each.records, report)
		}
	}
}
