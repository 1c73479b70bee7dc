package syntax

// possible decodes the claims that some run leads on to a state: a list of states, or one for each state
// from which they stay possible.
func (d *decoder) possible(p Pair) (out []Possible) {
	if p.Value.Kind != Mapping || len(p.Value.Pairs) == 0 {
		if to := d.texts(p.Value, "state"); len(to) > 0 {
			out = append(out, Possible{To: to, Span: p.Key.Span})
		}
		return out
	}
	d.entries(p.Value, "a list of states, or a mapping of states to such lists, such as {Open: [Done]}", func(from Text, n *Node) {
		if to := d.texts(n, "state"); len(to) > 0 {
			out = append(out, Possible{From: from, To: to, Span: from.Span})
		}
	})
	return out
}
