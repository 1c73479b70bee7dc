package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// costs decodes what the spec counts of a run.
func (d *decoder) costs(n *Node) (out []Cost) {
	d.entries(n, "a mapping of names to costs, such as {cents: {model: 3}}", func(name Text, n *Node) {
		c := Cost{Name: name}
		before := len(d.diags)
		weigh := func(what Text, n *Node) { c.Weights = append(c.Weights, Assignment{what, d.text(n, "an expression")}) }
		d.entries(n, "weights of calls, child machines, and outputs, such as {model: 3}", func(key Text, n *Node) {
			switch key.Value {
			case "max":
				c.Max = d.text(n, "an expression")
			case "doc":
				c.Doc = d.text(n, "text")
			case "weights":
				d.entries(n, "a mapping of calls, child machines, and outputs to expressions, such as {model: 3}", weigh)
			default:
				weigh(key, n)
			}
		})
		if len(c.Weights) == 0 && len(d.diags) == before {
			d.diags.Errorf(diag.CodeMissing, name.Span, "cost `%s` has no weights", diag.Clip(name.Value)).
				Helpf("name a call, a child machine, or an output with its weight, as in %s: {model: 3}", diag.Clip(name.Value))
		}
		out = append(out, c)
	})
	return out
}
