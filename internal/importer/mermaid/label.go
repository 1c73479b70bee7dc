package mermaid

import (
	"regexp"
	"strconv"
	"strings"
)

// label is the text of an arrow or of a row inside a state, in parts.
type label struct {
	event       string
	environment bool
	// reenter marks a row for a transition to the same state.
	reenter bool
	after   []string
	guard   string
	// order is the place of the guard among the alternatives of the event, from 1, or 0.
	order int
	// otherwise marks the alternative that applies if no other one does.
	otherwise bool
	actions   []string
	at        text
}

var (
	breaks    = regexp.MustCompile(`(?i)<br\s*/?>`)
	steps     = regexp.MustCompile(`^\(\d+↻?(?:, (?:\d+↻?|…))*\) `)
	orderForm = regexp.MustCompile(`^([1-9]\d{0,3}): (.+)$`)
	timeForm  = regexp.MustCompile(`^after\s+(.+?)(?:: (.*))?$`)
	whenForm  = regexp.MustCompile(`(?i)^(?:(.*\S)\s+)?(?:when|if)\s+(.+)$`)
	emitForm  = regexp.MustCompile(`^emit\s+`)
)

// labels parses the text of an arrow, which contains several labels if it is a bulleted list.
func labels(t text) []label {
	parts := []string{t.string}
	if strings.HasPrefix(t.string, "•") {
		parts = nil
		for part := range strings.SplitSeq(breaks.ReplaceAllString(t.string, "\n"), "\n") {
			if bullet, ok := strings.CutPrefix(part, "•"); ok || len(parts) == 0 {
				parts = append(parts, bullet)
			} else {
				parts[len(parts)-1] += " " + part
			}
		}
	}
	var list []label
	for _, part := range parts {
		list = append(list, parse(text{part, t.line, t.column}))
	}
	return list
}

// parse parses "after time: event [guard] / action, action", in which each part is optional, and "event when guard". A guard
// can begin with its place among the alternatives of the event, as in "[2: guard]".
func parse(t text) label {
	l := label{at: t}
	s := strings.TrimSpace(decode(strings.ReplaceAll(breaks.ReplaceAllString(t.string, " "), `\n`, " ")))
	s = steps.ReplaceAllString(s, "")
	head, action := split(s)
	if action != "" {
		l.actions = list(action)
		for i, a := range l.actions {
			l.actions[i] = emitForm.ReplaceAllString(a, "")
		}
	}
	if open := strings.IndexByte(head, '['); open >= 0 && strings.HasSuffix(head, "]") {
		l.guard = strings.TrimSpace(head[open+1 : len(head)-1])
		head = strings.TrimSpace(head[:open])
		if m := orderForm.FindStringSubmatch(l.guard); m != nil {
			l.order, _ = strconv.Atoi(m[1]) // at most four digits
			l.guard = m[2]
		}
	}
	if rest, ok := strings.CutPrefix(head, "reenter "); ok {
		l.reenter, head = true, strings.TrimSpace(rest)
	}
	if m := timeForm.FindStringSubmatch(head); m != nil {
		for part := range strings.SplitSeq(m[1], " or ") {
			l.after = append(l.after, strings.TrimSpace(part))
		}
		head = m[2]
	}
	if rest, ok := strings.CutPrefix(head, "«env»"); ok {
		l.environment, head = true, strings.TrimSpace(rest)
	}
	if m := whenForm.FindStringSubmatch(head); m != nil && l.guard == "" {
		head, l.guard = m[1], m[2]
	}
	switch strings.ToLower(l.guard) {
	case "otherwise", "else":
		l.otherwise, l.guard = true, ""
	}
	if l.guard == "" {
		switch strings.ToLower(head) {
		case "otherwise", "else":
			l.otherwise, head = true, ""
		}
	}
	l.event = strings.TrimSpace(head)
	return l
}

// split splits a label at the slash before its actions: the first one outside of brackets and quotes that follows a space
// or a bracket, or is between two words.
func split(s string) (head, action string) {
	depth, quoted := 0, false
	for i, c := range s {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.ContainsRune("([", c):
			depth++
		case strings.ContainsRune(")]", c):
			depth = max(0, depth-1)
		case c == '/' && depth == 0:
			before := strings.TrimRight(s[:i], " ")
			if before == "" || len(before) < i || strings.HasSuffix(before, "]") || !strings.Contains(before, " ") {
				return before, strings.TrimSpace(s[i+1:])
			}
		}
	}
	return s, ""
}

// list splits actions at commas and semicolons outside of brackets and quotes.
func list(s string) []string {
	var parts []string
	depth, quoted, from := 0, false, 0
	add := func(to int) {
		if part := strings.TrimSpace(s[from:to]); part != "" {
			parts = append(parts, part)
		}
		from = to + 1
	}
	for i, c := range s {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth = max(0, depth-1)
		case depth == 0 && (c == ',' || c == ';'):
			add(i)
		}
	}
	if from < len(s) {
		add(len(s))
	}
	return parts
}
