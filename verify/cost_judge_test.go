package verify_test

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/course"
	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// priced is a random spec with costs. Its syntax is nil if the reference interpreter does not know all of it.
type priced struct {
	text     string
	machine  *core.Machine
	syntax   *syntax.File
	children map[string]*syntax.File
}

// pricedSpec returns a random spec with random costs, or none if it does not load.
func pricedSpec(t *testing.T, seed uint64) *priced {
	r := rand.New(rand.NewPCG(seed, 51))
	text, open, children := "", spectest.Open, map[string]*syntax.File(nil)
	switch seed % 4 {
	case 0:
		text = spectest.Random(r, []spectest.Features{spectest.All, spectest.Regions, spectest.Raise | spectest.Final | spectest.History}[r.IntN(3)])
	case 1:
		text = spectest.Beside(r)
	default:
		c := charts.Ending(r)
		if seed%8 < 3 {
			c = charts.New(r)
		}
		_, files, err := c.Syntax()
		if err != nil {
			t.Fatal(err)
		}
		text, children = c.Text, files
		open = func(_, path string) (string, []byte, error) { return path, []byte(c.Children[path]), nil }
	}
	s, _ := spec.LoadWith("priced.fsm.yaml", []byte(text), open)
	if s.Machine == nil {
		return nil
	}
	costs := pricing(r, s.Machine)
	if costs == "" {
		return nil
	}
	p := &priced{text: text + costs, children: children}
	s, _ = spec.LoadWith("priced.fsm.yaml", []byte(p.text), open)
	if s.Machine == nil { // a weight may be negative
		p.text = text + strings.NewReplacer(`"with.`, `"0 * with.`, `"(with.`, `"0 * (with.`).Replace(costs)
		s, _ = spec.LoadWith("priced.fsm.yaml", []byte(p.text), open)
	}
	if s.Machine == nil {
		p.text = text + strings.ReplaceAll(costs, "with.", "0 * with.")
		if s, _ = spec.LoadWith("priced.fsm.yaml", []byte(p.text), open); s.Machine == nil {
			return nil
		}
	}
	p.machine = s.Machine
	if children != nil || seed%4 == 1 {
		root, _ := syntax.Read("priced.fsm.yaml", []byte(p.text))
		p.syntax, _ = syntax.Decode(root)
	}
	return p
}

// pricing writes two random costs of a machine: one with a claim.
func pricing(r *rand.Rand, m *core.Machine) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var params []string
	for _, p := range m.Params {
		if p.Type.Kind == expr.Int {
			params = append(params, p.Name)
		}
	}
	weight := func(fields []core.Field) string {
		list := []string{"0", "1", "1", "2", "7", "1000000"}
		for _, p := range params {
			list = append(list, "max(0, "+p+")", p, "2 * "+p+" + 1")
		}
		for _, f := range fields {
			if f.Type.Kind == expr.Int {
				list = append(list, "max(0, with."+f.Name+")", "with."+f.Name, "with."+f.Name, "max(0, with."+f.Name+") + 3", "min(4, max(with."+f.Name+", 1))")
				for _, p := range params {
					list = append(list, "(with."+f.Name+" + 1) * "+p)
				}
			}
		}
		return pick(list...)
	}
	write := func(name, claim string) string {
		text, weights := "  "+name+":\n"+claim+"    weights:\n", 0
		add := func(what string, fields []core.Field) {
			if r.IntN(3) > 0 {
				weights++
				text += fmt.Sprintf("      %s: %q\n", what, weight(fields))
			}
		}
		for i := range m.Calls {
			add(m.Calls[i].Name, m.Calls[i].Args)
		}
		for i := range m.Outputs {
			if !slices.ContainsFunc(m.Calls, func(c core.Call) bool { return c.Name == m.Outputs[i].Name }) {
				add(m.Outputs[i].Name, m.Outputs[i].Fields)
			}
		}
		if weights == 0 {
			return ""
		}
		return text
	}
	claims := []string{"0", "1", "5", "20", "1000000"}
	for _, p := range params {
		claims = append(claims, "3 * "+p+" + 2", "max(0, "+p+")")
	}
	if text := write("gold", "") + write("silver", fmt.Sprintf("    max: %q\n", pick(claims...))); text != "" {
		return "\ncosts:\n" + text
	}
	return ""
}

// spent returns what some weights make of a run that has been replayed, as the naive interpreter computes it.
func (w *witness) spent(run *trace.Run, cost int) *big.Int {
	of := *w.r
	of.Counts = []verify.Count{{Most: expr.Number(0)}}
	of.Counts[0].Of.Cost, of.Counts[0].Of.Call, of.Counts[0].Of.Output, of.Counts[0].Of.Field = cost, -1, -1, -1
	again := *w
	again.r = &of
	start := scene{params: run.Params, vars: run.Start}
	t := again.tally(start)
	if t == nil {
		return nil
	}
	sum := t.start[0]
	for _, s := range run.Steps {
		step := &w.m.Transitions[s.Transition]
		adds, ok := t.sum(step.Emits, step.Invokes, scene{params: run.Params, vars: s.Before, fields: s.Fields, answers: s.Externals}, scene{params: run.Params, vars: s.After})
		if !ok {
			return nil
		}
		sum = new(big.Int).Add(sum, adds[0])
	}
	return sum
}

