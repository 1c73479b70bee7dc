package plantuml

import (
	"regexp"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
)

// harmless matches what PlantUML draws as it is: letters, code points, and signs
// that are no markup alone.
var harmless = regexp.MustCompile(`\A(?:[\p{L}\p{N}\p{M}\p{S}\p{Zs}\p{P}\p{Cf}\x{fffd}]|<U\+[0-9A-F]{4}>)*\z`)

// TestEscape checks without PlantUML that hostile texts are neither markup, nor
// directives, nor further lines.
func TestEscape(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"a (b), c + d > e?", "a (b), c + d > e?"},
		{"<b>", "<U+003C>b>"},
		{"!include x", "<U+0021>include x"},
		{"//it// ==x==", "/<U+002F>it/<U+002F> =<U+003D>x=<U+003D>"},
		{`"a" \n [[x]]`, `<U+0022>a<U+0022> <U+005C>n [<U+005B>x]]`},
		{"a\nb\x00\u202e", "a b\ufffd\ufffd"},
		{"@enduml 'c", "<U+0040>enduml <U+0027>c"},
	} {
		if got := escape(test.text); got != test.want {
			t.Errorf("escape(%q) = %q, want %q", test.text, got, test.want)
		}
	}
	bare := regexp.MustCompile(`<U\+[0-9A-F]{4}>`)
	for _, text := range picturetest.HostileTexts() {
		got := escape(text)
		if rest := bare.ReplaceAllString(got, ""); !harmless.MatchString(got) || regexp.MustCompile(`[<&~"'!@{}|\\*_#%$;:`+"`"+`^-]|//|==|\.\.|\[\[`).MatchString(rest) {
			t.Errorf("escape(%q) = %q", text, got)
		}
	}
}
