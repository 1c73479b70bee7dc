package diff_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

func Example() {
	const old = `machine: Door
events: {Open: {}, Knock: {}}
initial: Closed
terminal: {done: [Opened]}
states:
  Closed: {on: {Open: Opened, Knock: {otherwise: ignore}}}
  Opened: {}
`
	side := func(src string) *diff.Side {
		s, diags := spec.Load("door.fsm.yaml", []byte(src))
		if diags.HasErrors() {
			log.Fatal(diags)
		}
		return &diff.Side{Spec: s, Report: verify.Machine(context.Background(), s.Machine)}
	}
	silent := strings.NewReplacer(", Knock: {}", "", ", Knock: {otherwise: ignore}", "").Replace(old)
	d, err := diff.Compare(context.Background(), side(old), side(silent))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range d.Breaking {
		fmt.Printf("%s: %s %s\n", b.Code, b.Subject, b.Text)
	}
	// Output:
	// FSMB102: EventKnock removed
	// FSMB103: InClosed.Knock removed
	// FSMB103: Machine.Knock removed
	// FSMB109: AfterClosed InClosed is no longer a case
	// FSMB301: event Knock removed
}
