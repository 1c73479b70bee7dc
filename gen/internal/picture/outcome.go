package picture

import "github.com/fsmgen/fsmgen/spec/core"

// Outcome is a set of terminal states with its colors.
type Outcome struct {
	Name string
	// Success marks a success.
	Success bool
	Paint
}

// Paint holds the colors of a shape, as #rrggbb. White text on each fill has a contrast of at least
// 4.5 (WCAG 2.1 AA), whatever the theme of the page is.
type Paint struct{ Fill, Stroke, Text string }

// outcomes assigns green to successes, red to failures, and other colors to neutral outcomes, in
// order.
func outcomes(m *core.Machine) []Outcome {
	neutral := []Paint{
		{"#0969da", "#0550ae", "#ffffff"}, // blue
		{"#8250df", "#6639ba", "#ffffff"}, // purple
		{"#9a6700", "#7d4e00", "#ffffff"}, // ochre
		{"#57606a", "#424a53", "#ffffff"}, // grey
	}
	var list []Outcome
	used := 0
	for i := range m.Outcomes {
		o := Outcome{Name: m.Outcomes[i].Name, Success: m.Outcomes[i].Kind == core.Success}
		switch m.Outcomes[i].Kind {
		case core.Success:
			o.Paint = Paint{"#1a7f37", "#116329", "#ffffff"}
		case core.Failure:
			o.Paint = Paint{"#cf222e", "#a40e26", "#ffffff"}
		default:
			o.Paint = neutral[used%len(neutral)]
			used++
		}
		list = append(list, o)
	}
	return list
}
