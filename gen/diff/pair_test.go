package diff

import (
	"slices"
	"testing"
)

// TestDisplaced marks the elements that have moved, and no others.
func TestDisplaced(t *testing.T) {
	for _, tt := range []struct {
		list []int
		want []int // those that have moved
	}{
		{nil, nil}, {[]int{1, 2, 3}, nil},
		{[]int{2, 1, 3}, []int{2, 1}},    // two neighbors
		{[]int{4, 1, 2, 3}, []int{4}},    // the last one comes first
		{[]int{2, 3, 4, 1}, []int{1}},    // the first one comes last
		{[]int{3, 2, 1}, []int{3, 2, 1}}, // nobody knows which
		{[]int{1, 4, 3, 2, 5}, []int{4, 3, 2}}, {[]int{5, 2, 3, 4, 1}, []int{5, 1}},
	} {
		var got []int
		for i, is := range displaced(tt.list) {
			if is {
				got = append(got, tt.list[i])
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.list, got, tt.want)
		}
	}
}
