package svg

import "github.com/fsmgen/fsmgen/gen/internal/picture"

// roomForEdits is how much narrower than a page an image is in which regions are side by side, so that it can grow without another
// arrangement.
const roomForEdits = 80

// arrangements returns how many regions of a state can be side by side at most, from 0 for all of them to 1. The others are in further
// lines below, none of which is much shorter than the first one.
func arrangements(p *picture.Picture) []int {
	most := 0
	count := make(map[int]int)
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Region {
			count[b.Parent]++
			most = max(most, count[b.Parent])
		}
	}
	list := []int{0}
	if p.LeftToRight {
		return list // there, they are below each other
	}
	last := most
	for lines := 2; lines <= most; lines++ {
		if n := (most + lines - 1) / lines; n < last {
			list, last = append(list, n), n
		}
	}
	return list
}

// lineOf returns the line of a region.
func (d *drawing) lineOf(region int) int {
	if d.columns == 0 {
		return 0
	}
	before := 0
	for i := range region {
		if d.picture.Blocks[i].Region && d.picture.Blocks[i].Parent == d.picture.Blocks[region].Parent {
			before++
		}
	}
	return before / d.columns
}
