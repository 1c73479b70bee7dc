package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/format"
)

func newFmt(std stdio) *cobra.Command {
	f := formatter{std: std}
	c := &cobra.Command{
		Use:   "fmt [file | folder | folder/... | -]...",
		Short: "Rewrite specs in their canonical form",
		Long: `Fmt rewrites specs in place: keys in their standard order, two spaces of
indentation, quotes only where YAML needs them. States, events and other parts
that the author names keep their order, and all comments stay. The meaning does
not change; if fmt cannot be sure of that, it reports it and leaves the file
unchanged. With - it formats standard input to standard output.

Fmt also formats specs that have errors in names, types or structure. It reports
a file that is not YAML or repeats a key, and leaves it unchanged.`,
		Example: `  fsmgen fmt ./...
  fsmgen fmt --check ./...     # in CI: write nothing, fail with a diff
  fsmgen fmt - < door.fsm.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), args) },
	}
	c.Flags().BoolVarP(&f.check, "check", "d", false, "write nothing; fail with a diff if a spec is not in its canonical form")
	return c
}

// formatter holds the flags and the state of one run of fmt.
type formatter struct {
	std             stdio
	check, findings bool
}

func (f *formatter) run(ctx context.Context, args []string) error {
	paths, err := findSpecs(args)
	if err != nil {
		return fault(err)
	}
	for _, path := range paths {
		if err := f.spec(ctx, path); err != nil {
			return fault(err)
		}
	}
	if f.findings {
		return errFindings
	}
	return nil
}

// spec formats one spec.
func (f *formatter) spec(ctx context.Context, path string) error {
	var file *location
	var name string
	var src []byte
	var err error
	if path == "-" {
		name, src, err = readInput(path, f.std.in)
	} else if file, err = locate(path); err == nil {
		name = filepath.ToSlash(path)
		src, err = file.read(maxRead)
	}
	if err != nil {
		return err
	}
	out, diags, err := format.Source(name, src)
	if err != nil {
		return fmt.Errorf("%s: internal error, the file is left unchanged, please report it: %w", name, err)
	}
	if err := writeFound(f.std.err, diags, func(string) []byte { return src }); err != nil {
		return err
	}
	if diags.HasErrors() {
		f.findings = true
		return nil
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case f.check:
		old := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		if !bytes.Equal(old, out) {
			f.findings = true
			_, err = fmt.Fprint(f.std.out, difference(filePath(name), old, "formatted", out))
		}
		return err
	case path == "-":
		_, err = f.std.out.Write(out)
		return err
	}
	changed, err := file.write(out)
	if changed && err == nil {
		_, err = fmt.Fprintf(f.std.out, "  %-11s  %s\n", "wrote", filePath(name))
	}
	return err
}
