package svg

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestBesideGraphviz compares the layouts of the specs of the repository with those of Graphviz, for boxes and labels of the same
// sizes: the crossings of arrows, and their length. Both put terminal states in the last row.
func TestBesideGraphviz(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("dot is missing: apt-get install graphviz")
	} else if err != nil {
		t.Skip("NOT CHECKED: no layout was compared, because there is no dot (apt-get install graphviz)")
	}
	var ours, theirs, dagres measure
	var graphs []*layout.Graph
	count, kept, covered := 0, 0, 0
	smallest := 100.0
	for _, m := range machines(t, sample.Size(5, 8, 1000)) {
		d, _ := drawWith(nil, picture.New(m.Machine), forms(0)[0], nil)
		var lines [][]point
		for _, r := range d.layout.Routes {
			var points []point
			for _, p := range r.Points { // without the heads, as in the output of Graphviz
				points = append(points, point{float64(p.X), float64(p.Y)})
			}
			lines = append(lines, flattened(points))
		}
		us, them := measured(lines), measured(graphviz(t, dot, &d.graph))
		covered += overlaps(d)
		// The machines with more than three arrows are those of which a layout says something.
		if len(d.graph.Edges) > 3 {
			kept++
		}
		ours.add(us)
		theirs.add(them)
		graphs = append(graphs, &d.graph)
		count++
		fit, _ := fitted(nil, picture.New(m.Machine))
		if !fit.isLegible() {
			t.Errorf("%s: the text is smaller than %d pixels in a page", m.Name, legible)
		}
		smallest = min(smallest, fontSize*min(1, column/float64(fit.layout.Width+2*margin)))
		t.Logf("%s: crossings %d beside %d, length %.0f beside %.0f", m.Name, us.crossings, them.crossings, us.length, them.length)
	}
	for _, lines := range dagre(t, graphs) {
		dagres.add(measured(lines))
	}
	t.Logf("%d specs, %d with more than three arrows", count, kept)
	t.Logf("| fsmgen | %d | %d | %.0f | %d |", ours.crossings, ours.near, ours.length, covered)
	t.Logf("| Graphviz | %d | %d | %.0f | |", theirs.crossings, theirs.near, theirs.length)
	if dagres.length > 0 {
		t.Logf("| dagre | %d | %d | %.0f | |", dagres.crossings, dagres.near, dagres.length)
	}
	t.Logf("length %.2f of Graphviz, smallest text %.1f pixels", ours.length/theirs.length, smallest)
	if covered > 0 {
		t.Errorf("%d labels cover something", covered)
	}
	if ours.near > 0 {
		t.Errorf("%d pairs of arrows run side by side", ours.near)
	}
	// Arrows with right angles, which do not run into each other, are longer than curves.
	most, slack := 1.25, 0.0
	if count < 200 { // a small sample differs more
		most, slack = 1.35, 8
	}
	if count > 20 && (ours.length > most*theirs.length || float64(ours.crossings) > float64(theirs.crossings)+slack) {
		t.Errorf("the layouts are worse than those of Graphviz")
	}
}

// overlaps counts the labels that cover a box, a title, or another label.
func overlaps(d *drawing) (count int) {
	var labels []layout.Rect
	for _, r := range d.layout.Routes {
		if r.Label != (layout.Rect{}) {
			labels = append(labels, r.Label)
		}
	}
	for i, l := range labels {
		for _, r := range slices.Concat(labels[:i], d.layout.Nodes, d.layout.Titles) {
			if l.Min.X < r.Max.X && r.Min.X < l.Max.X && l.Min.Y < r.Max.Y && r.Min.Y < l.Max.Y {
				count++
			}
		}
	}
	return count
}

// dagre returns the arrows of graphs as dagre draws them, or nil if it is not there.
func dagre(t *testing.T, graphs []*layout.Graph) (list [][][]point) {
	t.Helper()
	const folder = "dagretest"
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("dagre is missing: (cd gen/internal/svg/dagretest && npm ci --ignore-scripts)")
		}
		t.Log("NOT CHECKED: no layout was compared with dagre ((cd gen/internal/svg/dagretest && npm ci --ignore-scripts) installs it)")
		return nil
	}
	in, err := json.Marshal(graphs)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", "dagre.js")
	c.Dir, c.Stdin, c.Stderr = folder, bytes.NewReader(in), os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var drawn [][][]struct{ X, Y float64 }
	if err := json.Unmarshal(out, &drawn); err != nil {
		t.Fatal(err)
	}
	for _, edges := range drawn {
		var lines [][]point
		for _, e := range edges {
			var line []point
			for _, p := range e {
				line = append(line, point{p.X, p.Y})
			}
			lines = append(lines, line)
		}
		list = append(list, lines)
	}
	return list
}

// specimen is a machine of the repository. Its first image, which several tests look at, is drawn once.
type specimen struct {
	*core.Machine
	first func() []byte
}

// repository has the specs of the repository, by their order in its folders, each loaded when it is asked for. A spec without
// a machine gives nil.
var repository = sync.OnceValues(func() (list []func() *specimen, err error) {
	err = filepath.WalkDir("../../..", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".fsm.yaml") {
			list = append(list, sync.OnceValue(func() *specimen { return loaded(path) }))
		}
		return err
	})
	return list, err
})

