package migrate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

func load(t *testing.T, src string) *diff.Side {
	t.Helper()
	s, diags := spec.Load("order.fsm.yaml", []byte(src))
	if s.Machine == nil {
		t.Fatalf("%v in\n%s", diags, src)
	}
	return &diff.Side{Spec: s, Report: verify.Machine(t.Context(), s.Machine)}
}

const batch = `machine: Batch
params: {rounds: {type: int, min: 0, max: 9}, size: {type: int, min: 1, max: 9}}
vars:
  round: {type: int, min: 0, max: rounds}
  open: {type: int, min: 0, max: size, init: size}
events: {Next: {}, Stop: {}}
initial: Working
terminal: {done: [Done]}
states:
  Working:
    on:
      Next:
        - {if: open > 0, set: {open: open - 1}}
        - {if: round < rounds, set: {round: round + 1, open: size}}
        - {to: Done}
      Stop: Done
  Done: {}
progress: {Working: (rounds - round) * (size + 1) + open + 1}
`

// TestLeft states how many transitions migrated machines have left, for several kinds of proofs of the new version.
func TestLeft(t *testing.T) {
	for _, tt := range []struct {
		name    string
		edits   []string
		choices Choices
		want    string
	}{
		{"the same", nil, Choices{}, "Working: at most (rounds - round) * (size + 1) + open + 1; longest run: 16, for rounds = 3, size = 3\nDone: ended"},
		{"inferred", []string{"progress: {Working: (rounds - round) * (size + 1) + open + 1}\n", ""}, Choices{},
			"Working: at most round * (-1 - size) + (rounds * (size + 1) + open + 1); longest run: 16, for rounds = 3, size = 3\nDone: ended"},
		{"lexicographic", []string{"(rounds - round) * (size + 1) + open + 1", "[rounds - round + 1, open]"}, Choices{},
			"Working: at most round * (-1 - size) + (rounds * (size + 1) + open + 1); longest run: 16, for rounds = 3, size = 3\nDone: ended"},
		{"given", nil, Choices{Values: []string{"open=open / 2", "round=min(round + 1, rounds)"}},
			"Working: at most (rounds - min(round + 1, rounds)) * (size + 1) + open / 2 + 1; longest run: 10, for rounds = 3, size = 3\nDone: ended"},
		{"decided", []string{"size: {type: int, min: 1, max: 9}", "size: {type: int, min: 1, max: 4}", "open: {type: int, min: 0, max: size,", "open: {type: int, min: 0, max: size + 9,"}, Choices{},
			"Working: at most (rounds - round) * (new.size + 1) + open + 1\nDone: ended"},
		{"a removed state", []string{"Working", "Busy", "Done", "Gone"}, Choices{States: []string{"Working=Gone", "Done=Busy"}},
			"Working → Gone: ended\nDone → Busy: at most (rounds - round) * (size + 1) + open + 1; longest run: 16, for rounds = 3, size = 3"},
		{"reactive", []string{"Stop: {}", "Stop: {environment: true}", "Stop: Done", "Stop: {set: {open: size}}"}, Choices{},
			"Working: at most (rounds - round) * (size + 1) + open + 1; longest run: 16, for rounds = 3, size = 3\nDone: ended"},
		{"endless", []string{"round: round + 1, ", "", "progress: {Working: (rounds - round) * (size + 1) + open + 1}\n", ""}, Choices{},
			"Working: no limit is proved; an endless run exists, for rounds = 3, size = 3\nDone: ended"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := batch
			for i := 0; i < len(tt.edits); i += 2 {
				if !strings.Contains(src, tt.edits[i]) {
					t.Fatalf("the spec has no %q", tt.edits[i])
				}
				src = strings.ReplaceAll(src, tt.edits[i], tt.edits[i+1])
			}
			p, err := New(t.Context(), load(t, batch), load(t, src), tt.choices)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i := range p.Left {
				got = append(got, page{p}.move(i)+": "+p.Left[i].text())
			}
			if d := cmp.Diff(tt.want, strings.Join(got, "\n")); d != "" {
				t.Errorf("-want +got:\n%s\n%s", d, p.Text())
			}
		})
	}
}
