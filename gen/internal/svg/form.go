package svg

import (
	"context"
	"errors"
	"slices"
	"sort"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

const (
	column  = 900 // the width of a page
	legible = 11  // the least size of text on it
	// legibleWidth is that of the widest image that is legible.
	legibleWidth = column * fontSize / legible
	// hopeless is the width of an image that no other labels make legible.
	hopeless = 3 * legibleWidth / 2
	// tallest is the height from which on an image has less detail.
	tallest      = 2200 - 2*margin
	screen       = 900 // the height beyond which other layouts are tried
	crossingCost = 30  // of a crossing, in pixels of height
	closeCost    = 600 // of two arrows that run together
	notMuch      = 20  // the part of the height by which another layout is not much lower
	mostColumns  = 4   // of a picture that is too high otherwise
	head         = 9   // the length of the head of an arrow
	padX         = 12  // between a border and text
	padY         = 7
)

const (
	shortest = 15 // characters in a line of a label in rows
	tightest = 11 // in an image that would be a little too wide otherwise
)

// labelWidths are the characters in a line of a label: the first of them that makes a legible image is taken.
func labelWidths() []int { return []int{26, 22, 18, shortest, tightest} }

// ErrLarge is the error for a picture with too many arrows for an image.
var ErrLarge = errors.New("too many arrows for an image")

// budget are the steps that the layouts of one image may take; the largest specs of this repository take a thirtieth. They are counted
// and not timed, so that the same spec has an image on each computer or on none.
const budget = 100_000_000

func newWork(ctx context.Context) *layout.Work { return layout.NewWork(ctx, budget) }

// form is how a picture is laid out.
type form struct {
	label int // the characters in a line of a label
	// columns are the regions of a state that are side by side at most, or 0 if all are.
	columns int
	// pack is how regions of different widths are in lines, or 0; then there are no columns.
	pack int
	// full is the part of a line, in percent, that the labels of a rank take before others go elsewhere. If it is 0, all are in the middle
	// of their arrows.
	full int
	// abreast are the frames in a frame that are side by side at most, or 0 if the arrows decide.
	abreast int
	wrap    int  // as in the graph
	inside  bool // whether what follows from a frame as a whole comes first
	below   bool // whether what follows from a state with regions is below it
	nearer  bool // whether labels that are far from their arrows are tried elsewhere
	closed  int  // from how many frames inside each other they are single boxes, or 0
	// jumps are the arrows that end at the name of a state, or nil.
	jumps   *jumps
	numbers int // which guards have letters, with their texts below the image: 0 for none
}

// usual is how full ranks are, unless the picture is too wide.
const usual = 70

// forms returns forms of labels, in the order in which they are tried.
func forms(columns int) (list []form) {
	for _, label := range labelWidths() {
		if label != tightest {
			list = append(list, form{label: label, columns: columns, full: usual})
		}
	}
	return append(list, form{label: shortest, columns: columns, full: 40}, form{label: shortest, columns: columns})
}

// draw lays out a picture. If long arrows to a few states cover it, they jump.
func draw(w *layout.Work, p *picture.Picture, numbers int) (*drawing, error) {
	start := w.Left()
	best, err := direct(w, p, form{numbers: numbers})
	if err != nil {
		return nil, err
	}
	list := best.jumping()
	if list == nil || w.Left() < again*(start-w.Left()) {
		return best, nil
	}
	d, err := direct(w, p, form{numbers: numbers, jumps: list})
	if err != nil {
		return nil, err
	}
	if d.paysBeside(best) {
		best = d
	}
	return best, nil
}

// direct lays out a picture with the texts and the arrows that jump of a form. It breaks labels into shorter lines, and then puts regions below each other, if the
// picture would otherwise be too wide for a page.
func direct(w *layout.Work, p *picture.Picture, texts form) (*drawing, error) {
	start := w.Left()
	with := func(f form) (*drawing, error) {
		f.jumps, f.numbers = texts.jumps, texts.numbers
		return drawWith(w, p, f, nil)
	}
	list := arrangements(p)
	last := list[len(list)-1]
	fits := func(d *drawing) bool {
		room := 0
		if d.columns != last {
			room = roomForEdits
		}
		return d.layout.Width+2*margin+room <= legibleWidth
	}
	columns := list[0]
	if len(list) > 1 {
		if d, err := with(forms(columns)[0]); err != nil || fits(d) {
			return d, err
		}
		columns = list[sort.Search(len(list)-1, func(i int) bool {
			d, err := with(form{label: shortest, columns: list[i], full: usual})
			return err == nil && fits(d)
		})]
		// Two in a line are better than one, even if there is no room for edits.
		if before := list[len(list)-2]; columns == last && before > 0 {
			d, err := with(form{label: shortest, columns: before, full: usual})
			if err != nil {
				return nil, err
			}
			if d.isLegible() {
				columns, last = before, before
			}
		}
	}
	var best *drawing
	try := func(f form, isBetter func(d *drawing) bool) error {
		d, err := with(f)
		if err == nil && (best == nil || isBetter(d)) {
			best = d
		}
		return err
	}
	for _, f := range forms(columns) {
		if err := try(f, func(d *drawing) bool { return d.layout.Width < best.layout.Width }); err != nil {
			return nil, err
		}
		if fits(best) {
			break
		}
	}
	begin, count := w.Left(), 0
	for _, f := range others(best, fits(best)) {
		if spent := begin - w.Left(); count > 0 && w.Left() < costly*spent/count {
			break
		}
		count++
		if err := try(f, func(d *drawing) bool { return d.isClearer(best) }); err != nil {
			return nil, err
		}
	}
	if !best.isLegible() && p.Detail >= picture.Events {
		f := best.form
		f.label = tightest
		if err := try(f, func(d *drawing) bool { return d.layout.Width < best.layout.Width }); err != nil {
			return nil, err
		}
	}
	for _, f := range overEachOther(best, fits(best)) {
		d, err := with(f)
		if err != nil {
			return nil, err
		}
		if d.isClearer(best) {
			best = d
		}
		if d.layout.Width > hopeless {
			break
		}
	}
	if lines := best.packed(); lines > 0 {
		f := best.form
		f.columns, f.pack = 0, lines
		if err := try(f, func(d *drawing) bool { return d.isClearer(best) }); err != nil {
			return nil, err
		}
	}
	best, err := lower(w, best)
	if err != nil || best.layout.Far == 0 || w.Left() < costly*(start-w.Left()) {
		return best, err
	}
	f := best.form
	f.nearer = true
	return with(f)
}

// others returns the forms that are tried after those that only break labels: all of them if the best drawing is too wide, and one for what is
// higher than a screen.
func others(best *drawing, fits bool) (list []form) {
	inside := func(forms []form) {
		if len(best.picture.Blocks) == 0 {
			return
		}
		for _, f := range forms {
			f.inside = true
			list = append(list, f)
		}
	}
	if fits && best.height() > screen {
		inside([]form{best.form})
	}
	if !fits || best.layout.Close > 0 {
		rows := inRows(best.picture, best.columns, best.jumps != nil)
		list = append(list, rows...)
		inside(rows)
	}
	return list
}

// isClearer reports whether a drawing is legible and another one is not, or whether it is lower, with few crossings.
func (d *drawing) isClearer(best *drawing) bool {
	cost := func(d *drawing) int { return d.height() + crossingCost*d.layout.Crossings + closeCost*d.layout.Close }
	if d.isLegible() && best.isLegible() {
		return cost(d) < cost(best)-cost(best)/notMuch
	}
	return d.layout.Width < best.layout.Width
}

// lower returns a drawing that is lower and still legible, if one is too high and can be in columns.
func lower(w *layout.Work, best *drawing) (*drawing, error) {
	for columns := 2; columns <= mostColumns && best.height() > tallest && len(best.picture.Blocks) == 0 && !best.picture.LeftToRight; columns++ {
		f := best.form
		f.wrap = columns
		d, err := drawWith(w, best.picture, f, nil)
		if err != nil {
			return nil, err
		}
		if d.isLegible() && d.height() < best.height() {
			best = d
		}
	}
	return best, nil
}

// drawWith lays out a picture in a form. What is in an earlier image stays where it is.
func drawWith(w *layout.Work, p *picture.Picture, f form, e *Earlier) (*drawing, error) {
	d := &drawing{picture: p, marked: p.Marked(), form: f, row: picture.RowWidth - (26-f.label)/2}
	d.usual = usually(p)
	d.guards = numbered(p, f.numbers)
	d.fill()
	d.named = d.keys()
	d.recall(e)
	var err error
	if d.layout, err = layout.Make(w, &d.graph); errors.Is(err, layout.ErrWork) {
		err = ErrLarge
	}
	return d, err
}

// look is how the texts of the drawing are written.
func (d *drawing) look() look {
	return look{d.label, d.picture.Detail == Most, true, d.usual != "", d.guards, d.numbers}
}

// isLegible reports whether the text is large enough if the picture is as wide as a page.
func (d *drawing) isLegible() bool {
	return d.layout.Width+2*margin <= legibleWidth
}

// Fit returns the picture with as much detail as is legible in a page, if that is possible. The error is [ErrLarge] or that of the
// context.
func Fit(ctx context.Context, p *picture.Picture) (*picture.Picture, error) {
	d, err := fitted(newWork(ctx), p)
	if err != nil {
		return nil, err
	}
	return d.picture, nil
}

// Most is the most that an image shows by itself: actions are marks, whose text is in the tooltips and in the tables of the card.
const Most = picture.Guards

// isBetter reports whether a drawing with less detail is better than one with more: if that is not legible, or much higher, or if only
// this one is not too high.
func (d *drawing) isBetter(best *drawing) bool {
	high, most := d.height(), best.height()
	if best.picture.Detail == picture.Choices && high > tallest {
		most -= most / 5
	}
	return !best.isLegible() || d.isLegible() && high < most
}

// costly is how often the steps of the first detail have to be left for all three.
const costly = 8

// again is how often the steps of a layout have to be left for another one with arrows that jump.
const again = 3

func fitted(w *layout.Work, p *picture.Picture) (best *drawing, err error) {
	begin := w.Left()
	for _, detail := range []picture.Detail{Most, picture.Choices, picture.Events} {
		if spent := begin - w.Left(); detail == picture.Choices && w.Left() < costly*spent {
			continue
		}
		less := p.At(detail)
		d, err := lettered(w, less)
		if err != nil {
			return nil, err
		}
		if best == nil || d.isBetter(best) {
			best = d
		}
		if best.isFine() {
			break
		}
	}
	return best, nil
}

// lettered draws a picture with letters for as many guards as fit.
func lettered(w *layout.Work, p *picture.Picture) (d *drawing, err error) {
	for which := forked; which >= 0; which-- {
		guards := numbered(p, which)
		if which > 0 && (guards == nil || which == forked && slices.Equal(guards, numbered(p, silent))) {
			continue
		}
		if d, err = draw(w, p, which); err != nil || d.isFine() {
			return d, err
		}
	}
	return d, nil
}
