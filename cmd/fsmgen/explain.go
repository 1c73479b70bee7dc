package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/internal/explain"
	"github.com/fsmgen/fsmgen/internal/explain/breaking"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func newExplain(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [code]",
		Short: "Explain the code of a finding and how to fix it",
		Long: `Explain describes what the code at the end of a finding means, why it is an
error and how to fix it, with a complete spec that has the error and the same
spec without it. Case does not matter.

For the code of a breaking change, it shows an old spec, a new one that breaks
something, and a new one without this break.

Without a code it lists all codes.`,
		Example: `  fsmgen explain
  fsmgen explain FSM103
  fsmgen explain FSMB304`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeCode,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listCodes(std)
			}
			return explainCode(std, args[0])
		},
	}
}

func listCodes(std stdio) error {
	for _, w := range allCodes() {
		if _, err := fmt.Fprintf(std.out, "%s  %s\n", w.name, w.help); err != nil {
			return fault(err)
		}
	}
	return nil
}

func explainCode(std stdio, code string) error {
	if digits.MatchString(code) {
		code = "FSM" + code
	}
	r, ok := explain.Find(code)
	if b, breaks := diff.Explain(diff.Code(strings.ToUpper(code))); !ok && breaks {
		return explainBreaking(std, b)
	}
	if !ok {
		help := likely(code, allCodes())
		if help != "" {
			help += "; "
		}
		return fmt.Errorf("unknown code %q: %sfsmgen explain lists all codes", code, help)
	}
	_, err := fmt.Fprint(std.out, r)
	return fault(err)
}

// explainBreaking explains the code of a breaking change.
func explainBreaking(std stdio, r diff.Rule) error {
	x, _ := breaking.Find(string(r.Code))
	_, err := fmt.Fprintf(std.out, "%s: %s\n\n%s\n\n%s\n%s", r.Code, r.Title, wrap(r.Text, 80), x, wayOfWaivers)
	return fault(err)
}

// wayOfWaivers says what to do about any breaking change that is intended.
const wayOfWaivers = `If the change is intended, list it with a reason in ` + waiverFile + `:
fsmgen diff --format waivers prints the entries.
`

// wrap breaks text into lines of at most width columns, where words allow.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, w := range strings.Fields(text) {
		n := utf8.RuneCountInString(w)
		switch {
		case column == 0:
		case column+1+n > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(w)
		column += n
	}
	return b.String()
}

// allCodes lists the codes that can be explained, with their titles.
func allCodes() (list []word) {
	for _, r := range explain.All() {
		list = append(list, word{string(r.Code), r.Title})
	}
	return append(list, breakingCodes()...)
}

// breakingCodes lists the codes of breaking changes, with their titles.
func breakingCodes() (list []word) {
	for _, r := range diff.Codes() {
		list = append(list, word{string(r.Code), r.Title})
	}
	return list
}

// The forms of codes, and what people write for all codes of a hundred.
var (
	wellFormed = regexp.MustCompile(`^(FSMB?[0-9])[0-9]{2}$`)
	digits     = regexp.MustCompile(`^[bB]?[0-9]{3}$`)
	hundreds   = regexp.MustCompile(`^(FSMB?[0-9])(XX)?$`)
)

// likely returns a hint for an unknown word or code, or "". For a well-formed code, the hint
// is the range of codes in its hundred.
func likely(code string, list []word) string {
	upper := strings.ToUpper(code)
	m := wellFormed.FindStringSubmatch(upper)
	if m == nil {
		m = hundreds.FindStringSubmatch(upper)
	}
	var known, hundred []string
	for _, w := range list {
		known = append(known, w.name)
		if m != nil && strings.HasPrefix(w.name, m[1]) {
			hundred = append(hundred, w.name)
		}
	}
	switch n := len(hundred); {
	case m == nil:
		return diag.DidYouMean(upper, known)
	case n > 0:
		return "the codes are " + hundred[0] + " to " + hundred[n-1]
	}
	return ""
}

// completeCode offers the codes that begin with what has been typed, each with
// its title.
func completeCode(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var codes []cobra.Completion
	if len(args) == 0 {
		for _, w := range allCodes() {
			if strings.HasPrefix(w.name, strings.ToUpper(typed)) {
				codes = append(codes, cobra.CompletionWithDesc(w.name, w.help))
			}
		}
	}
	return codes, cobra.ShellCompDirectiveNoFileComp
}
