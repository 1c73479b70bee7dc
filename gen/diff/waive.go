package diff

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Waive marks the breaking changes for which reason returns a text as waived: they are intended, and reported with the
// reason.
func (d *Diff) Waive(reason func(Breaking) string) {
	for i := range d.Breaking {
		d.Breaking[i].Waived = reason(d.Breaking[i])
	}
}

// Is reports whether a breaking change has a code and a subject. The subject may be that of [Diff.Text], in which control
// characters are replaced.
func (b *Breaking) Is(code Code, subject string) bool {
	return b.Code == code && (b.Subject == subject || printable(b.Subject) == subject)
}

// waiver returns what to say about a waived change, or "".
func (b *Breaking) waiver() string {
	if b.Waived == "" {
		return ""
	}
	return "waived: " + b.Waived
}

// active returns the diff without its waived breaking changes.
func (d *Diff) active() *Diff {
	e := *d
	e.Breaking, _ = d.waived()
	return &e
}

// waived lists the breaking changes that are intended, collapsed, each with its reason and place.
func (w *page) waived(d *Diff) {
	_, list := d.waived()
	lines := bullets(len(list), maxRows, func(i int) string {
		b := &list[i]
		return fmt.Sprintf("%s: %s; waived: %s (%s, %s)",
			markdown.Code(b.Subject), breachText(b.Text), markdown.Message(b.Waived), b.Code, d.placeText(spot{b.Span, b.Removed}))
	})
	w.unfold(diag.Count(len(list), "breaking change is", "breaking changes are")+" waived", strings.Join(lines, "\n"))
}

// waived splits the breaking changes into those that are not waived, and those that are.
func (d *Diff) waived() (no, yes []Breaking) {
	for _, b := range d.Breaking {
		if b.Waived == "" {
			no = append(no, b)
		} else {
			yes = append(yes, b)
		}
	}
	return no, yes
}

// waivers writes a list of waivers for all breaking changes that are not waived yet. The reasons are left to people.
func waivers(_ context.Context, list []*Diff) ([]byte, error) {
	var b bytes.Buffer
	for _, d := range list {
		machine := d.New
		if machine == "" {
			machine = d.Old
		}
		rest, _ := d.waived()
		for i, x := range rest {
			if slices.ContainsFunc(rest[:i], func(y Breaking) bool { return y.Is(x.Code, x.Subject) }) {
				continue
			}
			b.WriteString("  - machine: " + machine + "\n    code: " + string(x.Code) + "\n    subject: " + quoted(x.Subject) + "\n    reason: \"\"\n")
		}
	}
	if b.Len() == 0 {
		return []byte("waivers: []\n"), nil
	}
	return append([]byte("waivers:\n"), b.Bytes()...), nil
}

// quoted returns text as a YAML string in double quotes: JSON strings are YAML strings. What a terminal or a CI system would
// act on is escaped: the second of two #, and all that is not visible.
func quoted(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("unreachable: a string is always encoded: " + err.Error())
	}
	var out strings.Builder
	hash := false // the last visible character is a #, as itself
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		switch {
		case r > 0xffff && !unicode.IsPrint(r):
			fmt.Fprintf(&out, `\U%08x`, r)
		case !unicode.IsPrint(r), hash && r == '#':
			fmt.Fprintf(&out, `\u%04x`, r)
			hash = false
		default:
			out.WriteRune(r)
			hash = r == '#'
		}
	}
	return out.String()
}
