package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mistakes are specs with one mistake each that people make: an edit of the first machine of the README.
var mistakes = map[string]struct{ text, instead string }{
	"state":     {"to: Waiting}", "to: Wating}"},
	"event":     {"Success: Succeeded", "Sucess: Succeeded"},
	"key":       {"initial: Calling", "inital: Calling"},
	"type":      {"transient: bool", "transient: boolean"},
	"payload":   {"event.transient", "transient"},
	"fields":    {"Failure: {transient: bool}", "Failure: {}"},
	"words":     {"&&", "and"},
	"initial":   {"initial: Calling\n", ""},
	"terminal":  {"terminal:\n  done: {kind: success, states: [Succeeded]}\n  failed: {kind: failure, states: [GaveUp]}\n", ""},
	"undeclare": {"  Ready: {}\n", ""},
	"forgotten": {"  GaveUp: {}\n", ""},
	"gap":       {"- {to: GaveUp}", "- {if: '!event.transient', to: GaveUp}"},
	"order": {
		"        - {if: event.transient && retries < maxRetries, to: Waiting}\n        - {to: GaveUp}\n",
		"        - {to: GaveUp}\n        - {if: event.transient && retries < maxRetries, to: Waiting}\n",
	},
	"bound":   {"bound: 2 * maxRetries + 1", "bound: 2 * maxRetries"},
	"counter": {", set: {retries: retries + 1}", ""},
}

// answer is what a finding says about its mend: where it is, and the help.
type answer struct {
	Line, Column int
	EndColumn    int `json:"end_column"`
	Message      string
	Help         string
	Notes        []struct {
		Line, Column int
		Message      string
	}
}

// TestMend mends broken specs with nothing but the answers of the command: the first finding that is left says how. It knows how to
// apply a kind of help, but not what is wrong with a spec.
func TestMend(t *testing.T) {
	good := machineIn(t, "../../README.md", quick)
	for name, m := range mistakes {
		if strings.Count(good, m.text) != 1 {
			t.Fatalf("%s: the spec has %q %d times", name, m.text, strings.Count(good, m.text))
		}
		for format, read := range map[string]func(*testing.T, string) []answer{"json": readJSON, "text": readText} {
			t.Run(name+"/"+format, func(t *testing.T) {
				spec := strings.Replace(good, m.text, m.instead, 1)
				for range 3 {
					out, code := verified(t, spec, format)
					if code == 0 {
						return
					}
					answers := read(t, out)
					if len(answers) == 0 {
						t.Fatalf("no finding:\n%s", out)
					}
					mended, ok := mend(spec, answers[0])
					if !ok {
						t.Fatalf("the answer does not say how to mend the spec: %+v\n%s", answers[0], out)
					}
					t.Logf("%s -> %s", answers[0].Message, answers[0].Help)
					spec = mended
				}
				if out, code := verified(t, spec, format); code != 0 {
					t.Errorf("not mended:\n%s\n%s", spec, out)
				}
			})
		}
	}
}

// TestMendNothing holds mend to the help: it changes nothing without one.
func TestMendNothing(t *testing.T) {
	if got, ok := mend("a: b\n", answer{Line: 1, Column: 1, EndColumn: 2, Message: "unknown key `a`"}); ok {
		t.Errorf("mended without help: %q", got)
	}
}

func verified(t *testing.T, spec, format string) (string, int) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"verify", "--format", format, "-"}, stdio{strings.NewReader(spec), &out, &errs})
	return out.String() + errs.String(), code
}

func readJSON(t *testing.T, out string) []answer {
	t.Helper()
	var report struct{ Diagnostics []answer }
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return report.Diagnostics
}

var (
	headline  = regexp.MustCompile(`^\S+?:(\d+):(\d+): error: (.*) \[FSM\d+\]$`)
	underline = regexp.MustCompile(`^ *\| *(\^~*)$`)
	noted     = regexp.MustCompile(`^  = note: \S+?:(\d+):(\d+): (.*)$`)
)

