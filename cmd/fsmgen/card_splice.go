package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
)

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

// document updates all cards of one document, or none.
func (w *cardWriter) document(ctx context.Context, path string) error {
	l, err := locate(path)
	if err != nil {
		return err
	}
	old, err := l.readWhole()
	if err != nil {
		return err
	}
	name := filePath(path)
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
		fmt.Fprintf(w.std.err, "%s:%s\n", name, diag.Printable(err.Error()))
		return errFindings
	case n == 0:
		fmt.Fprintf(w.std.err, "%s: the document has no place for a card: add the lines %s and %s\n", name, markdown.Begin("PATH"), markdown.End())
		return errFindings
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	stale, err := w.std.update(l, old, data, w.check, "")
	if stale && err == nil {
		err = errFindings
	}
	return err
}

// section returns the card of a spec that a document names.
func (w *cardWriter) section(ctx context.Context, document, spec string, level int) ([]byte, error) {
	path := filepath.Join(filepath.Dir(document), filepath.FromSlash(spec))
	if filepath.IsAbs(spec) || strings.HasPrefix(spec, "/") {
		return nil, fmt.Errorf(" the path %s must be relative to the document", spec)
	}
	if !strings.HasSuffix(spec, suffix) {
		return nil, fmt.Errorf(" the path %s must end in %s", spec, suffix)
	}
	l, report, err := w.verify(ctx, path)
	if err != nil {
		return nil, faultError{fmt.Errorf("%s: %w", filePath(document), err)}
	}
	if report == nil {
		return nil, errFindings
	}
	if !report.Proved() && !w.unproved {
		fmt.Fprintf(w.std.err, "%s: %s is not proved; --unproved writes its card anyway\n", l.path, l.machine.Name)
		return nil, errFindings
	}
	made, err := gen.Make(ctx, "card", gen.Input{Spec: l.spec, Report: report, Link: spec, Image: imageBeside(path, spec), Level: level})
	if err != nil {
		return nil, faultError{internal(path, err)}
	}
	return made.Data, nil
}
