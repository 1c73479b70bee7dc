package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// Earlier is where the parts of an image are. The next image of the machine keeps them there.
type Earlier struct {
	leftToRight bool
	form
	detail   picture.Detail
	width    int
	height   int
	anyWidth bool // whether the next image may be wider than a page
	rows     []int
	centers  map[string]layout.Point // of states, starts, and notes, by key
	frames   map[string]layout.Rect
	routes   map[string][]layout.Point
	labels   map[string]layout.Point // their middles
}

const (
	maxEarlier = 4 << 20 // bytes of an image that is read
	farthest   = 20_000  // the largest coordinate that is believed
)

// Read reads an image that [Write] has written. It returns nil for other images, those of several pictures, and damaged ones: then
// there is nothing to keep.
func Read(image []byte) *Earlier {
	if len(image) > maxEarlier {
		return nil
	}
	e := &Earlier{centers: map[string]layout.Point{}, frames: map[string]layout.Rect{}, routes: map[string][]layout.Point{}, labels: map[string]layout.Point{}}
	key, class, arrow := "", "", ""
	first := 0 // where the label begins
	in := xml.NewDecoder(bytes.NewReader(image))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		at := make(map[string]string)
		for _, a := range start.Attr {
			at[a.Name.Local] = a.Value
		}
		if text, ok := at["data-layout"]; ok {
			if e.rows != nil || !e.read(strings.Fields(text)) {
				return nil
			}
		}
		if k, ok := at["data-key"]; ok {
			key, class, arrow, first = k, at["class"], "", -1
		}
		if y, ok := number(at["y"]); ok && arrow != "" && start.Name.Local == "text" {
			if first < 0 {
				first = y - baseline
			}
			x, _ := number(at["x"])
			e.labels[arrow] = layout.Point{X: x, Y: (first + y - baseline + lineHeight) / 2}
		}
		switch {
		case start.Name.Local == "svg":
			e.width, _ = number(at["width"])
			e.height, _ = number(at["height"])
		case key == "":
		case start.Name.Local == "circle":
			x, ok1 := number(at["cx"])
			y, ok2 := number(at["cy"])
			if ok1 && ok2 {
				e.centers[key] = layout.Point{X: x, Y: y}
			}
			key = ""
		case start.Name.Local == "rect":
			x, ok1 := number(at["x"])
			y, ok2 := number(at["y"])
			width, ok3 := number(at["width"])
			height, ok4 := number(at["height"])
			if ok1 && ok2 && ok3 && ok4 && isFrame(class) {
				e.frames[key] = layout.Rect{Min: layout.Point{X: x, Y: y}, Max: layout.Point{X: x + width, Y: y + height}}
			} else if ok1 && ok2 && ok3 && ok4 {
				e.centers[key] = layout.Point{X: x + width/2, Y: y + height/2}
			}
			key = ""
		case start.Name.Local == "path":
			if points := curve(at["d"]); points != nil {
				e.routes[key] = points
			}
			key, arrow = "", key
		}
	}
	if e.rows == nil {
		return nil
	}
	return e
}

func isFrame(class string) bool {
	return strings.HasPrefix(class, "frame") || strings.HasPrefix(class, "region")
}

// read reads how the image was laid out, in the form of layoutOf.
func (e *Earlier) read(words []string) bool {
	if len(words) < 4 || !slices.Contains([]string{down, right}, words[0]) {
		return false
	}
	label, ok := number(words[1])
	detail, err := picture.ParseDetail(words[2])
	if !ok || !slices.Contains(labelWidths(), label) || err != nil {
		return false
	}
	e.leftToRight, e.label, e.full, e.detail = words[0] == right, label, usual, detail
	words = words[3:]
	for _, part := range []struct {
		name        string
		value       *int
		least, most int
	}{{columns, &e.columns, 1, farthest}, {full, &e.full, 0, 100}, {abreast, &e.abreast, 1, farthest}, {wrap, &e.wrap, 1, mostColumns}, {closed, &e.closed, 1, deepest}, {numbers, &e.numbers, silent, forked}, {pack, &e.pack, 1, 1<<mostPack - 1}} {
		if len(words) == 0 {
			break
		}
		if text, ok := strings.CutPrefix(words[0], part.name); ok {
			if *part.value, ok = number(text); !ok || *part.value < part.least || *part.value > part.most {
				return false
			}
			words = words[1:]
		}
	}
	for _, w := range words {
		row, ok := number(w)
		if n := len(e.rows); !ok || n > 0 && row <= e.rows[n-1] {
			return false
		}
		e.rows = append(e.rows, row)
	}
	return true
}

const (
	down    = "down"
	right   = "right"
	columns = "columns="
	full    = "full="
	abreast = "abreast="
	wrap    = "wrap="
	closed  = "closed="
	numbers = "numbers="
	pack    = "pack="
	deepest = 100 // frames inside each other
)

// layoutOf says how a drawing was laid out: its direction, the characters in a line of a label, the detail, the regions that are
// side by side unless all are, what else is not usual, and the ranks.
func layoutOf(d *drawing) string {
	words := []string{down, strconv.Itoa(d.label), d.picture.Detail.String()}
	if d.picture.LeftToRight {
		words[0] = right
	}
	if d.columns > 0 {
		words = append(words, columns+strconv.Itoa(d.columns))
	}
	if d.full != usual {
		words = append(words, full+strconv.Itoa(d.full))
	}
	if d.abreast > 0 {
		words = append(words, abreast+strconv.Itoa(d.abreast))
	}
	if d.wrap > 0 {
		words = append(words, wrap+strconv.Itoa(d.wrap))
	}
	if d.closed > 0 {
		words = append(words, closed+strconv.Itoa(d.closed))
	}
	if d.numbers > 0 {
		words = append(words, numbers+strconv.Itoa(d.numbers))
	}
	if d.pack > 0 {
		words = append(words, pack+strconv.Itoa(d.pack))
	}
	for _, row := range d.layout.Rows {
		words = append(words, strconv.Itoa(row))
	}
	return strings.Join(words, " ")
}

// number reads a coordinate.
func number(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= farthest
}

// curve reads the points of a path in the form that [path] writes, or returns nil.
func curve(text string) (points []layout.Point) {
	for text != "" {
		command := text[0]
		end := strings.IndexAny(text[1:], "MVHC")
		if end < 0 {
			end = len(text) - 1
		}
		var at []int
		for _, w := range strings.Fields(text[1 : end+1]) {
			n, ok := number(w)
			if !ok {
				return nil
			}
			at = append(at, n)
		}
		text = text[end+1:]
		if (command == 'M') != (len(points) == 0) {
			return nil
		}
		var from layout.Point
		if len(points) > 0 {
			from = points[len(points)-1]
		}
		switch {
		case command == 'M' && len(at) == 2:
			points = append(points, layout.Point{X: at[0], Y: at[1]})
		case command == 'V' && len(at) == 1:
			to := layout.Point{X: from.X, Y: at[0]}
			points = append(points, from, to, to)
		case command == 'H' && len(at) == 1:
			to := layout.Point{X: at[0], Y: from.Y}
			points = append(points, from, to, to)
		case command == 'C' && len(at) == 6:
			points = append(points, layout.Point{X: at[0], Y: at[1]}, layout.Point{X: at[2], Y: at[3]}, layout.Point{X: at[4], Y: at[5]})
		default:
			return nil
		}
	}
	return points
}
