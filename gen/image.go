package gen

import (
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/svg"
)

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
