package draft

import (
	"cmp"
	"slices"
)

// order puts the alternatives of each event in the order in which they are
// tried: those without a guard last, and the others as the source numbers them,
// if it does. An exact source has them in order.
func (d *Draft) order() {
	if d.source.Exact {
		return
	}
	d.orderOf(d.Root)
	d.Root.each(d.orderOf)
}

func (d *Draft) orderOf(s *State) {
	for i := range s.on {
		h := &s.on[i]
		var guarded, late, open, otherwise []Alternative
		for _, a := range h.alternatives {
			list := &guarded
			switch {
			case a.Otherwise != "":
				list = &otherwise
			case a.Guard == "":
				list = &open
			case a.Late:
				list = &late
			}
			if slices.ContainsFunc(*list, a.same) {
				d.Warn(a.At, "this transition is a duplicate")
				continue
			}
			*list = append(*list, a)
		}
		if !slices.ContainsFunc(guarded, func(a Alternative) bool { return a.Order == 0 }) {
			slices.SortStableFunc(guarded, func(a, b Alternative) int { return cmp.Compare(a.Order, b.Order) })
		}
		h.alternatives = slices.Concat(guarded, late, open)
		d.tellApart(s, h)
		if len(open) == 0 && len(otherwise) > 0 && h.event != "" {
			h.alternatives = append(h.alternatives, otherwise[0])
		}
		s.Ignore = slices.DeleteFunc(s.Ignore, func(e string) bool { return e == h.event })
	}
}

// tellApart asks the program, or a variable if there is no event, where two alternatives have the same condition.
func (d *Draft) tellApart(s *State, h *handler) {
	list, question, what := h.alternatives, d.Guard, "an external guard"
	if h.event == "" || h.event == done {
		question, what = d.Fact, "a variable"
	}
	for i := range list {
		a := &list[i]
		if !slices.ContainsFunc(list[i+1:], func(c Alternative) bool { return c.Guard == a.Guard }) {
			continue
		}
		where := s.name
		if a.To != nil {
			where = a.To.name
		}
		ask := question("to_" + where)
		if a.Guard != "" {
			ask = Bracket(a.Guard) + " && " + ask
		}
		a.Guard = ask
		d.Warn(a.At, "the %s does not distinguish this %s from another one: the import adds %s", d.source.Noun, d.source.Arrow, what).
			Helpf("give each %s its own event or guard", d.source.Arrow)
	}
}