func loaded(file string) *specimen {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	s, _ := spec.LoadWith(file, text, spec.OpenFile)
	if s.Machine == nil {
		return nil
	}
	return &specimen{s.Machine, sync.OnceValue(func() []byte {
		image, _, err := Next(context.Background(), Part{Title: s.Machine.Name, Picture: picture.New(s.Machine)}, nil, true)
		if err != nil {
			panic(err)
		}
		return image
	})}
}

// machines returns a sample of the machines of the repository.
func machines(t *testing.T, count int) (list []*specimen) {
	t.Helper()
	specs, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	for _, load := range sample.Some(t, specs, count) {
		if m := load(); m != nil {
			list = append(list, m)
		}
	}
	return list
}

type point struct{ x, y float64 }

type measure struct {
	crossings int
	near      int // pairs of arrows that run side by side
	length    float64
}

func (m *measure) add(n measure) {
	m.crossings, m.near, m.length = m.crossings+n.crossings, m.near+n.near, m.length+n.length
}

// flattened returns points on Bézier curves.
func flattened(points []point) []point {
	list := []point{points[0]}
	for i := 1; i+2 < len(points); i += 3 {
		p, q, r, s := points[i-1], points[i], points[i+1], points[i+2]
		for k := 1; k <= 8; k++ {
			u := float64(k) / 8
			v := 1 - u
			at := func(a, b, c, d float64) float64 { return v*v*v*a + 3*v*v*u*b + 3*v*u*u*c + u*u*u*d }
			list = append(list, point{at(p.x, q.x, r.x, s.x), at(p.y, q.y, r.y, s.y)})
		}
	}
	return list
}

// measured counts the crossings of lines. Those that begin or end at the same place do not cross there.
func measured(lines [][]point) (m measure) {
	var all []line
	for _, l := range lines {
		all = append(all, line{points: dense(l)})
	}
	found, _ := met(all)
	m.near = found.near
	for i, a := range lines {
		for k := 1; k < len(a); k++ {
			m.length += math.Hypot(a[k].x-a[k-1].x, a[k].y-a[k-1].y)
		}
		for _, b := range lines[:i] {
			for k := 1; k < len(a); k++ {
				for n := 1; n < len(b); n++ {
					if crosses(a[k-1], a[k], b[n-1], b[n]) {
						m.crossings++
					}
				}
			}
		}
	}
	return m
}

// dense returns points of a line that are about a pixel apart.
func dense(points []point) []point {
	list := points[:1:1]
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		steps := math.Ceil(math.Hypot(q.x-p.x, q.y-p.y))
		for k := 1.0; k <= steps; k++ {
			list = append(list, point{p.x + (q.x-p.x)*k/steps, p.y + (q.y-p.y)*k/steps})
		}
	}
	return list
}

func crosses(a, b, c, d point) bool {
	side := func(p, q, r point) float64 { return (q.x-p.x)*(r.y-p.y) - (q.y-p.y)*(r.x-p.x) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// graphviz returns the arrows of a graph as Graphviz draws it, in pixels.
func graphviz(t *testing.T, dot string, g *layout.Graph) [][]point {
	t.Helper()
	var b strings.Builder
	b.WriteString("digraph {\nnode [shape=box, fixedsize=true, label=\"\"]\n")
	fill := func(width, height int) string {
		return fmt.Sprintf(`label=<<table border="0" cellpadding="0" cellspacing="0" fixedsize="true" width="%d" height="%d"><tr><td></td></tr></table>>`, width, height)
	}
	var inside func(int)
	inside = func(c int) {
		for i, n := range g.Nodes {
			if n.Cluster == c {
				fmt.Fprintf(&b, "n%d [width=%f, height=%f]\n", i, float64(n.Width)/72, float64(n.Height)/72)
			}
		}
		for i, k := range g.Clusters {
			if k.Parent == c {
				fmt.Fprintf(&b, "subgraph cluster%d {\n%s\n", i, fill(k.Width, k.Height))
				inside(i)
				b.WriteString("}\n")
			}
		}
	}
	inside(-1)
	last := ""
	for i, n := range g.Nodes {
		if n.Last {
			last += fmt.Sprintf(" n%d;", i)
		}
	}
	fmt.Fprintf(&b, "{rank=sink;%s}\n", last)
	for _, e := range g.Edges {
		list := fmt.Sprintf("weight=%d", max(1, e.Weight))
		if e.Width > 0 {
			list += ", " + fill(e.Width, e.Height)
		}
		fmt.Fprintf(&b, "n%d -> n%d [%s]\n", e.From, e.To, list)
	}
	b.WriteString("}\n")
	c := exec.Command(dot, "-Tplain")
	c.Stdin = strings.NewReader(b.String())
	var complaints bytes.Buffer
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil {
		t.Fatalf("dot: %v %s", err, complaints.String())
	}
	var lines [][]point
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if f[0] != "edge" {
			continue
		}
		n, _ := strconv.Atoi(f[3])
		var points []point
		for i := range n {
			x, _ := strconv.ParseFloat(f[4+2*i], 64)
			y, _ := strconv.ParseFloat(f[5+2*i], 64)
			points = append(points, point{72 * x, 72 * y})
		}
		lines = append(lines, flattened(points))
	}
	return lines
}
