package main

import (
	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/schema"
)

func newSchema(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of specs, for editors",
		Long: `Schema prints a JSON Schema (2020-12) of the language. With it an editor
completes keys, shows what they are for, and marks what has the wrong shape;
names, types and all else are for check.

An editor with the YAML language server (VS Code, Neovim, Helix, Emacs and
others) finds the schema by the first line of a spec:

  # yaml-language-server: $schema=fsm.schema.json

The path is relative to the spec. The settings of the editor can name it for all
specs at once, in VS Code with

  "yaml.schemas": {"fsm.schema.json": "*.fsm.yaml"}`,
		Example: `  fsmgen schema > fsm.schema.json`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := std.out.Write(schema.JSON())
			return fault(err)
		},
	}
}
