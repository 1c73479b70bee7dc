package sqlguard

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// load loads a spec with some sections, members of the initial state A, and an alternative for its event Go.
func load(t *testing.T, sections, members, alternative string) *core.Machine {
	t.Helper()
	if !strings.Contains(alternative, "Other:") {
		alternative += "\n      Other: B"
	}
	text := "machine: Small\n" + sections + "\nevents: {Go: {n: int, k: {type: int, min: 1, max: 9}, text: string, any: 'time.Time'}, Other: {}}\ninitial: A\nterminal: {done: [B]}\nstates:\n  A:\n    on:\n      Go: " +
		alternative + "\n" + members + "\n  B: {}\n"
	loaded, diags := spec.Load("small.fsm.yaml", []byte(text))
	if loaded.Machine == nil {
		t.Fatalf("%v\n%s", diags, text)
	}
	return loaded.Machine
}

// TestRefused has machines whose moves the columns do not tell: each is refused with the reason.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ want, sections, members, alternative string }{
		{"without an event", "", "    always: [{if: x == 1, to: B}]", "{set: {x: 1}}"},
		{"has calls", "calls: {save: {}}", "    invoke: {call: save, on: {done: B, error: B}}", "{set: {x: 1}}"},
		{"can expire", "", "    after: {1s: Other}", "B\n      Other: {set: {x: 1}}"},
		{"v has a Go type", "vars: {v: time.Time}", "", "B"},
		{"reads event.n", "", "", "[{if: event.n > 3, to: B}, {to: A}]"},
		{"reads event.n", "", "", "{set: {x: 'event.n * 2'}}"},
		{"reads event.text", "", "", "[{if: event.text == \"a\", to: B}, {otherwise: ignore}]"},
		{"same column a_b", "params: {aB: bool}\nvars: {a_b: bool}", "", "B"},
		{"same column state", "params: {state: bool}", "", "B"},
	} {
		sections := test.sections
		if !strings.Contains(sections, "vars") && (strings.Contains(test.members+test.alternative, "x")) {
			sections += "\nvars: {x: {type: int, min: 0, max: 9}}"
		}
		text, err := File(load(t, sections, test.members, test.alternative), "")
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v\n%s", test.want, err, text)
		}
	}
}

// TestNames quotes what a table and texts can contain.
func TestNames(t *testing.T) {
	m := load(t, "vars: {maxTries2Go: bool, x: string}", "", `{to: B, set: {x: '"$fsm$ '' \\ ; --"'}}`)
	text, err := File(m, "Größe_2")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"ALTER TABLE \"Größe_2\" ADD CONSTRAINT", `"max_tries2_go": boolean`, "AS $fsm1$", `E'$fsm$ '' \\ ; --'`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	for _, name := range []string{strings.Repeat("a", 60), "a\x00", "a b", `a"b`, "a;", "a.b", "a\n::error::x", "\xff", "$fsm$", "'"} {
		if _, err := File(m, name); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
	if text, err := File(m, ""); err != nil || !strings.Contains(string(text), `ALTER TABLE "small"`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestLiteral writes texts on one line.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		"": "''", "it's": "'it''s'", `a\'b`: `E'a\\''b'`, "a\n::error::b": `E'a\U0000000A::error::b'`, "ä→\u202e": `E'ä→\U0000202E'`,
	} {
		if got := literal(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
