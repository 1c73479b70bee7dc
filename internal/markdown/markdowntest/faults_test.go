package markdowntest_test

import (
	"regexp"
	"testing"

	"github.com/fsmgen/fsmgen/internal/markdown/markdowntest"
)

var emphasis = regexp.MustCompile(`\*stays\*|\*\*proved\*\*`)

func TestFaults(t *testing.T) {
	for _, page := range []string{
		"", "# Title\n\ntext", "`<b>`", "``a ` <b>``", "\\<b> \\[x\\](y) \\*a\\*", "```\n<b>\n```", "````\n```\n<b>\n````", "| a | b |\n| - | - |\n| `x\\|y` | z |", "a [b](c.yaml#L1) *stays* **proved**",
		"<details>\n<summary>x</summary>\n\n</details>", "<!-- x -->",
	} {
		if faults := markdowntest.Faults(page, emphasis); faults != nil {
			t.Errorf("%q: %q", page, faults)
		}
	}
	for _, page := range []string{
		"<b>", "x <!-- y -->", "a `b` <script>", "a ` b", "[a](javascript:x)", "[a](//evil.example)", "![a](b.png)", "[a][b]", "**a", "**bold**", "*it*", "~~a~~", "```\nx", "<details>", "| a | b |\n| - |", "| a | b |\n| - | - |\n| x | y | z |",
		"\\\\<b>", "``a`",
	} {
		if markdowntest.Faults(page, emphasis) == nil {
			t.Errorf("%q has no fault", page)
		}
	}
}
