package migrate

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Plan is a migration between two versions of a machine. It must not be changed.
type Plan struct {
	// Old and New are the versions, with reports.
	Old, New *diff.Side
	// Sufficient reports that Restore of the new version restores all machines of the old one by itself, and that no
	// choice asks for anything else. Such a plan has no decisions and no findings.
	Sufficient bool
	// Decisions are what the program has to decide, in the order of the spec.
	Decisions []Decision
	// Findings are the demands of Restore that some machine of the old version may not satisfy after the migration.
	Findings []Finding
	// Unchecked are the demands that are proved of all machines that the old version creates, but not of those
	// that it has restored from even earlier versions.
	Unchecked []string
	// Left has for each state of the old version how many transitions its machines have left.
	Left []Left

	a, b         *core.Machine
	m            *stored.Migration
	counterparts *diff.Counterparts
	// demands are those of the final migration.
	demands []stored.Demand
}

// Finding is a demand that some machine may not satisfy.
type Finding struct {
	// Part and Reason name the demand, such as "invariant a + b <= n" and "must hold".
	Part, Reason string
	// Refuted reports that a machine of the old version does not satisfy it. Otherwise, that is not known.
	Refuted bool
	// Example describes such a machine in the terms of the old version, or is "".
	Example string
	// Trace is the run of the old version that leads to it, as text. It is "" without a run.
	Trace string

	// run leads to the machine of Example. It is a run of machine, which has the runs of the old version.
	run     *trace.Run
	machine *core.Machine
}

// New plans a migration. Both sides need reports. The error is about a choice, or about versions that cannot be migrated.
func New(ctx context.Context, old, new *diff.Side, choices Choices) (*Plan, error) {
	p := &Plan{Old: old, New: new, a: old.Spec.Machine, b: new.Spec.Machine}
	if err := p.migratable(); err != nil {
		return nil, err
	}
	p.m = stored.Names(p.a, p.b)
	for j := range p.b.Vars {
		if p.b.Vars[j].State >= 0 {
			p.m.Vars[j] = -1
		}
	}
	p.counterparts = diff.Match(p.a, p.b)
	if choices.none() && p.restores(ctx) {
		p.Sufficient = true
		p.demands = p.m.Demands(p.a, p.b, conditions(p.Old.Report), conditions(p.New.Report))
		p.left(ctx)
		return p, nil
	}
	p.match(p.counterparts)
	if err := (chooser{p}).choose(choices); err != nil {
		return nil, err
	}
	p.missing()
	p.prove(ctx)
	p.left(ctx)
	return p, nil
}

// restores reports whether Restore of the new version needs no migration.
func (p *Plan) restores(ctx context.Context) bool {
	demands := stored.Demands(p.a, p.b, conditions(p.Old.Report), conditions(p.New.Report))
	return !slices.ContainsFunc(stored.Decide(ctx, p.a, conditions(p.Old.Report), demands), func(f stored.Finding) bool {
		return f.Answer != stored.Reached && !f.Earlier
	})
}

func conditions(r *verify.Report) (list []core.Invariant) {
	for _, c := range r.Conditions {
		list = append(list, c.Invariant)
	}
	return list
}

// match completes the migration by renames that no spec declares.
func (p *Plan) match(c *diff.Counterparts) {
	fill := func(into, from []int, taken func(int) bool) {
		for j, i := range from {
			if into[j] < 0 && i >= 0 && !taken(i) {
				into[j] = i
			}
		}
	}
	fill(p.m.Params, c.Params, func(i int) bool { return slices.Contains(p.m.Params, i) })
	for s := range p.a.States {
		if t := slices.Index(c.States, s); p.m.States[s] < 0 && t >= 0 {
			p.m.States[s] = t
		}
	}
	for j := range p.b.Vars {
		if i := c.Vars[j]; p.b.Vars[j].State < 0 && p.m.Vars[j] < 0 && i >= 0 && p.a.Vars[i].State < 0 && !slices.Contains(p.m.Vars, i) {
			p.m.Vars[j] = i
		}
	}
	p.data(c)
	for e, texts := range c.Values {
		enum := p.b.Enums[e]
		was := make([][]string, len(texts))
		for v, text := range texts {
			if text != "" && p.m.Value(p.a, p.b, enum, text) < 0 {
				was[v] = []string{text}
			}
		}
		p.m.Was[enum] = was
	}
}

// data finds the old datum for each datum of each new state that continues an old one: by name, and then by similarity.
func (p *Plan) data(c *diff.Counterparts) {
	for s, t := range p.m.States {
		for j := range p.b.Vars {
			n := &p.b.Vars[j]
			if n.State != t || t < 0 || n.Pending() {
				continue
			}
			from := slices.IndexFunc(p.a.Vars, func(o core.Var) bool {
				return o.State == s && !o.Pending() && (o.Name == n.Name || slices.Contains(n.Was, o.Name))
			})
			if i := c.Vars[j]; from < 0 && i >= 0 && p.a.Vars[i].State == s {
				from = i
			}
			p.m.Data[stored.Place{State: s, Datum: j}] = from
		}
	}
}

// compatible reports whether a value of an old type can be one of a new type.
func compatible(o, n expr.Type) bool {
	switch {
	case o.Kind == expr.Opaque || n.Kind == expr.Opaque:
		return o.Kind == n.Kind && o.Go.Text == n.Go.Text
	case o.Kind == expr.Enumerated || o.Kind == expr.String:
		return n.Kind == expr.Enumerated || n.Kind == expr.String
	}
	return o.Kind == n.Kind && o.Duration == n.Duration
}
