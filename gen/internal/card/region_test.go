package card_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRegions looks for what a card says about a state with regions, and for nothing that the loader has added.
func TestRegions(t *testing.T) {
	s, diags := spec.Load("trip.fsm.yaml", []byte(picturetest.Regions))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	text, err := card.Card(s.Machine, verify.Machine(t.Context(), s.Machine), "", "")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\n## States\n"))
	for _, want := range []string{
		"| Open | `31 - 30·paged` |",
		"| Flight (initial, in Open / Rooms / Choosing) | + `4 + 3·tries - 3·failed` |",
		"| Again (in Open / Rooms) | + `5 + 3·tries - 3·failed` |",
		"| Rung (final, in Open / Clock) | + `0` |",
		"| Lit (initial, in Open / Clock / Ringing / Lamp) | + `1` |",
		"| Open | Booked when done | — | — | — |",
		"| Hotel | — | *ignored* | — | Chosen |",
		"| Slow | Paid | — | — | Paid |",
		"| Ringing | Rung when done | — | — | — |",
		"| Clear → Ringing<br>Page `paged < 1` | `paged ← 1` |",
		"| Ringing → Rung<br>done |",
		"| Lit → Rung<br>Full |",
		"| Idle → Open<br>Start |",
		"| Idle → Hotel<br>Resume |",
		"| Open → Open<br>Page `paged < 1` | `paged ← 1` |",
		"| Open → Booked<br>done |",
		"| Hotel → Chosen<br>Tick |",
		"| Hotel → Chosen<br>Pick |",
		"| Paying → Slow<br>Tick |",
		"| Slow → Paid<br>always `failed > 1` |",
		"| Flight → Again<br>Late `failed < tries` | `failed += 1` |",
		"| Flight → Failed<br>Late *otherwise* |",
		"| Choosing | `2s` | Late | Flight: Again, Failed<br>Hotel: Again, Failed<br>Ringing: Rung |",
		"| `pay(n int)` | payDone<br>payError: `err error` | Paying with `n = failed` |",
		"    p0->>p1: Start\n    Note right of p1: Open<br>Flight<br>Paying<br>Clear<br>emits Opened, Asked\n",
		"A state with regions is in one state of each region at the same time",
		"In a state with regions, each region handles an event",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	once := "| Paying → Slow<br>Tick |"
	if n := strings.Count(string(text), once); n != 1 {
		t.Errorf("%d rows %s", n, once)
	}
	for _, other := range []string{"openRest", "OpenRest", "parallel", "`rooms", "rooms =", "stock"} {
		if strings.Contains(string(text), other) {
			t.Errorf("the card says %q, which no author wrote:\n%s", other, text)
		}
	}
}
