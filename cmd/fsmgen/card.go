package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

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
			if err := toSpecs(args); err != nil {
				return fault(err)
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

// cardWriter holds the flags and the state of one run of card.
type cardWriter struct {
	std                     stdio
	splice, check, unproved bool
	output                  string
	findings                bool
}

// print writes the card of one spec.
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
	made, err := o.Make(ctx, gen.Input{Spec: l.spec, Report: report, Link: link, Image: imageBeside(path, link)})
	if ctx.Err() != nil {
		return fault(errInterrupted)
	}
	if err != nil {
		return fault(internal(path, err))
	}
	if err := w.std.deliver(w.output, o, made.Data, path); err != nil {
		return fault(err)
	}
	if !report.Proved() {
		return errFindings
	}
	return nil
}

// seen returns the path of a spec relative to the page, with slashes. A page on standard
// output is in the current folder.
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

// imageBeside returns the path of the image beside a spec, given the path of the spec from the page, or "" if there is none.
func imageBeside(path, link string) string {
	o, _ := gen.Find("picture")
	base, ok := strings.CutSuffix(link, suffix)
	if !ok || !exists(filepath.Join(filepath.Dir(path), o.FileName(path))) {
		return ""
	}
	return base + o.Suffix
}

// verify loads and verifies a spec, and prints its diagnostics. The report is nil if
// the spec has no machine.
func (w *cardWriter) verify(ctx context.Context, path string) (*loaded, *verify.Report, error) {
	l, err := loadSpec(path, w.std.in)
	if err != nil {
		return nil, nil, err
	}
	report, err := w.std.prove(ctx, l)
	if err != nil {
		return nil, nil, err
	}
	if ctx.Err() != nil {
		return nil, nil, errInterrupted // proofs that were cut short would look unproved
	}
	return l, report, l.print(w.std.err)
}
