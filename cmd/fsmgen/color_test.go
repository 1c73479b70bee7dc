package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestColor looks at what people see with colors and without them.
func TestColor(t *testing.T) {
	spec := filepath.Join(t.TempDir(), "loop.fsm.yaml")
	text := "machine: Loop\nevents: {Go: {}, Stop: {}}\ninitial: A\nterminal: {done: [Z]}\nstates: {A: {on: {Go: B, Stop: Z}}, B: {on: {Go: A}}, Z: {}}\nbound: 3\n"
	if err := os.WriteFile(spec, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	see := func(args ...string) string {
		var out bytes.Buffer
		run(t.Context(), append(args, spec), stdio{strings.NewReader(""), &out, &out})
		return out.String()
	}
	for _, name := range []string{"NO_COLOR", "FORCE_COLOR"} {
		t.Setenv(name, "")
	}
	sequences := regexp.MustCompile(`\x1b\[[0-9;]*m`)
	for _, command := range []string{"verify", "generate"} {
		bare, colored := see(command), see(command, "--color", "always")
		if sequences.MatchString(bare) || !sequences.MatchString(colored) {
			t.Errorf("%s: without colors\n%q\nwith colors\n%q", command, bare, colored)
		}
		for line := range strings.Lines(bare) {
			if !strings.Contains(sequences.ReplaceAllString(colored, ""), line) {
				t.Errorf("%s: with colors, it does not say %q", command, line)
			}
		}
		if open := strings.Count(colored, "\x1b["); open != 2*strings.Count(colored, reset) {
			t.Errorf("%s: a color does not end in %q", command, colored)
		}
	}
	if got := see("verify", "--color", "always"); !strings.Contains(got, "  terminates   "+red+"refuted"+reset+": there is") || !strings.Contains(got, red+"error"+reset+": ") {
		t.Errorf("what is refuted and wrong is not red: %q", got)
	}
	t.Setenv("FORCE_COLOR", "1")
	if !sequences.MatchString(see("verify")) || sequences.MatchString(see("verify", "--color", "never")) {
		t.Error("FORCE_COLOR without a flag, or --color never")
	}
	t.Setenv("NO_COLOR", "1")
	if sequences.MatchString(see("verify")) {
		t.Error("NO_COLOR")
	}
	if got := sequences.ReplaceAllString(see("verify", "--color", "always"), ""); !strings.Contains(got, "\nFound 2 errors: refuted\n") {
		t.Errorf("the verdict does not stand at the end of\n%s", got)
	}
}
