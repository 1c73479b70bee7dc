package scxml

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// errorEvent is raised where ECMAScript cannot be evaluated.
const errorEvent = "error.execution"

// statements are the words that no expression begins with.
var statements = []string{"return", "throw", "if", "for", "while", "var", "const", "do", "switch", "try"}

// illegal reports whether a text is no expression of ECMAScript, because it begins like a statement.
func illegal(text string) bool {
	text = strings.TrimSpace(text)
	return slices.Contains(statements, text[:wordLength(text)])
}

// system are the variables that the processor sets, and nobody else.
var system = []string{"_event", "_ioprocessors", "_name", "_sessionid", "_x"}

// globals are words that name something in each program, although no data declare it.
var globals = []string{"globalThis", "this", "self", "window", "global", "eval", "console"}

// nowhere reports whether a location is no place for a value, so that an assignment to it is an error: a system variable, or a
// property of what is undeclared, if the document expects errors. Otherwise, that is a mistake.
func (r actions) nowhere(location string) bool {
	root, rest, inner := strings.Cut(strings.TrimSpace(location), ".")
	if slices.Contains(system, root) && !inner {
		return true
	}
	return r.reader.doc.hears && inner && r.undeclared(root) && !slices.ContainsFunc(strings.Split(rest, "."), func(name string) bool { return !isName(name) })
}

// undeclared reports whether a text is the name of a variable that no data declare, so that it cannot be evaluated.
func (r actions) undeclared(name string) bool {
	return isName(name) && (name[0] < 'A' || name[0] > 'Z') && !r.reader.doc.declared[name] && !keywords[name] && !slices.Contains(globals, name) && !slices.Contains(system, name)
}

// isName reports whether a text is one word.
func isName(text string) bool {
	return text != "" && wordLength(text) == len(text) && (text[0] < '0' || text[0] > '9')
}

// failure is the action that raises an error, and ends the executable content that it is in.
func (r actions) failure(at diag.Span) *action {
	key := raisedKey + errorEvent
	r.reader.doc.explicit[key] = true
	r.reader.doc.raised = append(r.reader.doc.raised, key)
	return &action{at: at, raise: key, fails: true}
}

// failing returns the rules that follow a transition whose condition cannot be evaluated in a plain state: the condition is false, and
// evaluating it raises an error.
func (r lister) failing(n *node, list []rule, errors int) []rule {
	key := raisedKey + errorEvent
	if errors == 0 || !slices.Contains(r.reader.doc.raised, key) {
		return list
	}
	after := slices.Clone(list)
	for i := range after {
		after[i].raises = slices.Concat(slices.Repeat([]string{key}, errors), after[i].raises)
		after[i].nothing = false
		if n.region != nil || n.parallel {
			after[i].lacks = illegalCondition
		}
	}
	return after
}

// fallThrough adds a rule that cannot be imported where a condition that cannot be evaluated may be the last one. If the
// transition needs no event, the machine evaluates it again and again, even if no transition is for the error.
func (r lister) fallThrough(l *leaf, errors map[string]int) {
	heard := slices.Contains(r.reader.doc.raised, raisedKey+errorEvent)
	for key := range errors {
		if key != "" && !heard {
			continue
		}
		if list := l.rules[key]; len(list) == 0 || list[len(list)-1].guard != nil {
			l.rules[key] = append(list, rule{source: l.node, at: l.node.at, lacks: illegalCondition})
		}
	}
}

const illegalCondition = "a condition that is not ECMAScript, and after which no transition is always taken,"
