package diag

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

func at(line, column, end int) Span {
	return Span{"a.fsm.yaml", Pos{line, column}, Pos{line, end}}
}

func text(t *testing.T, l List, src string) string {
	t.Helper()
	var b strings.Builder
	if err := WriteText(&b, l, func(file string) []byte {
		if file != "a.fsm.yaml" {
			return nil
		}
		return []byte(src)
	}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	var l List
	l.Warnf(CodeUnreachable, at(3, 2, 4), "second")
	l.Errorf(CodeUnknown, at(2, 9, 13), "unknown state `Dnoe`").
		Note(at(1, 1, 2), "first").
		Note(Span{}, "two\nlines").
		Helpf("did you mean `Done`?")
	l.Errorf(CodeUnknown, at(2, 9, 13), "unknown state `Dnoe`") // the same again
	l.Errorf(CodeSyntax, Span{File: "other.fsm.yaml"}, "no place")
	l.Sort()
	want := "a.fsm.yaml:2:9: error: unknown state `Dnoe` [FSM103]\n" +
		"  |\n" +
		"2 | \tto: ü  Dnoe\n" +
		"  | \t       ^~~~\n" +
		"  = note: a.fsm.yaml:1:1: first\n" +
		"  = note: two\n" +
		"          lines\n" +
		"  = help: did you mean `Done`?\n" +
		"a.fsm.yaml:3:2: warning: second [FSM304]\n" +
		"other.fsm.yaml: error: no place [FSM001]\n"
	if d := cmp.Diff(want, text(t, l, "\ufeffx\n\tto: ü  Dnoe\r\n")); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// TestTextIsHarmless prints text that would control or flood a terminal.
func TestTextIsHarmless(t *testing.T) {
	src := "a: \x1b[2J\u202e\u2028" + strings.Repeat("x", 100_000) + "\n"
	var l List
	l.Errorf(CodeName, at(1, 1, 1_000_000), "bad \x1b]0;name\a\u202e")
	l.Errorf(CodeName, at(1, 99_999, 100_000), "far out")
	l.Errorf(CodeName, at(7, 1, 2), "no such line")
	l.Errorf(CodeName, Span{"a.fsm.yaml", Pos{1, 5}, Pos{9, 1}}, "several lines")
	got := text(t, l, src)
	if strings.ContainsAny(got, "\x1b\a\u202e\u2028") {
		t.Errorf("control characters get through: %q", got[:300])
	}
	if len(got) > 4000 {
		t.Errorf("%d bytes are printed", len(got))
	}
}

// TestNoCommands prints text that CI systems would take for commands, or terminals for
// controls. GitHub and Azure act on ##[ and ##vso[ anywhere in a line.
func TestNoCommands(t *testing.T) {
	var l List
	l.Errorf(CodeName, at(1, 1, 2), "a ##[error]b ##vso[task.setvariable]c ##[[d\a\x00\u202e\n::error::e 100%%").
		Note(at(1, 1, 2), "##[add-mask]f\x1b").Helpf("g\v\n##vso[h\n ::error::k")
	plain := text(t, l, "##[error]i ##vso[j]\n")
	var b strings.Builder
	if err := WriteGitHub(&b, l); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a.fsm.yaml,line=1,col=1,endLine=1,endColumn=2,title=FSM101::" +
		"a #\ufffd[error]b #\ufffdvso[task.setvariable]c #\ufffd[[d\ufffd\ufffd\ufffd%0A:\ufffderror::e 100%25%0A#\ufffd[add-mask]f\ufffd%0Ag\ufffd%0A#\ufffdvso[h%0A :\ufffderror::k\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	for _, got := range []string{plain, b.String()} {
		if strings.ContainsAny(got, "\a\v\x00\x1b\u202e") || strings.Contains(got, "##[") || strings.Contains(got, "##vso[") {
			t.Errorf("a control character or a command gets through: %q", got)
		}
	}
	for line := range strings.Lines(plain) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") {
			t.Errorf("a command gets through: %q", line)
		}
	}
}

// TestPrintable writes commands in the ways in which CI systems still read them: all white space of Unicode is trimmed, and comparisons
// by the rules of a language skip what is not visible.
func TestPrintable(t *testing.T) {
	for r := range rune(unicode.MaxRune) {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			c := string(r)
			for _, text := range []string{c + "::stop-commands::x", " " + c + "\t::stop-commands::x"} {
				if got := Printable(text); strings.Contains(got, "::stop") {
					t.Errorf("%q is printed as %q", text, got)
				}
			}
			if unicode.IsSpace(r) {
				continue
			}
			for _, text := range []string{":" + c + ":stop-commands::x", "a #" + c + "#[error]b", "a ##" + c + "[error]b", "##v" + c + "so[x", "##teamcity" + c + "[x"} {
				if got := Printable(text); strings.Contains(strings.ReplaceAll(got, c, ""), "##") || strings.HasPrefix(strings.ReplaceAll(got, c, ""), "::") {
					t.Errorf("%q is printed as %q", text, got)
				}
			}
		}
	}
	for text, want := range map[string]string{
		"a ##teamcity[buildStop]": "a #\ufffdteamcity[buildStop]",
		"##VSO[x ###[y":           "#\ufffdVSO[x ##\ufffd[y",
		"\u3000::a::":             "\u3000:\ufffda::",
		"::::":                    ":\ufffd::",
		// These are no commands, and stay.
		"## a [b] ## c": "## a [b] ## c",
		"a ::b:: \tc":   "a ::b:: \tc",
		"می\u200cخواهم": "می\u200cخواهم",
		"##other[":      "##other[",
		"":              "",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q is printed as %q, want %q", text, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	var l List
	l.Errorf(CodeUnknown, at(2, 9, 13), "unknown").Note(at(1, 1, 2), "first").Helpf("fix it")
	got, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"code":"FSM103","severity":"error","file":"a.fsm.yaml","line":2,"column":9,"end_line":2,"end_column":13,` +
		`"message":"unknown","help":"fix it","notes":[{"file":"a.fsm.yaml","line":1,"column":1,"message":"first"}]}]`
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"Idle", "Selecting", "Attempting", "on"}
	for name, want := range map[string]string{
		"idle": "Idle", "Idel": "Idle", "Selectnig": "Selecting", "Atempting": "Attempting", "no": "on", "Nwe": "", "On": "on",
		"": "", "Completely": "", strings.Repeat("x", 100): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
