package charts

// lengths gives a chart a variable of type duration, which conditions read. What is outside of regions sets it. Some timers and timeouts
// depend on the parameter. All other choices come before it: charts without one do not differ.
func lengths(d dice, spec pairs, c Chart) Chart {
	if !d.chance(35) {
		return c
	}
	for i := range spec {
		switch spec[i].key {
		case "vars":
			declared := pairs{{"type", "duration"}, {"min", "0s"}, {"max", "1m"}}
			declared.add("init", d.pick("", "2s", "p * 1500ms"))
			spec[i].value = append(spec[i].value.(pairs), pair{"span", declared})
		case "on", "always", "states":
			spec[i].value = lengthen(d, spec[i].value, false)
		}
	}
	c.Text = text(spec)
	return c
}

// lengthen lets some alternatives in a value read and set the variable. within is true inside a region.
func lengthen(d dice, value any, within bool) any {
	switch v := value.(type) {
	case list:
		out := make(list, len(v))
		for i := range v {
			out[i] = lengthen(d, v[i], within)
		}
		return out
	case pairs:
		out := make(pairs, len(v))
		for i, p := range v {
			out[i] = p
			condition, isText := p.value.(string)
			set, isSet := p.value.(pairs)
			switch {
			case p.key == "if" && isText && d.chance(30):
				out[i].value = "(" + condition + ")" + d.pick(" || span > 2s", " && span < 5s", " || span / 1s == 1", " && span != 1.5s", " && 2 * span <= 9s")
			case p.key == "set" && isSet && len(set) > 0 && !within && d.chance(50):
				out[i].value = append(set[:len(set):len(set)], pair{"span", d.pick("min(span + 1500ms, 7s)", "span / 2", "max(span - 1s, 0s)", "p * 1s", "span * 2 / 3")})
			case p.key == "timeout" && p.value == "brief":
				out[i].value = computed(d)
			case p.key == "brief":
				out[i].key = computed(d)
			case p.key != "set" && p.key != "if":
				out[i].value = lengthen(d, p.value, within || p.key == "parallel")
			}
		}
		return out
	}
	return value
}

// computed returns a delay, often one that depends on the parameter.
func computed(d dice) string {
	return d.pick("brief", "5ms * (p + 1)", "min(2ms + p * 3ms, 9ms)", "max(p, 2) * 4ms")
}
