package migrate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// pair is a migration between two versions whose code is compiled.
type pair struct {
	name     string
	plan     *Plan
	old, new int // the packages of the versions; new has the migration
	// decided are the results of the decisions, and states those of the ones about states, by field.
	decided map[string]expr.Expr
	states  map[string]int
}

// TestOracle migrates the machines that a version of a spec can reach with the generated function, for pairs of versions, with random
// choices and random decisions of the program: Restore accepts exactly those that the plan says it accepts, examples are
// refused, and no machine has a longer run than the plan says.
func TestOracle(t *testing.T) {
	sample.Turn(t)
	for _, family := range []struct {
		name     string
		versions []difftest.Version
		always   [][3]string
	}{{"base", difftest.Versions(), always}, {"wide", difftest.Wide(), alwaysWide}} {
		t.Run(family.name, func(t *testing.T) {
			src, err := os.ReadFile("../testdata/" + family.name + ".fsm.yaml")
			if err != nil {
				t.Fatal(err)
			}
			oracle(t, difftest.Specs(t, string(src), family.versions), family.always)
		})
	}
}

func oracle(t *testing.T, specs []difftest.Spec, always [][3]string) {
	t.Helper()
	r := rand.New(rand.NewPCG(sample.Seed(t), 19))
	var packages []difftest.Package
	sides := map[*spec.Spec]*diff.Side{}
	places := map[*spec.Spec]int{}
	rows := map[int][]difftest.Row{}
	side := func(s *spec.Spec) *diff.Side {
		if sides[s] == nil {
			sides[s] = &diff.Side{Spec: s, Report: verify.Machine(t.Context(), s.Machine)}
		}
		return sides[s]
	}
	var pairs []pair
	want := sample.Size(3, 3, 15)
	for tries := 0; len(pairs) < want && tries < 20*want; tries++ {
		old, new := specs[r.IntN(len(specs))], specs[r.IntN(len(specs))]
		if tries < len(always) {
			old, new = named(t, specs, always[tries][0]), named(t, specs, always[tries][1])
		}
		if old.Spec == new.Spec {
			continue
		}
		var choices Choices
		if tries < len(always) && always[tries][2] != "" {
			choices.Values = always[tries][2:]
		}
		plan, err := New(t.Context(), side(old.Spec), side(new.Spec), choices)
		if err != nil {
			if !strings.Contains(err.Error(), "different machines") {
				t.Errorf("%s → %s: %v", old.Name, new.Name, err)
			}
			continue
		}
		name := old.Name + " → " + new.Name
		if choices := chosen(plan, r); !choices.none() && tries >= len(always) {
			name += fmt.Sprintf(" with %q", choices)
			if plan, err = New(t.Context(), side(old.Spec), side(new.Spec), choices); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
		}
		if plan.Sufficient {
			continue // TestRestore is about these
		}
		at := len(packages)
		code, err := plan.Generate(difftest.Name(at))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		made := pair{name: name, plan: plan, new: at, decided: map[string]expr.Expr{}, states: map[string]int{}}
		packages = append(packages, difftest.Package{Report: plan.New.Report, File: code, Function: made.decide(t, r)})
		from, known := places[old.Spec]
		if !known {
			from = len(packages)
			places[old.Spec] = from
			packages = append(packages, difftest.Package{Report: plan.Old.Report})
			rows[from] = difftest.Rows(t, plan.Old.Report)
		}
		made.old = from
		pairs = append(pairs, made)
	}
	program := difftest.Program(t, packages)
	count := map[string]int{}
	for _, p := range pairs {
		p.check(t, rows[p.old], program, count)
	}
	t.Logf("%d pairs: %v", len(pairs), count)
	if sample.Long() && specs[0].Machine.Name == "Ticket" { // which has a place for each kind
		for _, kind := range []string{"accepted", "refused", "undecided and accepted", "undecided and refused", "runs", "examples", "decisions", "given", "judged", "timers", "synonyms"} {
			if count[kind] == 0 {
				t.Errorf("no %s", kind)
			}
		}
	}
}

