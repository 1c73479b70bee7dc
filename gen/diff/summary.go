package diff

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// title names the machine, with its old name if it differs.
func (d *Diff) title() string {
	switch {
	case d.Old+d.New == "":
		return d.files() // of specs with errors
	case d.Action == Added || d.Old == "":
		return d.New
	case d.Action == Removed || d.Old == d.New || d.New == "":
		return d.Old
	}
	return d.Old + " → " + d.New
}

// summary summarizes the diff on one line.
func (d *Diff) summary() string {
	switch {
	case d.Action == Added:
		return "machine added" + d.verdictLine()
	case d.Action == Removed:
		return "machine removed"
	case d.Action == Invalid:
		return "not compared, because a spec has errors"
	case d.Empty():
		return "no change in meaning"
	}
	text := diag.Count(d.count(), "change", "changes")
	if n := len(d.Breaking); n > 0 {
		text += fmt.Sprintf(", %d breaking", n)
	} else {
		text += ", none breaking"
	}
	return text + d.verdictLine()
}

// count is the number of differences.
func (d *Diff) count() int {
	n := len(d.Changes) + len(d.Verdicts)
	if d.Bound != nil {
		n++
	}
	return n
}

// verdictLine describes the change of the verdicts on termination and on the bound.
func (d *Diff) verdictLine() string {
	text := ""
	for _, v := range d.Verdicts {
		if v.What != "termination" && v.What != "bound" {
			continue
		}
		if v.Old == none {
			text += fmt.Sprintf("; %s %s", v.What, v.New)
		} else {
			text += fmt.Sprintf("; %s %s → %s", v.What, v.Old, v.New)
		}
	}
	return text
}

// files names the two specs.
func (d *Diff) files() string {
	switch {
	case d.OldFile == "" || d.OldFile == d.NewFile:
		return d.NewFile
	case d.NewFile == "":
		return d.OldFile
	}
	return d.OldFile + " → " + d.NewFile
}

// group holds the breaking changes of one code.
type group struct {
	rule  Rule
	items []Breaking
}

// byCode groups breaking changes by code.
func (d *Diff) byCode() []group {
	var out []group
	for _, b := range d.Breaking {
		if n := len(out); n > 0 && out[n-1].rule.Code == b.Code {
			out[n-1].items = append(out[n-1].items, b)
			continue
		}
		r, _ := Explain(b.Code)
		out = append(out, group{r, []Breaking{b}})
	}
	return out
}

// line holds the parts with the same breaking change, at the same place.
type line struct {
	subjects            []string
	text, example, help string
	place               spot
}

// outcome says what happens to stored machines, or returns "".
func (b *Breaking) outcome() string {
	switch {
	case b.Possible:
		return "it is not known whether a stored machine is refused"
	case b.Example != "":
		return "for example, a machine " + b.Example + " is refused"
	}
	return ""
}

// maxSubjects is the maximum number of parts that a line names.
const maxSubjects = 20

// few truncates a list to maxSubjects names.
func few(list []string) []string {
	if len(list) <= maxSubjects {
		return list
	}
	return append(slices.Clone(list[:maxSubjects]), fmt.Sprintf("and %d more", len(list)-maxSubjects))
}

// lines merges the breaking changes with the same text and place.
func (k group) lines() []line { return k.merged(true) }

// merged merges the breaking changes with the same text, and with the same place if apart is true.
func (k group) merged(apart bool) []line {
	var out []line
	for _, b := range k.items {
		at := spot{b.Span, b.Removed}
		i := slices.IndexFunc(out, func(l line) bool {
			return l.text == b.Text && l.example == b.outcome() && l.help == b.Help && (!apart || l.place == at)
		})
		if i < 0 {
			i = len(out)
			out = append(out, line{text: b.Text, example: b.outcome(), help: b.Help, place: at})
		}
		out[i].subjects = append(out[i].subjects, b.Subject)
	}
	return out
}
