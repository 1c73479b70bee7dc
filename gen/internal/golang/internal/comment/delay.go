package comment

import (
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Delay describes the method of a host that returns a delay.
func Delay(method string, d *core.Delay) []string {
	does := "returns the delay " + d.Name + " of a timer that is about to start"
	if d.Max > 0 {
		does += "; the machine shortens one of more than " + source.Duration(d.Max)
	}
	return DescribePart(method, d.Name, does, d.Doc)
}
