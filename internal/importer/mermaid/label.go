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
	// plain marks actions that could be something else after a slash, because they are only words after words.
	plain bool
	// completes marks a transition that a composite state takes when it is done, and doc are conditions of choices that
	// hold because no other one does.
	completes bool
	doc       []string
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
		l.plain = !strings.HasSuffix(head, "]") && !ownForm.MatchString(action)
		for i, a := range l.actions {
			l.actions[i] = emitForm.ReplaceAllString(a, "")
		}
	}
	if before, guard, ok := bracketed(head); ok {
		l.guard, head = guard, before
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

// bracketed cuts the guard in brackets out of a label, with text before or after it. Several guards that and or or join
// are one.
func bracketed(s string) (rest, guard string, ok bool) {
	from := strings.IndexByte(s, '[')
	to := strings.LastIndexByte(s, ']')
	if from < 0 || to < from || from > 0 && to < len(s)-1 && s[from-1] != ' ' {
		return s, "", false
	}
	guard = s[from+1 : to]
	if _, err := strconv.Atoi(guard); err == nil && from > 0 && s[from-1] != ' ' {
		return s, "", false // an index
	}
	if joined := joins.ReplaceAllString(guard, ") $1 ("); joined != guard {
		guard = "(" + joined + ")"
	} else if strings.Contains(between.ReplaceAllString(guard, ""), "]") {
		return s, "", false
	}
	rest = strings.TrimSuffix(strings.TrimSpace(s[:from]), " /")
	if after := strings.TrimSpace(s[to+1:]); after != "" {
		rest = strings.TrimSpace(rest + " " + after)
	}
	return rest, strings.TrimSpace(guard), true
}

var (
	joins = regexp.MustCompile(`(?i)\]\s*(and|or|&&|\|\|)\s*\[`)
	// between are indices, which are brackets in a guard.
	between = regexp.MustCompile(`\w\[[^\[\]]*\]`)
	ownForm = regexp.MustCompile(`^(emit|raise|to)\s|[←=(]`)
)

// split splits a label at the slash before its actions: the first one outside of brackets and quotes that has text and a
// space before it and a space behind it. What follows is no action if it is a guard.
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
			before, after := strings.TrimRight(s[:i], " "), strings.TrimLeft(s[i+1:], " ")
			if before != "" && len(before) < i && len(after) < len(s)-i-1 && !strings.HasPrefix(after, "[") {
				return before, strings.TrimSpace(after)
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