// judgeCosts holds the verdicts of a report on costs against the naive interpreter. It counts them.
func judgeCosts(r *verify.Report, random *rand.Rand, count map[string]int) string {
	w := newWitness(ranked(r), r, random)
	value := func(x expr.Expr, run *trace.Run) *big.Int {
		v, _, err := w.value(x, scene{params: run.Params})
		if err != nil {
			return nil
		}
		return v
	}
	for i := range r.Counts {
		c := &r.Counts[i]
		if c.Of.Cost < 0 {
			continue
		}
		count["limits"]++
		if _, number := c.Most.(*expr.Lit); !number {
			count["limits with parameters"]++
		}
		if run := c.Reached; run != nil {
			count["reached"]++
			if got, most := w.spent(run, c.Of.Cost), value(c.Most, run); got == nil || most == nil || got.Cmp(most) != 0 || run.Replay(r.Machine) != nil {
				return fmt.Sprintf("%s is said to be reached: %v, but a run costs %v", c.Name(r.Machine), most, got)
			}
		}
	}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if o.Kind != verify.KindCost {
			continue
		}
		count["claims "+string(o.Status)]++
		claim := r.Machine.Costs[o.Cost].Max
		switch o.Status {
		case verify.Refuted:
			if got, most := w.spent(o.Run, o.Cost), value(claim, o.Run); got == nil || most == nil || got.Cmp(most) <= 0 || o.Run.Replay(r.Machine) != nil {
				return fmt.Sprintf("the claim %s is refuted by a run that costs %v of %v", expr.Print(claim, expr.Spec), got, most)
			}
		case verify.Proved:
			of := *r
			of.Counts = slices.Clone(r.Counts)
			c := verify.Count{Most: claim}
			c.Of.Cost, c.Of.Call, c.Of.Output, c.Of.Field = o.Cost, -1, -1, -1
			w.r, of.Counts = &of, append(of.Counts, c) // it is a limit, too
		}
	}
	if w.wander(); len(w.faults) > 0 {
		return strings.Join(w.faults, "\n")
	}
	return ""
}

// overspends plays random runs of the spec as written, without the loader, and returns how one of them exceeds a limit.
func (p *priced) overspends(t *testing.T, r *verify.Report, random *rand.Rand, count map[string]int) string {
	m, err := reference.New(p.syntax, p.children)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.text)
	}
	limits := map[string][]expr.Expr{}
	for i := range r.Counts {
		if of := r.Counts[i].Of.Cost; of >= 0 {
			limits[p.machine.Costs[of].Name] = append(limits[p.machine.Costs[of].Name], r.Counts[i].Most)
		}
	}
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Kind == verify.KindCost && o.Status == verify.Proved {
			c := &p.machine.Costs[o.Cost]
			limits[c.Name] = append(limits[c.Name], c.Max)
		}
	}
	w := newWitness(p.machine, r, random)
	for range 12 {
		c, err := course.New(m, random, 25)
		if err != nil || len(c.Seen) == 0 || !w.valid(c.Params) {
			continue
		}
		count["runs"]++
		sums := map[string]*big.Int{}
		for i := range c.Seen {
			for name, n := range c.Seen[i].Costs {
				if sums[name] == nil {
					sums[name] = new(big.Int)
				}
				sums[name].Add(sums[name], n)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(limits)) {
			for _, most := range limits[name] {
				limit, _, err := w.value(most, scene{params: c.Params})
				if err == nil && sums[name].Cmp(limit) > 0 {
					return fmt.Sprintf("%s is proved to be at most %v, but %v with %v costs %v", name, limit, c.Inputs, c.Params, sums[name])
				}
				if err == nil && sums[name].Cmp(limit) == 0 && limit.Sign() > 0 {
					count["runs at a limit"]++
				}
			}
		}
	}
	return ""
}

// TestCostJudge gives random specs random costs and claims, and compares each verdict with naive interpreters: of the machine, and of the
// spec as written. No run costs more than a limit, what is said to be reached is, and what refutes a claim costs more.
func TestCostJudge(t *testing.T) {
	specs := sample.Size(6, 10, 40)
	first := sample.Seed(t)
	count := map[string]int{}
	for i := range specs {
		seed := first + uint64(i)
		p := pricedSpec(t, seed)
		if p == nil {
			continue
		}
		count["specs"]++
		r := verify.Machine(t.Context(), p.machine)
		if r.Contradiction != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, r.Contradiction, p.text)
		}
		if fault := judgeCosts(r, rand.New(rand.NewPCG(seed, 52)), count); fault != "" {
			t.Fatalf("seed %d: %s in\n%s", seed, fault, p.text)
		}
		if p.syntax == nil {
			continue
		}
		if fault := p.overspends(t, r, rand.New(rand.NewPCG(seed, 53)), count); fault != "" {
			t.Fatalf("seed %d: %s in\n%s", seed, fault, p.text)
		}
	}
	t.Logf("%d specs: %v", specs, count)
	for _, kind := range []string{"limits", "limits with parameters", "reached", "claims proved", "claims refuted", "runs at a limit"} {
		if specs >= 60 && count[kind] < specs/20 {
			t.Errorf("only %d %s: the test is too weak", count[kind], kind)
		}
	}
}
