package name

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
)

func TestIs(t *testing.T) {
	pattern := regexp.MustCompile(Pattern)
	for _, s := range []string{"a", "Z9", "a_b", "a__", "größe", "Ошибка", "注文", "発送_2", "エスカレーション", "확인", "θ", "τέλος", "שלום", "سلام", "x_Δ"} {
		if !Is(s) || !pattern.MatchString(s) {
			t.Errorf("%q is no name", s)
		}
	}
	for _, s := range []string{
		"", "1a", "_a", "a-b", "a b", "e\u0301", "\u212b", "\u2126", "\uff41", "\U0001d41a", "\ufb01", "\u00aa", "\u1100\u1161", "\uf900", "a\u200db", "a\u202eb", "a\u0663", "\xff", "a\xff",
		"P\u0430y", "Δt", "\u0430\u0391", "\u00b5", "a\u00b7b", "a²", "\u3164",
	} {
		if Is(s) {
			t.Errorf("%q is a name", s)
		}
	}
}

// TestVariants holds the table to the letters that are known to be other spellings, and to scripts of which no letter is.
func TestVariants(t *testing.T) {
	for _, r := range "\u00aa\u00b5\u00ba\u0133\u017f\u01c5\u02b0\u03d0\u0958\u0e33\u115f\u1f71\u2126\ufb1d\ufe8d\uffa0" {
		if !unicode.Is(variants, r) {
			t.Errorf("%q is a variant", r)
		}
	}
	for _, r := range "azàßłøđıəʃЖёѣңαώאתءيกアーㄅ々" {
		if unicode.Is(variants, r) {
			t.Errorf("%q is no variant", r)
		}
	}
	for r := rune(0x4e00); r < 0x9fff; r++ {
		if unicode.Is(variants, r) {
			t.Errorf("%q is no variant", r)
		}
	}
	for r := rune(0xac00); r <= 0xd7a3; r++ {
		if unicode.Is(variants, r) {
			t.Errorf("%q is no variant", r)
		}
	}
}

// TestASCII checks that what is written in ASCII can be read back, whatever the text has.
func TestASCII(t *testing.T) {
	skip := func(text string) int { return Between(text, "/*", "*/") + Between(text, `"`, `"`) }
	for _, text := range []string{"a", "注文", "注_u006ce8", "_u注_uu文uu", "/* 注 */ 注 \"注\" 注", "ä/* 注", "注文 _u006ce8u006587 _u006ce8_u006587"} {
		got := ASCII(text, skip)
		mark := "_u"
		for strings.Contains(text, mark) {
			mark += "u"
		}
		back := regexp.MustCompile(mark+"[0-9a-f]{6}").ReplaceAllStringFunc(got, func(s string) string {
			var r rune
			for _, c := range strings.TrimPrefix(s, mark) {
				r = r*16 + rune(strings.IndexRune("0123456789abcdef", c))
			}
			return string(r)
		})
		if back != text {
			t.Errorf("%q is written as %q, which is %q", text, got, back)
		}
	}
	if got, want := ASCII("/* 注 */ 注 \"注\"", skip), "/* 注 */ _u006ce8 \"注\""; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := Spell("s注_a"), "su006ce8_a"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
