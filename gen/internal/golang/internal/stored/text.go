package stored

import "github.com/fsmgen/fsmgen/gen/internal/golang/internal/decl"

// texts emits the methods with which package database/sql stores a constant as text, for each type of
// constants.
func (g printer) texts() {
	n := g.m.Names
	text := func(typ, recv string) {
		if typ != "" {
			decl.Columns(g.f, typ, recv, n.Texts[typ])
		}
	}
	text(n.State, "s")
	text(n.Event, "e")
	text(n.Outcome, "o")
	for _, e := range n.Enums {
		text(e.Type, "v")
	}
	text(n.Timer, "t")
	text(n.Call, "c")
}
