package layout

import "slices"

const (
	scale  = 1 << 10 // of the keys by which items are sorted
	trials = 24      // exchanges of clusters that are tried
	large  = 1200    // items beyond which fewer alternatives are tried
)

// sort orders the items of each rank so that few arrows cross.
func (d *ordered) sort() {
	d.place = make([]int, len(d.items))
	d.sequence = make([][]int, len(d.ranked.Clusters)+1)
	for c := range d.ranked.Clusters {
		p := d.parentOf(c)
		d.sequence[p] = append(d.sequence[p], c)
	}
	best := d.attempt()
	if d.ranked.earlier != nil || d.ranked.work.Err() != nil {
		return
	}
	tried := 0
	for p := range d.sequence {
		for i := 1; i < len(d.sequence[p]); i++ {
			a, b := d.sequence[p][i-1], d.sequence[p][i]
			if d.ranked.Clusters[a].Beside && d.ranked.Clusters[b].Beside || d.ranked.top[a] > d.ranked.bottom[b] || d.ranked.top[b] > d.ranked.bottom[a] || best == 0 {
				continue
			}
			if tried++; tried > trials || len(d.items) > large || d.ranked.work.Err() != nil {
				return
			}
			before := d.copyLayers()
			d.sequence[p][i-1], d.sequence[p][i] = b, a
			if n := d.attempt(); n < best {
				best = n
				continue
			}
			d.sequence[p][i-1], d.sequence[p][i] = a, b
			d.use(before)
		}
	}
}

// parentOf returns the index in the sequences for the cluster around a cluster.
func (d *ordered) parentOf(c int) int {
	if p := d.ranked.Clusters[c].Parent; p >= 0 {
		return p
	}
	return len(d.ranked.Clusters)
}

// attempt sorts from several beginnings and keeps the best result, whose number of crossings it returns.
func (d *ordered) attempt() int {
	if d.ranked.earlier != nil {
		keys := d.earlierKeys()
		d.sequenceBy(keys)
		d.begin(keys)
		d.transpose(false)
		return d.crossings()
	}
	best, layers := -1, [][]int(nil)
	for _, keys := range [][]int{d.visited(true), d.visited(false)} {
		d.begin(keys)
		d.sweep()
		if n := d.crossings(); best < 0 || n < best {
			best, layers = n, d.copyLayers()
		}
		if best == 0 || d.ranked.work.Err() != nil {
			break
		}
	}
	d.use(layers)
	return best
}

func (d *ordered) copyLayers() [][]int {
	list := make([][]int, len(d.layers))
	for r := range d.layers {
		list[r] = slices.Clone(d.layers[r])
	}
	return list
}

func (d *ordered) use(layers [][]int) {
	for r := range layers {
		d.layers[r] = slices.Clone(layers[r])
		d.number(r)
	}
}

func (d *ordered) number(r int) {
	for i, it := range d.layers[r] {
		d.place[it] = i
	}
}

// begin sorts the ranks by a key of each item.
func (d *ordered) begin(keys []int) {
	for r := range d.layers {
		d.layers[r] = d.arrange(r, len(d.ranked.Clusters), keys, false)
		d.number(r)
	}
}

// visited returns the places of the items in a traversal from the top: breadth first, or depth first.
func (d *ordered) visited(breadth bool) []int {
	keys := make([]int, len(d.items))
	for i := range keys {
		keys[i] = -1
	}
	count := 0
	var queue []int
	enter := func(i int) {
		if keys[i] < 0 {
			keys[i] = count * scale
			count++
			queue = append(queue, i)
		}
	}
	for _, layer := range d.layers {
		for _, start := range layer {
			enter(start)
			for len(queue) > 0 {
				at := queue[0]
				if d.ranked.work.spent(len(d.items[at].under) + len(d.items[at].over)) {
					return keys
				}
				if breadth {
					queue = queue[1:]
				} else {
					at = queue[len(queue)-1]
					queue = queue[:len(queue)-1]
				}
				for _, l := range d.items[at].under {
					enter(l.to)
				}
				for _, l := range d.items[at].over {
					enter(l.to)
				}
			}
		}
	}
	return keys
}
