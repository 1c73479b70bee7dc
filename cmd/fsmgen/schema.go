package main

import (
	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/schema"
)

func newSchema(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of specs, for editors",
		Long: `Schema prints a JSON Schema (2020-12) of the language. With it, an editor
completes keys, describes them, and marks values of the wrong shape. It does not
check names and types; fsmgen check does.

Editors with the YAML language server (VS Code, Neovim, Helix, Emacs and others)
find the schema by the first line of a spec:

  # yaml-language-server: $schema=fsm.schema.json

The path is relative to the spec. The settings of an editor can name the schema
for all specs at once; in VS Code:

  "yaml.schemas": {"fsm.schema.json": "*.fsm.yaml"}`,
		Example: `  fsmgen schema > fsm.schema.json`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := std.out.Write(schema.JSON())
			return fault(err)
		},
	}
}
