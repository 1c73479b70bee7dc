package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/sample"
)

const (
	apart     = 8.0  // pixels between arrows
	together  = 24.0 // pixels of an arrow along which another one may be nearer
	ownEnd    = 16.0 // pixels at both ends of an arrow that do not count
	fromHeads = 12.0 // pixels between a crossing and a head
	fromTurn  = 6.0  // pixels between a crossing and a rounded corner
	heads     = 10.0 // pixels between heads at a box
	crossing  = 60.0 // degrees between arrows that cross
	farAway   = 200.0
	mostFar   = 30 // labels in all specs
)

// line is a path of an image: points that are about a pixel apart, and the tip and the base of its head, if it has one.
type line struct {
	key       string
	points    []point
	head      bool
	tip, base point
	label     []point // where the lines of its label begin
}

// meetings are the places of an image where arrows are hard to tell apart.
type meetings struct {
	near, nearer int // pairs of arrows that run side by side closer than 8 and than 5 pixels
	heads        int // crossings near a head
	turns        int // crossings at a corner or at a small angle, where arrows seem to touch or to branch
	ports        int // pairs of arrows that touch the same place of a box
	labels, far  int // labels, and those that are far from both ends of their arrow
}

func (m *meetings) add(n meetings) {
	m.near, m.nearer, m.heads, m.ports = m.near+n.near, m.nearer+n.nearer, m.heads+n.heads, m.ports+n.ports
	m.labels, m.far, m.turns = m.labels+n.labels, m.far+n.far, m.turns+n.turns
}

// TestArrowsApart counts the arrows that meet in the images of the specs of the repository. It reads the images and knows nothing of
// layouts.
func TestArrowsApart(t *testing.T) {
	var all meetings
	list := machines(t, sample.Size(5, 12, 1000))
	for _, m := range list {
		if len(picture.New(m.Machine).Nodes) > 150 {
			continue
		}
		found, pairs := met(lines(t, m.first()))
		if found.near+found.heads+found.ports+found.turns > 0 {
			t.Errorf("%s: %+v %v", m.Name, found, pairs)
		}
		all.add(found)
	}
	t.Logf("%d images: %+v", len(list), all)
	if all.far > mostFar {
		t.Errorf("%d labels are more than %.0f pixels from both ends of their arrows", all.far, farAway)
	}
}

// TestArrowsCross draws machines whose arrows have to cross, where they would change places within a few pixels.
func TestArrowsCross(t *testing.T) {
	for _, states := range []string{`
  Alpha: {on: {Go: Beta, Turn: Delta}}
  Beta: {on: {Go: Gamma, Stop: Eta}}
  Gamma: {on: {Go: Delta, Stop: Beta}}
  Delta: {on: {Go: Epsilon, Stop: Zeta, Turn: Beta}}
  Epsilon: {on: {Go: Zeta, Stop: Alpha}}
  Zeta: {on: {Go: Eta}}
  Eta: {on: {Go: Alpha}}
`, `
  Alpha: {on: {Go: Beta, Stop: Delta, Turn: Zeta}}
  Beta: {on: {Go: Gamma, Stop: Alpha, Turn: Epsilon}}
  Gamma: {on: {Go: Delta, Stop: Zeta, Turn: Delta}}
  Delta: {on: {Go: Epsilon, Stop: Alpha, Turn: Gamma}}
  Epsilon: {on: {Go: Zeta}}
  Zeta: {on: {Go: Alpha}}
`} {
		m := load(t, "swap.fsm.yaml", []byte(`machine: Swap
events: {Go: {environment: true}, Stop: {environment: true}, Turn: {environment: true}}
initial: Alpha
ignore: [Go, Stop, Turn]
states:`+states))
		image, _, err := Next(t.Context(), Part{Title: m.Name, Picture: picture.New(m)}, nil, true)
		if err != nil {
			t.Fatal(err)
		}
		if found, pairs := met(lines(t, image)); found.turns > 0 {
			t.Errorf("%+v %v", found, pairs)
		}
	}
}

