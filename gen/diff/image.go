package diff

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/svg"
)

// maxImageNodes is the number of states up to which an image shows both versions as a whole.
const maxImageNodes = 150

// SVG returns an SVG image of both versions in one picture: what is in both is pale and where it is in the image of the old version
// ([Side.Image]); what is added, removed, or changed begins with +, −, or ~, and has a color and a line of its own. A picture of a large
// machine shows only what has changed, with its neighbors, and at worst only a note. The error is that of the context.
func (d *Diff) SVG(ctx context.Context) ([]byte, error) { return images(ctx, []*Diff{d}) }

// images draws machines below each other. It returns nil if there are none.
func images(ctx context.Context, list []*Diff) ([]byte, error) {
	list = slices.DeleteFunc(slices.Clone(list), func(d *Diff) bool { return d.Action == Invalid })
	var parts []svg.Part
	for _, d := range list {
		part, err := d.part(ctx)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return svg.Write(ctx, parts)
}

// part lays out the picture of a machine: what has changed, with its neighbors, if all of it is too large, or else only a note.
func (d *Diff) part(ctx context.Context) (svg.Part, error) {
	near, _, _ := d.picture.Near()
	note := &picture.Picture{Start: -1, Frame: -1, Notes: []string{
		fmt.Sprintf("No image: the layout of %d arrows is too much work. --format markdown lists what has changed.", len(near.Edges)),
	}}
	list := []*picture.Picture{d.picture, near, note}
	if len(d.picture.Nodes) > maxImageNodes {
		list = list[1:]
	}
	for {
		part, err := d.laidOut(ctx, list[0])
		if list = list[1:]; !errors.Is(err, svg.ErrLarge) || len(list) == 0 {
			return part, err
		}
	}
}

// laidOut lays out one of the pictures.
func (d *Diff) laidOut(ctx context.Context, p *picture.Picture) (svg.Part, error) {
	if !p.Marked() && len(p.Nodes) > 0 {
		same := *p
		same.Notes = []string{"No state or arrow differs: " + d.changed()}
		p = &same
	}
	earlier := svg.Read(d.image)
	if earlier == nil && d.before != nil && len(d.before.Nodes) <= maxImageNodes {
		image, _, err := svg.Next(ctx, svg.Part{Picture: d.before}, nil, true)
		if err != nil && !errors.Is(err, svg.ErrLarge) {
			return svg.Part{}, err
		}
		earlier = svg.Read(image)
	}
	return svg.Like(ctx, svg.Part{Title: d.title(), Picture: p}, earlier)
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
