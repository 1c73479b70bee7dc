package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// report writes both results as tables.
func report(w io.Writer, t tournament, n naive) error {
	var b strings.Builder
	each := t.pairings[0].games()
	fmt.Fprintf(&b, "%d pairs of strategies, %d valuations each, at most %d turns; in %% of the negotiations\n\n", len(t.pairings), each, t.turns)
	fmt.Fprintf(&b, "%-11s  %-11s  %6s  %9s  %10s  %11s  %10s  %6s  %7s  %5s  %5s  |  %5s\n",
		"buyer", "seller", "agreed", "max turns", "buyer left", "seller left", "no overlap", "policy", "timeout", "turns", "share", "stuck")
	sum := pairing{buyer: "all", failed: make([]int, reasons)}
	for i, p := range t.pairings {
		row(&b, p, n.stuck[i])
		sum.agreed += p.agreed
		sum.turns += p.turns
		sum.shares += p.shares
		for i, count := range p.failed {
			sum.failed[i] += count
		}
	}
	row(&b, sum, n.endings[stuck])
	b.WriteString("\nturns: of the negotiations with an overlap, on average. share: what the buyer gets of the\noverlap when they agree, in %, on average. stuck: of the naive loop, with the same parties.\n\n")

	total := sum.games()
	fmt.Fprintf(&b, "The machine: %d negotiations, all ended. The longest took %d transitions; at most %d+1 = %d\n"+
		"are possible, which is proved for all numbers of turns and whatever the parties say.\n",
		total, t.longest, t.turns, t.bound)
	fmt.Fprintf(&b, "The naive loop, same parties and valuations: %d negotiations.\n", total)
	for _, line := range []struct {
		count int
		text  string
	}{
		{n.endings[deal], "ended with a DEAL that was meant"},
		{n.endings[mistaken], fmt.Sprintf("ended with a DEAL that had a condition; in %d of them no price suits both", n.impossible)},
		{n.endings[stuck], fmt.Sprintf("were stopped after %d messages; by then both only repeat themselves", n.messages)},
	} {
		fmt.Fprintf(&b, "%8d  %4.1f %%  %s\n", line.count, percent(line.count, total), line.text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func row(b *strings.Builder, p pairing, stuck int) {
	total := p.games()
	of := func(reason negotiation.FailureReason) float64 { return percent(p.failed[reason], total) }
	fmt.Fprintf(b, "%-11s  %-11s  %6.1f  %9.1f  %10.1f  %11.1f  %10.1f  %6.1f  %7.1f  %5.1f  %5s  |  %5.1f\n",
		p.buyer, p.seller, percent(p.agreed, total),
		of(negotiation.FailureReasonMaxTurnsExceeded), of(negotiation.FailureReasonBuyerRejected),
		of(negotiation.FailureReasonSellerRejected), of(negotiation.FailureReasonNoOverlap),
		of(negotiation.FailureReasonPolicyViolation), of(negotiation.FailureReasonTimedOut),
		mean(float64(p.turns), p.begun()), share(p), percent(stuck, total))
}

// share returns the buyer's mean share in percent, or "-" without agreements.
func share(p pairing) string {
	if p.agreed == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*p.shares/float64(p.agreed))
}

func percent(part, whole int) float64 { return 100 * mean(float64(part), whole) }

// mean returns the sum divided by the count, 0 if there is nothing to count.
func mean(sum float64, count int) float64 {
	if count == 0 {
		return 0
	}
	return sum / float64(count)
}
