package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestRandom compares random machines with the naive interpreter, and checks
// that the machines are of all the kinds that matter.
func TestRandom(t *testing.T) {
	machines := sample.Size(100, 200, 5000)
	first := sample.Seed(t)
	kinds := map[string]int{}
	for i := range machines {
		r := rand.New(rand.NewPCG(first+uint64(i), 7))
		m, params := randomMachine(t, r)
		g := compareNaive(t, m, params, 400)
		starts := g != nil && g.Configs() > 0
		for kind, is := range map[string]bool{
			"too large": g == nil,
			"settles":   starts && m.Reactive() && g.remaining[g.deepest] > 0 && g.deepest > 0,
			"unsettled": starts && m.Reactive() && g.remaining[g.deepest] == endless,
			"output":    g != nil && slices.ContainsFunc(g.Faults(), func(f Fault) bool { return f.Emission >= 0 && f.Transition >= 0 }),
			"start":     g != nil && slices.ContainsFunc(g.Faults(), func(f Fault) bool { return f.Emission >= 0 && f.Transition < 0 }),
			"radix":     g != nil && g.walker.radix != nil,
			"tuples":    g != nil && g.walker.tuples != nil,
			"endless":   g != nil && len(g.remaining) > 0 && g.remaining[0] == endless,
			"ends late": g != nil && len(g.remaining) > 0 && g.remaining[0] > 5,
			"gap":       g != nil && g.Gaps() != nil,
			"fault":     g != nil && g.Faults() != nil,
			"deadlock":  g != nil && g.Deadlocks() != nil,
			"violation": g != nil && g.Violations() != nil,
			"sampled":   g != nil && !g.Exact,
			"large":     g != nil && g.Configs() > 100,
			"eventless": g != nil && slices.ContainsFunc(eventless(m), g.Taken),
			"no rest":   g != nil && slices.ContainsFunc(eventless(m), func(i int) bool { return onLasso(g, i) }),
		} {
			if is {
				kinds[kind]++
			}
		}
	}
	for _, kind := range []string{
		"too large", "settles", "unsettled", "output", "start", "radix", "tuples", "endless", "ends late", "gap", "fault", "deadlock", "violation", "sampled", "large", "eventless", "no rest",
	} {
		if machines >= 1000 && kinds[kind] < machines/500 {
			t.Errorf("%d of %d machines are of the kind %q", kinds[kind], machines, kind)
		}
	}
	t.Log(kinds)
}

// eventless lists the transitions without an event.
func eventless(m *core.Machine) (list []int) {
	for i, t := range m.Transitions {
		if m.Events[t.Event].Eventless {
			list = append(list, i)
		}
	}
	return list
}

// onLasso reports whether an endless run takes a transition again and again.
func onLasso(g *Graph, transition int) bool {
	covered := make([]bool, len(g.Machine.Transitions))
	g.Lassos(covered, len(covered))
	return covered[transition]
}

// generator makes random machines with a little of everything.
type generator struct {
	*rand.Rand
	b *builder
	// By type: the names that an expression may use at the moment.
	names map[string][]string
	// calm machines have a clock that every step back sets down, so that
	// they end.
	calm bool
}

