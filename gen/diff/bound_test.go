package diff

import (
	"fmt"
	"strings"
	"testing"
)

// loop is a machine with one parameter and a bound.
func loop(name, about, bound string) string {
	return fmt.Sprintf(`
machine: Loop
params: {%[1]s: {type: int, %[2]s}}
vars: {left: {type: int, min: 0, max: %[1]s, init: %[1]s}}
events: {Again: {}, Stop: {}}
initial: Run
terminal: {done: [Over]}
states:
  Run:
    on:
      Again: [{if: left > 0, set: {left: left - 1}}, {to: Over}]
      Stop: Over
  Over: {}
progress: {Run: left + 1}
bound: %[3]s
`, name, about, bound)
}

// TestNumbers checks the values of parameters for which bounds are evaluated.
func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		name     string
		old, new string
		// given are values for the old and the new version.
		given [2]map[string]int64
		want  string
	}{
		{"default", loop("n", "min: 0, default: 2", "n + 1"), loop("n", "min: 0, default: 5", "n + 2"), [2]map[string]int64{}, "6 → 7, for example with n = 5"},
		{"small", loop("n", "min: 0", "n + 1"), loop("n", "min: 0", "n + 2"), [2]map[string]int64{}, "4 → 5, for example with n = 3"},
		{"given", loop("n", "min: 0, default: 2", "n + 1"), loop("n", "min: 0, default: 5", "n + 2"), [2]map[string]int64{{"n": 8}, {"n": 8}}, "9 → 10, for example with n = 8"},
		{"new counts", loop("n", "min: 0", "n + 1"), loop("n", "min: 0", "n + 2"), [2]map[string]int64{{"n": 7}, {"n": 8}}, "9 → 10, for example with n = 8"},
		{"renamed, by its old name", loop("n", "min: 0", "n + 1"), loop("tries", "min: 0", "tries + 2"), [2]map[string]int64{{"n": 8}, nil}, "9 → 10, for example with tries = 8"},
		{"renamed, by its new name", loop("n", "min: 0", "n + 1"), loop("tries", "min: 0", "tries + 2"), [2]map[string]int64{nil, {"tries": 8}}, "9 → 10, for example with tries = 8"},
		{"not in the old range", loop("n", "min: 0, max: 5", "n + 1"), loop("n", "min: 0", "n + 2"), [2]map[string]int64{{"n": 8}, {"n": 8}}, "no value → 10, for example with n = 8"},
		{"not in the new range", loop("n", "min: 0", "n + 1"), loop("n", "min: 3", "n + 2"), [2]map[string]int64{{"n": 2}, {"n": 2}}, "3 → no value, for example with n = 2"},
		{"default not in the old range", loop("n", "min: 0, max: 5", "n + 1"), loop("n", "min: 0, default: 6", "n + 2"), [2]map[string]int64{}, "no value → 8, for example with n = 6"},
	} {
		t.Run(test.name, func(t *testing.T) {
			old, new := load(t, "old.fsm.yaml", test.old, true), load(t, "new.fsm.yaml", test.new, true)
			old.Params, new.Params = test.given[0], test.given[1]
			d := compared(t, old, new)
			_, text, _ := strings.Cut(d.Text(), "\nbound\n")
			if got := strings.Split(text+"\n\n", "\n")[1]; strings.TrimSpace(got) != test.want {
				t.Errorf("%q, want %q in\n%s", got, test.want, d.Text())
			}
		})
	}
}
