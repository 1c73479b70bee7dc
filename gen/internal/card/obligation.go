package card

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// obligations counts the proof obligations by kind and status, folded.
func (w *page) obligations() {
	count := make(map[verify.Kind]map[verify.Status]int)
	order := obligation.Kinds()
	for i := range w.r.Obligations {
		o := &w.r.Obligations[i]
		if !slices.Contains(order, o.Kind) {
			order = append(order, o.Kind)
		}
		if count[o.Kind] == nil {
			count[o.Kind] = make(map[verify.Status]int)
		}
		count[o.Kind][o.Status]++
	}
	t := &markdown.Table{}
	t.Head("Obligation", "Result")
	for _, k := range order {
		if n := count[k]; n != nil {
			t.Row(markdown.Text(k.Asks(w.r.Machine)), tally(n))
		}
	}
	if t.Len() > 0 {
		w.fold("Proof obligations", tableText(t))
	}
}
