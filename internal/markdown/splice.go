package markdown

import (
	"fmt"
	"regexp"
	"strings"
)

// The marks are comments, each alone on its line. Deeper in they are code.
var (
	beginMark = regexp.MustCompile(`^ {0,3}<!-- fsmgen:card (\S|\S.*\S) -->[ \t]*$`)
	endMark   = regexp.MustCompile(`^ {0,3}<!-- fsmgen:end -->[ \t]*$`)
	// likeMark is what was meant to be a mark.
	likeMark = regexp.MustCompile(`(?i)^ {0,3}<!--\s*/?fsmgen\s*:`)

	fenceMark = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})(.*)$")
	heading   = regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]|$)`)
)

// Begin and End return the marks around a section for a spec, whose path from
// the document has slashes.
func Begin(spec string) string { return "<!-- fsmgen:card " + spec + " -->" }

// End is the other one.
func End() string { return "<!-- fsmgen:end -->" }

// Splice replaces the text between marks in a document. For each pair it
// calls section with the path in the first mark and the level that a heading
// there has: one below the last heading before it, 1 to 6. All else stays as it
// is, line ends too. Marks inside fenced code are text. n is the number of
// sections.
//
// What section returns cannot end the section, whatever it holds. An error of
// section is returned as it is; other errors begin with the line.
func Splice(document []byte, section func(spec string, level int) ([]byte, error)) (out []byte, n int, err error) {
	var b strings.Builder
	level, opened, spec, fence, ending := 1, 0, "", "", ""
	number := 0
	for line := range strings.Lines(string(document)) {
		number++
		text := strings.TrimRight(line, "\r\n")
		begin := beginMark.FindStringSubmatch(text)
		switch {
		case opened > 0 && begin != nil:
			return nil, 0, fmt.Errorf("%d: the section for %s begins before the one from line %d has ended: a line %s is missing", number, begin[1], opened, End())
		case opened > 0 && endMark.MatchString(text):
			part, err := section(spec, level)
			if err != nil {
				return nil, 0, err
			}
			b.WriteString(strings.ReplaceAll("\n"+strings.Trim(unmarked(string(part)), "\n")+"\n\n", "\n", ending))
			b.WriteString(line)
			n, opened = n+1, 0
			continue
		case opened > 0:
			continue // the old section
		case fence != "":
			if m := fenceMark.FindStringSubmatch(text); m != nil && strings.HasPrefix(m[1], fence) && strings.TrimSpace(m[2]) == "" {
				fence = ""
			}
		case begin != nil:
			opened, spec = number, begin[1]
			ending = line[len(text):]
			if ending == "" {
				ending = "\n"
			}
		case endMark.MatchString(text):
			return nil, 0, fmt.Errorf("%d: %s without a section that it could end: a line %s is missing", number, End(), Begin("PATH"))
		case likeMark.MatchString(text):
			return nil, 0, fmt.Errorf("%d: this is no mark: they are %s and %s, each alone on a line", number, Begin("PATH"), End())
		default:
			if m := fenceMark.FindStringSubmatch(text); m != nil && (m[1][0] == '~' || !strings.Contains(m[2], "`")) {
				fence = m[1]
			} else if m := heading.FindStringSubmatch(text); m != nil {
				level = min(len(m[1])+1, 6)
			}
		}
		b.WriteString(line)
	}
	if opened > 0 {
		return nil, 0, fmt.Errorf("%d: the section for %s does not end: a line %s is missing", opened, spec, End())
	}
	return []byte(b.String()), n, nil
}

// unmarked makes sure that no line of a section is a mark, by a space without
// width.
func unmarked(section string) string {
	return strings.ReplaceAll(section, "<!-- fsmgen:", "<!--\u200b fsmgen:")
}
