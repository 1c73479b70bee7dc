package spectest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

var (
	starts   = regexp.MustCompile(`(?m)^ *invoke: [^\n]*\n`)
	clamp    = regexp.MustCompile(`max\([^()]*, min\(([^()]*), [^()]*\)\)`)
	file     = regexp.MustCompile(`kid-(\d+)`)
	restarts = regexp.MustCompile(`if: "?fuel > 0[^"{}]*"?, `)
)

// mutateInvoke changes one invocation of a spec, or adds one.
func mutateInvoke(r *rand.Rand, text string, pick func(*regexp.Regexp) []int) string {
	place := pick(handlers)
	switch r.IntN(8) {
	case 0:
		if p := pick(starts); p != nil {
			return text[:p[0]] + text[p[1]:]
		}
	case 1:
		if p := pick(clamp); p != nil {
			return text[:p[0]] + text[p[2]:p[3]] + text[p[1]:]
		}
	case 2:
		if p := pick(file); p != nil {
			return fmt.Sprintf("%s%d%s", text[:p[2]], r.IntN(len(right)+wrong), text[p[3]:])
		}
	case 3:
		if p := pick(restarts); p != nil {
			return text[:p[0]] + text[p[1]:]
		}
	case 4, 5:
		to := pick(target)
		if to == nil || place == nil {
			break
		}
		if !strings.Contains(text, "\ncalls:") {
			text += "calls: {query: {done: {left: int, ok: bool}}}\n"
		} else if !strings.Contains(text, "calls: {query:") {
			break
		}
		invoke := fmt.Sprintf("invoke: {call: query, on: {done: [{if: event.ok, to: %s}, {otherwise: ignore}], error: {otherwise: ignore}}}\n", text[to[2]:to[3]])
		return text[:place[0]] + text[place[2]:place[3]] + invoke + text[place[0]:]
	default:
		to := pick(target)
		if to == nil || place == nil {
			break
		}
		if !strings.Contains(text, "\nuse:") {
			text += "use: {Kid: " + ChildFile(r.IntN(len(right)+wrong)) + "}\n"
		}
		invoke := fmt.Sprintf("invoke: {machine: Kid, with: {a: %d}, on: {end: [{if: event.left > 0, to: %[2]s}, {otherwise: ignore}], lost: %[2]s}}\n", r.IntN(4), text[to[2]:to[3]])
		return text[:place[0]] + text[place[2]:place[3]] + invoke + text[place[0]:]
	}
	return text
}
