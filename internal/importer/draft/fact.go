package draft

// Fact returns the name of the variable of type bool for what a text says, and declares it. A variable is read by a method of
// the machine, as an event is sent, and in expressions, as guards are.
func (d *Draft) Fact(text string) string {
	key := "fact " + text
	name, ok := d.known[key]
	if !ok {
		for name = d.eventNames.question(text, "fact"); d.hostNames[fold(name)] > 0; {
			name = d.eventNames.fresh(name, "fact")
		}
		d.hostNames[fold(name)] = 1
		d.known[key] = name
		v := variable{name: name, kind: "bool"}
		if name != text {
			v.doc = text
		}
		d.vars = append(d.vars, v)
	}
	return name
}
