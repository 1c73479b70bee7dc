package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// TestTournament checks the sums of a tournament against the valuations.
func TestTournament(t *testing.T) {
	const turns = 8
	all := valuations(7, 150)
	apart := 0
	for _, v := range all {
		if v.most < v.least {
			apart++
		}
	}
	if apart == 0 || apart == len(all) {
		t.Fatalf("%d of %d valuations have no overlap", apart, len(all))
	}
	got, err := play(t.Context(), all, turns)
	if err != nil {
		t.Fatal(err)
	}
	if got.bound != turns+1 || got.longest != got.bound {
		t.Errorf("longest run %d, bound %d, want both %d", got.longest, got.bound, turns+1)
	}
	for _, p := range got.pairings {
		if p.games() != len(all) || p.failed[negotiation.FailureReasonNoOverlap] != apart || p.begun() != len(all)-apart {
			t.Errorf("%s against %s: %d negotiations, %d begun, %v", p.buyer, p.seller, p.games(), p.begun(), p.failed)
		}
		if p.failed[negotiation.FailureReasonPolicyViolation] > 0 || p.failed[negotiation.FailureReasonTimedOut] > 0 {
			t.Errorf("%s against %s: %v", p.buyer, p.seller, p.failed)
		}
		if p.agreed > 0 && (p.shares < 0 || p.shares > float64(p.agreed)) {
			t.Errorf("%s against %s: the shares of %d agreements are %g", p.buyer, p.seller, p.agreed, p.shares)
		}
	}
	again, err := play(t.Context(), valuations(7, 150), turns)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again, cmp.AllowUnexported(tournament{}, pairing{})); diff != "" {
		t.Errorf("the same seed gives another tournament:\n%s", diff)
	}
}

// TestNaivePairs checks the sums of the naive loop over the pairs.
func TestNaivePairs(t *testing.T) {
	all := valuations(7, 40)
	n, err := playNaive(t.Context(), all, 8, 7)
	if err != nil {
		t.Fatal(err)
	}
	pairs := len(entrants()) * len(entrants())
	sum := 0
	for _, count := range n.stuck {
		sum += count
	}
	games := n.endings[stuck] + n.endings[deal] + n.endings[mistaken]
	if len(n.stuck) != pairs || sum != n.endings[stuck] || sum == 0 || games != pairs*len(all) {
		t.Errorf("%d pairs, %d stuck in sum, %+v", len(n.stuck), sum, n)
	}
}

func TestValuations(t *testing.T) {
	for _, v := range valuations(3, 1000) {
		for _, limit := range []float64{v.most, v.least} {
			if limit < 50 || limit > 150 || cents(limit) != limit {
				t.Fatalf("limit %g", limit)
			}
		}
		if v.bid >= v.most || v.request <= v.least || v.bid <= 0 {
			t.Fatalf("openings: %+v", v)
		}
	}
	if diff := cmp.Diff(valuations(3, 5), valuations(4, 5), cmp.AllowUnexported(valuation{})); diff == "" {
		t.Error("two seeds give the same valuations")
	}
}
