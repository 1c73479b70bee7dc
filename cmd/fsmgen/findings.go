package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/explain"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// formats are those in which findings are printed.
var formats = []string{"text", "json", "github", "sarif"}

func formatFlag(c *cobra.Command, format *string) {
	c.Flags().StringVar(format, "format", "text", "output format: "+strings.Join(formats, ", "))
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}

func checkFormat(format string) error {
	if !slices.Contains(formats, format) {
		return fmt.Errorf("unknown format %q: it is one of %s", format, strings.Join(formats, ", "))
	}
	return nil
}

// writeFindings prints findings for tools; as text they are printed with the
// lines of their files, elsewhere.
func writeFindings(std stdio, format string, l diag.List) error {
	switch format {
	case "json":
		e := json.NewEncoder(std.out)
		e.SetEscapeHTML(false)
		return e.Encode(l)
	case "github":
		return diag.WriteGitHub(std.out, l)
	case "sarif":
		var rules []diag.Rule
		for _, r := range explain.All() {
			rules = append(rules, diag.Rule{Code: r.Code, Title: r.Title, Text: r.Text})
		}
		return diag.WriteSARIF(std.out, version(), rules, l)
	}
	return nil
}
