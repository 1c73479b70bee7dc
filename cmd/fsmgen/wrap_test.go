package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestFitted wraps text for people below its beginning, without a change of what is quoted.
func TestFitted(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"short", "a b c\n", "a b c\n"},
		{"finding", "door.fsm.yaml:1:2: error: the machine does not end at all [FSM401]\n", "door.fsm.yaml:1:2: error: the machine\n    does not end at all [FSM401]\n"},
		{"help", "  = help: count the iterations of each cycle in a variable\n", "  = help: count the iterations of each\n          cycle in a variable\n"},
		{"report", "  bound        2 * n + 1 transitions: proved, tight if n > 4\n", "  bound        2 * n + 1 transitions:\n               proved, tight if n > 4\n"},
		{"step", "          >  1  Calling --Failure(transient: true)--> Waiting\n", "          >  1  Calling\n                --Failure(transient:\n                true)--> Waiting\n"},
		{"step with changes", "   1  Idle --Go--> Working         progress 3 -> 1, n = 2\n", "   1  Idle --Go--> Working\n      progress 3 -> 1, n = 2\n"},
		{"change", "  ~ 2 * providers + 1 -> providers * (2 * maxRetries + 3)\n", "  ~ 2 * providers + 1 -> providers * (2\n    * maxRetries + 3)\n"},
		{"quoted", "12 |   Calling: {on: {Success: Succeeded, Failure: GaveUp}}\n  |    ^~~~~~~\n", "12 |   Calling: {on: {Success: Succeeded, Failure: GaveUp}}\n  |    ^~~~~~~\n"},
		{"word", "  = help: " + strings.Repeat("x", 50) + " y\n", "  = help: " + strings.Repeat("x", 50) + "\n          y\n"},
		{"colors", strings.Repeat(bold+"b"+reset+" ", 19) + "c\n", strings.Repeat(bold+"b"+reset+" ", 19) + "c\n"},
		{"no end", "aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd", "aaaaaaaaaa bbbbbbbbbb cccccccccc\n    dddddddddd\n"},
	} {
		got := fitted(test.text, 40)
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
		if words, want := strings.Fields(got), strings.Fields(test.text); strings.Join(words, " ") != strings.Join(want, " ") {
			t.Errorf("%s: other words: %q", test.name, words)
		}
	}
	if text := strings.Repeat("word ", 100); fitted(text, 0) != text || fitted(text, narrow-1) != text {
		t.Error("what is no terminal is wrapped")
	}
}

// TestTerminal runs the command on a terminal of 80 columns: no line is wider unless it is quoted, what follows from something is folded,
// and how many findings there are stands at the end. In a pipe, COLUMNS changes nothing.
func TestTerminal(t *testing.T) {
	lacks := func(what string) {
		if os.Getenv("CI") != "" {
			t.Fatal(what)
		}
		t.Skip(what + ": terminals are NOT tested")
	}
	tool, err := exec.LookPath("script")
	if err != nil {
		lacks("there is no command script")
	}
	const spec = "../../verify/testdata/seed000" + suffix
	width := 80
	see := func(command string) string {
		c := exec.Command(tool, "-qec", fmt.Sprintf("stty cols %d; %s", width, command), "/dev/null")
		c.Env = append(c.Environ(), "TERM=xterm", "NO_COLOR=1", "COLUMNS=")
		out, _ := c.CombinedOutput() // the exit status is that of the verdict
		return strings.ReplaceAll(string(out), "\r\n", "\n")
	}
	text := see("fsmgen verify " + spec)
	if strings.Contains(text, "stty") || strings.Contains(text, "unexpected") {
		lacks("there is no terminal: " + text)
	}
	fits := func(text string) {
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, " \n")); n > width && !quoted.MatchString(line) {
				t.Errorf("%d columns of %d: %s", n, width, line)
			}
		}
	}
	fits(text)
	for _, want := range []string{"= note: 9 more errors are about the declared progress,", "38, 40, 41, 42, 43, 48, 49, 50; fsmgen verify -v shows them", "\n\n../../verify/testdata/seed000", "\nFound 11 errors: refuted\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, ": error: "); n != 2 || !strings.HasSuffix(text, "refuted\n") {
		t.Errorf("%d findings, want 2:\n%s", n, text)
	}
	if all := see("fsmgen verify -v " + spec); strings.Count(all, "[FSM403]") != 9 || strings.Contains(all, "more errors") {
		t.Errorf("-v does not show all:\n%s", all)
	}
	width = 60 // 80 is what a terminal has that does not say its width
	fits(see("fsmgen verify " + spec))
	width = 80
	if text := see("fsmgen check ../../spec/testdata/err/alias.fsm.yaml"); !regexp.MustCompile(`(?m)^Found \d+ errors?$`).MatchString(text) {
		t.Errorf("check does not end with the number of findings:\n%s", text)
	}
	if text := see("fsmgen diff " + spec + " ../../machines/fallback/fallback" + suffix); !strings.Contains(text, "suggests a major version: Go code no longer compiles or fits (FSMB103,\n") {
		t.Errorf("a diff is not wrapped:\n%s", text)
	}
	if json := see("fsmgen verify --format json " + spec); strings.Count(json, "\n") != 1 || strings.Count(json, `"code":"FSM403"`) != 9 {
		t.Errorf("JSON on a terminal: %.300s", json)
	}
	t.Setenv("COLUMNS", "60")
	var out bytes.Buffer
	run(t.Context(), []string{"verify", spec}, stdio{strings.NewReader(""), &out, &out})
	if text := out.String(); strings.Contains(text, "Found ") || strings.Count(text, "[FSM403]") != 9 || !strings.Contains(text, "mark the events that may keep arriving with `environment: true`\n") {
		t.Errorf("in a pipe:\n%s", text)
	}
}
