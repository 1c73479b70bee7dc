package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/machines/negotiation"
)

func TestPriceIn(t *testing.T) {
	tests := []struct {
		text  string
		price float64
		ok    bool
	}{
		{"", 0, false},
		{"No. I am leaving.", 0, false},
		{"My offer is $12.50.", 12.5, true},
		{"We have a DEAL if you go to $300.00.", 300, true},
		{"Deal, $7.00.", 7, true},
		{"$x", 0, false},
	}
	for _, test := range tests {
		price, ok := priceIn(test.text)
		if ok != test.ok || ok && price != test.price {
			t.Errorf("%q: %g, %t", test.text, price, ok)
		}
	}
}

// TestNaive has each way in which the loop goes wrong, and the one in which it
// does not.
func TestNaive(t *testing.T) {
	const turns = 6
	overlap := valuation{most: 300, least: 220, bid: 200, request: 400}
	none := valuation{most: 300, least: 320, bid: 200, request: 400}
	tests := []struct {
		name                    string
		v                       valuation
		conditional             int
		buyerLower, sellerLower bool
		want                    ending
		last                    string
		messages                int
	}{
		{"deal", overlap, 0, false, false, deal, "DEAL at $280.00.", 10},
		{"condition", overlap, 3, false, false, mistaken, "We have a DEAL if you go to $240.00.", 5},
		{"condition without overlap", none, 3, false, false, mistaken, "We have a DEAL if you go to $240.00.", 5},
		{"no overlap", none, 0, false, false, stuck, "My offer is $320.00.", 120},
		{"one says Deal", overlap, 0, false, true, deal, "DEAL at $280.00.", 11},
		{"both say Deal", overlap, 0, true, true, stuck, "Deal, $280.00.", 120},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			game := test.v.bargain(entrants()[0], entrants()[0], turns)
			talk := func(party negotiation.Party, side negotiation.Side, lower bool) *talker {
				return &talker{strategy: side.Strategy, lower: lower,
					situation: negotiation.Situation{Party: party, Limit: side.Limit, MaxTurns: turns}}
			}
			buyer := talk(negotiation.PartyBuyer, game.Buyer, test.buyerLower)
			buyer.conditional = test.conditional
			var said []string
			got, err := negotiateNaive(t.Context(), buyer, talk(negotiation.PartySeller, game.Seller, test.sellerLower), capOf(turns),
				func(_ negotiation.Party, text string) { said = append(said, text) })
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want || said[len(said)-1] != test.last || len(said) != test.messages {
				t.Errorf("ending %d after %d messages, the last %q, want %d after %d, the last %q", got, len(said), said[len(said)-1], test.want, test.messages, test.last)
			}
		})
	}
}

// TestStuckRepeats keeps what the report says of runs that are stuck: for the
// second half of the messages, both parties say the same again and again. So
// the cap hides no end.
func TestStuckRepeats(t *testing.T) {
	const turns = 10
	random := sample.Rand(t)
	found := 0
	for _, b := range entrants() {
		for _, s := range entrants() {
			for _, v := range valuations(1, 50) {
				game := v.bargain(b, s, turns)
				var said []string
				end, err := negotiateNaive(t.Context(), newTalker(negotiation.PartyBuyer, game.Buyer, turns, random),
					newTalker(negotiation.PartySeller, game.Seller, turns, random), capOf(turns),
					func(_ negotiation.Party, text string) { said = append(said, text) })
				if err != nil {
					t.Fatal(err)
				}
				if end != stuck {
					continue
				}
				found++
				half := len(said) / 2
				if diff := cmp.Diff(said[half:len(said)-2], said[half+2:]); diff != "" {
					t.Fatalf("%s against %s, %+v: the parties do not repeat themselves:\n%s", b.name, s.name, v, diff)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no run is stuck")
	}
}
