package explorer

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/svg"
)

const (
	// mostFolds are the pictures of a page, each with other frames closed. Another frame could double them.
	mostFolds = 32
	// mostSteps are the steps of the layouts of all of them, about half a second.
	mostSteps = 50_000_000
	// mostBytes are the bytes of all of them. They have about a fifth of that in the page.
	mostBytes = 500_000
)

// frameJSON is a composite state that can be closed.
type frameJSON struct {
	Name string `json:"name"`
	// Path is its name after those of the frames around it.
	Path string `json:"path"`
	// Parent is the frame around it, by index, or -1.
	Parent int `json:"parent"`
	// Blocks are its blocks in the pictures of the versions, or -1.
	Blocks []int `json:"blocks"`
}

// foldsJSON are the pictures in which some frames are closed.
type foldsJSON struct {
	Frames []frameJSON `json:"frames"`
	// Pictures are a list of foldJSON, compressed and in base64.
	Pictures string `json:"pictures"`
}

// foldJSON is what the page shows if some frames are closed.
type foldJSON struct {
	// Closed are the frames that are closed and in no closed one, by index and in their order.
	Closed []int      `json:"closed"`
	Faces  []faceJSON `json:"faces"` // of the versions
}

// faceJSON is the picture of a version.
type faceJSON struct {
	SVG string `json:"svg"`
	// Edges are the transitions of each arrow.
	Edges [][]int `json:"edges"`
	// Nodes are the nodes that show those of the picture in which all frames are open.
	Nodes []int `json:"nodes"`
	// Blocks and Boxes are the blocks of the frames that are open and the nodes of those that are closed, or -1.
	Blocks []int `json:"blocks"`
	Boxes  []int `json:"boxes"`
	// Inside are the transitions that have no arrow because both their ends are in a closed frame, by its node.
	Inside map[int][]int `json:"inside"`
}

// fold is a picture of each version with the same frames closed.
type fold struct {
	closed []int
	shut   []picture.Shut
	images []string
}

// folding finds the pictures of a page.
type folding struct {
	parts  []svg.Part // the versions with everything
	frames []frameJSON
	steps  int // that remain
	bytes  int // that remain
}

// folded returns the pictures of one or two versions in which some frames are closed: one for each set of frames, as far as there are not too many.
// Small frames stay open then. It returns nothing if no frame can be closed.
func folded(ctx context.Context, parts []svg.Part) ([]frameJSON, []fold, error) {
	f := &folding{parts: parts, steps: mostSteps, bytes: mostBytes}
	list := []fold{{}}
	for _, frame := range f.candidates() {
		f.frames = append(f.frames, frame)
		more, err := f.close(ctx, list)
		if err != nil {
			return nil, nil, err
		}
		if more == nil {
			f.frames = f.frames[:len(f.frames)-1]
			break
		}
		list = append(list, more...)
	}
	return f.frames, list[1:], nil
}

// candidates returns the composite states of all versions, those with the most states first, and each after the one around it.
func (f *folding) candidates() (list []frameJSON) {
	for i, part := range f.parts {
		p := part.Picture
		at := make(map[int]int) // the frames of blocks
		for _, b := range p.Composites() {
			parent := -1
			for around := p.Blocks[b].Parent; around >= 0 && parent < 0; around = p.Blocks[around].Parent {
				if k, ok := at[around]; ok {
					parent = k
				}
			}
			path := pathOf(p, b)
			k := slices.IndexFunc(list, func(f frameJSON) bool { return f.Path == path })
			if k < 0 {
				k = len(list)
				list = append(list, frameJSON{p.Blocks[b].Name, path, parent, slices.Repeat([]int{-1}, len(f.parts))})
			}
			list[k].Blocks[i], at[b] = b, k
		}
	}
	return list
}

// pathOf names a block after those around it.
func pathOf(p *picture.Picture, b int) string {
	path := p.Blocks[b].Name
	for b = p.Blocks[b].Parent; b >= 0; b = p.Blocks[b].Parent {
		path = p.Blocks[b].Name + "/" + path
	}
	return path
}

// close returns the pictures of a list with the last frame closed, too, unless it is in a closed one. The result is nil if they are too many or too
// much work.
func (f *folding) close(ctx context.Context, list []fold) (more []fold, err error) {
	last := len(f.frames) - 1
	for _, before := range list {
		if f.isInside(last, before.closed) {
			continue
		}
		made := fold{closed: append(slices.Clip(before.closed), last)}
		if len(list)+len(more) == mostFolds {
			return nil, nil
		}
		var parts []svg.Part
		for i, part := range f.parts {
			var blocks []int
			for _, k := range made.closed {
				blocks = append(blocks, f.frames[k].Blocks[i])
			}
			shut := part.Picture.Shut(blocks...)
			part.Picture = shut.Picture
			parts, made.shut = append(parts, part), append(made.shut, shut)
		}
		var steps int
		made.images, steps, err = drawings(ctx, parts)
		f.steps -= steps
		for _, image := range made.images {
			f.bytes -= len(image)
		}
		if errors.Is(err, svg.ErrLarge) || f.steps < 0 || f.bytes < 0 {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		more = append(more, made)
	}
	return more, nil
}

// isInside reports whether a frame is in one of some others.
func (f *folding) isInside(frame int, others []int) bool {
	for at := f.frames[frame].Parent; at >= 0; at = f.frames[at].Parent {
		if slices.Contains(others, at) {
			return true
		}
	}
	return false
}

// encodeFolds returns the pictures as the script reads them, or nil if there are none.
func encodeFolds(parts []svg.Part, frames []frameJSON, list []fold) (*foldsJSON, error) {
	if len(list) == 0 {
		return nil, nil
	}
	var out []foldJSON
	for i := range list {
		encoded := foldJSON{Closed: list[i].closed}
		for v := range parts {
			encoded.Faces = append(encoded.Faces, face(parts[v].Picture, &list[i], v, frames))
		}
		out = append(out, encoded)
	}
	text, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("encode the pictures: %w", err)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	return &foldsJSON{frames, base64.StdEncoding.EncodeToString(packed.Bytes())}, err
}

// face describes the picture of a version.
func face(whole *picture.Picture, f *fold, version int, frames []frameJSON) faceJSON {
	shut := &f.shut[version]
	out := faceJSON{SVG: f.images[version], Edges: arrows(shut.Picture), Nodes: shut.Nodes, Inside: make(map[int][]int)}
	for i, list := range arrows(whole) {
		if at := shut.Nodes[whole.Edges[i].From]; at == shut.Nodes[whole.Edges[i].To] {
			out.Inside[at] = append(out.Inside[at], list...)
		}
	}
	for i := range frames {
		b, block, box := frames[i].Blocks[version], -1, -1
		if b >= 0 {
			block, box = shut.Blocks[b], shut.Box(whole, b)
		}
		out.Blocks, out.Boxes = append(out.Blocks, block), append(out.Boxes, box)
	}
	return out
}

// arrows returns the transitions of each arrow of a picture. They are the same at each level of detail.
func arrows(p *picture.Picture) (of [][]int) {
	for i := range p.Edges {
		var list []int
		for _, l := range p.Edges[i].Labels {
			list = append(list, l.Of...)
		}
		of = append(of, list)
	}
	return of
}
