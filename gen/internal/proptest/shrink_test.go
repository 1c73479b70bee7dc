package proptest

import (
	"regexp"
	"strings"
	"testing"
)

// TestSmallest has a machine, its typed states and Run panic where parameters are
// not the smallest. The tests report the smallest parameters and the shortest run
// that do, where Continue may send the last event, and the command that they print says the
// same again.
func TestSmallest(t *testing.T) {
	turn(t)
	const retry = "Slow by timer RetryReady"
	s := newModule(t)
	for _, test := range some(t, []struct{ folder, old, broken, says string }{
		{
			"machine", "m.retries++", "m.retries++\nif m.params.MaxRetries >= 3 && m.retries == 2 { panic(\"broken\") }",
			"after [RequestReceived Select with fits(remaining) " + retry + " Slow by timer]\nwith {Providers:1 MaxRetries:3}\n",
		},
		{
			"typed", "now, err := sendFrom(s.inRetrying", "if s.m.params.Providers > 1 { panic(\"broken\") }\nnow, err := sendFrom(s.inRetrying",
			"after [RequestReceived Select with fits(remaining) Failure(class: Transient)]\nwith {Providers:2 MaxRetries:0}\n",
		},
		{
			"run", "in AnyState) (AnyState, error) {\n", "in AnyState) (AnyState, error) {\nif m.retries > 1 { panic(\"broken\") }\n",
			"after [RequestReceived Select with fits(remaining) " + retry + " Slow by timer]\nwith {Providers:1 MaxRetries:2}\n",
		},
		{
			"restored", "Restore(data); err != nil {\n\t\treturn nil, err\n\t}\n", "Restore(data); err != nil {\nreturn nil, err\n}\nif m.retries > 0 && m.params.Providers > 1 { panic(\"broken\") }\n",
			"after [RequestReceived Select with fits(remaining) Failure(class: Transient) RetryReady]\nwith {Providers:2 MaxRetries:1}\n",
		},
		{
			"new", "m := &Machine{params: p", "if p.Providers > 3 { panic(\"broken\") }\nm := &Machine{params: p",
			"after []\nwith {Providers:4 MaxRetries:0}\n",
		},
	}, 1) {
		s.add(t, test.folder, "fallback", nil)
		broken := false
		for _, file := range []string{"fallback_fsm.go", "Fallback_typed.go", "Fallback_run.go"} {
			source := string(read(t, s.dir+"/"+test.folder+"/"+file))
			changed := strings.Replace(source, test.old, test.broken, 1)
			broken = broken || changed != source
			s.write(t, test.folder+"/"+file, []byte(changed))
		}
		if !broken {
			t.Errorf("no %q to break", test.old)
			continue
		}
		report := func(env string, args ...string) string {
			out, ok := s.run(env, append([]string{"test", "-vet=off", "./" + test.folder}, args...)...)
			says := strings.ReplaceAll(out, "\n        ", "\n")
			if ok || !strings.Contains(says, "broken\n"+test.says) {
				t.Errorf("%s: passes: %t, want\n%s\nin\n%s", test.folder, ok, test.says, out)
			}
			return elapsed.ReplaceAllString(out, "0.01s")
		}
		first := report("FSMGEN_SEED=3", "-run", "Properties")
		replay := regexp.MustCompile(`replay: (\S+) go test -run '(.*)'`).FindStringSubmatch(first)
		if replay == nil {
			t.Errorf("%s: no command in\n%s", test.folder, first)
		} else if again := report(replay[1], "-run", replay[2]); again != first {
			t.Errorf("%s:\n%s\nis not\n%s", test.folder, again, first)
		}
	}
}
