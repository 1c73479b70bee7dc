package main

import (
	"io"

	"github.com/spf13/cobra"
)

// first is what a command line without a command prints. TestFirst does what it says.
const first = `fsmgen: state machines that provably end

Three things to do first:

  fsmgen init door          write a small machine, with comments, into ./door
  fsmgen verify ./door      prove that it ends, or see a run that does not
  fsmgen generate ./door    write its Go code, tests, and diagram

From a diagram:   fsmgen import FILE
What else?        fsmgen help
Documentation:    https://github.com/fsmgen/fsmgen/tree/main/docs
`

// printFirst prints what to do first.
func printFirst(c *cobra.Command, _ []string) error {
	_, err := io.WriteString(c.OutOrStdout(), first)
	return err
}
