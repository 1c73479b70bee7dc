package layout

import (
	"cmp"
	"slices"
)

// element is an item, or what a cluster has in a rank.
type element struct {
	items   []int
	cluster int // or -1 for an item
	key     int
}

// arrange returns the items of a rank in a cluster, sorted by their keys. Each cluster stays together, between its borders, and
// clusters are in the same order in all ranks. The cluster after the last one is the outermost.
func (d *ordered) arrange(r, cluster int, keys []int, reverse bool) []int {
	inside := cluster
	if cluster == len(d.ranked.Clusters) {
		inside = -1
	}
	var list, clusters []element
	if d.ranked.work.spent(4 * len(d.layers[r])) {
		return d.layers[r]
	}
	for _, it := range d.layers[r] {
		if d.items[it].cluster == inside && d.items[it].kind != border {
			list = append(list, element{[]int{it}, -1, keys[it]})
		}
	}
	for _, c := range d.sequence[cluster] {
		if d.ranked.top[c] > r || d.ranked.bottom[c] < r {
			continue
		}
		e := element{d.arrange(r, c, keys, reverse), c, 0}
		for _, it := range e.items {
			e.key += keys[it]
		}
		e.key /= len(e.items)
		clusters = append(clusters, e)
	}
	monotone(clusters)
	// Among equal keys, clusters stay in order: only items are reversed.
	byKey(list, reverse)
	all := slices.Concat(list, clusters)
	byKey(all, false)
	var items []int
	if inside >= 0 {
		items = append(items, d.left[cluster][r-d.ranked.top[cluster]])
	}
	for _, e := range all {
		items = append(items, e.items...)
	}
	if inside >= 0 {
		items = append(items, d.right[cluster][r-d.ranked.top[cluster]])
	}
	return items
}

// monotone changes keys as little as possible so that they do not fall: neighbors that fall get their mean (Ayer et al., "An
// empirical distribution function for sampling with incomplete information", 1955).
func monotone(list []element) {
	type pool struct{ sum, count, size int }
	var pools []pool
	for _, e := range list {
		pools = append(pools, pool{e.key * len(e.items), len(e.items), 1})
		for n := len(pools); n > 1 && pools[n-2].sum/pools[n-2].count > pools[n-1].sum/pools[n-1].count; n = len(pools) {
			a, b := pools[n-2], pools[n-1]
			pools = append(pools[:n-2], pool{a.sum + b.sum, a.count + b.count, a.size + b.size})
		}
	}
	at := 0
	for _, p := range pools {
		for range p.size {
			list[at].key = p.sum / p.count
			at++
		}
	}
}

// earlierKeys returns the places in an earlier layout as keys, and for what is new the mean of those of what it is connected with.
func (d *ordered) earlierKeys() []int {
	keys := make([]int, len(d.items))
	known := make([]bool, len(d.items))
	for i := range d.items {
		var x int
		if x, known[i] = d.wasAt(i); known[i] {
			keys[i] = x * scale
		}
	}
	for i := range d.items {
		if d.items[i].kind == box && !known[i] && d.ranked.way.side != 0 {
			keys[i], known[i] = d.outermost(i, keys, known)
		}
	}
	for range d.items {
		if d.ranked.work.spent(len(d.items)) {
			break
		}
		changed := false
		for i := range d.items {
			if known[i] {
				continue
			}
			sum, count := 0, 0
			for _, l := range slices.Concat(d.items[i].over, d.items[i].under) {
				if known[l.to] {
					sum += keys[l.to]
					count++
				}
			}
			if count > 0 {
				keys[i], known[i], changed = sum/count, true, true
			}
		}
		if !changed {
			break
		}
	}
	return keys
}

// outermost returns a key that puts an item on one side of those of its rank and cluster whose place is known.
func (d *ordered) outermost(it int, keys []int, known []bool) (key int, ok bool) {
	for _, other := range d.layers[d.items[it].rank] {
		if known[other] && d.items[other].kind == box && d.items[other].cluster == d.items[it].cluster {
			if at := keys[other] + d.ranked.way.side; !ok || d.ranked.way.side*(at-key) > 0 {
				key, ok = at, true
			}
		}
	}
	return key, ok
}

// sequenceBy sorts the clusters in each cluster by the mean key of the nodes in them.
func (d *ordered) sequenceBy(keys []int) {
	mean := make([]int, len(d.ranked.Clusters))
	for c := range d.ranked.Clusters {
		sum, count := 0, 0
		for i := range d.ranked.Nodes {
			if d.ranked.within(d.ranked.Nodes[i].Cluster, c) && (d.ranked.earlier.Clusters[c] == nil || d.ranked.was[i] >= 0) {
				sum, count = sum+keys[i], count+1
			}
		}
		mean[c] = sum / max(1, count)
	}
	for _, list := range d.sequence {
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
	}
	// A new frame is where its nodes are.
	for i := range d.items {
		if t := &d.items[i]; t.kind == border && d.ranked.earlier.Clusters[t.of] == nil {
			keys[i] = mean[t.of]
		}
	}
}

// settled reports whether both of two lists contain an item whose place an earlier layout gives.
func (d *ordered) settled(a, b []int) bool {
	d.ranked.work.spent(len(a) + len(b))
	has := func(it int) bool { _, ok := d.wasAt(it); return ok && d.items[it].kind != border }
	return d.ranked.earlier != nil && slices.ContainsFunc(a, has) && slices.ContainsFunc(b, has)
}
