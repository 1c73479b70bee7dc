package ident

// Columns has the names of what makes machines from columns of a table, and back. All names are
// "" without that face.
type Columns struct {
	// Values is the type of the values of a machine. It has the fields Params and State, for each variable
	// and datum a field with the name of its getter, and with timers the fields Starts, Due, and Expired.
	Values string
	// FromValues is the function that creates a machine from its values.
	FromValues string
}

// columns allocates the names of Columns.
func (a *allocator) columns(n *Names, prefix string) {
	if !a.machine.Faces.Columns {
		return
	}
	n.Columns = Columns{
		Values: a.scopes.own("Values", prefix), FromValues: a.scopes.own("From"+prefix+"Values", ""),
	}
	a.scopes.reserve("Values")
}

// valueFields reports a variable whose field in Values has the name of another one. The others are those of
// methods, too.
func (a *allocator) valueFields(n *Names) {
	if n.Columns.Values == "" || n.TimerSet == "" {
		return
	}
	for i, v := range a.machine.Vars {
		if field := n.Vars[i].Getter; field == "Expired" || field == "Starts" {
			fields := scope{field: {what: "field " + field + " of the generated " + n.Columns.Values}}
			a.scopes.take(fields, field, "`"+v.Name+"`", v.Span)
		}
	}
}
