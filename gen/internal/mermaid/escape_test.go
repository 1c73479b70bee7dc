package mermaid

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

func TestEscape(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"remaining > 0", "remaining > 0"},
		{"retries ← 0, x -= 1", "retries ← 0, x -= 1"},
		{"(a + b) / {c} | d! ? = ^ @ '", "(a + b) / {c} | d! ? = ^ @ '"},
		{`"quoted"`, "#34;quoted#34;"},
		{"a: b; c", "a#58; b#59; c"},
		{"a<b", "a#60;b"},
		{"List<T>", "List#60;T>"},
		{"#35; &lt;", "#35;35#59; #38;lt#59;"},
		{"%%{init: {}}%%", "#37;#37;{init#58; {}}#37;#37;"},
		{"**x** `y` ~z~", "#42;#42;x#42;#42; #96;y#96; #126;z#126;"},
		{"snake_case", "snake_case"},
		{"_x_ a__b", "#95;x#95; a#95;#95;b"},
		{"$$x$$", "#36;#36;x#36;#36;"},
		{`a\nb`, "a#92;nb"},
		{"[[fork]]", "#91;#91;fork#93;#93;"},
		{"direction LR", "#100;irection LR"},
		{"Direction\tTB", "#68;irection TB"},
		{"x direction", "x #100;irection"},
		{"directions", "directions"},
		{"a\nb\r\nc\u2028d", "a b  c d"},
		{"\x00 \u202e", "\ufffd \ufffd"},
		{"\xff_", "\ufffd#95;"},
		{"名 🙂 é_é", "名 🙂 é_é"},
	} {
		if got := Escape(test.text); got != test.want {
			t.Errorf("Escape(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

var (
	entity    = regexp.MustCompile(`#[0-9]+;`)
	statement = regexp.MustCompile(`(?i)direction\s+(TB|BT|LR|RL)`)
)

// FuzzEscape decodes what Escape made and compares, and looks for what Mermaid
// would act on.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", `a "b"; c: <d> #35; &lt; %% ** __ ~ $$ \n [[x]]`, "direction LR", "\xff\x00\u2028", "_direction_ TB"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		escaped := Escape(text)
		decoded := entity.ReplaceAllStringFunc(escaped, func(e string) string {
			n, err := strconv.Atoi(e[1 : len(e)-1])
			if err != nil {
				t.Fatal(err)
			}
			return string(rune(n))
		})
		want := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsSpace(r):
				return ' '
			case unicode.IsControl(r), strings.ContainsRune("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r):
				return '\ufffd'
			}
			return r
		}, strings.ToValidUTF8(text, "\ufffd"))
		if decoded != want {
			t.Errorf("Escape(%q) = %q, which reads %q", text, escaped, decoded)
		}
		bare := entity.ReplaceAllString(escaped, "")
		if strings.ContainsAny(bare, "\":;<#&%*`~$\\[]\n\r") || strings.Contains(escaped, "__") {
			t.Errorf("Escape(%q) = %q leaves a sign that Mermaid acts on", text, escaped)
		}
		if statement.MatchString(escaped) {
			t.Errorf("Escape(%q) = %q is a direction statement", text, escaped)
		}
	})
}

func TestIDs(t *testing.T) {
	for _, test := range []struct {
		name string
		safe bool
	}{
		{"Idle", true},
		{"Retry2", true},
		{"snake_case", true},
		{"s_1", true},
		{"Ended", true},
		{"Stateful", true},
		{"Assigned", true},
		{"end", false},
		{"State", false},
		{"as", false},
		{"classDef", false},
		{"Direction", false},
		{"root", false},
		{"root_start", false},
		{"Job_End", false},
		{"toString", false},
		{"constructor", false},
		{"__proto__", false},
		{"_x", false},
		{"x_", false},
		{"1st", false},
		{"two words", false},
		{"naïve", false},
		{"", false},
		{"a-b", false},
	} {
		p := &picture.Picture{Nodes: []picture.Node{{Name: test.name, Block: -1, Outcome: -1}}}
		id := assign(p).node[0]
		if (id == test.name) != test.safe {
			t.Errorf("%q has the id %q", test.name, id)
		}
	}
}

// TestIDsDiffer gives names that collide with each other and with made ids.
func TestIDsDiffer(t *testing.T) {
	p := &picture.Picture{
		Nodes:  []picture.Node{{Name: "s_1"}, {Name: "end"}, {Name: "A"}, {Name: "A"}, {Name: "s_3"}},
		Blocks: []picture.Block{{Name: "A", Visit: picture.Visit{Entry: []string{"Log"}}}, {Name: "s_2"}, {Name: "s_5", Visit: picture.Visit{Exit: []string{"Log"}}}},
	}
	d := assign(p)
	seen := make(map[string]bool)
	if d.note[1] != "" {
		t.Errorf("a note %q for a block that emits nothing", d.note[1])
	}
	for _, id := range slices.Concat(d.node, d.block, []string{d.note[0], d.note[2]}) {
		if seen[id] || id == "" {
			t.Errorf("id %q twice or empty in %v %v %v", id, d.node, d.block, d.note)
		}
		seen[id] = true
	}
}
