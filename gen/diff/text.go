package diff

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

var signs = map[Action]string{Added: "+", Removed: "-", Changed: "~", Renamed: "~"}

// text returns a detail as text, without its What.
func (t Detail) text() string {
	var text string
	switch {
	case t.Old == "":
		text = t.New
	case t.New == "", t.New == t.Old:
		text = t.Old
	default:
		text = t.Old + " → " + t.New
	}
	if t.Note != "" {
		text += " (" + t.Note + ")"
	}
	return text
}

// sided returns the detail of a part that both versions have, with "none" for a missing side.
func (t Detail) sided() string {
	if t.Old == "" {
		t.Old = "none"
	}
	if t.New == "" {
		t.New = "none"
	}
	return t.text()
}

// say returns a detail of a change as text.
func (ch *Change) say(t Detail) string {
	if ch.Action == Changed {
		return t.sided()
	}
	return t.text()
}

// title returns the name of a part, with its old name if it differs.
func (ch *Change) title() string {
	if ch.Was != "" {
		return ch.Was + " → " + ch.Name
	}
	return ch.Name
}

// Text returns the diff for a terminal, ending in a newline. Texts of the specs are unchanged, except that control
// characters are replaced.
func (d *Diff) Text() string {
	var b strings.Builder
	print := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(printable(fmt.Sprintf(format, args...)), " ") + "\n")
	}
	heading := func(text string) { b.WriteString("\n" + text + "\n") }
	print("%s: %s", d.title(), d.summary())
	print("  %s", d.files())
	if !d.Empty() && d.Action != Invalid {
		print("  %s", d.Advice())
	}
	if len(d.Verdicts) > 0 {
		heading("verdicts")
		for _, v := range d.Verdicts {
			sign := "~"
			if v.Gained() {
				sign = "+"
			} else if v.Lost() {
				sign = "-"
			}
			where := ""
			if v.Where != "" {
				where = "   " + v.Where
			}
			print("  %s %-12s %s → %s%s", sign, v.What, v.Old, v.New, where)
		}
	}
	if x := d.Bound; x != nil {
		heading("bound")
		note := ""
		if x.Note != "" {
			note = " (" + x.Note + ")"
		}
		print("  ~ %s → %s%s", orNone(x.Old), orNone(x.New), note)
		if x.OldNumber != "" || x.NewNumber != "" {
			with := ""
			if x.With != "" {
				with = ", for example with " + x.With
			}
			print("    %s → %s%s", number(x.Old, x.OldNumber), number(x.New, x.NewNumber), with)
		}
	}
	if active := d.active(); len(active.Breaking) > 0 {
		heading("breaks")
		for _, k := range active.byCode() {
			print("  %s  %s", k.rule.Code, k.rule.Title)
			for _, l := range k.merged(false) {
				print("           %s: %s", strings.Join(few(l.subjects), ", "), l.text)
				if l.example != "" {
					print("             %s", l.example)
				}
				if l.help != "" {
					print("             help: %s", l.help)
				}
			}
		}
	}
	if _, waived := d.waived(); len(waived) > 0 {
		heading("breaks, waived")
		for _, b := range waived {
			print("  %s  %s: %s", b.Code, b.Subject, b.Text)
			print("           %s", b.waiver())
		}
	}
	if len(d.Dead) > 0 {
		heading("no longer reached")
		for _, x := range d.Dead {
			print("  - %s: %s", x.Text, x.Reason)
		}
	}
	last := ""
	for i := range d.Changes {
		ch := &d.Changes[i]
		if title := titles[ch.Part]; title != last {
			heading(title)
			last = title
		}
		if short := ch.short(); short != "" {
			print("  %s %s  %s", signs[ch.Action], ch.title(), short)
			continue
		}
		print("  %s %s", signs[ch.Action], ch.title())
		for _, t := range ch.Details {
			print("      %s: %s", t.What, ch.say(t))
		}
	}
	if len(d.Unchecked) > 0 {
		heading(unchecked)
		for _, u := range d.Unchecked {
			print("  = %s", u)
		}
	}
	if len(d.Notes) > 0 {
		heading("rewritten, same meaning")
		for _, n := range d.Notes {
			print("  = %s", n)
		}
	}
	return b.String()
}

// short returns the description of a part on the line of its name: all details of a part that only one version has.
func (ch *Change) short() string {
	if ch.Action != Added && ch.Action != Removed {
		return ""
	}
	var parts []string
	for _, t := range ch.Details {
		parts = append(parts, t.What+" "+t.text())
	}
	if len(parts) == 0 {
		return ""
	}
	return "(" + strings.Join(parts, "; ") + ")"
}

// unchecked is the heading of [Diff.Unchecked].
const unchecked = "proved of all machines that the old version creates, but not checked when it restores one"

// titles are the headings of the changes.
var titles = map[string]string{
	"machine": "machine", "param": "parameters", "enum": "enums", "var": "variables", "datum": "state data",
	"guard": "external guards", "delay": "delays", "event": "events", "output": "outputs", "state": "states",
	"outcome": "outcomes", "rule": "rules", "timer": "timers", "transition": "transitions", "invariant": "invariants",
	"claim": "claims", "progress": "progress function", "call": "calls", "invocation": "invocations",
	"cost": "costs",
}

// printable returns text on one line, without characters on which a terminal would act.
func printable(text string) string {
	return diag.Printable(strings.NewReplacer("\n", " ", "\t", " ").Replace(text))
}

// number returns the value of a bound, or "no value".
func number(bound, value string) string {
	if bound != "" && value == "" {
		return "no value"
	}
	return orNone(value)
}
