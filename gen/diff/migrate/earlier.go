package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
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
	if !g.past.any() {
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

// ancestry lists the earlier names of what the old version has.
type ancestry struct{ a *core.Machine }

// any reports whether snapshots of the old version can have names of earlier versions.
func (er ancestry) any() bool {
	all := len(er.params())+len(er.vars()) > 0
	for s := range er.a.States {
		all = all || len(er.data(s)) > 0
	}
	return all
}

func (er ancestry) params() earlier {
	e := earlier{}
	e.add("", er.a.Removed)
	for _, p := range er.a.Params {
		e.add(p.Name, p.Was)
	}
	return e
}

func (er ancestry) vars() earlier {
	e := earlier{}
	e.add("", er.a.Removed)
	for _, v := range er.a.Vars {
		if v.State < 0 {
			e.add(v.Name, v.Was)
		}
	}
	return e
}

func (er ancestry) data(state int) earlier {
	e := earlier{}
	e.add("", er.a.States[state].Removed)
	for _, v := range er.a.Vars {
		if v.State == state {
			e.add(v.Name, v.Was)
		}
	}
	return e
}
