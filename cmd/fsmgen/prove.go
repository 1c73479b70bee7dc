package main

import (
	"context"
	"fmt"

	"github.com/fsmgen/fsmgen/verify"
)

// prove verifies the machine of a loaded spec and adds the findings to its
// diagnostics. On a terminal it shows the progress of a long verification. The report is
// nil if the spec has no machine. The error is a bug in the verifier.
func (std stdio) prove(ctx context.Context, l *loaded) (*verify.Report, error) {
	return std.proveWithin(ctx, l, verify.Limits{})
}

// proveWithin is prove with limits.
func (std stdio) proveWithin(ctx context.Context, l *loaded, limits verify.Limits) (*verify.Report, error) {
	if l.machine == nil {
		return nil, nil
	}
	report := watched(std.err, l.path, func(watch func(string)) *verify.Report {
		return verify.Within(ctx, l.machine, limits, watch)
	})
	l.diags = append(l.diags, report.Diagnostics...)
	if why := report.Contradiction; why != nil {
		return nil, fault(internal(string(l.path), fmt.Errorf("the verifier contradicts itself: %w", why)))
	}
	return report, nil
}
