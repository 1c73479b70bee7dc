package picture_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// TestInvoke draws what states and a composite state invoke, and the results like all events.
func TestInvoke(t *testing.T) {
	p := picture.New(load(t, "../../../spec/testdata/ok/invoke.fsm.yaml"))
	var got []string
	for i := range p.Blocks {
		got = append(got, p.Blocks[i].Name+": "+strings.Join(p.Blocks[i].Rows(0, plain), "; "))
	}
	for i := range p.Nodes {
		if rows := p.Nodes[i].Rows(0, plain); len(rows) > 0 {
			got = append(got, p.Nodes[i].Name+": "+strings.Join(rows, "; "))
		}
	}
	for _, e := range p.Edges {
		got = append(got, p.Nodes[e.From].Name+" -> "+p.Nodes[e.To].Name+": "+strings.Join(e.Lines(0, plain), " "))
	}
	want := []string{
		"Busy: entry / Log; invoke / ship()",
		"Open: invoke / Payment(maxRetries: n, pause: n, currency: Euro, test: false); reenter PaymentPaid; ignores PaymentRefused",
		"Checking: invoke / stock(item, most: n + 1); reenter stockError [n < tries] / n += 1",
		"Paying: invoke / Payment(maxRetries: tries, pause: tries, currency: money, test: false); invoke / Refund(maxRetries: 2, pause: 0, currency: Euro, test: true)",
	}
	if d := cmp.Diff(want, got[:len(want)]); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	for _, arrow := range []string{
		"Checking -> Paying: stockDone [left > 0]", "any state -> Broken: shipError",
		"Paying -> Shipped: PaymentPaid / receipt ← event.receipt",
	} {
		if !slices.Contains(got, arrow) {
			t.Errorf("no arrow %s in\n%s", arrow, strings.Join(got, "\n"))
		}
	}
	for _, d := range []picture.Detail{picture.Guards, picture.Events, picture.States} {
		less := p.At(d)
		for _, n := range less.Nodes {
			if len(n.Invokes) > 0 {
				t.Errorf("detail %s shows what %s invokes: %v", d.Shows(), n.Name, n.Invokes)
			}
		}
	}
}

// TestInvokeInParts keeps what a composite state invokes when it becomes one box, and drops it from
// neighbors of a part.
func TestInvokeInParts(t *testing.T) {
	p := picture.New(load(t, "../../../spec/testdata/ok/invoke.fsm.yaml"))
	parts, why := p.Split()
	if why != "" {
		t.Fatal(why)
	}
	find := func(p *picture.Picture, name string) *picture.Node {
		return &p.Nodes[slices.IndexFunc(p.Nodes, func(n picture.Node) bool { return n.Name == name })]
	}
	if rows := find(parts[0], "Busy").Rows(0, plain); !slices.Equal(rows, []string{"entry / Log", "invoke / ship()"}) {
		t.Errorf("the overview says %q of Busy", rows)
	}
	near := p.Focus([]string{"Paying"})
	if n := find(near, "Checking"); len(n.Invokes) > 0 {
		t.Errorf("the neighbor Checking invokes %q", n.Invokes)
	}
	if n := find(near, "Paying"); len(n.Invokes) != 2 {
		t.Errorf("Paying invokes %q", n.Invokes)
	}
}
