package main

import (
	"context"

	"github.com/fsmgen/fsmgen/verify"
)

// prove verifies the machine of a loaded spec and adds the findings to its
// diagnostics. On a terminal it shows the progress of a long verification. Memory is the limit on
// exploration in bytes, or 0 for the verifier's own limit. The report is nil if the
// spec has no machine.
func (std stdio) prove(ctx context.Context, l *loaded, memory int64) *verify.Report {
	if l.machine == nil {
		return nil
	}
	report := watched(std.err, l.path, func(watch func(string)) *verify.Report {
		return verify.Within(ctx, l.machine, memory, watch)
	})
	l.diags = append(l.diags, report.Diagnostics...)
	return report
}