// always are pairs of versions that each sample has: a renamed value of an enum, a value that an enum lacks, a state that is gone,
// and stored texts that are not names. The third text is a value that is given, or "".
var always = [][3]string{
	{"var of an enum", "enum value renamed"}, {"enum as string", "string as enum"}, {"base", "state merged"}, {"base", "param narrower"},
	{"state text", "state text changed"}, {"state renamed, text and was", "state merged"},
	{"enum value text", "enum value text changed"}, {"enum value text changed, was", "enum as string, text", "spare=spare"},
	{"enum value text", "var added", "seen=worst == Level.High"},
}

// alwaysWide are the same for versions with regions, history, raised events, and calls.
var alwaysWide = [][3]string{
	{"wide", "region added"}, {"wide", "leaf renamed"}, {"wide", "region renamed"}, {"raised twice", "history removed"}, {"region added", "remembered state renamed"},
	{"last timer removed", "regions removed"}, {"wide", "call renamed, was"},
}

func named(t *testing.T, specs []difftest.Spec, name string) difftest.Spec {
	t.Helper()
	i := slices.IndexFunc(specs, func(s difftest.Spec) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no version %q", name)
	}
	return specs[i]
}

// TestTextChanged plans for texts that change: the state and the values with the same names continue, and nothing is to decide.
func TestTextChanged(t *testing.T) {
	src, err := os.ReadFile("../testdata/base.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	specs := difftest.Specs(t, string(src), difftest.Versions())
	for _, names := range [][2]string{{"state text", "state text changed"}, {"enum value text", "enum value text changed"}} {
		var sides [2]*diff.Side
		for i, name := range names {
			s := named(t, specs, name).Spec
			sides[i] = &diff.Side{Spec: s, Report: verify.Machine(t.Context(), s.Machine)}
		}
		plan, err := New(t.Context(), sides[0], sides[1], Choices{})
		if err != nil {
			t.Fatal(err)
		}
		if plan.Sufficient || len(plan.Decisions) > 0 {
			t.Errorf("%s → %s: Sufficient is %t, and %d decisions", names[0], names[1], plan.Sufficient, len(plan.Decisions))
		}
	}
}

// check migrates the rows of a pair.
func (p pair) check(t *testing.T, rows []difftest.Row, program func(int, []byte) ([]byte, error), count map[string]int) {
	t.Helper()
	count["decisions"] += len(p.plan.Decisions)
	count["given"] += len(p.plan.m.Given)
	longest := map[string]int{}
	for _, r := range rows {
		at := row{params: r.Params, state: r.State, vars: r.Vars}
		got, err := program(p.new, r.Snapshot)
		for _, text := range difftest.Synonyms(t, p.plan.a, r) {
			count["synonyms"]++
			if again, err := program(p.old, text); err != nil || !bytes.Equal(again, r.Snapshot) {
				t.Errorf("%s: the old version restores %s as %s, %v, want %s", p.name, text, again, err, r.Snapshot)
			}
			if other, otherErr := program(p.new, text); (otherErr == nil) != (err == nil) || !bytes.Equal(other, got) {
				t.Errorf("%s: %s becomes %s, %v, but %s becomes %s, %v", p.name, text, other, otherErr, r.Snapshot, got, err)
			}
		}
		accepts, known := exploration{p.plan}.accepts(at)
		switch {
		case known && accepts != (err == nil):
			t.Errorf("%s: %s: %v, but the plan says %t", p.name, r.Snapshot, err, accepts)
		case known && accepts:
			count["accepted"]++
		case known:
			count["refused"]++
		case err == nil:
			count["undecided and accepted"]++
		default:
			count["undecided and refused"]++
		}
		if admits, known := p.admits(t, at); known && admits != (err == nil) {
			t.Errorf("%s: %s: %v, but the two specs and the decisions say %t", p.name, r.Snapshot, err, admits)
		} else if known {
			count["judged"]++
		}
		if fits := p.fits(t, at); fits && err != nil && len(p.plan.Findings) == 0 {
			t.Errorf("%s: %s: %v, but it is proved that Restore accepts all machines for which the decisions fit", p.name, r.Snapshot, err)
		} else if !fits && err == nil {
			t.Errorf("%s: %s: accepted, but the decisions do not fit", p.name, r.Snapshot)
		}
		if err != nil {
			continue
		}
		p.values(t, at, got, count)
		p.timers(t, at, got, count)
		p.run(t, at, got, longest, count)
	}
	for _, f := range p.plan.Findings {
		if f.run == nil {
			continue
		}
		count["examples"]++
		example := difftest.Row{Params: f.run.Params, Vars: f.run.End(), State: f.run.State(f.machine)}
		text := difftest.Snapshot(t, f.machine, example)
		if _, err := program(p.old, text); err != nil {
			t.Errorf("%s: %s: the old version does not store %s: %v", p.name, f.Part, text, err)
		}
		if got, err := program(p.new, text); err == nil {
			t.Errorf("%s: %s: the example %s is accepted: %s", p.name, f.Part, text, got)
		}
	}
}

// values checks that the variables and data of a migrated machine have the values that the plan and the decisions say.
func (p pair) values(t *testing.T, r row, snapshot []byte, count map[string]int) {
	t.Helper()
	m, _ := start(t, p.plan.b, snapshot)
	for i := range m.Vars {
		v := &m.Vars[i]
		want := p.value(r, v.Symbol)
		if v.Init == nil || want == nil {
			continue
		}
		count["values"]++
		if got, want := expr.Print(v.Init, expr.Spec), expr.Print(expr.Simplify(want), expr.Spec); got != want {
			t.Errorf("%s: state %s, variables %v: %s has %s = %s, want %s", p.name, p.plan.a.States[r.state].Name, r.vars, snapshot, v.Name, got, want)
		}
	}
}

// timers checks that timers which run before and after the migration are due at the same time, by the same starts.
func (p pair) timers(t *testing.T, r row, snapshot []byte, count map[string]int) {
	t.Helper()
	var got struct {
		State  string
		Timers map[string]string
		Starts map[string]int
	}
	if err := json.Unmarshal(snapshot, &got); err != nil {
		t.Fatal(err)
	}
	state := stateOf(p.plan.b, got.State)
	want := map[string]string{}
	for i, old := range p.plan.a.Timers {
		name := p.plan.counterparts.Timers[source.Timer(p.plan.a, i)]
		for j, new := range p.plan.b.Timers {
			if source.Timer(p.plan.b, j) == name && slices.Contains(old.States, r.state) && slices.Contains(new.States, state) {
				want[name] = difftest.Due(p.plan.a, r.state)[source.Timer(p.plan.a, i)]
				count["timers"]++
				if start := difftest.Starts(p.plan.a, r.state)[source.Timer(p.plan.a, i)]; got.Starts[name] != start {
					t.Errorf("%s: %s has start %d of timer %s, want %d", p.name, snapshot, got.Starts[name], name, start)
				}
			}
		}
	}
	if len(got.Timers) != len(want) || len(want) > 0 && !maps.Equal(got.Timers, want) {
		t.Errorf("%s: %s has the timers %v, want %v", p.name, snapshot, got.Timers, want)
	}
}

// run compares the longest run of a migrated machine with what the plan says.
func (p pair) run(t *testing.T, r row, snapshot []byte, longest map[string]int, count map[string]int) {
	t.Helper()
	m, params := start(t, p.plan.b, snapshot)
	key := fmt.Sprint(m.Initial, params, texts(m))
	n, known := longest[key]
	if !known {
		g := explore.Within(t.Context(), m, params, 20_000, 2_000_000)
		n = -2 // not known
		if g.Configs() > 0 {
			n = g.Remaining(0)
		}
		longest[key] = n
	}
	if n == -2 {
		return
	}
	l := p.plan.Left[r.state]
	if l.Ended {
		if n != 0 {
			t.Errorf("%s: %s has ended, but has a run of %d", p.name, snapshot, n)
		}
		return
	}
	if l.Most == nil {
		return
	}
	count["runs"]++
	// What the program has decided is in the snapshot.
	env := exploration{p.plan}.env(r)
	most := expr.Substitute(l.Most, func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.External {
			return nil
		}
		if s.Index < len(m.Params) {
			return expr.Number(params[s.Index])
		}
		return m.Vars[s.Index-len(m.Params)].Init
	})
	limit, err := expr.Eval(most, env)
	if err != nil {
		t.Fatal(err)
	}
	if n < 0 || int64(n) > limit {
		t.Errorf("%s: %s has a run of %d, but the plan says that at most %s = %d are left", p.name, snapshot, n, expr.Print(l.Most, expr.Spec), limit)
	}
	if l.Worst >= 0 && l.Exact && slices.Equal(r.params, typicalParams(p.plan)) && n > l.Worst {
		t.Errorf("%s: %s has a run of %d, but the plan says that the longest one is %d", p.name, snapshot, n, l.Worst)
	}
}

