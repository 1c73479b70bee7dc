package layout

import (
	"cmp"
	"slices"
)

// crossings returns the sum of the weights of all crossings. Two borders never cross.
func (d *ordered) crossings() int {
	total := 0
	for r := range len(d.layers) - 1 {
		total += d.between(r)
	}
	return total
}

// between returns the weight of the crossings between a rank and the next one, in the way of Barth, Jünger, and Mutzel, "Simple
// and efficient bilayer cross counting" (2002).
func (d *ordered) between(r int) int {
	type segment struct{ from, to, weight int }
	var list []segment
	for _, it := range d.layers[r] {
		for _, l := range d.items[it].under {
			list = append(list, segment{d.place[it], d.place[l.to], l.weight})
		}
	}
	d.ranked.work.spent(8 * len(list))
	slices.SortFunc(list, func(a, b segment) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	sums := make([]int, len(d.layers[r+1])+1)
	all, total := 0, 0
	for _, s := range list {
		upTo := 0
		for i := s.to + 1; i > 0; i -= i & -i {
			upTo += sums[i]
		}
		total += s.weight * (all - upTo)
		all += s.weight
		for i := s.to + 1; i < len(sums); i += i & -i {
			sums[i] += s.weight
		}
	}
	return total
}

// pairs returns the weight of the crossings of the arrows of a with those of b if all of a is before all of b, and if it is
// after it.
func (d *ordered) pairs(a, b []int) (before, after int) {
	for _, i := range a {
		for _, j := range b {
			p, q := &d.items[i], &d.items[j]
			if d.ranked.work.spent(4 + len(p.over)*len(q.over) + len(p.under)*len(q.under)) {
				return 0, 0
			}
			x, y := d.cross(p.over, q.over)
			before, after = before+x, after+y
			x, y = d.cross(p.under, q.under)
			before, after = before+x, after+y
		}
	}
	return before, after
}

func (d *ordered) cross(a, b []link) (before, after int) {
	for _, l := range a {
		for _, k := range b {
			switch p, q := d.place[l.to], d.place[k.to]; {
			case p > q:
				before += l.weight * k.weight
			case p < q:
				after += l.weight * k.weight
			}
		}
	}
	return before, after
}

// transpose exchanges neighbors in ranks as long as that removes crossings. If equal is true, it exchanges them first if it
// makes no difference.
func (d *ordered) transpose(equal bool) {
	for range 8 {
		better := false
		for r := range d.layers {
			if d.exchange(r, 0, len(d.layers[r]), -1, equal) {
				better = true
			}
		}
		equal = false
		if !better {
			return
		}
	}
}

// exchange exchanges neighbors among the places from low to high of a rank, which are those of a cluster.
func (d *ordered) exchange(r, low, high, cluster int, equal bool) bool {
	better := false
	if d.ranked.work.spent(high - low) {
		return false
	}
	list := d.elements(r, low, high, cluster)
	for _, e := range list {
		if e.cluster >= 0 {
			at := d.place[e.items[0]]
			if d.exchange(r, at+1, at+len(e.items)-1, e.cluster, equal) {
				better = true
			}
		}
	}
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		if a.cluster >= 0 && b.cluster >= 0 {
			continue
		}
		first := d.place[a.items[0]]
		a.items, b.items = d.layers[r][first:first+len(a.items)], d.layers[r][first+len(a.items):first+len(a.items)+len(b.items)]
		if d.settled(a.items, b.items) {
			continue
		}
		before, after := d.pairs(a.items, b.items)
		if after > before || after == before && !equal {
			continue
		}
		better = better || after < before
		a.items, b.items = slices.Clone(a.items), slices.Clone(b.items)
		copy(d.layers[r][first:], b.items)
		copy(d.layers[r][first+len(b.items):], a.items)
		for at := first; at < first+len(a.items)+len(b.items); at++ {
			d.place[d.layers[r][at]] = at
		}
		list[i-1], list[i] = b, a
	}
	return better
}

// elements returns the elements of a cluster in a range of places of a rank.
func (d *ordered) elements(r, low, high, cluster int) []element {
	list := make([]element, 0, high-low)
	for at := low; at < high; {
		it := d.layers[r][at]
		c := d.items[it].cluster
		if c == cluster && d.items[it].kind != border {
			list = append(list, element{d.layers[r][at : at+1], -1, 0})
			at++
			continue
		}
		// It begins with the left border of a cluster inside.
		end := d.place[d.right[c][r-d.ranked.top[c]]] + 1
		list = append(list, element{d.layers[r][at:end], c, 0})
		at = end
	}
	return list
}
