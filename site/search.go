package main

import (
	"encoding/json"

	"github.com/yuin/goldmark/ast"
)

// entry is a page in the index of the search.
type entry struct {
	Title    string      `json:"title"`
	URL      string      `json:"url"`      // from the root of the site
	Sections [][3]string `json:"sections"` // the heading, its anchor, and the text up to the next heading
}

// index returns the words of all pages as JSON, in the order of the journey.
func index(order []*page) ([]byte, error) {
	var list []entry
	for _, p := range order {
		list = append(list, entry{p.title, escaped(p.out), sections(p)})
	}
	return json.Marshal(list)
}

func sections(p *page) [][3]string {
	out := [][3]string{{}}
	for n := p.tree.FirstChild(); n != nil; n = n.NextSibling() {
		last := &out[len(out)-1]
		h, ok := n.(*ast.Heading)
		switch {
		case ok && h.Level == 1:
		case ok:
			id, _ := h.AttributeString("id")
			name, _ := id.([]byte)
			out = append(out, [3]string{plain(h, p.source), string(name)})
		case last[2] == "":
			last[2] = plain(n, p.source)
		default:
			last[2] += " " + plain(n, p.source)
		}
	}
	return out
}
