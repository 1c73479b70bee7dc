package diag

import (
	"fmt"
	"strings"
	"testing"
)

func TestFirst(t *testing.T) {
	list := func(text string) (l List) {
		for i, c := range text {
			at := Span{File: "a", Start: Pos{Line: i + 1, Column: 1}}
			if c == 'e' {
				l.Errorf(CodeUnknown, at, "%d", i)
			} else {
				l.Warnf(CodeUnknown, at, "%d", i)
			}
		}
		return l
	}
	for text, want := range map[string]string{
		"wew":    "w0 e1 w2",
		"wewe":   "w0 e1 e3; w at 3: 1 more finding is left out",
		"wwwwe":  "w0 w1 e4; w at 3: 2 more findings are left out",
		"eeeee":  "e0 e1 e2; e at 4: 2 more findings are left out",
		"wweeee": "e2 e3 e4; e at 1: 3 more findings are left out",
		"":       "",
	} {
		var got []string
		for _, d := range list(text).First(3) {
			mark := d.Severity.String()[:1]
			if d.Code == CodeTooBig {
				got[len(got)-1] += fmt.Sprintf("; %s at %d: %s", mark, d.Span.Start.Line, d.Message)
				continue
			}
			got = append(got, mark+d.Message)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := list("we").First(0); len(got) != 1 || !got.HasErrors() {
		t.Errorf("none of two: %v", got)
	}
}
