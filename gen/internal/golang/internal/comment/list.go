package comment

import (
	"strings"
)

// List writes "a", "a and b", "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Either writes "a", "a or b", "a, b or c".
func Either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return List(words)
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Clauses joins predicates, with commas if one of them is a list.
func Clauses(facts []string) string {
	joined := strings.Join(facts, "")
	if last := len(facts) - 1; last > 0 && strings.Contains(joined, " and ") {
		return strings.Join(facts[:last], ", ") + ", and " + facts[last]
	}
	return List(facts)
}

// Unbroken keeps a short condition on one line.
func Unbroken(text string) string {
	if len(text) > Width/2 {
		return text
	}
	return strings.ReplaceAll(text, " ", Glue)
}

// Escape protects text in a format of package fmt.
func Escape(text string) string { return strings.ReplaceAll(text, "%", "%%") }