func randomMachine(t testing.TB, r *rand.Rand) (*core.Machine, []int64) {
	g := &generator{r, build(t, "Random"), map[string][]string{}, r.IntN(3) == 0}
	b := g.b
	b.enum("Colour", "Red", "Green", "Blue")
	var params []int64
	for i := range r.IntN(3) {
		name := fmt.Sprintf("p%d", i)
		b.param(name, "int")
		g.names["int"] = append(g.names["int"], name)
		params = append(params, r.Int64N(5)-1)
	}
	states := 2 + r.IntN(4)
	for i := range states {
		b.state(fmt.Sprintf("S%d", i))
	}
	if r.IntN(4) > 0 {
		b.terminal(fmt.Sprintf("S%d", states-1))
	}
	for i := range r.IntN(3) {
		name := fmt.Sprintf("x%d", i)
		b.external(name)
		g.names["bool"] = append(g.names["bool"], name)
	}
	if g.calm {
		b.variable("clock", "int", "0..12", fmt.Sprint(3+r.IntN(10)))
	}
	var always []string
	global := map[string][]string{}
	for typ, names := range g.names {
		global[typ] = append(global[typ], names...)
	}
	for i := range r.IntN(4) {
		name, typ := fmt.Sprintf("v%d", i), g.typ()
		b.variable(name, typ, g.rangeOf(typ), g.literal(typ))
		global[typ] = append(global[typ], name)
		always = append(always, name)
	}
	data := make([][]string, states)
	for s := 1; s < states; s++ {
		for i := range max(0, r.IntN(4)-1) {
			name, typ := fmt.Sprintf("d%d%d", s, i), g.typ()
			b.datum(fmt.Sprintf("S%d", s), name, typ, g.rangeOf(typ))
			data[s] = append(data[s], name)
		}
	}
	events := 1 + r.IntN(3)
	for i := range events {
		var fields []string
		for j := range r.IntN(3) {
			fields = append(fields, fmt.Sprintf("f%d %s", j, g.typ()))
		}
		b.event(fmt.Sprintf("E%d", i), fields...)
		b.m.Events[i].Environment = r.IntN(6) == 0
	}
	eventless := r.IntN(3) == 0
	if eventless {
		b.event("always")
		b.m.Events[events].Internal, b.m.Events[events].Eventless = true, true
	}
	for s := range states {
		if b.m.Terminal(s) {
			continue
		}
		for e := range events {
			g.alternatives(s, e, global, always, data)
		}
		if eventless && r.IntN(3) > 0 {
			g.alternatives(s, events, global, always, data)
		}
	}
	if r.IntN(3) == 0 {
		g.names = map[string][]string{"int": global["int"]}
		b.outputs = []string{g.quotient()}
		b.m.Start = b.emissions()
	}
	return b.machine(), params
}

// alternatives adds up to three alternatives of a state and an event.
func (g *generator) alternatives(state, event int, global map[string][]string, always []string, data [][]string) {
	b := g.b
	g.names = map[string][]string{}
	for typ, names := range global {
		g.names[typ] = append([]string(nil), names...)
	}
	for _, d := range data[state] {
		typ := b.names[d].Type().String()
		g.names[typ] = append(g.names[typ], d)
	}
	if b.m.Events[event].Eventless {
		// It cannot ask the program.
		g.names["bool"] = slices.DeleteFunc(g.names["bool"], func(name string) bool { return b.names[name].(*expr.Ref).Symbol.Scope == expr.External })
	}
	for _, f := range b.m.Events[event].Fields {
		g.names[f.Type.String()] = append(g.names[f.Type.String()], "event."+f.Name)
		b.names["event."+f.Name] = nil
	}
	for range g.IntN(4) {
		guard := ""
		if g.IntN(3) > 0 {
			guard = g.expr("bool", 2)
		}
		to := g.IntN(len(data))
		target := fmt.Sprintf("S%d", to)
		must := data[to]
		if to == state && g.IntN(2) == 0 {
			target, must = "", nil
		}
		var sets []string
		if g.calm && to <= state {
			sets = append(sets, "clock: clock - 1")
			if guard == "" {
				guard = "true"
			}
			guard = "clock > 0 && (" + guard + ")"
		}
		for _, d := range must {
			sets = append(sets, d+": "+g.expr(b.names[d].Type().String(), 1))
		}
		may := always
		if target == "" {
			may = append(append([]string(nil), always...), data[state]...)
		}
		for _, v := range may {
			if g.IntN(3) == 0 {
				sets = append(sets, v+": "+g.update(v))
			}
		}
		idle := g.IntN(8) == 0 && !b.m.Events[event].Eventless
		if idle {
			target, sets = "", nil
		} else if g.IntN(3) == 0 {
			b.outputs = []string{g.expr("int", 1), g.quotient()}
		}
		b.on(fmt.Sprintf("S%d", state), b.m.Events[event].Name, guard, target, sets...)
		if idle {
			b.m.Transitions[len(b.m.Transitions)-1].Effect = core.Reject
		}
	}
}

