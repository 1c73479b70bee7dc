package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/svg"
)

// maxImageNodes is the number of states up to which an image shows both versions as a whole.
const maxImageNodes = 150

// SVG returns an SVG image of both versions in one picture: what is in both is pale and where it is in the image of the old version
// ([Side.Image]); what is added, removed, or changed begins with +, −, or ~, and has a color and a line of its own. A picture of a large
// machine shows only what has changed, with its neighbors.
func (d *Diff) SVG() []byte { return images([]*Diff{d}) }

// images draws machines below each other. It returns nil if there are none.
func images(list []*Diff) []byte {
	list = slices.DeleteFunc(slices.Clone(list), func(d *Diff) bool { return d.Action == Invalid })
	var parts []svg.Part
	for _, d := range list {
		parts = append(parts, d.part())
	}
	if len(parts) == 0 {
		return nil
	}
	return svg.Write(parts)
}

// part lays out the picture of a machine.
func (d *Diff) part() svg.Part {
	p := d.picture
	if len(p.Nodes) > maxImageNodes {
		p, _, _ = p.Near()
	}
	if !p.Marked() {
		same := *p
		same.Notes = []string{"No state or arrow differs: " + d.changed()}
		p = &same
	}
	earlier := svg.Read(d.image)
	if earlier == nil && d.before != nil && len(d.before.Nodes) <= maxImageNodes {
		image, _ := svg.Next(svg.Part{Picture: d.before}, nil, true)
		earlier = svg.Read(image)
	}
	return svg.Like(svg.Part{Title: d.title(), Picture: p}, earlier)
}

// place says where an image of the machine shows its parts: the image that one of the versions has, or else the picture of the old one.
func (d *Diff) place(before *picture.Picture, sides ...*Side) {
	d.before = before
	for _, s := range sides {
		if s != nil && d.image == nil && svg.Read(s.Image) != nil {
			d.image = s.Image
		}
	}
}
