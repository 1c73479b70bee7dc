package draw

import (
	"math/rand"
)

// Choices calls f with every sequence of choices that f can make. When they
// are more than limit, it calls f with so many random ones.
func Choices(random *rand.Rand, limit int, f func(choose Chooser)) {
	var picks, sizes []int
	for {
		made, all := 0, 1
		f(func(n int) int {
			if made == len(picks) {
				picks, sizes = append(picks, 0), append(sizes, n)
			}
			all = min(all*max(n, 1), limit+1)
			made++
			return picks[made-1]
		})
		if all > limit {
			for range limit {
				f(func(n int) int { return random.Intn(max(n, 1)) })
			}
			return
		}
		last := len(picks) - 1
		for last >= 0 && picks[last]+1 >= sizes[last] {
			last--
		}
		if last < 0 {
			return
		}
		picks, sizes = picks[:last+1], sizes[:last+1]
		picks[last]++
	}
}

// Order returns the indices of n small parameters in the order in which machines are
// made of them: first the last, which allow most.
func Order(n int) []int {
	order := []int{n - 1}
	for i := range n - 1 {
		order = append(order, i)
	}
	return order
}
