package mermaid

import (
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// style is the look of a mark. Shapes have their own background and text color, because a page may be light or dark.
type style struct{ name, shape, frame, arrow string }

var styles = [...]style{
	picture.Same:    {"same", "fill:#f6f8fa,stroke:#8c959f,color:#24292f", "", "stroke:#8c959f,stroke-width:1px"},
	picture.Added:   {"added", "fill:#dafbe1,stroke:#1a7f37,color:#0a3069,stroke-width:3px", "stroke:#1a7f37,stroke-width:3px", "stroke:#2da44e,stroke-width:4px"},
	picture.Removed: {"removed", "fill:#ffebe9,stroke:#cf222e,color:#660018,stroke-width:2px,stroke-dasharray:6 4", "stroke:#cf222e,stroke-width:2px,stroke-dasharray:6 4", "stroke:#e5534b,stroke-width:3px,stroke-dasharray:6 4"},
	picture.Changed: {"changed", "fill:#fff8c5,stroke:#9a6700,color:#3b2300,stroke-width:3px", "stroke:#9a6700,stroke-width:3px", "stroke:#d4a017,stroke-width:3px"},
}

func (w *flowchart) styles() {
	class := func(name, look string) {
		if ids := w.classes[name]; len(ids) > 0 {
			w.line(1, "classDef %s %s", name, look)
			w.line(1, "class %s %s", strings.Join(ids, ","), name)
		}
	}
	class("any", styles[picture.Same].shape+",stroke-dasharray:4 3")
	class("note", "fill:#f6f8fa,stroke:#f6f8fa,color:#57606a")
	class("start", "fill:#57606a,stroke:#57606a,color:#57606a")
	class("frame", "fill:none,stroke:#8c959f")
	for _, s := range styles {
		class(s.name, s.shape)
		class("frame"+s.name, "fill:none,"+s.frame)
	}
	for mark, list := range w.arrows {
		if len(list) > 0 {
			w.line(1, "linkStyle %s %s", strings.Join(list, ","), styles[mark].arrow)
		}
	}
}
