package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/verify"
)

func newCard(std stdio) *cobra.Command {
	w := cardWriter{std: std}
	c := &cobra.Command{
		Use:   "card [-o FILE] file | - | --splice DOCUMENT...",
		Short: "Print the machine card, or keep it current inside a document",
		Long: `Card verifies a machine and prints its card: the Markdown page with diagram,
tables and proof that fsmgen generate writes beside the spec. It prints the card
whatever the verdict; the exit status is 1 if the machine is not proved.

With --splice it updates cards inside Markdown documents. A card goes between
two comments, each on a line of its own:

  ` + markdown.Begin("path/to/door.fsm.yaml") + `
  ` + markdown.End() + `

The path of the spec is relative to the document. Card replaces the text between
the comments; its headings are one level below the last heading before it.
Nothing else in the document changes, and a document that is current is not
written. If a machine is not proved, its document is left unchanged unless you
give --unproved.`,
		Example: `  fsmgen card door.fsm.yaml
  fsmgen card --splice README.md
  fsmgen card --splice --check README.md docs/*.md   # in CI`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case w.splice && w.output != "-":
				return errors.New("-o cannot be combined with --splice, which writes into the documents")
			case w.splice && len(args) == 0:
				return errors.New("--splice needs a document to update, such as README.md")
			case !w.splice && (w.check || w.unproved):
				return errors.New("--check and --unproved need --splice; for the cards beside specs, use fsmgen generate")
			case !w.splice && len(args) != 1:
				return errors.New("card needs one spec, or --splice and documents")
			case w.splice:
				return w.documents(cmd.Context(), args)
			}
			return w.print(cmd.Context(), args[0])
		},
	}
	c.Flags().BoolVar(&w.splice, "splice", false, "update cards inside documents, between comments")
	c.Flags().BoolVar(&w.check, "check", false, "with --splice: write nothing; fail with a diff if a document is stale")
	c.Flags().BoolVar(&w.unproved, "unproved", false, "with --splice: also write cards of machines that are not proved")
	outputFlag(c, &w.output)
	return c
}

// cardWriter carries the flags and the state of one run of card.
type cardWriter struct {
	std                     stdio
	splice, check, unproved bool
	output                  string
	findings                bool
}

// print writes the card of one spec by itself.
func (w *cardWriter) print(ctx context.Context, path string) error {
	l, report, err := w.verify(ctx, path)
	if err != nil {
		return fault(err)
	}
	if report == nil {
		return errFindings
	}
	link := "" // no page can link to standard input
	if path != "-" {
		if link, err = seen(path, w.output); err != nil {
			return fault(err)
		}
	}
	o, _ := gen.Find("card")
	made, err := o.Make(gen.Input{Spec: l.spec, Report: report, Link: link})
	if err != nil {
		return fault(internal(path, err))
	}
	if err := w.std.deliver(w.output, o, made.Data); err != nil {
		return fault(err)
	}
	if !report.Proved() {
		return errFindings
	}
	return nil
}

// seen returns the path of a spec from where a page is written, with slashes; what
// is printed is for the current folder.
func seen(spec, page string) (string, error) {
	folder := "."
	if page != "-" {
		folder = filepath.Dir(page)
	}
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(spec)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(from, to)
	return filepath.ToSlash(rel), err
}

// verify loads and verifies a spec, and prints what is wrong with it. The report is
// nil where there is no machine.
func (w *cardWriter) verify(ctx context.Context, path string) (*loaded, *verify.Report, error) {
	l, err := loadSpec(path, w.std.in)
	if err != nil {
		return nil, nil, err
	}
	report := w.std.prove(ctx, l, 0)
	if ctx.Err() != nil {
		return nil, nil, errInterrupted // what was not proved in time would look unproved
	}
	return l, report, l.print(w.std.err)
}

func (w *cardWriter) documents(ctx context.Context, paths []string) error {
	for _, path := range paths {
		if err := w.document(ctx, path); err != nil && !errors.Is(err, errFindings) {
			return fault(err)
		} else if err != nil {
			w.findings = true
		}
	}
	if w.findings {
		return errFindings
	}
	return nil
}

// document writes the sections of one document, all or none.
func (w *cardWriter) document(ctx context.Context, path string) error {
	old, err := readFile(path)
	if err != nil {
		return err
	}
	if len(old) >= maxRead {
		return fmt.Errorf("%s has more than %d bytes", path, maxRead-1)
	}
	name := filepath.ToSlash(path)
	data, n, err := markdown.Splice(old, func(spec string, level int) ([]byte, error) {
		return w.section(ctx, path, spec, level)
	})
	switch {
	case errors.Is(err, errFindings):
		fmt.Fprintf(w.std.err, "%s: left unchanged\n", name)
		return err
	case errors.As(err, &faultError{}):
		return err
	case err != nil:
		fmt.Fprintf(w.std.err, "%s:%v\n", name, err)
		return errFindings
	case n == 0:
		fmt.Fprintf(w.std.err, "%s: no place for a card: it needs the lines %s and %s\n", name, markdown.Begin("PATH"), markdown.End())
		return errFindings
	}
	if w.check {
		if string(old) == string(data) {
			return nil
		}
		fmt.Fprintf(w.std.out, "stale        %s\n%s", name, diff.Diff(name, old, name+" (generated)", data))
		return errFindings
	}
	word := "unchanged"
	if string(old) != string(data) {
		word = "wrote"
		if _, err := writeFile(path, data); err != nil {
			return err
		}
	}
	fmt.Fprintf(w.std.out, "%-11s  %s\n", word, name)
	return nil
}

// section makes the card of a spec that a document names.
func (w *cardWriter) section(ctx context.Context, document, spec string, level int) ([]byte, error) {
	path := filepath.Join(filepath.Dir(document), filepath.FromSlash(spec))
	if filepath.IsAbs(spec) || strings.HasPrefix(spec, "/") {
		return nil, fmt.Errorf(" the path %s must be relative to the document", spec)
	}
	l, report, err := w.verify(ctx, path)
	if err != nil {
		return nil, faultError{fmt.Errorf("%s: %w", filepath.ToSlash(document), err)}
	}
	if report == nil {
		return nil, errFindings
	}
	if !report.Proved() && !w.unproved {
		fmt.Fprintf(w.std.err, "%s: %s is not proved; --unproved writes its card anyway\n", l.path, l.machine.Name)
		return nil, errFindings
	}
	made, err := gen.Make("card", gen.Input{Spec: l.spec, Report: report, Link: spec, Level: level})
	if err != nil {
		return nil, faultError{internal(path, err)}
	}
	return made.Data, nil
}
