package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/internal/explain"
)

// failOn says which differences make the command fail: words of failWords, and codes. It
// implements pflag.Value.
type failOn []string

// failWords are the words of --exit-code, besides codes.
func failWords() []word {
	list := []word{{"any", "if a machine differs"}, {"breaking", "if something breaks"}}
	for i, c := range diff.Consequences() {
		list = append(list, word{string(c), fmt.Sprintf("if %s (FSMB%dxx)", c.Text(), i+1)})
	}
	return list
}

func (f *failOn) String() string { return strings.Join(*f, ",") }

func (f *failOn) Type() string { return "string" }

// Set accepts words and codes, separated by commas.
func (f *failOn) Set(text string) error {
	var list failOn
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		if slices.ContainsFunc(failWords(), func(w word) bool { return w.name == item }) {
			list = append(list, item)
			continue
		}
		code := strings.ToUpper(item)
		if _, ok := diff.Explain(diff.Code(code)); !ok {
			return fmt.Errorf("%s; choose %s, or codes such as FSMB204, separated by commas", unknownFail(item), alternatives(failWords()))
		}
		list = append(list, code)
	}
	*f = list
	return nil
}

// misplaced reports an argument that is meant as the value of --exit-code, which needs an equals sign because it
// is optional.
func (f *failOn) misplaced(args []string) error {
	for _, arg := range args {
		if f.String() == "any" && !exists(arg) && new(failOn).Set(arg) == nil {
			return fmt.Errorf("there is no file %s: write --exit-code=%s, with an equals sign", arg, arg)
		}
	}
	return nil
}

// unknownFail says which word of --exit-code is meant by one that is unknown.
func unknownFail(item string) string {
	code := strings.ToUpper(item)
	if _, ok := explain.Find(code); ok {
		return code + " is the code of a problem in a spec, with which the command always fails"
	}
	help := likely(item, append(failWords(), breakingCodes()...))
	if help == "" {
		return fmt.Sprintf("unknown %q", item)
	}
	return fmt.Sprintf("unknown %q: %s", item, help)
}

// on reports whether a breaking change makes the command fail.
func (f failOn) on(b diff.Breaking) bool {
	return b.Waived == "" && slices.ContainsFunc(f, func(item string) bool {
		return item == "any" || item == "breaking" || item == string(b.Code) || item == string(b.Code.Consequence())
	})
}

// fails reports whether a diff makes the command fail. A waived change is a difference.
func (f failOn) fails(d *diff.Diff) bool {
	return slices.Contains(f, "any") && !d.Empty() || slices.ContainsFunc(d.Breaking, f.on)
}

// failFlag adds the flag --exit-code.
func failFlag(c *cobra.Command, f *failOn) {
	c.Flags().Var(f, "exit-code", "exit with 1 on these differences: "+alternatives(failWords())+", or codes, separated by commas")
	c.Flags().Lookup("exit-code").NoOptDefVal = "any"
	_ = c.RegisterFlagCompletionFunc("exit-code", func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		list := append(failWords(), breakingCodes()...)
		var out []cobra.Completion
		for _, w := range list {
			if !slices.Contains(strings.Split(before, ","), w.name) {
				out = append(out, cobra.CompletionWithDesc(before+w.name, w.help))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	})
}
