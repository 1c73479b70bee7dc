package layout

import (
	"cmp"
	"slices"
)

const (
	sweeps = 24 // at most this many passes through the ranks
	rest   = 6  // passes without an improvement after which sorting stops
)

// sweep sorts the ranks by the medians of the ranks above and below them in turn, exchanges neighbors, and keeps the best
// result.
func (d *ordered) sweep() {
	d.transpose(false)
	best, layers, since := d.crossings(), d.copyLayers(), 0
	keys := make([]int, len(d.items))
	for pass := range sweeps {
		if best == 0 || since == rest || d.ranked.work.Err() != nil {
			break
		}
		down := pass%2 == 0
		for i := 1; i < len(d.layers); i++ {
			r := i
			if !down {
				r = len(d.layers) - 1 - i
			}
			d.medians(r, down, keys)
			d.layers[r] = d.arrange(r, len(d.ranked.Clusters), keys, pass%4 >= 2)
			d.number(r)
		}
		d.transpose(pass%4 >= 2)
		since++
		if n := d.crossings(); n < best {
			best, layers, since = n, d.copyLayers(), 0
		}
	}
	d.use(layers)
}

// medians finds a key of each item of a rank: the weighted median of its neighbors in the rank above or below.
func (d *ordered) medians(r int, above bool, keys []int) {
	other := r + 1
	if above {
		other = r - 1
	}
	var at []int
	d.ranked.work.spent(8 * len(d.layers[r]))
	for i, it := range d.layers[r] {
		links := d.items[it].under
		if above {
			links = d.items[it].over
		}
		at = at[:0]
		for _, l := range links {
			at = append(at, d.place[l.to]*scale)
		}
		slices.Sort(at)
		switch n, m := len(at), len(at)/2; {
		case n == 0:
			keys[it] = i * scale * len(d.layers[other]) / len(d.layers[r])
		case n%2 == 1:
			keys[it] = at[m]
		case n == 2:
			keys[it] = (at[0] + at[1]) / 2
		default:
			left, right := at[m-1]-at[0], at[n-1]-at[m]
			keys[it] = (at[m-1]*right + at[m]*left) / max(1, left+right)
			if left+right == 0 {
				keys[it] = at[m]
			}
		}
	}
}

// byKey sorts by key; equal keys stay in order, or are reversed.
func byKey(list []element, reverse bool) {
	if reverse {
		slices.Reverse(list)
	}
	slices.SortStableFunc(list, func(a, b element) int { return cmp.Compare(a.key, b.key) })
}
