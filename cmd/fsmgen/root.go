package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// The exit codes. They are part of the command line's contract.
const (
	exitFine     = 0 // success
	exitFindings = 1 // errors in a spec, a verdict that is not "proved", stale files
	exitUsage    = 2 // the command line is wrong
	exitFault    = 3 // unreadable input, Ctrl-C, or a bug in fsmgen
)

// stdio holds the standard streams of a command.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// errFindings ends a command that has already printed its findings.
var errFindings = errors.New("findings")

// faultError ends a command that cannot do its work.
type faultError struct{ error }

func (e faultError) Unwrap() error { return e.error }

// fault wraps err, unless it is nil, as a failure to do the work.
func fault(err error) error {
	if err == nil {
		return nil
	}
	return faultError{err}
}

// internal is the error of a bug in fsmgen.
func internal(path string, err error) error {
	return fmt.Errorf("%s: internal error, please report it: %w", filePath(path), err)
}

// output records the first error of its writer, so that commands need not check each
// write.
type output struct {
	io.Writer
	err error
	// colored is set if text for people has colors.
	colored bool
	// width is that of a terminal, in columns, or 0. Text for people is wrapped there.
	width int
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, std stdio) int {
	out := &output{Writer: std.out}
	std.out, std.err = out, &output{Writer: std.err}
	root := newRoot(std)
	root.SetArgs(args)
	c, err := root.ExecuteContextC(ctx)
	switch {
	case out.err == nil:
	case err != nil && !errors.Is(err, errFindings) && !errors.Is(err, out.err):
		// The other error is printed below.
	case errors.Is(out.err, syscall.EPIPE):
		return exitFault // there is no reader for a message
	default:
		err = fault(fmt.Errorf("write output: %w", out.err))
	}
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = fault(errInterrupted)
	}
	var f faultError
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.As(err, &f):
		fmt.Fprintf(std.err, "fsmgen: %s\n", diag.Printable(unprefixed(err)))
		return exitFault
	}
	if c.Name() == "help" {
		c = c.Root()
	}
	help := "fsmgen help" + strings.TrimPrefix(c.CommandPath(), "fsmgen")
	fmt.Fprintf(std.err, "fsmgen: %s\nRun '%s' for usage.\n", diag.Printable(inLine(err)), help)
	return exitUsage
}

// unprefixed returns the text of an error without the name of the system call that has not found a file.
func unprefixed(err error) string {
	var at *fs.PathError
	if !errors.As(err, &at) || !slices.Contains([]string{"stat", "lstat", "open", "CreateFile", "GetFileAttributesEx"}, at.Op) {
		return err.Error()
	}
	return strings.Replace(err.Error(), at.Error(), strings.TrimPrefix(at.Error(), at.Op+" "), 1)
}

// inLine returns the text of an error of cobra on one line.
func inLine(err error) string {
	text, names, found := strings.Cut(err.Error(), "\n\nDid you mean this?\n")
	if found {
		text += "; did you mean " + strings.Join(strings.Fields(names), " or ") + "?"
	}
	return text
}

func newRoot(std stdio) *cobra.Command {
	root := &cobra.Command{
		Use:   "fsmgen",
		Short: "State machines that provably end",
		Long: `Fsmgen turns the spec of a state machine into Go code, property tests and a
diagram, and proves that the machine ends, with the exact worst-case number of
transitions.

Specs are files named NAME.fsm.yaml. Commands accept files, folders, and folders
with everything below them (./...).

Exit status: 0 success, 1 findings or stale files, 2 wrong usage, 3 unreadable
input, Ctrl-C, or a bug in fsmgen.`,
		Example: `  fsmgen generate ./...            # prove all machines, write their files
  fsmgen generate --check ./...    # in CI: fail if a file is stale
  fsmgen verify door.fsm.yaml      # verdict, bound, counterexamples`,
		RunE:              printFirst,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.Version = version()
	root.SetVersionTemplate(versionLine())
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	colorFlag(root, std)
	root.AddCommand(newInit(std), newGenerate(std), newCheck(std), newFmt(std), newVerify(std), newDiff(std), newMigrate(std), newDiagram(std), newExplore(std), newCard(std), newExport(std), newImport(std), newSimulate(std), newWorst(std), newConform(std), newExplain(std), newSchema(std), newVersion(std))
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.RunE = printHelp
	}
	return root
}

// printHelp prints the help of a command. Cobra's own function returns no error for an
// unknown command.
func printHelp(help *cobra.Command, args []string) error {
	c, _, err := help.Root().Find(args)
	if err != nil {
		return err
	}
	c.InitDefaultHelpFlag()
	return c.Help()
}
