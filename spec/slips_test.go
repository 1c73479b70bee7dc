package spec_test

import (
	"math/rand/v2"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)

// TestSlips loads specs with the slips that a hand with an editor makes: the name of something else, a
// line that is twice, missing, elsewhere, or deeper. The fuzzer, which changes bytes, finds few of these.
func TestSlips(t *testing.T) {
	all, rng := specs(t), sample.Rand(t)
	size, loaded := sample.Size(100, 200, 3000), 0
	for range size {
		text := string(all[rng.IntN(len(all))])
		for range 1 + rng.IntN(2) {
			text = slip(text, rng)
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("panic: %v\n%s", r, debug.Stack())
				}
			}()
			if checkLoad(t, []byte(text)) {
				loaded++
			}
		}()
		if t.Failed() {
			t.Fatalf("the spec is:\n%s", text)
		}
	}
	if loaded < size/20 || loaded > size*19/20 {
		t.Errorf("%d of %d specs load", loaded, size)
	}
}

// slip changes the text in one place.
func slip(text string, rng *rand.Rand) string {
	if words := word.FindAllStringIndex(text, -1); rng.IntN(3) > 0 && len(words) > 0 {
		at, other := words[rng.IntN(len(words))], words[rng.IntN(len(words))]
		return text[:at[0]] + text[other[0]:other[1]] + text[at[1]:]
	}
	lines := strings.SplitAfter(text, "\n")
	i, j := rng.IntN(len(lines)), rng.IntN(len(lines))
	switch rng.IntN(4) {
	case 0:
		lines[i] += lines[i]
	case 1:
		lines[i] = ""
	case 2:
		lines[i], lines[j] = lines[j], lines[i]
	default:
		lines[i] = "  " + lines[i]
	}
	return strings.Join(lines, "")
}

// TestSlipsFound loads specs with which slips have made the loader panic.
func TestSlipsFound(t *testing.T) {
	for _, text := range []string{`machine: Twice # a state with the name of the one around its region, and states inside
initial: Run
terminal: {done: [Done]}
events: {Go: {}}
states:
  Run:
    on: {Go: Done}
    parallel:
      Outer: {initial: Pair, states: {Pair: {}, Run: {parallel: {L: {initial: A, states: {A: {}}}, M: {}}}}}
      Other: {}
  Done: {}
`, `machine: Memory # a transition sets what the loader has added for a history
events: {Go: {}, Back: {}}
initial: Pause
terminal: {done: [Done]}
states:
  Play: {initial: Slow, states: {Slow: {on: {Go: Pause}}, Fast: {on: {Go: Pause}}}}
  Pause: {on: {Go: {to: Done, set: {playHistory: true}}, Back: {to: Play, history: shallow}}}
  Done: {}
`} {
		if checkLoad(t, []byte(text)) {
			t.Errorf("loaded without an error:\n%s", text)
		}
	}
}
