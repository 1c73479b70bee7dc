package diag

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns text on one line, with U+FFFD instead of each character, except a
// tab, on which a terminal or a CI system would act: control characters, line ends, marks
// that reorder text, bytes that are not UTF-8, and the second character of what begins a
// command of GitHub Actions, Azure Pipelines, or TeamCity: ##[, ##vso[, and ##teamcity[ anywhere in a line, and ::
// at its start, behind spaces of any kind. CI systems that compare by the rules of a language skip characters that are
// not visible, so these count as absent.
func Printable(s string) string {
	if strings.Contains(s, "#") {
		s = markCommand.ReplaceAllString(s, "${1}\ufffd${2}")
	}
	s = lineCommand.ReplaceAllString(s, "${1}\ufffd")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == 0x2028, r == 0x2029:
			return utf8.RuneError
		}
		return r
	}, s)
}

// unseen matches characters that comparisons by the rules of a language skip, and control characters.
const unseen = `[\p{Cf}\p{Cc}\x{34F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{3164}\x{FE00}-\x{FE0F}\x{2065}\x{FFA0}\x{FFF0}-\x{FFF8}\x{E0000}-\x{E0FFF}]*`

var (
	// markCommand matches a command at any place of a line.
	markCommand = regexp.MustCompile(strings.ReplaceAll(`(?i)(#_)#((?:_v_s_o|_t_e_a_m_c_i_t_y)?_\[)`, "_", unseen))
	// lineCommand matches a command at the start of a line, behind all that CI systems may take for space.
	lineCommand = regexp.MustCompile(`^((?:[\s\p{Z}]|` + strings.TrimSuffix(unseen, "*") + `)*:` + unseen + `):`)
)
