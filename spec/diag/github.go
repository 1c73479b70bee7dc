package diag

import (
	"fmt"
	"io"
	"strings"
)

// WriteGitHub writes the list as workflow commands of GitHub Actions, which
// annotate the lines of a pull request:
//
//	::error file=door.fsm.yaml,line=12,col=9,title=FSM103::unknown state `Opn`
//
// Control characters are replaced, as by [WriteText]. It returns the error of w.
func WriteGitHub(w io.Writer, l List) error {
	for _, d := range l {
		text := d.Message
		for _, n := range d.Notes {
			if n.Span.File == "" || !strings.Contains(text, n.Span.String()) { // the message already says it
				text += "\n" + n.Message
			}
		}
		if d.Help != "" {
			text += "\n" + d.Help
		}
		if d.Waived != "" {
			text += "\nwaived: " + d.Waived
		}
		place := "file=" + property(d.Span.File)
		if s := d.Span; s.Start.IsValid() {
			place += fmt.Sprintf(",line=%d,col=%d", s.Start.Line, s.Start.Column)
			if s.End.Line == s.Start.Line && s.End.Column > s.Start.Column {
				place += fmt.Sprintf(",endLine=%d,endColumn=%d", s.End.Line, s.End.Column)
			}
		}
		command := d.Severity.String()
		if d.Severity == Info {
			command = "notice"
		}
		if _, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", command, place, property(string(d.Code)), data(text)); err != nil {
			return err
		}
	}
	return nil
}

// data escapes text for GitHub's runner, like the function escapeData in the
// package @actions/core, and makes each line printable.
func data(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(Printable(strings.TrimSuffix(line, "\r")), "%", "%25")
	}
	return strings.Join(lines, "%0A")
}

// property escapes the value of a property, like escapeProperty there, and makes it
// printable.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
