package dot

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
)

// quoted matches a string of DOT in which nothing ends it early, and in which the
// only escapes are those of a quote, a backslash and a line end.
var quoted = regexp.MustCompile(`\A"(?:[^"\\\x00-\x1f\x7f]|\\["\\nl])*"\z`)

// TestQuote checks without Graphviz that hostile texts stay inside their quotes,
// and are no HTML.
func TestQuote(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", `""`},
		{`say "hello"`, `"say \"hello\""`},
		{`a\nb\`, `"a\\nb\\"`},
		{"a\nb", `"a\nb"`},
		{"&lt;b&gt;", `"&amp;lt;b&amp;gt;"`},
		{"<b>", `"<b>"`},
		{"\x00\u202e\xff", `"` + "\ufffd\ufffd\ufffd" + `"`},
	} {
		if got := quote(test.text, `\n`); got != test.want {
			t.Errorf("quote(%q) = %s, want %s", test.text, got, test.want)
		}
	}
	for _, text := range picturetest.HostileTexts() {
		for _, end := range []string{`\n`, `\l`} {
			if got := quote(text, end); !quoted.MatchString(got) {
				t.Errorf("quote(%q) = %s", text, got)
			}
		}
		if got := flat(text); strings.ContainsAny(got, "\n\r\u2028") {
			t.Errorf("flat(%q) = %q", text, got)
		}
	}
}
