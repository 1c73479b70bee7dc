package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// The looks of text on a terminal.
const (
	bold, reset         = "\x1b[1m", "\x1b[0m"
	red, green, yellow  = "\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m"
	blue, cyan, magenta = "\x1b[1;34m", "\x1b[36m", "\x1b[35m"
)

// colors are the values of --color.
var colors = []word{
	{"auto", "on a terminal, unless NO_COLOR is set"},
	{"always", "also in files and pipes"},
	{"never", "nowhere"},
}

// colorFlag adds the flag --color to all commands. It decides about both streams. Their widths are asked for, too.
func colorFlag(root *cobra.Command, std stdio) {
	mode := "auto"
	root.PersistentFlags().Var(&choice{&mode, colors}, "color", "colors in text for people: "+alternatives(colors))
	root.PersistentPreRun = func(*cobra.Command, []string) {
		for _, w := range []io.Writer{std.out, std.err} {
			if o, ok := w.(*output); ok {
				o.colored = mode == "always" || mode == "auto" && o.colorful()
				o.width = o.measure()
			}
		}
	}
}

// colorful reports whether a stream has colors if no flag decides: see https://no-color.org and https://force-color.org.
func (o *output) colorful() bool {
	switch {
	case os.Getenv("NO_COLOR") != "":
		return false
	case os.Getenv("FORCE_COLOR") != "":
		return os.Getenv("FORCE_COLOR") != "0"
	case os.Getenv("TERM") == "dumb", runtime.GOOS == "windows" && os.Getenv("WT_SESSION")+os.Getenv("TERM") == "":
		return false
	}
	return terminal(o)
}

// measure returns the columns of a terminal, or 0 for what is none.
func (o *output) measure() int {
	if !terminal(o) || os.Getenv("TERM") == "dumb" {
		return 0
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	const usual = 80
	if file, ok := o.Writer.(*os.File); ok {
		return cmp.Or(columns(file), usual)
	}
	return usual
}

// styleOf returns the style of diagnostics on a stream.
func styleOf(w io.Writer) diag.Style {
	if o, ok := w.(*output); !ok || !o.colored {
		return diag.Style{Spaced: widthOf(w) > 0}
	}
	return diag.Style{Place: bold, Error: red, Warning: yellow, Message: bold, Code: magenta, Gutter: blue, Label: cyan, Reset: reset, Spaced: true}
}

// verdicts finds the verdict of a line of a report, or of a row of a table.
var verdicts = regexp.MustCompile(`^(  (?:terminates|settles|rests|bound|time|within|calls|outputs|costs|possible)\b.*?|\S+ +\S+ +)\b(proved|refuted|unknown|invalid)\b`)

// shown returns a report with its verdicts in color, in the width of a terminal.
func shown(w io.Writer, report string) string { return fitted(painted(w, report), widthOf(w)) }

// painted returns a report or a table with its verdicts in color.
func painted(w io.Writer, report string) string {
	if o, ok := w.(*output); !ok || !o.colored {
		return report
	}
	looks := map[string]string{"proved": green, "unknown": yellow}
	var b strings.Builder
	for line := range strings.Lines(report) {
		if at := verdicts.FindStringSubmatchIndex(line); at != nil {
			word := line[at[4]:at[5]]
			look, ok := looks[word]
			if !ok {
				look = red
			}
			line = line[:at[4]] + look + word + reset + line[at[5]:]
		}
		b.WriteString(line)
	}
	return b.String()
}

// closing ends what a terminal shows of a machine with findings: how many there are, and its verdict.
func closing(w io.Writer, report *verify.Report, l diag.List) {
	verdict := "invalid"
	if report != nil {
		verdict = string(verdictOf(report))
	}
	total(w, verdict, l)
}

// total ends what a terminal shows of findings: how many there are, and a verdict, unless it is "".
func total(w io.Writer, verdict string, l diag.List) {
	o, ok := w.(*output)
	if !ok || !o.colored && o.width == 0 || len(l) == 0 {
		return
	}
	wrong := 0
	for _, d := range l {
		if d.Severity == diag.Error {
			wrong++
		}
	}
	look := red
	switch verdict {
	case string(verify.Proved):
		look = green
	case string(verify.Unknown):
		look = yellow
	}
	var found []string
	if wrong > 0 {
		found = append(found, amount(wrong, "error"))
	}
	if n := len(l) - wrong; n > 0 {
		found = append(found, amount(n, "warning"))
	}
	switch {
	case verdict == "":
	case o.colored:
		verdict = ": " + look + verdict + reset
	default:
		verdict = ": " + verdict
	}
	fmt.Fprintf(w, "Found %s%s\n", strings.Join(found, " and "), verdict)
}

// amount writes a number of things.
func amount(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}
