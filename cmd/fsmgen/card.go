package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/card"
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

func newCard(std stdio) *cobra.Command {
	w := cardWriter{std: std}
	c := &cobra.Command{
		Use:   "card [-o FILE] file | - | --splice DOCUMENT...",
		Short: "Print the machine card, or keep it current inside a document",
		Long: `Card verifies a machine and prints its card: the Markdown page with diagram,
tables and proof that fsmgen generate writes beside the spec. It is printed
whatever the verdict; the exit status is 1 if the machine is not proved.

With --splice it writes cards into Markdown documents, between two comments,
each alone on a line:

  ` + markdown.Begin("path/to/door.fsm.yaml") + `
  ` + markdown.End() + `

The path is that of the spec, seen from the document. What stands between the
comments is replaced, under headings one level below the last one before it;
all else is left as it is, and a document that is current is not touched. A
machine that is not proved leaves the document as it is, unless --unproved is
given.`,
		Example: `  fsmgen card door.fsm.yaml
  fsmgen card --splice README.md
  fsmgen card --splice --check README.md docs/*.md   # in CI`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case w.splice && w.output != "-":
				return errors.New("--splice writes into the documents, and -o has no meaning there")
			case w.splice && len(args) == 0:
				return errors.New("--splice needs documents to write into, such as README.md")
			case !w.splice && (w.check || w.unproved):
				return errors.New("--check and --unproved are for --splice; fsmgen generate has them for the cards beside specs")
			case !w.splice && len(args) != 1:
				return errors.New("card needs one spec, or --splice and documents")
			case w.splice:
				return w.documents(cmd.Context(), args)
			}
			return w.print(cmd.Context(), args[0])
		},
	}
	c.Flags().BoolVar(&w.splice, "splice", false, "write cards into documents, between comments")
	c.Flags().BoolVar(&w.check, "check", false, "with --splice: write nothing; fail with a diff if a document is stale")
	c.Flags().BoolVar(&w.unproved, "unproved", false, "with --splice: write cards of machines that are not proved, too")
	c.Flags().StringVarP(&w.output, "output", "o", "-", "file to write, or - for standard output")
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
	from := "" // no page can link to standard input
	if path != "-" {
		if from, err = seen(path, w.output); err != nil {
			return fault(err)
		}
	}
	data, err := card.Card(l.machine, report, from)
	switch {
	case err != nil:
		return fault(fmt.Errorf("%s: internal error, please report it: %w", path, err))
	case w.output == "-":
		_, err = w.std.out.Write(data)
	default:
		if err = checkOurs(w.output); err == nil {
			_, err = writeFile(w.output, data)
		}
	}
	if err == nil && !report.Proved() {
		return errFindings
	}
	return fault(err)
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
	var report *verify.Report
	if l.machine != nil {
		report = watched(w.std.err, path, func(watch func(string)) *verify.Report { return verify.Within(ctx, l.machine, 0, watch) })
		l.diags = append(l.diags, report.Diagnostics...)
	}
	if ctx.Err() != nil {
		return nil, nil, errInterrupted // what was not proved in time would look unproved
	}
	return l, report, diag.WriteText(w.std.err, l.diags, l.quote)
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
		fmt.Fprintf(w.std.err, "%s: left as it is\n", name)
		return err
	case errors.As(err, &faultError{}):
		return err
	case err != nil:
		fmt.Fprintf(w.std.err, "%s:%v\n", name, err)
		return errFindings
	case n == 0:
		fmt.Fprintf(w.std.err, "%s: it has no section for a card, which begins with a line %s and ends with a line %s\n", name, markdown.Begin("PATH"), markdown.End())
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
		return nil, fmt.Errorf(" the path %s is not relative to the document", spec)
	}
	l, report, err := w.verify(ctx, path)
	if err != nil {
		return nil, faultError{fmt.Errorf("%s: %w", filepath.ToSlash(document), err)}
	}
	if report == nil {
		return nil, errFindings
	}
	if !report.Proved() && !w.unproved {
		fmt.Fprintf(w.std.err, "%s: %s is not proved; --unproved writes its card all the same\n", l.path, l.machine.Name)
		return nil, errFindings
	}
	data, err := card.Section(l.machine, report, spec, level)
	if err != nil {
		return nil, faultError{fmt.Errorf("%s: internal error, please report it: %w", path, err)}
	}
	return data, nil
}