// TestMeetingsAreFound counts in images in which arrows meet, and in one in which they do not.
func TestMeetingsAreFound(t *testing.T) {
	arrow := func(d string) string {
		return `<g class="arrow" data-key="` + d + `"><path d="` + d + `"/></g>`
	}
	headed := func(d, tip string) string {
		return `<g class="arrow" data-key="` + d + `"><path d="` + d + `"/><path class="tip" d="` + tip + `"/></g>`
	}
	for name, test := range map[string]struct {
		body string
		want meetings
	}{
		"apart":           {arrow("M10 10V200") + arrow("M20 10V200"), meetings{}},
		"near":            {arrow("M10 10V200") + arrow("M16 50V150"), meetings{near: 1}},
		"nearer":          {arrow("M10 10V200") + arrow("M13 50V150"), meetings{near: 1, nearer: 1}},
		"curves":          {arrow("M10 10C10 50 200 50 200 90") + arrow("M14 10C14 50 204 50 204 90"), meetings{near: 1, nearer: 1, ports: 1}},
		"only the ends":   {arrow("M10 10V200") + arrow("M14 170V260"), meetings{}},
		"a crossing":      {arrow("M10 100H200") + arrow("M100 10V200"), meetings{}},
		"a head":          {arrow("M10 100H200") + headed("M100 10V105", "M96 105L104 105L100 114Z"), meetings{heads: 1}},
		"a head far away": {arrow("M10 90H200") + headed("M100 10V105", "M96 105L104 105L100 114Z"), meetings{}},
		"at a corner":     {arrow("M10 100H92C96 100 100 104 100 108V200") + arrow("M98 10V118"), meetings{turns: 1}},
		"beside a corner": {arrow("M10 100H92C96 100 100 104 100 108V200") + arrow("M84 10V200"), meetings{}},
		"at an angle":     {arrow("M10 100H200") + arrow("M50 50.3C80 80.3 120 120.3 150 150.3"), meetings{turns: 1}},
		"in and out":      {headed("M100 10V105", "M96 105L104 105L100 114Z") + arrow("M100 114H300"), meetings{ports: 1}},
	} {
		if got, _ := met(lines(t, []byte("<svg>"+test.body+"</svg>"))); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

// met counts where the lines of an image meet, and lists the pairs that run side by side.
func met(list []line) (m meetings, pairs []string) {
	for i, a := range list {
		if len(a.label) > 0 {
			m.labels++
			end := a.points[len(a.points)-1]
			if a.head {
				end = a.tip
			}
			if min(gap(a.points[0], slices.Concat(a.label, a.label)), gap(end, slices.Concat(a.label, a.label))) > farAway {
				m.far++
			}
		}
		for _, b := range list[:i] {
			if !a.nearTo(b) {
				continue
			}
			switch least := min(run(a, b, apart), run(b, a, apart)); {
			case least >= together && min(run(a, b, 5), run(b, a, 5)) >= together:
				m.nearer++
				fallthrough
			case least >= together:
				m.near++
				pairs = append(pairs, b.key+" || "+a.key+" "+strconv.Itoa(int(least)))
			}
			for _, c := range crossed(a, b) {
				at := a.points[c[0]]
				if skewed(a, b, c) {
					m.turns++
					pairs = append(pairs, fmt.Sprintf("%s %% %s (%.0f,%.0f)", b.key, a.key, at.x, at.y))
				}
				if a.head && toHead(at, a) < fromHeads || b.head && toHead(at, b) < fromHeads {
					m.heads++
					pairs = append(pairs, b.key+" X "+a.key)
				}
			}
			if touches(a, b) {
				m.ports++
				pairs = append(pairs, b.key+" @ "+a.key)
			}
		}
	}
	return m, pairs
}

// run returns the length of the longest piece of a line that is closer to another one than a distance. The ends of both do not count.
func run(a, b line, distance float64) (longest float64) {
	p, q := inner(a.points), inner(b.points)
	length := 0.0
	low, high := box(q)
	for i := 1; i < len(p); i++ {
		if p[i].x < low.x-distance || p[i].x > high.x+distance || p[i].y < low.y-distance || p[i].y > high.y+distance || gap(p[i], q) >= distance-0.01 {
			length = 0
			continue
		}
		length += math.Hypot(p[i].x-p[i-1].x, p[i].y-p[i-1].y)
		longest = max(longest, length)
	}
	return longest
}

// box returns the corners of the smallest box around points.
func box(points []point) (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, p := range points {
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	return low, high
}

// nearTo reports whether the boxes around two lines are so near to each other that the lines may meet.
func (l line) nearTo(k line) bool {
	low, high := box(l.points)
	least, most := box(k.points)
	return low.x <= most.x+fromHeads && least.x <= high.x+fromHeads && low.y <= most.y+fromHeads && least.y <= high.y+fromHeads
}

func inner(points []point) []point {
	for _, end := range []bool{false, true} {
		for length := 0.0; len(points) > 1 && length < ownEnd; {
			last := len(points) - 1
			if end {
				length += math.Hypot(points[last].x-points[last-1].x, points[last].y-points[last-1].y)
				points = points[:last]
			} else {
				length += math.Hypot(points[1].x-points[0].x, points[1].y-points[0].y)
				points = points[1:]
			}
		}
	}
	return points
}

// gap returns the distance of a point from a line.
func gap(p point, line []point) float64 {
	least := math.Inf(1)
	for i := 1; i < len(line); i++ {
		least = min(least, toSegment(p, line[i-1], line[i]))
	}
	return least
}

func toSegment(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	u := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		u = min(1, max(0, ((p.x-a.x)*dx+(p.y-a.y)*dy)/length))
	}
	return math.Hypot(p.x-a.x-u*dx, p.y-a.y-u*dy)
}

func toHead(p point, a line) float64 { return toSegment(p, a.base, a.tip) }

// skewed reports whether a crossing is at a corner of a line or at a small angle.
func skewed(a, b line, at [2]int) bool {
	p, q, straight := around(a.points, at[0])
	r, s, also := around(b.points, at[1])
	angle := math.Abs(math.Atan2(q.y-p.y, q.x-p.x)-math.Atan2(s.y-r.y, s.x-r.x)) * 180 / math.Pi
	angle = math.Mod(angle, 180)
	return !straight || !also || min(angle, 180-angle) < crossing
}

// around returns the points of a line a little before and after a point, and whether it is straight between them.
func around(list []point, at int) (from, to point, straight bool) {
	low, high := at, at
	for length := 0.0; low > 0 && length < fromTurn; low-- {
		length += math.Hypot(list[low].x-list[low-1].x, list[low].y-list[low-1].y)
	}
	for length := 0.0; high+1 < len(list) && length < fromTurn; high++ {
		length += math.Hypot(list[high].x-list[high+1].x, list[high].y-list[high+1].y)
	}
	for _, p := range list[low:high] {
		if toSegment(p, list[low], list[high]) > 0.3 {
			return list[low], list[high], false
		}
	}
	return list[low], list[high], true
}

// crossed returns the places where two lines cross: the indices of their points.
func crossed(a, b line) (list [][2]int) {
	for i := 1; i < len(a.points); i++ {
		for k := 1; k < len(b.points); k++ {
			p, q, r, s := a.points[i-1], a.points[i], b.points[k-1], b.points[k]
			if max(p.x, q.x)+1 < min(r.x, s.x) || max(r.x, s.x)+1 < min(p.x, q.x) || max(p.y, q.y)+1 < min(r.y, s.y) || max(r.y, s.y)+1 < min(p.y, q.y) {
				continue
			}
			if !crosses(p, q, r, s) {
				// Points at whole pixels: a line may cross in a point of the other one.
				if !(q == s && i+1 < len(a.points) && k+1 < len(b.points) && crosses(p, a.points[i+1], r, b.points[k+1])) {
					continue
				}
			}
			list = append(list, [2]int{i, k})
		}
	}
	return list
}

// touches reports whether two lines begin or end at the same place, or whether their heads are beside each other without room between them.
func touches(a, b line) bool {
	if a.head && b.head && a.tip.y == b.tip.y && a.base.y == b.base.y && math.Abs(a.tip.x-b.tip.x) < heads {
		return true
	}
	ends := func(l line) []point {
		if l.head {
			return []point{l.points[0], l.tip}
		}
		return []point{l.points[0], l.points[len(l.points)-1]}
	}
	for _, p := range ends(a) {
		for _, q := range ends(b) {
			if math.Hypot(p.x-q.x, p.y-q.y) < 5 {
				return true
			}
		}
	}
	return false
}

// lines reads the arrows of an image, and the lines of its notes.
func lines(t *testing.T, image []byte) (list []line) {
	t.Helper()
	in := xml.NewDecoder(bytes.NewReader(image))
	inside := false
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		at := make(map[string]string)
		for _, a := range start.Attr {
			at[a.Name.Local] = a.Value
		}
		switch {
		case start.Name.Local == "text" && inside:
			x, _ := strconv.ParseFloat(at["x"], 64)
			y, _ := strconv.ParseFloat(at["y"], 64)
			list[len(list)-1].label = append(list[len(list)-1].label, point{x, y})
		case start.Name.Local == "g":
			inside = strings.HasPrefix(at["class"], "arrow") || strings.HasPrefix(at["class"], "tie")
			if inside {
				list = append(list, line{key: at["data-key"]})
			}
		case start.Name.Local != "path" || !inside:
		case at["class"] == "tip":
			points, last := corners(t, at["d"]), &list[len(list)-1]
			last.head, last.base, last.tip = true, point{(points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2}, points[2]
		default:
			list[len(list)-1].points = corners(t, at["d"])
		}
	}
}

var command = regexp.MustCompile(`[MLHVCZ][^MLHVCZ]*`)

// corners returns points of a path. Curves and long lines have a point about every pixel.
func corners(t *testing.T, d string) (list []point) {
	t.Helper()
	straight := func(to point) {
		from := list[len(list)-1]
		steps := max(1, math.Round(math.Hypot(to.x-from.x, to.y-from.y)))
		for i := 1.0; i <= steps; i++ {
			list = append(list, point{from.x + (to.x-from.x)*i/steps, from.y + (to.y-from.y)*i/steps})
		}
	}
	for _, c := range command.FindAllString(d, -1) {
		var n []float64
		for _, w := range strings.Fields(c[1:]) {
			x, err := strconv.ParseFloat(w, 64)
			if err != nil {
				t.Fatalf("the path %q: %v", d, err)
			}
			n = append(n, x)
		}
		switch {
		case c[0] == 'M' && len(n) == 2:
			list = append(list, point{n[0], n[1]})
		case c[0] == 'L' && len(n) == 2:
			list = append(list, point{n[0], n[1]})
		case c[0] == 'H' && len(n) == 1:
			straight(point{n[0], list[len(list)-1].y})
		case c[0] == 'V' && len(n) == 1:
			straight(point{list[len(list)-1].x, n[0]})
		case c[0] == 'C' && len(n) == 6:
			p := list[len(list)-1]
			long := math.Hypot(n[4]-p.x, n[5]-p.y) + 8
			for k := 1.0; k <= long; k++ {
				u := k / math.Floor(long)
				v := 1 - u
				list = append(list, point{
					v*v*v*p.x + 3*v*v*u*n[0] + 3*v*u*u*n[2] + u*u*u*n[4],
					v*v*v*p.y + 3*v*v*u*n[1] + 3*v*u*u*n[3] + u*u*u*n[5],
				})
			}
		case c[0] == 'Z':
		default:
			t.Fatalf("the path has %q", c)
		}
	}
	return list
}
