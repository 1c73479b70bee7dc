package gen_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen"
)

// spread returns a spec with frames in frames, which is not legible in a page with all states.
func spread() string {
	var b strings.Builder
	const parts, steps = 4, 7
	b.WriteString("machine: Spread\nevents:\n")
	var events []string
	event := func(name string) {
		events = append(events, name)
		fmt.Fprintf(&b, "  %s: {environment: true}\n", name)
	}
	for i := range parts {
		event(fmt.Sprintf("goOnWithTheNextPart%d", i))
		for k := range steps {
			event(fmt.Sprintf("choose%dTheStep%d", i, k))
		}
	}
	for k := range steps {
		event(fmt.Sprintf("leaveTheStep%d", k))
	}
	fmt.Fprintf(&b, "ignore: [%s]\ninitial: Part0\nstates:\n", strings.Join(events, ", "))
	for i := range parts {
		fmt.Fprintf(&b, "  Part%d:\n    initial: First%d\n    states:\n      First%d:\n        on:\n          goOnWithTheNextPart%d: First%d\n", i, i, i, i, (i+1)%parts)
		for k := range steps {
			fmt.Fprintf(&b, "          choose%dTheStep%d: Step%d%c\n", i, k, i, 'A'+k)
		}
		fmt.Fprintf(&b, "      Inner%d:\n        initial: Step%dA\n        states:\n", i, i)
		for k := range steps {
			fmt.Fprintf(&b, "          Step%d%c: {on: {leaveTheStep%d: First%d}}\n", i, 'A'+k, k, i)
		}
	}
	return b.String()
}

// TestClosedImage expects a word about the states that an image does not show, and all of them on request.
func TestClosedImage(t *testing.T) {
	s := load(t, "spread.fsm.yaml", spread())
	svg := gen.Outputs(gen.Diagram)[slices.IndexFunc(gen.Outputs(gen.Diagram), func(o gen.Output) bool { return o.Name == "svg" })]
	for _, test := range []struct {
		view   gen.View
		closed bool
	}{{gen.View{}, true}, {gen.View{Detail: "events"}, false}, {gen.View{Focus: []string{"Inner3"}}, false}} {
		made, err := svg.Make(t.Context(), gen.Input{Spec: s, View: test.view})
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(made.Remarks, func(r string) bool {
			return strings.Contains(r, "does not show the states in Inner1, Inner2, Inner3") && strings.Contains(r, "--split")
		})
		if shown := bytes.Contains(made.Data, []byte(`data-key="Step3A"`)); said != test.closed || shown == test.closed {
			t.Errorf("%+v: %q, and Step3A is shown: %v", test.view, made.Remarks, shown)
		}
	}
}
