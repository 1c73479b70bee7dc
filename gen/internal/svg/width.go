package svg

import "unicode"

const (
	fontSize   = 12
	lineHeight = 16
)

// widths are those of the printable ASCII characters in thousandths of the font size, in DejaVu Sans, which is among the widest of the
// fonts that browsers use by default.
const (
	narrowest = "ijl'|.,:;I!"
	narrow    = "frt()[]{}/\\ -"
	wide      = "mwMW%@"
)

// textWidth returns at least the width of a text in pixels, in the usual fonts of Linux, macOS, and Windows.
func textWidth(text string, bold bool) int {
	sum := 0
	for _, r := range text {
		sum += runeWidth(r)
	}
	if bold {
		sum += sum / 10
	}
	return (sum*fontSize + 999) / 1000
}

func runeWidth(r rune) int {
	switch {
	case r < 0x80 && contains(narrowest, r):
		return 330
	case r < 0x80 && contains(narrow, r):
		return 400
	case r < 0x80 && contains(wide, r):
		return 960
	case r < 0x80 && unicode.IsUpper(r):
		return 710
	case r < 0x80:
		return 615
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		return 0
	case r == '\u00a0':
		return 330
	case r < 0x1100:
		return 720
	case r >= 0x2000 && r < 0x2e80:
		return 850
	}
	return 1050
}

func contains(set string, r rune) bool {
	for _, s := range set {
		if s == r {
			return true
		}
	}
	return false
}
