package gen

import (
	"fmt"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/svg"
)

// maxImageNodes is the number of nodes that are laid out in seconds: the time grows faster than its square.
const maxImageNodes = 150

// image makes an image of the diagram, or of its parts below each other.
func image(in *Input) (Made, error) {
	p, err := in.View.picture(in.Spec.Machine)
	if err != nil {
		return Made{}, err
	}
	name := in.Spec.Machine.Name
	var made Made
	list, why := []*picture.Picture{p}, ""
	if in.View.Split {
		list, why = p.Split()
	}
	if why != "" {
		made.Remarks = append(made.Remarks, notSplit(name, why))
	}
	var parts []svg.Part
	for i, part := range list {
		title := name
		if i > 0 {
			title = part.Blocks[part.Frame].Name
		}
		if n := len(part.Nodes); n > maxImageNodes {
			return Made{}, fmt.Errorf("the diagram of %s has %d states, and an SVG image at most %d: show a part with --focus, or use --format dot", title, n, maxImageNodes)
		}
		if in.View.Detail == "" || in.View.Detail == auto {
			if part = svg.Fit(part); part.Detail != picture.Full {
				made.Remarks = append(made.Remarks, less(title, part.Detail))
			}
		}
		parts = append(parts, svg.Part{Title: title, Picture: part})
	}
	made.Data = svg.Write(parts)
	return made, nil
}
