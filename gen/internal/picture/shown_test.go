package picture_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
)

// TestShown draws a machine as an importer writes it: what it has made names from is shown, and other documentation is not.
func TestShown(t *testing.T) {
	s, diags := spec.LoadWith("m.fsm.yaml", []byte(`machine: Booking
events:
  Price_gt_0_Stripe: {doc: "Price > $0 (Stripe)", environment: true}
  Chọn_Role_Đăng_ký: {doc: "Chọn Role & Đăng ký", environment: true}
  Ping: {doc: the client is there, environment: true}
initial: Slot_reserved
states:
  Slot_reserved:
    doc: "**Slot** – reserved"
    on: {Price_gt_0_Stripe: Paid, Ping: {otherwise: ignore}, Chọn_Role_Đăng_ký: {otherwise: ignore}}
  Paid: {doc: all is paid, ignore: [Price_gt_0_Stripe, Chọn_Role_Đăng_ký], on: {Ping: Slot_reserved}}
`), nil)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	texts := picturetest.Spell(picture.New(s.Machine)) // without spaces
	all := slices.Concat(texts.Nodes, texts.Edges)
	for text, shown := range map[string]bool{
		"Price > $0 (Stripe)": true, "Slot – reserved": true, "Chọn Role & Đăng ký": true, "Slot_reserved": false, "**": false, "all is paid": false, "the client is there": false, "Price_gt_0": false,
	} {
		if got := slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, strings.ReplaceAll(text, " ", "")) }); got != shown {
			t.Errorf("%q is shown: %v", text, got)
		}
	}
}