// readText reads what people read.
func readText(_ *testing.T, out string) (list []answer) {
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if m := headline.FindStringSubmatch(line); m != nil {
			list = append(list, answer{Line: number(m[1]), Column: number(m[2]), Message: m[3]})
			continue
		}
		if len(list) == 0 {
			continue
		}
		a := &list[len(list)-1]
		if m := underline.FindStringSubmatch(line); m != nil {
			a.EndColumn = a.Column + len(m[1])
		} else if m := noted.FindStringSubmatch(line); m != nil {
			a.Notes = append(a.Notes, struct {
				Line, Column int
				Message      string
			}{number(m[1]), number(m[2]), m[3]})
		} else if help, ok := strings.CutPrefix(line, "  = help: "); ok {
			a.Help = help
		}
	}
	return list
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// kinds are the kinds of help that mend knows. Each gets the lines of the spec, the answer, and what the help names.
var kinds = []struct {
	help  *regexp.Regexp
	apply func(lines []string, a answer, named []string) []string
}{
	{regexp.MustCompile("did you mean (?:the payload field )?`([^`]+)`"), inPlace},
	{regexp.MustCompile(`^use (\w+)$`), inPlace},
	{regexp.MustCompile(`write (\S+) for and`), func(lines []string, a answer, named []string) []string {
		a.EndColumn = a.Column + len("and")
		return inPlace(lines, a, named)
	}},
	{regexp.MustCompile("^(?:for example, |write `)((\\w+): .+?)(?:;.*|`.*)?$"), func(lines []string, _ answer, named []string) []string {
		lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, named[1]+":") })
		return append(lines, named[0])
	}},
	{regexp.MustCompile(`declare the field .*as in (\w+): \{((\w+): .+)\}$`), func(lines []string, _ answer, named []string) []string {
		lines[slices.Index(lines, "  "+named[2]+": {}")] = "  " + named[1]
		return lines
	}},
	{regexp.MustCompile(`declare it, as in (\w+): \{(.+)\}$`), func(lines []string, _ answer, named []string) []string {
		if at := slices.Index(lines, named[0]+":"); at >= 0 {
			return slices.Insert(lines, at+1, "  "+named[1])
		}
		return append(lines, named[0]+": {"+named[1]+"}")
	}},
	{regexp.MustCompile(`^add a last alternative .*(\{otherwise: reject\})$`), func(lines []string, a answer, named []string) []string {
		return slices.Insert(lines, last(lines, a.Line)+1, dash(lines[a.Line-1])+named[0])
	}},
	{regexp.MustCompile(`the earlier alternative, or move it to the end$`), func(lines []string, a answer, _ []string) []string {
		from, to := a.Notes[0].Line-1, last(lines, a.Line)
		return slices.Delete(slices.Insert(lines, to+1, lines[from]), from, from+1)
	}},
	{regexp.MustCompile("add `(set: \\{.+?\\})` in line (\\d+)"), func(lines []string, _ answer, named []string) []string {
		at := number(named[1]) - 1
		before, closed := strings.CutSuffix(lines[at], "}")
		if !closed {
			return nil
		}
		lines[at] = before + ", " + named[0] + "}"
		return lines
	}},
}

// mend returns the spec with the help of a finding applied. The bool is false if the help does not name the mend.
func mend(spec string, a answer) (string, bool) {
	for _, kind := range kinds {
		if m := kind.help.FindStringSubmatch(a.Help); m != nil {
			lines := kind.apply(strings.Split(strings.TrimSuffix(spec, "\n"), "\n"), a, m[1:])
			return strings.Join(lines, "\n") + "\n", lines != nil
		}
	}
	return spec, false
}

// inPlace writes what the help names where the finding is.
func inPlace(lines []string, a answer, named []string) []string {
	l := lines[a.Line-1]
	lines[a.Line-1] = l[:a.Column-1] + named[0] + l[cmp.Or(a.EndColumn, a.Column)-1:]
	return lines
}

// dash returns the indentation of an alternative, with its dash.
func dash(line string) string { return line[:strings.Index(line, "- ")+2] }

// last returns the index of the last line of the alternatives of which one is in a line.
func last(lines []string, line int) int {
	for line < len(lines) && strings.HasPrefix(lines[line], dash(lines[line-1])) {
		line++
	}
	return line - 1
}
