package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
)

// maxFacts is the maximum number of lines below the picture of a comment.
const maxFacts = 5

// facts are the lines below the picture of a comment.
type facts struct{ d *Diff }

// list says what follows from the changes, in at most maxFacts lines: one for each cause, and the bound, the other verdicts,
// and what is no longer reached.
//
// told is set if the lines say all of what breaks.
func (f facts) list() (list []string, told bool) {
	d := f.d
	var rest []string
	for _, text := range []string{f.bound(), f.verdicts(), f.dead()} {
		if text != "" {
			rest = append(rest, text)
		}
	}
	breaking := d.active()
	if f.bound() != "" { // it has its code
		breaking.Breaking = slices.DeleteFunc(slices.Clone(breaking.Breaking), func(b Breaking) bool { return b.Code == BoundRaised })
	}
	list, told = facts{breaking}.causes()
	if room := maxFacts - len(rest); len(list) > room {
		more := len(list) - room + 1
		list, told = append(list[:room-1], fmt.Sprintf("%d more causes with breaking consequences", more)), false
	}
	if text := f.names(); text != "" && len(list)+len(rest) < maxFacts {
		list = append([]string{text}, list...)
	}
	list = append(list, rest...)
	for i := range list {
		list[i] = "- " + list[i]
	}
	return list, told
}

// names names what is new, gone, and renamed, if the sentence only counts it, or returns "".
func (f facts) names() string {
	d := f.d
	const most = 6
	if len(d.Changes) < 2 || d.Action != Changed {
		return ""
	}
	var lists []string
	named, more := 0, 0
	for _, a := range []Action{Added, Removed, Renamed} {
		var list []string
		for i := range d.Changes {
			ch := &d.Changes[i]
			if ch.Action != a || ch.Part == "transition" || ch.Part == "progress" || ch.Part == "invariant" {
				continue
			}
			if named == most {
				more++
				continue
			}
			named++
			list = append(list, nouns[ch.Part][0]+" "+markdown.Code(ch.title()))
		}
		if len(list) > 0 {
			lists = append(lists, string(a)+": "+strings.Join(list, ", "))
		}
	}
	if more > 0 {
		lists = append(lists, counted(more, "more", "more"))
	}
	return strings.Join(lists, "; ")
}

// causes says for each place in the specs what breaks because of it, the cause of most first. whole is set if that is all.
func (f facts) causes() (out []string, whole bool) {
	d := f.d
	type cause struct {
		at   spot
		list []Breaking
	}
	var all []cause
	for _, b := range d.Breaking {
		at := spot{b.Span, b.Removed}
		i := slices.IndexFunc(all, func(c cause) bool { return c.at == at })
		if i < 0 {
			i = len(all)
			all = append(all, cause{at: at})
		}
		all[i].list = append(all[i].list, b)
	}
	slices.SortStableFunc(all, func(a, b cause) int { return len(b.list) - len(a.list) })
	whole = true
	for _, c := range all {
		one := &Diff{Breaking: c.list, OldFile: d.OldFile, NewFile: d.NewFile, asks: d.asks}
		groups := one.byCode()
		if lines := groups[0].lines(); len(groups) == 1 && len(lines) == 1 {
			out = append(out, one.lineText(groups[0].rule, lines[0]))
			continue
		}
		whole = false
		name := markdown.Code(c.list[0].Subject)
		if i := slices.IndexFunc(d.Changes, func(ch Change) bool { return spot{ch.span, ch.gone} == c.at }); i >= 0 {
			ch := &d.Changes[i]
			name = nouns[ch.Part][0] + " " + markdown.Code(ch.title()) + " " + string(ch.Action)
		}
		out = append(out, name+": "+one.broken(Consequences()...)+" ("+d.placeText(c.at)+")")
	}
	return out, whole
}

// maxFormulas is the largest number of characters of both bounds in a line. Longer ones are collapsed, if they have numbers.
const maxFormulas = 100

// bound describes the change of the bound, or of its number, or returns "".
func (f facts) bound() string {
	d := f.d
	text := ""
	if x := d.Bound; x != nil {
		text = "worst-case transitions: " + f.formulas()
		if f.long() {
			text = "worst-case transitions: " + x.OldNumber + " → " + x.NewNumber
		}
		if x.Note != "" {
			text += ", " + x.Note
		}
		if x.With != "" && x.OldNumber+x.NewNumber != "" {
			text += "; numbers for " + markdown.Code(x.With)
		}
	} else if x := d.claims.bound; x.before != x.after && x.before != "" && x.after != "" {
		text = "worst-case transitions: " + x.before + " → " + x.after + ", the same formula, with " + markdown.Text(x.with)
	}
	for _, b := range d.active().Breaking {
		if b.Code == BoundRaised && text != "" {
			text += " (" + string(b.Code) + ", " + d.placeText(spot{b.Span, b.Removed}) + ")"
		}
	}
	return text
}

// long reports whether the formulas of the bound are too long for a line that can do without them.
func (f facts) long() bool {
	d := f.d
	x := d.Bound
	return x != nil && len(x.Old)+len(x.New) > maxFormulas && x.OldNumber != "" && x.NewNumber != ""
}

// formulas writes the bounds of both versions with their numbers.
func (f facts) formulas() string {
	d := f.d
	cell := func(e, number string) string {
		text := markdown.Code(e)
		if text == "" {
			text = "none"
		}
		if number != "" && number != e {
			text += " = " + number
		}
		return text
	}
	x := d.Bound
	return cell(x.Old, x.OldNumber) + " → " + cell(x.New, x.NewNumber)
}

// verdicts lists the verdicts that have changed but are not lost, or returns "". Those that are lost have consequences.
func (f facts) verdicts() string {
	d := f.d
	var parts []string
	for _, v := range d.Verdicts {
		if d.Action != Changed || v.Lost() && !v.Gained() {
			continue
		}
		text := markdown.Text(v.What) + " " + string(v.Old) + " → " + string(v.New)
		if v.Gained() {
			text += " ✅"
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	return "verdicts: " + strings.Join(parts, ", ")
}

// dead names the states that are no longer reached, and counts the alternatives that are never taken, or returns "".
func (f facts) dead() string {
	d := f.d
	const most = 3
	var parts []string
	alternatives, states := 0, 0
	for i := range d.Dead {
		switch x := &d.Dead[i]; {
		case x.state == "":
			alternatives++
		case states < most:
			parts = append(parts, markdown.Code(x.Text)+" ("+d.placeText(spot{span: x.Span})+")")
			states++
		default:
			states++
		}
	}
	if states > most {
		parts = append(parts, counted(states-most, "more state", "more states"))
	}
	if alternatives > 0 {
		text := counted(alternatives, "alternative", "alternatives")
		if len(parts) > 0 {
			text = "and " + text
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	return "no longer reached: " + strings.Join(parts, ", ")
}

// where names the specs in a comment, whose reader knows the revisions.
func (d *Diff) where() string {
	if d.NewFile != "" && strings.HasSuffix(d.OldFile, ":"+d.NewFile) {
		return d.NewFile
	}
	return d.files()
}

// version names the version that the change suggests, or returns "": nobody releases what is not proved. What breaks says why.
func (d *Diff) version() string {
	a := d.Advice()
	if a.Version == "" || d.unproved() && len(d.Breaking) == 0 {
		return ""
	}
	return "; suggests a " + string(a.Version) + " version"
}