func typicalParams(p *Plan) []int64 {
	params, _, _ := exploration{p}.typical()
	return params
}

// stateOf returns the state for which a text is stored.
func stateOf(m *core.Machine, text string) int {
	return slices.IndexFunc(m.States, func(s core.State) bool { return s.Stored() == text })
}

// start returns a copy of a machine that starts as the machine of a snapshot, and its parameters.
func start(t *testing.T, m *core.Machine, snapshot []byte) (*core.Machine, []int64) {
	t.Helper()
	var row struct {
		State              string
		Params, Vars, Data map[string]any
	}
	d := json.NewDecoder(bytes.NewReader(snapshot))
	d.UseNumber()
	if err := d.Decode(&row); err != nil {
		t.Fatalf("%s: %v", snapshot, err)
	}
	copied := *m
	copied.Initial = stateOf(m, row.State)
	copied.Start = nil
	copied.Vars = slices.Clone(m.Vars)
	constant := func(typ expr.Type, value any) expr.Expr {
		switch v := value.(type) {
		case bool:
			if v {
				return &expr.Lit{T: typ, Value: 1}
			}
			return &expr.Lit{T: typ}
		case json.Number:
			n, err := v.Int64()
			if err != nil {
				t.Fatal(err)
			}
			return &expr.Lit{T: typ, Value: n}
		case string:
			if typ.Kind == expr.Enumerated {
				for i := range typ.Enum.Values {
					if typ.Enum.Stored(i) == v {
						return &expr.Lit{T: typ, Value: int64(i)}
					}
				}
			}
			return &expr.Text{Value: v}
		}
		t.Fatalf("%v is no value of %v", value, typ)
		return nil
	}
	for i := range copied.Vars {
		v := &copied.Vars[i]
		v.Init = nil
		from := row.Vars
		if v.State >= 0 {
			from = row.Data
		}
		if v.Pending() && from[v.Name] == nil {
			v.Init = m.Vars[i].Init // nothing is pending
			if v.State >= 0 && v.Type.Scalar() {
				v.Init = &expr.Lit{T: v.Type}
			}
			continue
		}
		if v.Type.Scalar() && (v.State < 0 || v.State == copied.Initial) {
			v.Init = constant(v.Type, from[v.Name])
		}
	}
	names := trace.Strings(&copied)
	var params []int64
	for _, q := range copied.Params {
		switch x := constant(q.Type, row.Params[q.Name]).(type) {
		case *expr.Lit:
			params = append(params, x.Value)
		case *expr.Text:
			params = append(params, int64(max(0, slices.Index(names, x.Value))))
		}
	}
	return &copied, params
}

