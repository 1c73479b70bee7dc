package verify_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// TestOverflowHelp follows the help of FSM406: after at most three times, it is gone, and what the help replaces is there.
func TestOverflowHelp(t *testing.T) {
	sample.Turn(t)
	instead, condition := regexp.MustCompile("`([^`]*)` in place of `([^`]*)`"), regexp.MustCompile("^add the condition `([^`]*)`")
	ranges := regexp.MustCompile("declare `min` and `max` for (.*)$")
	limit := regexp.MustCompile("limit `(event.k)` by a condition .* as in `(.*) && ...`")
	for _, alternatives := range []string{
		"[{if: 'event.k > 0 && n + event.k <= 100', set: {n: n + event.k}}, {otherwise: reject}]",
		"[{if: 'event.k > 0 && 100 >= n + event.k', set: {n: n + event.k}}, {otherwise: reject}]",
		"[{if: '100 - event.k >= n', set: {n: n + event.k}}, {otherwise: reject}]",
		"[{if: 'event.k <= 0', otherwise: reject}, {if: 'event.k + n > 100', otherwise: reject}, {set: {n: event.k + n}}]",
		"[{if: 'n - event.k >= m', set: {n: m}}, {otherwise: reject}]",
		"[{if: 'm - (n + event.k) > 3 && event.k > 0', set: {n: n + event.k}}, {otherwise: reject}]",
		"[{if: 'event.k - n == m || event.k + 1 != n', set: {n: m}}, {otherwise: reject}]",
		"[{if: fits, set: {n: n + event.k}}, {otherwise: reject}]",
		"[{set: {n: n + event.k}}]",
		"[{set: {n: 7 - event.k + m}}]",
		"[{if: '2 * event.k < 10', set: {n: 3}}, {otherwise: reject}]",
		"[{if: 'p * q > 5', set: {n: 3}}, {otherwise: reject}]",
	} {
		text := strings.Replace(`
machine: W
params: {p: int, q: {type: int, min: 0}}
vars: {n: {type: int, min: 0, max: 100}, m: {type: int, min: 0, max: 100}}
guards: {fits: event.k > 0 && n + event.k <= 100}
events: {Add: {environment: true, k: int}, Fill: {environment: true}}
initial: A
states: {A: {on: {Fill: {set: {m: 9}}, Add: ALTERNATIVES}}}
`, "ALTERNATIVES", alternatives, 1)
		for round := 0; ; round++ {
			r := reported(t, "w.fsm.yaml", []byte(text))
			var help string
			for _, d := range r.Diagnostics {
				if d.Code == diag.CodeOverflow {
					help = d.Help
				}
			}
			if help == "" && round > 0 {
				break // what is computed fits
			}
			before := text
			for _, m := range instead.FindAllStringSubmatch(help, -1) {
				text = strings.Replace(text, m[2], m[1], 1)
			}
			if m := condition.FindStringSubmatch(help); m != nil {
				text = strings.Replace(text, "[{set:", "[{if: '"+m[1]+"', set:", 1)
				text = strings.Replace(text, "}}]}}}", "}}, {otherwise: reject}]}}}", 1)
			}
			if m := limit.FindStringSubmatch(help); m != nil {
				text = strings.Replace(text, "if: '", "if: '"+m[2]+" && ", 1)
			}
			if m := ranges.FindStringSubmatch(help); m != nil {
				text = strings.Replace(text, "p: int, q: {type: int, min: 0}", "p: {type: int, min: 0, max: 9}, q: {type: int, min: 0, max: 9}", 1)
			}
			if text == before || round == 3 {
				t.Errorf("%s: after %d rounds, the help is %q", alternatives, round, help)
				break
			}
		}
	}
}

// TestOverflowHelpForRanges wants no help about a payload that has a range: where the variable has one too, nothing overflows, and where it
// has none, the help is about the variable.
func TestOverflowHelpForRanges(t *testing.T) {
	const spec = `
machine: W
vars: {n: VARIABLE}
events: {Add: {environment: true, k: FIELD}}
initial: A
states: {A: {on: {Add: [{if: CONDITION, set: {n: VALUE}}, {otherwise: reject}]}}}
`
	for _, test := range []struct{ variable, field, condition, want string }{
		{"{type: int, min: 0, max: 100}", "{type: int, min: 1, max: 100}", "n + event.k <= 100", ""},
		{"{type: int, min: 0, max: 100}", "{type: int, min: 1}", "n + event.k <= 100", "write `event.k <= 100 - n` in place of"},
		{"{type: int, min: 0, max: 100}", "int", "n + event.k <= 100", "write `event.k <= 100 - n` in place of"},
		{"{type: int, min: 0, max: 100}", "{type: int, min: 1}", "2 * event.k <= 100, to: A", "declare `min` and `max` for `event.k`"},
	} {
		help := ""
		for _, d := range reported(t, "w.fsm.yaml", []byte(strings.NewReplacer("VARIABLE", test.variable, "FIELD", test.field, "CONDITION", test.condition, "VALUE", map[bool]string{true: "n + event.k", false: "3"}[strings.HasPrefix(test.condition, "n")]).Replace(spec))).Diagnostics {
			if d.Code == diag.CodeOverflow {
				help = d.Help
			}
		}
		if (test.want == "") != (help == "") || !strings.HasPrefix(help, test.want) {
			t.Errorf("%+v: the help is %q", test, help)
		}
	}
}

// TestOverflowHelpInRegions wants the payload in the help, not the variable that a later region reads in its place.
func TestOverflowHelpInRegions(t *testing.T) {
	for _, region := range []string{
		"c: {on: {E: {to: d, emit: {A: {n: 2 * event.k}}}}}, d: {final: true}",
		"c: {on: {E: d}}, d: {entry: {A: {n: 2 * event.k}}, final: true}",
	} {
		text := strings.Replace(`
machine: W
outputs: {A: {n: int}}
events: {E: {k: int}}
initial: P
terminal: {done: [Z]}
states:
  P:
    done: Z
    parallel: {R1: {initial: a, states: {a: {on: {E: b}}, b: {final: true}}}, R2: {initial: c, states: {REGION}}}
  Z: {}
progress: {P: 1, a: 1, c: 1}
`, "REGION", region, 1)
		found := 0
		for _, d := range reported(t, "w.fsm.yaml", []byte(text)).Diagnostics {
			if d.Code == diag.CodeOverflow {
				found++
				if !strings.Contains(d.Help, "limit `event.k` by a condition") {
					t.Errorf("%s: the help is %q", region, d.Help)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no overflow is found", region)
		}
	}
}
