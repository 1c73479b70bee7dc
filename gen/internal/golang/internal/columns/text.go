package columns

import "github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"

// texts emits the methods with which package database/sql stores a constant as text, for each type of
// constants.
func (g printer) texts() {
	n := g.m.Names
	g.text(n.State, "s")
	g.text(n.Event, "e")
	g.text(n.Outcome, "o")
	for _, e := range n.Enums {
		g.text(e.Type, "v")
	}
	if n.TimerSet != "" {
		g.text(n.Timer, "t")
	}
	if n.CallSet != "" {
		g.text(n.Call, "c")
	}
	g.f.Function(comment.Wrap(n.Columns.Scan+" reads the text of a column into a value of a type, whose name is for errors."), `
func $scan(column any, typ string, into encoding.TextUnmarshaler) error {
	switch text := column.(type) {
	case string:
		return into.UnmarshalText([]byte(text))
	case []byte:
		return into.UnmarshalText(text)
	case nil:
		return fmt.Errorf("$pkg: cannot scan NULL into a value of type %s: declare the column NOT NULL, or scan into a sql.Null[$pkg.%s]", typ, typ)
	default:
		return fmt.Errorf("$pkg: cannot scan %T into a value of type %s: declare the column as text", column, typ)
	}
}`, "$scan", n.Columns.Scan)
}

// text emits the methods of one type.
func (g printer) text(typ, recv string) {
	g.f.Function(comment.Wrap("Value returns the text that MarshalText returns, for a column of a table. It implements [database/sql/driver.Valuer]."), `
func ($r $Type) Value() (driver.Value, error) {
	text, err := $r.MarshalText()
	if err != nil {
		return nil, err
	}
	return string(text), nil
}`, "$r", recv, "$Type", typ)
	g.f.Function(comment.Wrap("Scan sets "+recv+" to the value whose text a column has, as UnmarshalText does. It implements [database/sql.Scanner]."), `
func ($r *$Type) Scan(column any) error { return $scan(column, "$Type", $r) }`, "$r", recv, "$Type", typ, "$scan", g.m.Names.Columns.Scan)
}
