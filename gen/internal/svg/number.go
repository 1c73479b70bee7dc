package svg

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// mostNumbered are the characters of all guards below an image.
const mostNumbered = 900

// legendGap is between guards in a line below an image.
const legendGap = "; "

// longWord are the characters from which on a word may be wider than an image.
const longWord = 80

// The guards that have letters where guards do not fit.
const (
	silent = 1 // those of what happens without an event
	forked = 2 // also those that tell the arrows of an event apart
)

// numbered returns the guards in a picture that does not show guards, in order: labels have letters for them, and lines below the image their
// texts. It returns nil if there are none or too many.
func numbered(p *picture.Picture, which int) (guards []string) {
	if which == 0 || p.Detail != picture.Events {
		return nil
	}
	size := 0
	for i := range p.Edges {
		for _, l := range p.Edges[i].Labels {
			for _, full := range l.Full {
				if isChoice(l, which) && full.Guard != "" && !slices.Contains(guards, full.Guard) {
					guards = append(guards, full.Guard)
					size += len(full.Guard)
				}
			}
		}
	}
	isLong := func(guard string) bool {
		return slices.ContainsFunc(strings.Fields(guard), func(word string) bool { return utf8.RuneCountInString(word) > longWord })
	}
	if size > mostNumbered || slices.ContainsFunc(guards, isLong) {
		return nil
	}
	return guards
}

func isChoice(l picture.Label, which int) bool {
	return l.Event == "always" || l.Event == "done" || which == forked && l.Forks
}

// lettered returns a label with the letters of its guards in place of their texts.
func (k look) lettered(l picture.Label) picture.Label {
	if len(k.guards) == 0 || !isChoice(l, k.numbers) || l.Guard != "" {
		return l
	}
	var list []string
	for _, full := range l.Full {
		text := "otherwise"
		if full.Guard != "" {
			text = letters(slices.Index(k.guards, full.Guard))
		} else if !full.Otherwise {
			return l
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	l.Guard = strings.Join(list, ", ")
	return l
}

// legend returns the texts of the guards that have letters, as many in a line as fit.
func (d *drawing) legend(limit int) (lines []string) {
	for i, g := range d.guards {
		text := fmt.Sprintf("[%s] %s", letters(i), g)
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last])+len(legendGap)+utf8.RuneCountInString(text) <= limit {
			lines[last] += legendGap + text
		} else {
			lines = append(lines, text)
		}
	}
	return lines
}

// letters returns A, B, and so on, and AA after Z: the number of an alternative such as [1: guard] is something else.
func letters(index int) string {
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if index < len(all) {
		return all[index : index+1]
	}
	return letters(index/len(all)-1) + all[index%len(all):index%len(all)+1]
}
