package migrate

import (
	"fmt"
	"slices"
	"strings"
)

// The old version restores machines of versions before it, and does not write them anew by itself. So a snapshot can have
// names of these versions: those that `was` and `removed` of the old version list.

// earlier maps a name of an earlier version to the name in the old version, or to "" if its value is dropped.
type earlier map[string]string

// add adds the earlier names of a part.
func (e earlier) add(name string, was []string) {
	for _, old := range was {
		e[old] = name
	}
}

// literal returns the map in Go, behind a comma, or "" if no snapshot has such names.
func (g *generator) literal(e earlier) string {
	if !g.hasEarlier() {
		return ""
	}
	if len(e) == 0 {
		return ", nil"
	}
	var rows []string
	for old, name := range e {
		rows = append(rows, fmt.Sprintf("%q: %q", old, name))
	}
	slices.Sort(rows)
	return ", map[string]string{" + strings.Join(rows, ", ") + "}"
}

// hasEarlier reports whether snapshots of the old version can have names of earlier versions.
func (g *generator) hasEarlier() bool {
	all := len(g.earlierParams())+len(g.earlierVars()) > 0
	for s := range g.a.States {
		all = all || len(g.earlierData(s)) > 0
	}
	return all
}

func (g *generator) earlierParams() earlier {
	e := earlier{}
	e.add("", g.a.Removed)
	for _, p := range g.a.Params {
		e.add(p.Name, p.Was)
	}
	return e
}

func (g *generator) earlierVars() earlier {
	e := earlier{}
	e.add("", g.a.Removed)
	for _, v := range g.a.Vars {
		if v.State < 0 {
			e.add(v.Name, v.Was)
		}
	}
	return e
}

func (g *generator) earlierData(state int) earlier {
	e := earlier{}
	e.add("", g.a.States[state].Removed)
	for _, v := range g.a.Vars {
		if v.State == state {
			e.add(v.Name, v.Was)
		}
	}
	return e
}
