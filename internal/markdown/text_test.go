package markdown

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"Chooses, retries and gives up; (twice)!", "Chooses, retries and gives up; (twice)!"},
		{"  two\n lines\t", "two lines"},
		{"a | b", "a &#124; b"},
		{`a \| b`, `a \\&#124; b`},
		{"`x` ```", "\\`x\\` \\`\\`\\`"},
		{"**b** _i_ snake_case ~~s~~", `\*\*b\*\* \_i\_ snake_case \~\~s\~\~`},
		{"<b>&lt;&#60; a & b", `\<b>\&lt;\&#&#8203;60; a & b`},
		{"[l](http://x) ![i](y)", `\[l\](http:&#8203;//x) !\[i\](y)`},
		{"[^1] [x] [!NOTE]", `\[^1\] \[x\] \[!NOTE\]`},
		{"# h", `\# h`},
		{"h #", `h \#`},
		{"> q", `\> q`},
		{"- i", `\- i`},
		{"1. i", `1\. i`},
		{"12) i", `12\) i`},
		{"v1. i", `v1. i`},
		{"===", `\===`},
		{"@octo a@e.org @ x", "@&#8203;octo a@&#8203;e.org @ x"},
		{"#12 GH-12 # x gh", "\\#&#8203;12 GH-&#8203;12 # x gh"},
		{"www.e.org WWW.e wwwx.e", "www&#8203;.e.org WWW&#8203;.e wwwx.e"},
		{"HTTPS://e ftp://e a: b", "HTTPS:&#8203;//e ftp:&#8203;//e a: b"},
		{"x :+1: a:b", "x :&#8203;+1: a:b"},
		{":-", `\:-`},
		{"$x$", "<span>$</span>x<span>$</span>"},
		{"\x00\u202e\xff", "\ufffd\ufffd\ufffd"},
	} {
		if got := Text(test.text); got != test.want {
			t.Errorf("Text(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestParagraphs(t *testing.T) {
	got := Paragraphs("\n one\n# two\n\n\n    three\n```\n")
	want := "one\n\\# two\n\nthree\n\\`\\`\\`"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCode(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"a > 0", "`a > 0`"},
		{"a || b", "`a || b`"},
		{"*Response", "`*Response`"},
		{"a`b", "``a`b``"},
		{"`a", "`` `a ``"},
		{"a``", "``` a`` ```"},
		{"a\n b", "`a b`"},
		{`a\`, "`a\\`"},
		{`a\|@b<c>`, "<code>a&#92;&#124;&#64;&#8203;b&#60;c&#62;</code>"},
	} {
		if got := Code(test.text); got != test.want {
			t.Errorf("Code(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestFence(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a\n", "```text\na\n```\n"},
		{"a\n```\nb", "````text\na\n```\nb\n````\n"},
		{"a````b\r\nc", "`````text\na````b \nc\n`````\n"},
	} {
		if got := Fence("text", test.text); got != test.want {
			t.Errorf("Fence(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestHTML(t *testing.T) {
	got := HTML("a **b** </summary> &lt; @octo $x")
	want := "a **b** &#60;/summary&#62; &#38;lt; @&#8203;octo <span>$</span>x"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTable(t *testing.T) {
	var table Table
	if got := table.String(); got != "" {
		t.Errorf("an empty table is %q", got)
	}
	table.Head("A", "Empty", "B")
	table.Row("x", "", Code("a || b"))
	table.Row("", "", "é")
	want := "" +
		"| A | B |\n" +
		"| --- | --- |\n" +
		"| x | `a \\|\\| b` |\n" +
		"|  | é |\n"
	if got := table.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

var (
	escaped = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")
	links   = regexp.MustCompile(`(?i)@[a-z0-9]|#[0-9]|gh-[0-9]|(http|https|ftp)://|www\.[a-z]|:[a-z0-9_+-]+:`)
)

// FuzzText reads the escaped text back as a Markdown parser does, and looks
// for what GitHub would make active.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a | `b` **c** _d_ <e> [f](g) @h #1 http://i www.j $k$ :l: \\m &amp; \x00\xff", "- 1. # > ===", `\|\\|`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := strings.Join(strings.Fields(clean(text)), " ")
		md := Text(text)
		if strings.ContainsAny(md, "\n|") {
			t.Errorf("Text(%q) = %q is not one cell", text, md)
		}
		// Escaped signs are put aside first, so that only live ones are left.
		var aside []string
		live := escaped.ReplaceAllStringFunc(strings.ReplaceAll(md, dollar, `\$`), func(s string) string {
			aside = append(aside, s[1:])
			return "\ue000"
		})
		if strings.Contains(text, "\ue000") {
			return
		}
		if strings.ContainsAny(live, "`*[]<~$\\") {
			t.Errorf("Text(%q) = %q has live markup", text, md)
		}
		shown := html.UnescapeString(live)
		for _, s := range aside {
			shown = strings.Replace(shown, "\ue000", s, 1)
		}
		if link := links.FindString(shown); link != "" {
			t.Errorf("Text(%q) = %q lets GitHub see %q", text, md, link)
		}
		if strings.ReplaceAll(shown, "\u200b", "") != strings.ReplaceAll(want, "\u200b", "") {
			t.Errorf("Text(%q) = %q, which reads %q", text, md, shown)
		}
	})
}
