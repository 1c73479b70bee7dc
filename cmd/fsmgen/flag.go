package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen"
)

// word is one of the values that a flag accepts.
type word struct{ name, help string }

// words returns values without help.
func words(names ...string) []word {
	var list []word
	for _, n := range names {
		list = append(list, word{n, ""})
	}
	return list
}

// outputWords returns the names of outputs.
func outputWords(kind gen.Kind) []word {
	var list []word
	for _, o := range gen.Outputs(kind) {
		list = append(list, word{o.Name, o.Help})
	}
	return list
}

// choice is the value of a flag that accepts one of several words. It implements
// pflag.Value.
type choice struct {
	value *string
	words []word
}

func (c *choice) String() string { return *c.value }

func (c *choice) Type() string { return "string" }

func (c *choice) Set(name string) error {
	if !slices.ContainsFunc(c.words, func(w word) bool { return w.name == name }) {
		return errors.New("choose " + alternatives(c.words))
	}
	*c.value = name
	return nil
}

// choiceFlag adds a flag that accepts one of several words, with shell completion. The
// initial *value is the default.
func choiceFlag(c *cobra.Command, value *string, name, usage string, list []word) {
	c.Flags().Var(&choice{value, list}, name, usage+": "+alternatives(list))
	var completions []cobra.Completion
	for _, w := range list {
		completions = append(completions, cobra.CompletionWithDesc(w.name, w.help))
	}
	_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(completions, cobra.ShellCompDirectiveNoFileComp))
}

// alternatives writes "a, b or c".
func alternatives(list []word) string {
	var b strings.Builder
	for i, w := range list {
		switch {
		case i > 0 && i == len(list)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(w.name)
	}
	return b.String()
}

// described lists words for the help of a command, one per line.
func described(list []word) string {
	width := 0
	for _, w := range list {
		width = max(width, len(w.name))
	}
	var b strings.Builder
	for _, w := range list {
		b.WriteString("  " + w.name + strings.Repeat(" ", width-len(w.name)+2) + w.help + "\n")
	}
	return b.String()
}

// outputFlag adds the flag -o.
func outputFlag(c *cobra.Command, file *string) {
	c.Flags().StringVarP(file, "output", "o", "-", "file to write, or - for standard output")
}
