package mermaid

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// ids are the identifiers of the nodes and blocks of a diagram, of the notes inside blocks about their
// outputs, and of the note about the machine; "" if a part does not exist.
type ids struct {
	node, block, note []string
	about             string
}

// assign uses the names of parts as ids if possible, and numbers the others.
func assign(p *picture.Picture) ids {
	d := ids{make([]string, len(p.Nodes)), make([]string, len(p.Blocks)), make([]string, len(p.Blocks)), ""}
	used := make(map[string]bool)
	keep := func(name string) string {
		if !safe(name) || used[name] {
			return ""
		}
		used[name] = true
		return name
	}
	for i := range p.Nodes {
		d.node[i] = keep(p.Nodes[i].Name)
	}
	for i := range p.Blocks {
		d.block[i] = keep(p.Blocks[i].Name)
	}
	n := 0
	number := func(id *string) {
		for *id == "" {
			n++
			if next := fmt.Sprintf("s_%d", n); !used[next] {
				*id = next
			}
		}
	}
	for i := range d.node {
		number(&d.node[i])
	}
	for i := range d.block {
		number(&d.block[i])
	}
	for i, b := range p.Blocks {
		if !b.Visit.Empty() {
			number(&d.note[i])
		}
	}
	if len(p.Notes) > 0 {
		number(&d.about)
	}
	return d
}

var word = regexp.MustCompile(`^[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9])?$`)

// safe reports whether Mermaid accepts a name as an id and shows it unchanged. Keywords in upper or lower
// case, the ids of start and end markers, the properties of every JavaScript object, and names that contain
// Markdown emphasis are not safe.
func safe(name string) bool {
	if !word.MatchString(name) {
		return false
	}
	switch strings.ToLower(name) {
	case "state", "statediagram", "default", "class", "classdef", "click", "href", "note", "style", "scale",
		"acctitle", "accdescr", "direction", "as", "root", "end", "hide",
		"constructor", "hasownproperty", "isprototypeof", "propertyisenumerable",
		"tolocalestring", "tostring", "valueof":
		return false
	}
	lower := strings.ToLower(name)
	return !strings.HasSuffix(lower, "_start") && !strings.HasSuffix(lower, "_end")
}
