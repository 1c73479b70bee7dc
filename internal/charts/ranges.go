package charts

// ranges gives fields of payloads ranges. All other choices come before it: charts without ranges do not differ.
func (g *generator) ranges(spec pairs, c Chart) Chart {
	if !g.dice.chance(60) {
		return c
	}
	some := false
	for _, p := range spec {
		declared, ok := p.value.(pairs)
		if !ok || p.key != "events" && p.key != "calls" {
			continue
		}
		for _, d := range declared {
			fields := d.value.(pairs)
			if p.key == "calls" {
				fields = fields.under("done")
			}
			for i := range fields {
				if fields[i].value == "int" && g.dice.chance(60) {
					fields[i].value, some = ranged(g.dice), true
				}
			}
		}
	}
	if some {
		c.Text = text(spec)
	}
	return c
}

// under returns the mapping that is the value of a key, or nil.
func (p pairs) under(key string) pairs {
	for _, x := range p {
		if x.key == key {
			return x.value.(pairs)
		}
	}
	return nil
}

// ranged returns the declaration of an int with a range, which may be empty for some parameters.
func ranged(d dice) pairs {
	out := pairs{{"type", "int"}}
	if d.chance(75) {
		out.add("min", d.pick("0", "1", "-1", "p - 1"))
	}
	if len(out) == 1 || d.chance(75) {
		out.add("max", d.pick("3", "2", "p", "p + 1"))
	}
	return out
}
