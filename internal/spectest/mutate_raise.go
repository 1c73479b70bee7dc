package spectest

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

var (
	raising   = regexp.MustCompile(`, raise: (\[[^\]]*\]|\w+)|(?m:^ *raise: [^\n]*\n)`)
	internal  = regexp.MustCompile(`\b(\w+): \{internal: true\}`)
	goal      = regexp.MustCompile(`to: \w+`)
	events    = regexp.MustCompile(`(?m)^events:( \{|\n)`)
	listing   = regexp.MustCompile(`(?m)^( +)on:\n`)
	finals    = regexp.MustCompile(`final: true`)
	finished  = regexp.MustCompile(`(?m)^( *)done: [^\n]*\n`)
	returning = regexp.MustCompile(`, history: (shallow|deep)`)
	inside    = regexp.MustCompile(`(?m)^( +)states:\n`)
	named     = regexp.MustCompile(`(?m)^( +)(\w+):\n`)
)

// nudge is the event that mutants raise.
const nudge = "Nudge"

// mutateRaise changes what is raised in one place of a spec, or adds it.
func mutateRaise(r *rand.Rand, text string, pick func(*regexp.Regexp) []int) string {
	p, e := pick(raising), pick(internal)
	switch kind := r.IntN(6); {
	case kind == 0 && p != nil:
		return text[:p[0]] + text[p[1]:]
	case kind == 1 && p != nil && p[2] >= 0 && e != nil:
		return text[:p[2]] + text[e[2]:e[3]] + text[p[3]:]
	case kind <= 3 && e != nil:
		if at := pick(goal); at != nil && !strings.HasPrefix(text[at[1]:], ", raise") {
			return text[:at[1]] + ", raise: " + text[e[2]:e[3]] + text[at[1]:]
		}
	}
	if strings.Contains(text, nudge) {
		return text
	}
	// A new event, which one state handles, and the machine ignores elsewhere.
	declared, at, to, from := pick(events), pick(listing), pick(target), pick(goal)
	if declared == nil || at == nil || to == nil || from == nil || at[0] < declared[1] || strings.Contains(text, "\nignore:") {
		return text
	}
	handled := nudge + ": {to: " + text[to[2]:to[3]] + "}\n"
	if w := regexp.MustCompile(`if: "?fuel > 0`); w.MatchString(text) && r.IntN(2) == 0 {
		handled = nudge + ": [{if: fuel > 0, set: {fuel: fuel - 1}}, {to: " + text[to[2]:to[3]] + "}]\n"
	}
	out := text
	insert := func(at int, what string) { out = out[:at] + what + out[at:] }
	edits := map[int]string{at[1]: text[at[2]:at[3]] + "  " + handled, from[1]: ", raise: " + nudge}
	if from[1] > at[1] {
		insert(from[1], edits[from[1]])
		insert(at[1], edits[at[1]])
	} else {
		insert(at[1], edits[at[1]])
		insert(from[1], edits[from[1]])
	}
	if strings.HasSuffix(text[declared[0]:declared[1]], "{") {
		insert(declared[1], nudge+": {internal: true}, ")
	} else {
		insert(declared[1], "  "+nudge+": {internal: true}\n")
	}
	return out + "ignore: [" + nudge + "]\n"
}

// around returns the name of the composite state whose states begin at a place, which is that of a match
// of inside, or "".
func around(text string, place []int) (name string) {
	for _, p := range named.FindAllStringSubmatchIndex(text[:place[0]], -1) {
		if p[3]-p[2] < place[3]-place[2] {
			name = text[p[4]:p[5]]
		}
	}
	return name
}

// mutateInside changes a final state or a return to a history, or adds one.
func mutateInside(r *rand.Rand, text string, features Features, pick func(*regexp.Regexp) []int) string {
	composite, to := pick(inside), pick(goal)
	if features&History != 0 && r.IntN(2) == 0 {
		switch p := pick(returning); {
		case p != nil && r.IntN(3) == 0:
			return text[:p[0]] + text[p[1]:]
		case p != nil && r.IntN(2) == 0:
			return text[:p[2]] + map[string]string{"deep": "shallow", "shallow": "deep"}[text[p[2]:p[3]]] + text[p[3]:]
		case composite != nil && to != nil && !strings.HasPrefix(text[to[1]:], ", history"):
			return text[:to[0]] + "to: " + around(text, composite) + ", history: " + []string{"shallow", "deep"}[r.IntN(2)] + text[to[1]:]
		}
		return text
	}
	if features&Final == 0 {
		return text
	}
	switch p := pick(finished); {
	case p != nil && r.IntN(3) == 0:
		return text[:p[0]] + text[p[1]:]
	case p != nil && to != nil && r.IntN(3) == 0:
		return text[:p[0]] + text[p[2]:p[3]] + "done: {" + text[to[0]:to[1]] + "}\n" + text[p[1]:]
	}
	if p := pick(finals); p != nil && r.IntN(3) == 0 {
		return text[:p[0]] + "final: false" + text[p[1]:]
	}
	leave := pick(goal)
	if composite == nil || to == nil || leave == nil || strings.Contains(text, "MutantEnd") || leave[0] < composite[1] {
		return text
	}
	indent := text[composite[2]:composite[3]]
	done := indent + "done: {" + text[to[0]:to[1]] + "}\n"
	if strings.Contains(text, "done:") {
		done = ""
	}
	return text[:composite[0]] + done + indent + "states:\n" + indent + "  MutantEnd: {final: true}\n" + text[composite[1]:leave[0]] + "to: MutantEnd" + text[leave[1]:]
}