// chosen makes random choices: for what a plan leaves open, and for other values.
func chosen(p *Plan, r *rand.Rand) (c Choices) {
	for s, t := range p.m.States {
		if t < 0 && r.IntN(2) == 0 || r.IntN(12) == 0 {
			c.States = append(c.States, p.a.States[s].Name+"="+p.b.States[r.IntN(len(p.b.States))].Name)
		}
	}
	value := func(name string, s *expr.Symbol) {
		open := slices.ContainsFunc(p.Decisions, func(d Decision) bool { return d.to == s })
		if open && r.IntN(2) == 0 || r.IntN(15) == 0 {
			if x := randomExpr(p, s.Type, r); x != "" {
				c.Values = append(c.Values, name+"="+x)
			}
		}
	}
	for i := range p.b.Params {
		value(p.b.Params[i].Name, p.b.Params[i].Symbol)
	}
	for i := range p.b.Vars {
		if p.b.Vars[i].Pending() {
			continue
		}
		value(varName(p.b, i), p.b.Vars[i].Symbol)
	}
	return c
}

// randomExpr returns an expression over the old version, or "".
func randomExpr(p *Plan, t expr.Type, r *rand.Rand) string {
	var names []string
	for i := range p.a.Params {
		if compatible(p.a.Params[i].Type, t) {
			names = append(names, p.a.Params[i].Name)
		}
	}
	for i := range p.a.Vars {
		if p.a.Vars[i].State < 0 && !p.a.Vars[i].Pending() && compatible(p.a.Vars[i].Type, t) {
			names = append(names, p.a.Vars[i].Name)
		}
	}
	name := ""
	if len(names) > 0 {
		name = names[r.IntN(len(names))]
	}
	switch t.Kind {
	case expr.Int:
		if name == "" || r.IntN(3) == 0 {
			return fmt.Sprint(r.IntN(4) - 1)
		}
		return strings.ReplaceAll([]string{"N", "N + 1", "N - 1", "max(N - 2, 0)", "2 * N / 3", "min(N, 3) % 2"}[r.IntN(6)], "N", name)
	case expr.Bool:
		return []string{"true", "false"}[r.IntN(2)]
	case expr.String:
		if name == "" || r.IntN(2) == 0 {
			return `"again"`
		}
		return name
	case expr.Enumerated:
		if name == "" || r.IntN(2) == 0 {
			return t.Enum.Values[r.IntN(len(t.Enum.Values))]
		}
		return name
	}
	return name
}

