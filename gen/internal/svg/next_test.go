package svg

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestFixedPoint draws each spec of the repository as the next version of itself.
func TestFixedPoint(t *testing.T) {
	for _, m := range machines(t, sample.Size(3, 5, 1000)) {
		for _, fit := range []bool{true, false} {
			p := picture.New(m.Machine)
			if len(p.Nodes) > 60 {
				continue
			}
			image := m.first()
			if !fit {
				image, _, _ = Next(t.Context(), Part{Title: m.Name, Picture: p}, nil, fit)
			}
			e := Read(image)
			if e == nil {
				t.Fatalf("%s: the image has no places", m.Name)
			}
			if again, _, _ := Next(t.Context(), Part{Title: m.Name, Picture: p}, e, fit); !bytes.Equal(image, again) {
				t.Errorf("%s: the image is not the next one of itself", m.Name)
			}
		}
	}
}

// edits are changes of a picture in one place, each with the states that it leaves as they are. They return false if there is no place.
var edits = []struct {
	name string
	edit func(*rand.Rand, *picture.Picture) bool
}{
	{"drop an event", func(r *rand.Rand, p *picture.Picture) bool {
		e, l := anyLabel(r, p)
		if e < 0 {
			return false
		}
		event := p.Edges[e].Labels[l].Event
		for i := range p.Edges {
			p.Edges[i].Labels = slices.DeleteFunc(p.Edges[i].Labels, func(l picture.Label) bool { return l.Event == event })
		}
		p.Edges = slices.DeleteFunc(p.Edges, func(e picture.Edge) bool { return len(e.Labels) == 0 })
		return true
	}},
	{"drop a transition", func(r *rand.Rand, p *picture.Picture) bool {
		e, l := anyLabel(r, p)
		if e < 0 {
			return false
		}
		if p.Edges[e].Labels = slices.Delete(p.Edges[e].Labels, l, l+1); len(p.Edges[e].Labels) == 0 {
			p.Edges = slices.Delete(p.Edges, e, e+1)
		}
		return true
	}},
	{"change a condition", func(r *rand.Rand, p *picture.Picture) bool {
		e, l := anyLabel(r, p)
		if e < 0 {
			return false
		}
		p.Edges[e].Labels[l].Guard += " && count < limit"
		return true
	}},
	{"add an update", func(r *rand.Rand, p *picture.Picture) bool {
		e, l := anyLabel(r, p)
		if e < 0 {
			return false
		}
		p.Edges[e].Labels[l].Updates = append(p.Edges[e].Labels[l].Updates, "total += amount")
		return true
	}},
	{"add an internal transition", func(r *rand.Rand, p *picture.Picture) bool {
		n := &p.Nodes[r.IntN(len(p.Nodes))]
		n.Stays = append(n.Stays, picture.Label{Event: "Ping", Updates: []string{"count += 1"}})
		return true
	}},
	{"rename a state", func(r *rand.Rand, p *picture.Picture) bool {
		n := &p.Nodes[r.IntN(len(p.Nodes))]
		n.Name += "Again"
		return !n.Any && !n.Whole
	}},
	{"lead a transition elsewhere", func(r *rand.Rand, p *picture.Picture) bool {
		e, l := anyLabel(r, p)
		if e < 0 {
			return false
		}
		from, label := p.Edges[e].From, p.Edges[e].Labels[l]
		to := anyState(r, p)
		if to < 0 || to == from || to == p.Edges[e].To {
			return false
		}
		if p.Edges[e].Labels = slices.Delete(p.Edges[e].Labels, l, l+1); len(p.Edges[e].Labels) == 0 {
			p.Edges = slices.Delete(p.Edges, e, e+1)
		}
		join(p, from, to, label)
		return true
	}},
	{"add a transition", func(r *rand.Rand, p *picture.Picture) bool {
		from, to := anyState(r, p), anyState(r, p)
		if from < 0 || to < 0 || from == to || p.Nodes[from].Outcome >= 0 {
			return false
		}
		join(p, from, to, picture.Label{Event: "Extra", Updates: []string{"count += 1"}})
		return true
	}},
	{"add a state", func(r *rand.Rand, p *picture.Picture) bool {
		from, to := anyState(r, p), anyState(r, p)
		if from < 0 || to < 0 || p.Nodes[from].Outcome >= 0 {
			return false
		}
		n := len(p.Nodes)
		p.Nodes = append(p.Nodes, picture.Node{Name: "Extra", Block: p.Nodes[from].Block, Outcome: -1})
		join(p, from, n, picture.Label{Event: "Enter"})
		join(p, n, to, picture.Label{Event: "Leave"})
		return true
	}},
	{"add a state in an arrow", func(r *rand.Rand, p *picture.Picture) bool {
		e, _ := anyLabel(r, p)
		if e < 0 {
			return false
		}
		n, to := len(p.Nodes), p.Edges[e].To
		p.Nodes = append(p.Nodes, picture.Node{Name: "Extra", Block: p.Nodes[p.Edges[e].From].Block, Outcome: -1})
		p.Edges[e].To = n
		join(p, n, to, picture.Label{Event: "Leave"})
		return true
	}},
	{"add a terminal state", func(r *rand.Rand, p *picture.Picture) bool {
		from := anyState(r, p)
		if from < 0 || p.Nodes[from].Outcome >= 0 || len(p.Outcomes) == 0 {
			return false
		}
		p.Nodes = append(p.Nodes, picture.Node{Name: "Extra", Block: -1, Outcome: 0})
		join(p, from, len(p.Nodes)-1, picture.Label{Event: "Stop"})
		return true
	}},
	{"drop a state", func(r *rand.Rand, p *picture.Picture) bool {
		at := len(p.Nodes) - 1 // the indices of the others stay
		if at == p.Start || at < 2 || p.Nodes[at].Block >= 0 {
			return false
		}
		p.Edges = slices.DeleteFunc(p.Edges, func(e picture.Edge) bool { return e.From == at || e.To == at })
		p.Nodes = p.Nodes[:at]
		return true
	}},
}