func (g *generator) typ() string {
	return []string{"int", "int", "int", "bool", "Colour", "string"}[g.IntN(6)]
}

func (g *generator) rangeOf(typ string) string {
	if typ != "int" {
		return ""
	}
	end := func() string {
		if p := g.names["int"]; len(p) > 0 && g.IntN(3) == 0 {
			return p[g.IntN(len(p))]
		}
		return fmt.Sprint(g.IntN(6))
	}
	switch g.IntN(8) {
	case 0:
		return ""
	case 1:
		return ".." + end()
	case 2:
		return "-2.."
	case 3:
		return "0..4611686018427387904"
	}
	return "-1.." + end()
}

func (g *generator) literal(typ string) string {
	switch typ {
	case "int":
		if g.IntN(30) == 0 {
			return []string{"9223372036854775807", "-9223372036854775807", "1000000"}[g.IntN(3)]
		}
		return fmt.Sprint(g.IntN(4))
	case "bool":
		return []string{"true", "false"}[g.IntN(2)]
	case "string":
		return []string{`""`, `"a"`, `"b"`}[g.IntN(3)]
	}
	return []string{"Red", "Green", "Blue"}[g.IntN(3)]
}

// quotient returns a division that may fail.
func (g *generator) quotient() string {
	for {
		if text := "7 / min(" + g.expr("int", 1) + ", 3)"; !refused(text) {
			return text
		}
	}
}

// refused reports whether an expression divides by the constant zero or has a
// constant that does not fit.
func refused(text string) bool {
	var diags diag.List
	expr.Parse(text, diag.Span{}, expr.Type{Kind: expr.Int}, ints{}, &diags)
	return slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Code == diag.CodeNumber })
}

// ints are names, each of which is an int.
type ints struct{}

func (ints) Lookup(name string) expr.Expr {
	return &expr.Ref{Symbol: &expr.Symbol{Name: name, Type: expr.Type{Kind: expr.Int}}}
}
func (ints) All() []string { return nil }

// update returns a new value for v, often one that is near the old.
func (g *generator) update(v string) string {
	typ := g.b.names[v].Type().String()
	if typ == "int" && g.IntN(2) == 0 {
		return v + []string{" + 1", " - 1", " - 2"}[g.IntN(3)]
	}
	return g.expr(typ, 1)
}

// expr returns a random expression of a type, nested at most depth deep.
func (g *generator) expr(typ string, depth int) string {
	if names := g.names[typ]; len(names) > 0 && g.IntN(2) == 0 {
		return names[g.IntN(len(names))]
	}
	if depth == 0 || typ != "int" && typ != "bool" || typ == "int" && g.IntN(2) == 0 {
		return g.literal(typ)
	}
	x, y := func(t string) string { return g.expr(t, depth-1) }, func(t string) string { return g.expr(t, depth-1) }
	if typ == "int" {
		text := ""
		switch op := []string{"+", "-", "*", "/", "%", "min", "max", "neg"}[g.IntN(8)]; op {
		case "min", "max":
			text = fmt.Sprintf("%s(%s, %s, %s)", op, x("int"), y("int"), x("int"))
		case "neg":
			text = "-(" + x("int") + ")"
		default:
			text = fmt.Sprintf("(%s) %s (%s)", x("int"), op, y("int"))
		}
		if refused(text) {
			return g.literal(typ)
		}
		return text
	}
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s) && (%s)", x("bool"), y("bool"))
	case 1:
		return fmt.Sprintf("(%s) || (%s)", x("bool"), y("bool"))
	case 2:
		return "!(" + x("bool") + ")"
	case 3:
		t := []string{"bool", "Colour", "string"}[g.IntN(3)]
		return fmt.Sprintf("(%s) %s (%s)", x(t), []string{"==", "!="}[g.IntN(2)], y(t))
	}
	op := strings.Fields("== != < <= > >=")[g.IntN(6)]
	return fmt.Sprintf("(%s) %s (%s)", x("int"), op, y("int"))
}
