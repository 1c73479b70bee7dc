package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
)

// maxUntaken limits the transitions that a report lists as not taken.
const maxUntaken = 12

// untaken lists the transitions that no run takes that was looked at, except those that are proved never to be taken. Where small
// parameters take too few, it explores some larger ones.
func (q *inquiry) untaken(r *Report) []int {
	graphs := slices.Concat(q.runs.Graphs, q.far)
	if len(starting(graphs)) == 0 || q.in.Prover.Context().Err() != nil {
		return nil
	}
	if left := q.unseen(r, graphs); len(left) == 0 {
		return nil
	}
	return q.unseen(r, append(graphs, concrete.Taking(q.in.Prover.Context(), q.machine, starting(q.runs.Graphs))...))
}

// unseen lists the transitions that no graph takes, except those that are proved never to be taken.
func (q *inquiry) unseen(r *Report, graphs []*explore.Graph) []int {
	return slices.DeleteFunc(concrete.Untaken(q.machine, graphs), func(i int) bool {
		t := &q.machine.Transitions[i]
		gone := slices.ContainsFunc(r.Unreached, func(u Unreached) bool {
			return u.Region < 0 && (u.State == t.From || u.State == t.To) || u.Region >= 0 && moves(t, &u)
		})
		return gone || slices.ContainsFunc(r.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == diag.CodeDead && d.Span == t.Span })
	})
}

// moves reports whether a transition begins or ends in a state of a region.
func moves(t *core.Transition, u *Unreached) bool {
	return t.From == u.State && t.Move != nil && t.Move.Region == u.Region && (t.Move.From == u.Leaf || t.Move.ToRegion == u.Region && t.Move.To == u.Leaf)
}

// writeUntaken writes the transitions that no run took.
func writeUntaken(b *strings.Builder, r *Report) {
	if len(r.Untaken) == 0 {
		return
	}
	var labels []string
	for _, i := range r.Untaken {
		if label := r.Machine.Label(i); !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	fmt.Fprintf(b, "  not taken    by any run that was looked at, and not proved never to be: %s\n", counted(len(labels), "transition", "transitions"))
	for _, label := range labels[:min(len(labels), maxUntaken)] {
		fmt.Fprintf(b, "               %s\n", label)
	}
	if more := len(labels) - maxUntaken; more > 0 {
		fmt.Fprintf(b, "               and %d more\n", more)
	}
}
