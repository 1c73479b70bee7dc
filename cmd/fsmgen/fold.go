package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// folded returns the findings of a spec without those that follow from another one, which gets a note about them: where a machine
// does not end, no progress function decreases on all transitions.
func folded(list diag.List) diag.List {
	cause := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return d.Code == diag.CodeEndless })
	if cause < 0 {
		return list
	}
	var rest diag.List
	var lines []string
	at := 0
	for i, d := range list {
		if d.Code == diag.CodeProgress {
			if line := strconv.Itoa(d.Span.Start.Line); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
			continue
		}
		if i == cause {
			at = len(rest)
		}
		rest = append(rest, d)
	}
	n := len(list) - len(rest)
	if n < 2 {
		return list
	}
	rest[at].Notes = append(slices.Clone(rest[at].Notes), diag.Note{Message: fmt.Sprintf(
		"%d more errors are about the declared progress, which cannot decrease on all transitions of a machine that does not end [%s]: lines %s; fsmgen verify -v shows them", n, diag.CodeProgress, strings.Join(lines, ", "))})
	return rest
}
