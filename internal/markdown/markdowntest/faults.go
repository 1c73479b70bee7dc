// Package markdowntest looks for markup in pages that are made of hostile text.
package markdowntest

import (
	"fmt"
	"regexp"
	"strings"
)

// ours are the tags and comments that pages have of their own.
var ours = regexp.MustCompile(`</?(details|summary|sub|br|span|code)>|^<!-- .*-->$`)

// link matches a link that [Faults] may find; its text has no brackets.
var link = regexp.MustCompile(`!?\[[^][]*\]\(([^()]*)\)`)

// Faults returns what of a page is markup that package markdown would not have
// written, each with its line: tags, comments, links other than to relative
// addresses, images, emphasis other than what emphasis matches, tables whose rows
// differ in width, and fences and details that do not end. A page without faults
// gives nil.
func Faults(page string, emphasis *regexp.Regexp) []string {
	var list []string
	fault := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	fence, cells, details := "", 0, 0
	for line := range strings.SplitSeq(page, "\n") {
		ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence != "":
			if len(ticks) >= len(fence) && strings.TrimSpace(line[len(ticks):]) == "" {
				fence = ""
			}
			continue
		case len(ticks) >= 3 && !strings.Contains(line[len(ticks):], "`"):
			fence = ticks
			continue
		}
		if strings.HasPrefix(line, "|") {
			bars := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			if cells > 0 && bars != cells {
				fault("a row has %d bars, and should have %d: %s", bars, cells, line)
			}
			cells = bars
		} else {
			cells = 0
		}
		rest := escape.ReplaceAllString(withoutCode(line), "")
		details += strings.Count(rest, "<details>") - strings.Count(rest, "</details>")
		rest = emphasis.ReplaceAllString(ours.ReplaceAllString(rest, ""), "")
		for _, m := range link.FindAllStringSubmatch(rest, -1) {
			if m[0][0] == '!' || strings.ContainsAny(m[1], ": \t") || strings.HasPrefix(m[1], "//") {
				fault("a link to %q: %s", m[1], line)
			}
		}
		if strings.ContainsAny(link.ReplaceAllString(rest, ""), "<[]*`~") {
			fault("markup: %s", line)
		}
	}
	if fence != "" {
		fault("a fence does not end")
	}
	if details != 0 {
		fault("%d details do not end", details)
	}
	return list
}

// escape matches what a backslash makes text.
var escape = regexp.MustCompile(`\\[!-/:-@[-` + "`" + `{-~]`)

// withoutCode takes the code spans out of a line.
func withoutCode(line string) string {
	var b strings.Builder
	for len(line) > 0 {
		if strings.HasPrefix(line, "\\") && len(line) > 1 {
			b.WriteString(line[:2])
			line = line[2:]
			continue
		}
		n := len(line) - len(strings.TrimLeft(line, "`"))
		if n == 0 {
			b.WriteByte(line[0])
			line = line[1:]
			continue
		}
		rest, end := line[n:], -1
		for i := 0; i < len(rest); i++ {
			run := len(rest[i:]) - len(strings.TrimLeft(rest[i:], "`"))
			if run == n {
				end = i
				break
			}
			i += run
		}
		if end < 0 {
			return b.String() + "`"
		}
		line = rest[end+n:]
	}
	return b.String()
}