// anyLabel returns a label of an edge, or -1.
func anyLabel(r *rand.Rand, p *picture.Picture) (edge, label int) {
	if len(p.Edges) == 0 {
		return -1, -1
	}
	e := r.IntN(len(p.Edges))
	return e, r.IntN(len(p.Edges[e].Labels))
}

// anyState returns a state in a frame that is not a region, or -1.
func anyState(r *rand.Rand, p *picture.Picture) int {
	n := r.IntN(len(p.Nodes))
	if b := p.Nodes[n].Block; p.Nodes[n].Any || b >= 0 && p.Blocks[b].Region {
		return -1
	}
	return n
}

func join(p *picture.Picture, from, to int, l picture.Label) {
	for i := range p.Edges {
		if e := &p.Edges[i]; e.From == from && e.To == to {
			e.Labels = append(e.Labels, l)
			return
		}
	}
	p.Edges = append(p.Edges, picture.Edge{From: from, To: to, Block: -1, Labels: []picture.Label{l}})
}

// centers returns where the states of a picture are in an image, or nil for those that it does not show: it leaves out an idle "any state".
func centers(e *Earlier, p *picture.Picture) (list []*layout.Point) {
	d := &drawing{picture: p}
	d.fill()
	for i, key := range d.keys().shapes {
		if d.shapes[i].kind == state {
			var at *layout.Point
			if p, ok := e.centers[key]; ok {
				at = &p
			}
			list = append(list, at)
		}
	}
	return list
}

// TestEditsStay changes the pictures of machines in one place and measures how far the other states move in the next image.
func TestEditsStay(t *testing.T) {
	const first = 3000 // the edits of the table in docs/diagrams.md
	list := machines(t, sample.Size(2, 3, 1000))
	// Rare edits that move much need many samples: in a small one, a single image decides.
	tries, most := sample.Size(1, 1, 2), sample.Size(60, 40, 3)
	sum, count := 0.0, 0
	for k, edit := range edits {
		moved, states := 0.0, 0
		for i := range tries * len(list) {
			m := list[i%len(list)]
			r := rand.New(rand.NewPCG(first+uint64(i), uint64(k)))
			before := picture.New(m.Machine)
			after := picture.New(m.Machine)
			if len(before.Nodes) > 60 || !edit.edit(r, after) {
				continue
			}
			was := Read(m.first())
			image, _, _ := Next(t.Context(), Part{Title: m.Name, Picture: after}, was, true)
			is := Read(image)
			if is == nil {
				t.Errorf("%s, %s: the image is not the next one of itself", m.Name, edit.name)
				continue
			}
			from, to := centers(was, before), centers(is, after)
			for n := range min(len(from), len(to)) {
				if from[n] == nil || to[n] == nil {
					continue
				}
				moved += math.Hypot(float64(from[n].X-to[n].X), float64(from[n].Y-to[n].Y))
				states++
			}
		}
		t.Logf("%-28s %5.1f px, %d states", edit.name, moved/float64(max(1, states)), states)
		sum, count = sum+moved, count+states
	}
	mean := sum / float64(count)
	t.Logf("%d edits of %d machines: %.2f px on average, %d states", len(edits), len(list), mean, count)
	if mean > float64(most) {
		t.Errorf("states move by %.1f px on average, expected at most %d", mean, most)
	}
}

// FuzzRead draws a machine like images that others may have written.
func FuzzRead(f *testing.F) {
	p := picture.New(picturetest.Fallback())
	image, _, _ := Next(context.Background(), Part{Title: "Fallback", Picture: p}, nil, true)
	f.Add(image)
	f.Add(image[:len(image)/2])
	for _, edit := range [][2]string{
		{`data-layout="down `, `data-layout="down 26 full 1 2 3"><g x="`},
		{`x="`, `x="9`}, {`y="`, `y="-`}, {`d="M`, `d="MV`}, {`width="`, `width="99999999999999999999`}, {`data-key="Idle"`, `data-key="Selecting"`},
		{`x="`, `x="19999" a="`}, {`<g `, `<!ENTITY a "b"><g `}, {` full `, ` states `}, {` y="`, ` y="0" b="`},
	} {
		f.Add(bytes.ReplaceAll(image, []byte(edit[0]), []byte(edit[1])))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e := Read(data)
		drawn, _, _ := Next(t.Context(), Part{Title: "Fallback", Picture: p}, e, true)
		if again, _, _ := Next(t.Context(), Part{Title: "Fallback", Picture: p}, Read(drawn), true); !bytes.Equal(drawn, again) {
			t.Error("the image is not the next one of itself")
		}
		if e == nil && !bytes.Equal(drawn, image) {
			t.Error("without places, the image depends on more than the picture")
		}
	})
}
