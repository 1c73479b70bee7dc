package verify_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// counted is a machine with a cycle between A and B. Its alternatives are those of event Go in state A.
const counted = `
machine: C
params: {p: {type: int, min: 1, max: 20}}
vars: {n: {type: int, min: 0, max: p}, down: {type: int, min: 0, max: p, init: p}, m: bool}
events: {Go: {k: int}, Back: {}, Stop: {}}
initial: A
terminal: {end: [End]}
states:
  A: {on: {Go: ALTERNATIVES, Stop: {to: End, set: {n: n, down: down}}}}
  B: {on: {Back: A}}
  End: {}
`

func helpFor(r *verify.Report, code diag.Code) string {
	for _, d := range r.Diagnostics {
		if d.Code == code {
			return d.Help
		}
	}
	return ""
}

// TestCounterHelp follows the help of FSM401: the machine ends then.
func TestCounterHelp(t *testing.T) {
	add := regexp.MustCompile("which its condition reads: add `([^`]*)` (to the `set` )?in line 9")
	for alternatives, want := range map[string]string{
		"[{if: n < p, to: B}, End]":                                            "set: {n: n + 1}",
		"[{if: p > n, to: B}, End]":                                            "set: {n: n + 1}",
		"[{if: event.k > 3 && n + 1 <= p, to: B}, End]":                        "set: {n: n + 1}",
		"[{if: down > 0, to: B}, End]":                                         "set: {down: down - 1}",
		"[{if: p - down < p, to: B}, End]":                                     "set: {down: down - 1}",
		"[{if: n < p, to: B, set: {m: '!m'}}, End]":                            "n: n + 1",
		"[{if: m, otherwise: reject}, {if: true, to: B}]":                      "",
		"[{if: event.k > 3, to: B}, End]":                                      "",
		"[{if: n < p, to: B, set: {n: n + 1 - 1}}, End]":                       "",
		"[{if: n == 0, to: B}, End]":                                           "",
		"[{if: p > 2, to: B}, {to: End}]":                                      "",
		"[{if: n < p && event.k > n, to: B}, {if: m, otherwise: ignore}, End]": "set: {n: n + 1}",
		"[{if: down >= 1 && n >= 0, to: B}, {to: End}]":                        "set: {down: down - 1}",
		"[{if: '!m && n < p', to: B, set: {m: false}}, End]":                   "n: n + 1",
	} {
		text := strings.Replace(counted, "ALTERNATIVES", alternatives, 1)
		help := helpFor(reported(t, "c.fsm.yaml", []byte(text)), diag.CodeEndless)
		m := add.FindStringSubmatch(help)
		if m == nil {
			if want != "" || !strings.HasPrefix(help, "count the iterations") {
				t.Errorf("%s: the help is %q", alternatives, help)
			}
			continue
		}
		if m[1] != want {
			t.Errorf("%s: %q, want %q", alternatives, m[1], want)
		}
		mended := strings.Replace(text, "to: B}", "to: B, "+m[1]+"}", 1)
		if m[2] != "" {
			mended = strings.Replace(text, "set: {m", "set: {"+m[1]+", m", 1)
		}
		if r := reported(t, "c.fsm.yaml", []byte(mended)); r.Termination != verify.Proved {
			t.Errorf("%s: with the help, termination is %s\n%s", alternatives, r.Termination, mended)
		}
	}
}

// TestLimitHelp reads the help of FSM404 and FSM402. There is none for a bound if something else is wrong.
func TestLimitHelp(t *testing.T) {
	for _, c := range []struct {
		alternatives, bound string
		code                diag.Code
		want                string
	}{
		{"{to: B, set: {n: n + 1}}", "", diag.CodeRange, "add the condition `n + 1 <= p`, or widen the range"},
		{"{to: B, set: {down: down - 1}}", "", diag.CodeRange, "add the condition `down - 1 >= 0`, or widen the range"},
		{"{to: B, set: {n: event.k}}", "", diag.CodeRange, "add the condition `event.k "},
		{"[{if: n < p, to: B, set: {n: n + 1}}, End]", "bound: p", diag.CodeBound, "write `bound: 2 * p + 1`: progress starts there and falls with each transition"},
		{"[{if: n <= p, to: B, set: {n: n + 1}}, End]", "bound: p", diag.CodeBound, ""},
	} {
		text := strings.Replace(strings.Replace(counted, "ALTERNATIVES", c.alternatives, 1), "states:", c.bound+"\nstates:", 1)
		got := helpFor(reported(t, "c.fsm.yaml", []byte(text)), c.code)
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: the help is %q, want %q", c.alternatives, got, c.want)
		}
	}
}

// TestLowBound wants one finding for a bound that is too low, whether or not the spec declares progress.
func TestLowBound(t *testing.T) {
	for _, progress := range []string{"", "progress: {A: 2*(p - n) + 1, B: 2*(p - n) + 2}\n"} {
		text := strings.Replace(strings.Replace(counted, "ALTERNATIVES", "[{if: n < p, to: B, set: {n: n + 1}}, End]", 1), "states:", "bound: p\n"+progress+"states:", 1)
		r := reported(t, "c.fsm.yaml", []byte(text))
		if r.Termination != verify.Proved || len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != diag.CodeBound {
			t.Errorf("with %q, termination is %s, and the findings are %v", progress, r.Termination, r.Diagnostics)
		}
	}
}