// decide makes random decisions, and returns the Go function that migrates with them.
func (p *pair) decide(t *testing.T, r *rand.Rand) string {
	t.Helper()
	names, _ := ident.Assign(p.plan.b, "")
	var b strings.Builder
	b.WriteString("PKG.Decisions{\n")
	for _, d := range p.plan.Decisions {
		typ, value := "", ""
		if d.to == nil {
			s := r.IntN(len(names.States))
			p.states[d.Field] = s
			typ, value = "PKG."+names.State, "PKG."+names.States[s]
		} else {
			n := r.IntN(3)
			lit := &expr.Lit{T: d.to.Type, Value: int64(n)}
			p.decided[d.Field] = lit
			switch typ, value = d.to.Type.String(), fmt.Sprint(n); d.to.Type.Kind {
			case expr.Bool:
				lit.Value %= 2
				value = fmt.Sprint(lit.Value == 1)
			case expr.String:
				text := []string{"", "x", "again"}[n]
				p.decided[d.Field] = &expr.Text{Value: text}
				value = fmt.Sprintf("%q", text)
			case expr.Enumerated:
				e := names.Enums[slices.Index(p.plan.b.Enums, d.to.Type.Enum)]
				lit.Value %= int64(len(e.Values))
				typ, value = "PKG."+e.Type, "PKG."+e.Values[lit.Value]
			case expr.Opaque:
				t.Fatalf("a decision about a value of %v", d.to.Type)
			}
		}
		fmt.Fprintf(&b, "%s: func(old PKG.Stored) (%s, error) { return %s, nil },\n", d.Field, typ, value)
	}
	b.WriteString("}.Migrate")
	return b.String()
}

// fits reports whether the decisions about a machine satisfy what the plan lists for them.
func (p *pair) fits(t *testing.T, r row) bool {
	t.Helper()
	target := p.target(r)
	texts := []string{}
	env := &expr.Env{Intern: func(s string) int64 {
		if !slices.Contains(texts, s) {
			texts = append(texts, s)
		}
		return int64(slices.Index(texts, s))
	}}
	for _, d := range p.plan.Decisions {
		for _, c := range d.claims {
			if c.state >= 0 && c.state != target || d.to == nil && d.state != r.state {
				continue
			}
			known := true
			holds := expr.Substitute(c.holds, func(s *expr.Symbol) expr.Expr {
				x := p.value(r, s)
				known = known && x != nil
				return x
			})
			if !known {
				continue // the value of a Go type, which nothing reads
			}
			if value, err := expr.Eval(holds, env); err != nil || value == 0 {
				return false
			}
		}
	}
	return true
}
