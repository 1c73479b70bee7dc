package picturetest

import (
	"math"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// Versions returns a picture of two versions that puts each text wherever a text can be, with all marks.
func Versions(texts []string) *picture.Picture {
	p := &picture.Picture{Frame: -1, Start: -1, Notes: texts[:1]}
	marks := []picture.Mark{picture.Same, picture.Added, picture.Removed, picture.Changed}
	for i, s := range texts {
		mark := marks[i%len(marks)]
		n := picture.Node{Name: s, Block: -1, Outcome: -1, Mark: mark, Stays: []picture.Label{{Event: s, Guard: s, Mark: picture.Removed, Was: []string{s}}}}
		if mark == picture.Changed {
			n.Was = s
		}
		n.Block = len(p.Blocks)
		p.Blocks = append(p.Blocks, picture.Block{Name: s, Parent: i%2 - 1, Mark: mark})
		switch i % 3 {
		case 1:
			n.Outcome = 0
		case 2:
			n.Collapsed = true
		}
		p.Nodes = append(p.Nodes, n)
		from, to := i, (i+1)%len(texts)
		if from == to {
			continue // layouts draw several loops at a state one over the other
		}
		p.Edges = append(p.Edges, picture.Edge{From: from, To: to, Block: -1, Labels: []picture.Label{
			{Event: s}, {Event: s, Updates: []string{s}, Mark: picture.Added}, {Event: s, After: []string{s}, Guard: s, Mark: picture.Added},
			{Event: s, Otherwise: true, Emits: []string{s}, Mark: picture.Removed}, {Event: s, Environment: true, Mark: picture.Changed, Was: append([]string{"was [" + s + "]"}, texts...)},
		}})
	}
	p.Starts = []picture.Start{{Node: 0, Mark: picture.Removed}, {Node: 1 % len(texts), Mark: picture.Added}}
	return p
}

// Luminance returns the relative luminance of a color, as in WCAG 2.1.
func Luminance(r, g, b int) float64 {
	part := func(c int) float64 {
		x := float64(c) / 255
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}
