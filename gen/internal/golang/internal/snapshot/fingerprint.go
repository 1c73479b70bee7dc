package snapshot

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// mark identifies one part of a spec: two specs with the same mark agree on it.
type mark struct {
	name string // in a snapshot
	what string // in words
	hash string
}

// fingerprint marks the parts of the spec on which a snapshot depends. Names
// and types determine its form, and ranges and invariants are the claims that its
// values must satisfy. Transitions do not matter.
func (g printer) fingerprint() []mark {
	var states, params, vars, ranges []string
	claim := func(name string, low, high expr.Expr) {
		if text := prose.Range(low, high); text != "" {
			ranges = append(ranges, name+" is "+text)
		}
	}
	for _, s := range g.m.States {
		states = append(states, s.Name)
	}
	for _, p := range g.m.Params {
		params = append(params, p.Name+" "+typeMark(p.Type))
		claim("parameter "+p.Name, p.Min, p.Max)
	}
	for _, v := range g.m.Vars {
		name := v.Name
		if v.State >= 0 {
			name = g.m.States[v.State].Name + "." + name
		}
		vars = append(vars, name+" "+typeMark(v.Type))
		claim("variable "+name, v.Min, v.Max)
	}
	for _, i := range g.m.Invariants {
		text := expr.Print(i.Expr, expr.Spec)
		if i.State >= 0 {
			text = g.m.States[i.State].Name + ": " + text
		}
		ranges = append(ranges, text)
	}
	return []mark{
		{"states", "states", hash(states)},
		{"params", "parameters", hash(params)},
		{"vars", "variables or data", hash(vars)},
		{"ranges", "ranges or invariants", hash(ranges)},
	}
}

// typeMark writes a type with its possible values.
func typeMark(t expr.Type) string {
	if t.Kind != expr.Enumerated {
		return t.String()
	}
	values := slices.Clone(t.Enum.Values)
	slices.Sort(values)
	return t.Enum.Name + " of " + strings.Join(values, ", ")
}

// hash returns a short hash that does not depend on the order of the lines.
func hash(lines []string) string {
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:4])
}
