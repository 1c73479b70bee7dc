package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/internal/explain"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func newExplain(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [code]",
		Short: "Explain the code of a finding and how to fix it",
		Long: `Explain describes what the code at the end of a finding means, why it is an
error and how to fix it, with a complete spec that has the error and the same
spec without it. Case does not matter.

Without a code it lists all codes.`,
		Example: `  fsmgen explain
  fsmgen explain FSM103`,
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
	for _, r := range explain.All() {
		if _, err := fmt.Fprintf(std.out, "%s  %s\n", r.Code, r.Title); err != nil {
			return fault(err)
		}
	}
	return nil
}

func explainCode(std stdio, code string) error {
	r, ok := explain.Find(code)
	if b, breaks := diff.Explain(diff.Code(strings.ToUpper(code))); !ok && breaks {
		_, err := fmt.Fprintf(std.out, "%s: %s\n\n%s\n", b.Code, b.Title, b.Text)
		return fault(err)
	}
	if !ok {
		help := likely(code)
		if help != "" {
			help += "; "
		}
		return fmt.Errorf("unknown code %q: %sfsmgen explain lists all codes", code, help)
	}
	_, err := fmt.Fprint(std.out, r)
	return fault(err)
}

// wellFormed matches all codes.
var wellFormed = regexp.MustCompile(`^FSM[0-9]{3}$`)

// likely returns a hint for an unknown code, or "". For a well-formed code, the hint
// is the range of codes in its hundred.
func likely(code string) string {
	code = strings.ToUpper(code)
	var known, hundred []string
	for _, r := range explain.All() {
		c := string(r.Code)
		if c == "FSM"+code {
			return "did you mean `" + c + "`?"
		}
		known = append(known, c)
		if strings.HasPrefix(code, c[:len("FSM1")]) {
			hundred = append(hundred, c)
		}
	}
	switch n := len(hundred); {
	case !wellFormed.MatchString(code):
		return diag.DidYouMean(code, known)
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
		for _, r := range explain.All() {
			if strings.HasPrefix(string(r.Code), strings.ToUpper(typed)) {
				codes = append(codes, cobra.CompletionWithDesc(string(r.Code), r.Title))
			}
		}
	}
	return codes, cobra.ShellCompDirectiveNoFileComp
}
