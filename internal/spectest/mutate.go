package spectest

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	number   = regexp.MustCompile(`\b\d+\b`)
	operator = regexp.MustCompile(` (<|<=|>|>=|==|!=|\+|-|&&|\|\|) `)
	update   = regexp.MustCompile(`set: \{[^}]*\}`)
	target   = regexp.MustCompile(`to: (\w+)`)
	reset    = regexp.MustCompile(`, (\w+): [^,{}]+\}`)
	event    = regexp.MustCompile(`\{\}[,}]`)
	world    = regexp.MustCompile(`environment: true`)
	always   = regexp.MustCompile(`(?m)^ *always: [^\n]*\n`)
	handlers = regexp.MustCompile(`(?m)^( +)on:`)
	guard    = regexp.MustCompile(`if: ("[^"]*"|[^,"{}]*), `)
	waits    = regexp.MustCompile(`event\.|stalled|ready|fits|suits|maybe`)
)

// Mutate changes one place of a spec. It may add one of the features.
func Mutate(r *rand.Rand, text string, features Features) string {
	pick := func(re *regexp.Regexp) []int {
		// The first line holds the expected verdict.
		body := strings.IndexByte(text, '\n')
		places := slices.DeleteFunc(re.FindAllStringSubmatchIndex(text, -1), func(p []int) bool { return p[0] < body })
		if len(places) == 0 {
			return nil
		}
		return places[r.IntN(len(places))]
	}
	swap := func(p []int, with string) string { return text[:p[0]] + with + text[p[1]:] }
	kinds := 7
	if features&Eventless != 0 {
		kinds = 8
	}
	kind := r.IntN(kinds)
	if features&Invoke != 0 && r.IntN(3) == 0 {
		return mutateInvoke(r, text, pick)
	}
	if features&(Raise|Final|History) != 0 && r.IntN(4) == 0 {
		if features&Raise != 0 && (features&(Final|History) == 0 || r.IntN(2) == 0) {
			return mutateRaise(r, text, pick)
		}
		return mutateInside(r, text, features, pick)
	}
	switch kind {
	case 0, 1:
		if p := pick(number); p != nil {
			n, _ := strconv.Atoi(text[p[0]:p[1]])
			return swap(p, strconv.Itoa(max(0, n+1-2*r.IntN(2))))
		}
	case 2:
		if p := pick(operator); p != nil {
			ops := []string{"<", "<=", ">", ">=", "==", "!=", "+", "-", "&&", "||"}
			return swap(p, " "+ops[r.IntN(len(ops))]+" ")
		}
	case 3:
		if p := pick(update); p != nil {
			return swap(p, "set: {}")
		}
	case 4:
		if p := pick(target); p != nil {
			states := target.FindAllStringSubmatch(text, -1)
			return swap(p, "to: "+states[r.IntN(len(states))][1])
		}
	case 5:
		if p := pick(reset); p != nil {
			return swap(p, "}")
		}
	case 6:
		if p := pick(world); p != nil && r.IntN(2) == 0 {
			return swap(p, "environment: false")
		} else if p := pick(event); p != nil {
			return swap(p, "{environment: true}"+text[p[1]-1:p[1]])
		}
	case 7:
		if p := pick(always); p != nil && r.IntN(3) == 0 {
			return swap(p, "")
		}
		part := func(re *regexp.Regexp) string {
			for range 10 {
				if p := pick(re); p != nil && !waits.MatchString(text[p[0]:p[1]]) {
					return strings.TrimSuffix(text[p[0]:p[1]], ", ")
				}
			}
			return ""
		}
		on, given, does := pick(handlers), part(guard), part(target)
		if r.IntN(3) == 0 {
			does = part(update)
		}
		if on != nil && given != "" && does != "" {
			return text[:on[0]] + text[on[2]:on[3]] + "always: {" + given + ", " + does + "}\n" + text[on[0]:]
		}
	}
	return text
}
