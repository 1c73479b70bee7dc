package main

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/diff/migrate"
)

func newMigrate(std stdio) *cobra.Command {
	o := migrateOptions{}
	c := &cobra.Command{
		Use:   "migrate [--state OLD=NEW]... [--set NAME=EXPRESSION]... [-o FILE] OLD NEW",
		Short: "Write Go that migrates stored machines to a new version of a spec",
		Long: `Migrate plans how the machines that the spec OLD has stored continue with the
spec NEW, and writes a Go file for the package of NEW: a struct with a field for
each decision that the specs leave open, and a method Migrate, from the old
snapshot to the new one. Everything else is filled in: names, renamed parts,
initial values, and defaults. Restore of the new version checks each result.

The decisions are values of your program, so it is safe to write the file again.

The report says which migrated machines Restore accepts, which is proved, or
refuted with a run, or not known; and how many transitions a migrated machine
has left at most. It goes to standard error if the Go file goes to standard
output.

Decisions can be made in advance: --state names the state in which the machines
of an old state continue, and --set gives a parameter, a variable, or a datum
(STATE.DATUM) of the new version as an expression over the old one.

The exit status is 1 if some machine may be refused, and the file is written all
the same. If Restore of the new version needs no migration, migrate says so and
writes nothing.`,
		Example: `  fsmgen migrate old.fsm.yaml order.fsm.yaml -o order_migrate.go
  fsmgen migrate --state Draft=Open --set 'Paid.receipt="none"' \
      old.fsm.yaml order.fsm.yaml -o order_migrate.go
  git show v1.2.0:order.fsm.yaml | fsmgen migrate - order.fsm.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return errors.New("migrate needs two files, OLD and NEW")
			}
			if err := toSpecs(args); err != nil {
				return fault(err)
			}
			return o.run(cmd.Context(), std, args[0], args[1])
		},
	}
	c.Flags().StringArrayVar(&o.choices.States, "state", nil, "state in which the machines of an old state continue, as OLD=NEW")
	c.Flags().StringArrayVar(&o.choices.Values, "set", nil, "value of the new version, as NAME=EXPRESSION over the old one")
	c.Flags().StringVar(&o.pkg, "package", "", "Go package of the file; the default is that of the folder")
	outputFlag(c, &o.output)
	return c
}

type migrateOptions struct {
	choices     migrate.Choices
	output, pkg string
}

func (o *migrateOptions) run(ctx context.Context, std stdio, oldPath, newPath string) error {
	if oldPath == "-" && newPath == "-" {
		return errors.New("only one of OLD and NEW can be standard input")
	}
	if o.output != "-" && !strings.HasSuffix(o.output, ".go") {
		return fmt.Errorf("-o %s: the name of a Go file must end in .go", filePath(o.output))
	}
	if o.pkg != "" && !token.IsIdentifier(o.pkg) {
		return fmt.Errorf("--package %q is not a Go package name", o.pkg)
	}
	var sides [2]*diff.Side
	for i, path := range []string{oldPath, newPath} {
		l, err := loadSpec(path, std.in)
		if err != nil {
			return fault(err)
		}
		if l.machine == nil { // fsmgen check reports warnings
			if err := l.print(std.err); err != nil {
				return fault(err)
			}
			return errFindings
		}
		s := &diff.Side{Spec: l.spec}
		if s.Report, err = std.prove(ctx, l); err != nil {
			return err
		}
		sides[i] = s
		if i == 1 && o.pkg == "" {
			if o.pkg, err = l.packageIn(o.folder(newPath)); err != nil {
				return fault(err)
			}
		}
	}
	plan, err := migrate.New(ctx, sides[0], sides[1], o.choices)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fault(errInterrupted) // parts whose proofs were cut short would look open
	}
	report := std.out
	if o.output == "-" && !plan.Sufficient {
		report = std.err
	}
	if !plan.Sufficient {
		data, err := plan.Generate(o.pkg)
		if err != nil {
			return fault(internal(newPath, err))
		}
		if ctx.Err() != nil {
			return fault(errInterrupted)
		}
		if err := o.write(std, data, oldPath, newPath); err != nil {
			return fault(err)
		}
	}
	if _, err := fmt.Fprint(report, plan.Text()); err != nil {
		return fault(err)
	}
	if len(plan.Findings) > 0 {
		return errFindings
	}
	return nil
}

// folder returns the folder whose package the file belongs to.
func (o *migrateOptions) folder(newPath string) string {
	switch {
	case o.output != "-":
		return filepath.Dir(o.output)
	case newPath != "-":
		return filepath.Dir(newPath)
	}
	return "."
}

// write writes the Go file. It replaces only a file that migrate has written.
func (o *migrateOptions) write(std stdio, data []byte, inputs ...string) error {
	if o.output == "-" {
		_, err := std.out.Write(data)
		return err
	}
	for _, in := range inputs {
		if sameFile(in, o.output) {
			return errIsInput(o.output)
		}
	}
	return replaceFile(o.output, data, func(old []byte) string {
		if migrate.Replaces(old) {
			return ""
		}
		return "is not a migration"
	})
}
