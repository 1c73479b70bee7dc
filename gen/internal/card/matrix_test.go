package card_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestMatrix checks how the table of states and events is divided if it is too wide.
func TestMatrix(t *testing.T) {
	const long = "AStateWithANameThatIsSoLong"
	for _, test := range []struct {
		name   string
		states int
		prefix string
		want   string
	}{
		{"even", 6, "S", `
| Event \ state | S0 | S1 | S2 |
| --- | --- | --- | --- |
| E0 | S1 | — | — |
| E1 | — | S2 | — |
| E2 | — | — | S3 |
| Stop | Done | Done | Done |
| Never | — | — | — |

| Event \ state | S3 | S4 | S5 |
| --- | --- | --- | --- |
| E3 | S4 | — | — |
| E4 | — | S5 | — |
| E5 | — | — | Done |
| Stop | Done | Done | Done |

— means that the event is not accepted in the state. Each table omits the rows in which it has no other entry.
`},
		{"long names", 4, long, `
| Event \ state | ` + long + `0 | ` + long + `1 |
| --- | --- | --- |
| E0 | ` + long + `1 | — |
| E1 | — | ` + long + `2 |
| Stop | Done | Done |
| Never | — | — |

| Event \ state | ` + long + `2 | ` + long + `3 |
| --- | --- | --- |
| E2 | ` + long + `3 | — |
| E3 | — | Done |
| Stop | Done | Done |

— means that the event is not accepted in the state. Each table omits the rows in which it has no other entry.
`},
		{"one table", 2, "S", `
| Event \ state | S0 | S1 |
| --- | --- | --- |
| E0 | S1 | — |
| E1 | — | Done |
| Stop | Done | Done |
| Never | — | — |

— means that the event is not accepted in the state.
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var events, states strings.Builder
			for i := range test.states {
				next := fmt.Sprintf("%s%d", test.prefix, i+1)
				if i == test.states-1 {
					next = "Done"
				}
				fmt.Fprintf(&events, "E%d: {}, ", i)
				fmt.Fprintf(&states, "  %s%d: {on: {E%d: %s, Stop: Done}}\n", test.prefix, i, i, next)
			}
			src := "machine: M\ngo: {package: m}\nevents: {" + events.String() + "Stop: {}, Never: {}}\ninitial: " + test.prefix + "0\nterminal: {done: [Done]}\nstates:\n" + states.String() + "  Done: {}\n"
			s, diags := spec.Load("m.fsm.yaml", []byte(src))
			if s.Machine == nil {
				t.Fatal(diags)
			}
			text, err := card.Card(s.Machine, verify.Machine(context.Background(), s.Machine), "", "")
			if err != nil {
				t.Fatal(err)
			}
			_, part, _ := strings.Cut(string(text), "\n## What each event does\n")
			part, _, _ = strings.Cut(part, "\n## ")
			if d := cmp.Diff(test.want, part); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
