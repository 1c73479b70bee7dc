package diag

// First returns at most n diagnostics, in the same order, and a last one that says how many are left out. Errors have precedence
// over others, so a list with errors keeps some. A list that is not longer is returned as it is.
func (l List) First(n int) List {
	if len(l) <= n {
		return l
	}
	errors := 0
	for _, d := range l {
		if d.Severity == Error {
			errors++
		}
	}
	room := map[bool]int{true: min(n, errors), false: max(0, n-errors)} // for errors, and for others
	var kept, left List
	for _, d := range l {
		if bad := d.Severity == Error; room[bad] > 0 {
			kept = append(kept, d)
			room[bad]--
		} else {
			left = append(left, d)
		}
	}
	severity := Warning
	if left.HasErrors() {
		severity = Error
	}
	last := kept.add(severity, CodeTooBig, left[0].Span, Count(len(left), "more finding is", "more findings are")+" left out")
	last.Helpf("mend the findings before this one first")
	return kept
}
