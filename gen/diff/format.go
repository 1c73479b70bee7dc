package diff

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// Format is a way to write diffs of several machines. Formats come from
// [Formats].
type Format struct {
	Name string
	// Help is a noun phrase of one line.
	Help  string
	write func(context.Context, []*Diff) ([]byte, error)
}

// Formats returns the formats, the one for terminals first. The caller owns the
// slice.
func Formats() []Format {
	return []Format{
		{"text", "text for a terminal", text},
		{"json", "one JSON object for each machine, each on a line", jsonLines},
		{"markdown", "a page for a comment on a pull request", func(_ context.Context, list []*Diff) ([]byte, error) { return Markdown(list), nil }},
		{"mermaid", "a flowchart of what has changed in one machine", oneDiagram},
		{"svg", "an image of what has changed, with the machines below each other", images},
		{"waivers", "a list of waivers without reasons, for fsmgen-waivers.yaml", waivers},
	}
}

// Write returns diffs in the format. The error is that the format allows only one diff, or that of the context.
func (f Format) Write(ctx context.Context, list []*Diff) ([]byte, error) { return f.write(ctx, list) }

// text writes an empty line between machines.
func text(_ context.Context, list []*Diff) ([]byte, error) {
	var b bytes.Buffer
	for i, d := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.Text())
	}
	return b.Bytes(), nil
}

func jsonLines(_ context.Context, list []*Diff) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, d := range list {
		if err := e.Encode(d); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func oneDiagram(_ context.Context, list []*Diff) ([]byte, error) {
	list = slices.DeleteFunc(slices.Clone(list), func(d *Diff) bool { return d.Action == Invalid })
	switch len(list) {
	case 0:
		return nil, nil
	case 1:
		return list[0].Mermaid(), nil
	}
	return nil, fmt.Errorf("%d machines differ, and a diagram shows one", len(list))
}
