package waiver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var codes = []string{"FSMB204", "FSMB304", "FSMB305"}

// parsed writes what Parse returns, one item on each line.
func parsed(src string) (lines []string) {
	list, diags := Parse("w.yaml", []byte(src), codes)
	for _, w := range list {
		lines = append(lines, fmt.Sprintf("%s | %s | %s | %s | %s", w.Span, w.Machine, w.Code, w.Subject, w.Reason))
	}
	for _, d := range diags {
		lines = append(lines, fmt.Sprintf("%s: %s: %s [%s] %s", d.Span, d.Severity, d.Message, d.Code, d.Help))
	}
	return lines
}

const form = "fsmgen diff --format waivers prints a list in the right form"

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"nothing", "", nil},
		{"only comments", "\n# none\n  # left\n", nil},
		{"no waivers", "waivers:\n", nil},
		{"an empty list", "waivers: []\n", nil},
		{"one", "waivers:\n  - machine: Door\n    code: FSMB304\n    subject: transition Shut --Open[a && b]--> Ajar\n    reason: \"see #7: wanted\"\n", []string{
			"w.yaml:4:14 | Door | FSMB304 | transition Shut --Open[a && b]--> Ajar | see #7: wanted",
		}},
		{"several subjects", "waivers:\n- {machine: Door, code: FSMB204, subject: [var a, var b], reason: 'we looked'}\n", []string{
			"w.yaml:2:44 | Door | FSMB204 | var a | we looked",
			"w.yaml:2:51 | Door | FSMB204 | var b | we looked",
		}},
		{"no reason", "waivers:\n- {machine: Door, code: FSMB204, subject: var a}\n- {machine: Door, code: FSMB204, subject: var b, reason: ''}\n- {machine: Door, code: FSMB204, subject: var c, reason: }\n- {machine: Door, code: FSMB204, subject: var c, reason: '  '}\n", []string{
			"w.yaml:2:3: error: a waiver needs `reason` [FSM003] say why the change is intended, for those who review it",
			"w.yaml:3:59: error: expected the reason why the change is intended, found nothing [FSM004] write it after the colon, in quotes if it contains a colon or #",
			"w.yaml:4:58: error: expected the reason why the change is intended, found nothing [FSM004] write it after the colon, in quotes if it contains a colon or #",
			"w.yaml:5:59: error: expected the reason why the change is intended, found nothing [FSM004] write it after the colon, in quotes if it contains a colon or #",
		}},
		{"missing keys", "waivers:\n- reason: so\n", []string{
			"w.yaml:2:3: error: a waiver needs `machine` [FSM003] fsmgen diff --format waivers prints it",
			"w.yaml:2:3: error: a waiver needs `code` [FSM003] fsmgen diff --format waivers prints it",
			"w.yaml:2:3: error: a waiver needs `subject` [FSM003] fsmgen diff --format waivers prints it",
		}},
		{"unknown keys", "waiver:\nwaivers:\n- {machine: Door, code: FSMB204, subject: var a, raeson: so, until: 2027-01-01}\n", []string{
			"w.yaml:1:1: error: unknown key `waiver` in a file of waivers [FSM002] did you mean `waivers`?",
			"w.yaml:3:50: error: unknown key `raeson` in a waiver [FSM002] did you mean `reason`?",
			"w.yaml:3:62: error: unknown key `until` in a waiver [FSM002] its keys are machine, code, subject, reason",
			"w.yaml:3:3: error: a waiver needs `reason` [FSM003] say why the change is intended, for those who review it",
		}},
		{"unknown codes", "waivers:\n- {machine: Door, code: FSMB306, subject: var a, reason: so}\n- {machine: Door, code: breaking, subject: var a, reason: so}\n", []string{
			"w.yaml:2:25: error: unknown code `FSMB306` of a breaking change [FSM103] did you mean `FSMB304`?",
			"w.yaml:3:25: error: unknown code `breaking` of a breaking change [FSM103] fsmgen help diff lists the codes",
		}},
		{"wrong forms", "waivers:\n- Door\n- {machine: [a], code: FSMB204, subject: {}, reason: so}\n- {machine: a, code: FSMB204, subject: [], reason: so}\n", []string{
			"w.yaml:2:3: error: expected a waiver with the keys machine, code, subject, reason, found `Door` [FSM004] " + form,
			"w.yaml:3:13: error: expected the name of a machine, found a list [FSM004] write it after the colon, in quotes if it contains a colon or #",
			"w.yaml:3:42: error: expected what changes, as fsmgen diff prints it, found a mapping [FSM004] write it after the colon, in quotes if it contains a colon or #",
			"w.yaml:4:40: error: expected what changes, as fsmgen diff prints it, found an empty list [FSM004] write it after the colon, in quotes if it contains a colon or #",
		}},
		{"no list", "waivers: none\n", []string{"w.yaml:1:10: error: expected a list of waivers, found `none` [FSM004] " + form}},
		{"a list alone", "- machine: Door\n", []string{"w.yaml:1:1: error: expected the key waivers, found a list [FSM004] " + form}},
		{"two waivers in one", "waivers:\n- machine: Door\n  code: FSMB204\n  subject: var a\n  reason: so\n  machine: Gate\n", []string{
			"w.yaml:4:12 | Door | FSMB204 | var a | so",
			"w.yaml:6:3: error: key `machine` is given twice [FSM005] begin each waiver with - on a line of its own",
		}},
		{"two documents", "waivers: []\n---\nwaivers: []\n", []string{"w.yaml:2:1: error: a second YAML document begins here [FSM001] a file contains one list of waivers: remove this line"}},
		{"an alias", "waivers: *all\n", []string{"w.yaml:1:10: error: invalid YAML: unknown anchor 'all' referenced [FSM001] put the value in quotes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, parsed(test.src)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestHelp checks that no help is about specs.
func TestHelp(t *testing.T) {
	for _, src := range []string{
		"waivers: [" + strings.Repeat("[", 200), "waivers: []\n---\na: b\n", "{", "a: &x b\n", "a: !t b\n", "waivers:\n- a: 1\n  a: 2\n", "\tx", "\x00", "\xff",
		strings.Repeat("- \n", 300_000), strings.Repeat("x", 5<<20),
	} {
		list, diags := Parse("w.yaml", []byte(src), codes)
		if len(list) > 0 || !diags.HasErrors() {
			t.Errorf("%.20q is accepted: %v", src, list)
		}
		for _, d := range diags {
			if strings.Contains(d.Help, "machine") && !strings.Contains(d.Help, "keys") || strings.Contains(d.Message+d.Help, "spec") || !d.Span.Start.IsValid() {
				t.Errorf("%.20q: %s: %s; %s", src, d.Span, d.Message, d.Help)
			}
		}
	}
}
