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

// inRows returns the forms in which states and frames are in rows, for pictures with little text, or with arrows that jump, that are still too
// wide.
func inRows(p *picture.Picture, columns int, jumps bool) (list []form) {
	most := 0
	count := make(map[int]int)
	for i := range p.Blocks {
		if b := &p.Blocks[i]; !b.Region {
			count[b.Parent]++
			most = max(most, count[b.Parent])
		}
	}
	if p.LeftToRight || p.Detail < picture.Choices && !jumps {
		return nil
	}
	for _, full := range []int{85, 60, 40, 25} {
		list = append(list, form{label: shortest, columns: columns, full: full, wrap: 1})
	}
	last := most
	for rows := 2; rows <= most; rows++ {
		if n := (most + rows - 1) / rows; n < last {
			list, last = append(list, form{label: shortest, columns: columns, full: 85, abreast: n, wrap: 1}), n
		}
	}
	return list
}

// lineOf returns the line of a region or frame.
func (d *drawing) lineOf(block int) int {
	b := &d.picture.Blocks[block]
	beside := d.abreast
	if b.Region {
		beside = d.columns
	}
	if beside == 0 && (!b.Region || d.pack == 0) {
		return 0
	}
	before := 0
	for i := range block {
		if c := &d.picture.Blocks[i]; c.Region == b.Region && c.Parent == b.Parent {
			before++
		}
	}
	if b.Region && d.pack > 0 {
		return lineIn(d.pack, min(before, mostPack))
	}
	return before / beside
}
