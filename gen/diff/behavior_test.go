package diff

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/internal/typical"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// TestSameBehavior edits specs at random, without regard to what they say, and plays random runs of both versions, in the interpreter:
// if the diff says that the meaning has not changed, both accept the same events, emit the same outputs, start the same calls in the same
// order, and end up in the same states.
func TestSameBehavior(t *testing.T) {
	r := sample.Rand(t)
	var sources []string
	paths, all := allSpecs(t)
	for _, path := range paths {
		if src := all[path]; len(src) < 4000 && !strings.Contains(src, "use:") && !strings.Contains(src, "\nmachine: Chain") {
			sources = append(sources, src)
		}
	}
	sources = append(sources, sides)
	var regions []string
	for _, src := range sources {
		if strings.Contains(src, "parallel:") {
			regions = append(regions, src)
		}
	}
	count := map[string]int{}
	for range sample.Size(40, 80, 3000) {
		src := sources[r.IntN(len(sources))]
		switch r.IntN(8) {
		case 0, 1:
			src = spectest.Random(r, spectest.All)
		case 2, 3:
			src = regions[r.IntN(len(regions))]
		case 4:
			src = apart
		}
		old := opened(src)
		if old == nil || len(old.Transitions) > 150 {
			continue
		}
		text, what := disturbed(t, r, src)
		new := opened(text)
		if new == nil {
			count["errors"]++
			continue
		}
		side := func(m *core.Machine) *Side { return &Side{Spec: &spec.Spec{Machine: m}} }
		d := compare(t.Context(), side(old), side(new)).record.d
		if !d.Empty() {
			count["different"]++
			continue
		}
		count["same: "+what]++
		for range 12 {
			if diff := played(r, old, new); diff != "" {
				t.Fatalf("%s: no change in meaning, but %s\n%s\nbecomes\n%s", what, diff, src, text)
			}
			count["runs"]++
		}
	}
	t.Log(count)
	if count["runs"] < count["different"]/50 {
		t.Errorf("only %d runs", count["runs"])
	}
}

// apart is a machine whose regions share nothing, so that only the order in which they start their calls depends on their own.
const apart = `
machine: Apart
calls: {one: {}, two: {}}
events: {Go: {}}
initial: S
terminal: {done: [Z]}
states:
  S: {on: {Go: P}}
  P:
    done: Z
    parallel:
      Left:
        initial: A
        states: {A: {invoke: {call: one, on: {done: B, error: B}}}, B: {final: true}}
      Right:
        initial: K
        states: {K: {invoke: {call: two, on: {done: L, error: L}}}, L: {final: true}}
  Z: {}
`

func opened(src string) *core.Machine {
	s, _ := spec.LoadWith("spec.fsm.yaml", []byte(src), spectest.Open)
	return s.Machine
}

// disturbed makes a random change of the tree of a spec, and says what kind of change it is.
func disturbed(t *testing.T, r *rand.Rand, src string) (text, what string) {
	t.Helper()
	root, diags := syntax.Read("spec.fsm.yaml", []byte(src))
	if root == nil {
		t.Fatal(diags)
	}
	var mappings, lists []*syntax.Node
	values := map[string][]*syntax.Node{}
	var walk func(*syntax.Node)
	walk = func(n *syntax.Node) {
		switch {
		case n.Kind == syntax.Mapping:
			mappings = append(mappings, n)
			for _, p := range n.Pairs {
				values[p.Key.Text] = append(values[p.Key.Text], p.Value)
				walk(p.Value)
			}
		case n.Kind == syntax.Sequence:
			lists = append(lists, n)
			for _, item := range n.Items {
				values["-"] = append(values["-"], item)
				walk(item)
			}
		}
	}
	walk(root)
	pick := func(list []*syntax.Node) *syntax.Node { return list[r.IntN(len(list))] }
	switch r.IntN(7) {
	case 0:
		// A composite state or a region begins elsewhere.
		var around []*syntax.Node
		for _, n := range mappings {
			if member(n, "initial") != nil && member(n, "states") != nil && len(member(n, "states").Pairs) > 0 {
				around = append(around, n)
			}
		}
		if len(around) > 0 {
			n := pick(around)
			inside := member(n, "states").Pairs
			member(n, "initial").Text = inside[r.IntN(len(inside))].Key.Text
		}
		what = "another initial state"
	case 1:
		if len(lists) > 0 {
			n := pick(lists)
			r.Shuffle(len(n.Items), func(i, j int) { n.Items[i], n.Items[j] = n.Items[j], n.Items[i] })
		}
		what = "a list in another order"
	case 2:
		n := pick(mappings)
		if regions := values["parallel"]; len(regions) > 0 && r.IntN(2) == 0 {
			n = pick(regions)
		}
		r.Shuffle(len(n.Pairs), func(i, j int) { n.Pairs[i], n.Pairs[j] = n.Pairs[j], n.Pairs[i] })
		what = "a mapping in another order"
	case 3, 4:
		// The value of a key becomes that of the same key elsewhere, or both are exchanged.
		var keys []string
		for key, list := range values {
			if len(list) > 1 {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		if len(keys) > 0 {
			list := values[keys[r.IntN(len(keys))]]
			a, b := pick(list), pick(list)
			if r.IntN(2) == 0 {
				*a = *b
			} else {
				*a, *b = *b, *a
			}
		}
		what = "other values"
	case 5:
		// A variable begins with another number.
		var vars []*syntax.Node
		if all := member(root, "vars"); all != nil {
			for _, p := range all.Pairs {
				if p.Value.Kind == syntax.Mapping {
					vars = append(vars, p.Value)
				}
			}
		}
		if len(vars) > 0 {
			v := pick(vars)
			if member(v, "init") == nil {
				v.Pairs = append(v.Pairs, syntax.Pair{Key: &syntax.Node{Kind: syntax.Scalar, Text: "init"}, Value: &syntax.Node{Kind: syntax.Scalar}})
			}
			*member(v, "init") = syntax.Node{Kind: syntax.Scalar, Text: strconv.Itoa(r.IntN(4))}
		}
		what = "another initial value"
	default:
		// A pair is removed, or moves to another mapping.
		from, to := pick(mappings), pick(mappings)
		if len(from.Pairs) > 0 {
			i := r.IntN(len(from.Pairs))
			p := from.Pairs[i]
			from.Pairs = slices.Delete(from.Pairs, i, i+1)
			if r.IntN(3) > 0 && to != from && !slices.ContainsFunc(to.Pairs, func(q syntax.Pair) bool { return q.Key.Text == p.Key.Text }) {
				to.Pairs = append(to.Pairs, p)
			}
		}
		what = "a key elsewhere"
	}
	var b strings.Builder
	flow(&b, root, 12)
	return b.String(), what
}

// member returns the value of a key, or nil.
func member(n *syntax.Node, key string) *syntax.Node {
	for _, p := range n.Pairs {
		if p.Key.Text == key {
			return p.Value
		}
	}
	return nil
}

// flow writes a tree on one line. A change can have made a node its own part, so depth limits it.
func flow(b *strings.Builder, n *syntax.Node, depth int) {
	switch {
	case depth == 0 || n.Kind == syntax.Scalar && n.Null:
		b.WriteString("null")
	case n.Kind == syntax.Scalar:
		fmt.Fprintf(b, "%q", n.Text)
	case n.Kind == syntax.Mapping:
		b.WriteString("{")
		for i, p := range n.Pairs {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(b, "%q: ", p.Key.Text)
			flow(b, p.Value, depth-1)
		}
		b.WriteString("}")
	default:
		b.WriteString("[")
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			flow(b, item, depth-1)
		}
		b.WriteString("]")
	}
}

// player plays one version of a machine, and writes down what it does.
type player struct {
	interp.Machine
	at  interp.Config
	log []string
	// failed is set after an error of arithmetic.
	failed bool
}

// played plays a random run with both versions, and returns what differs, or "".
func played(r *rand.Rand, old, new *core.Machine) string {
	texts := append(trace.Strings(old), trace.Strings(new)...)
	slices.Sort(texts)
	texts = slices.Compact(texts)
	intern := func(s string) int64 { return int64(slices.Index(texts, s)) }
	params, ok := typical.Params(old, intern)
	if !ok {
		return ""
	}
	a, b := &player{Machine: interp.Machine{Core: old, Params: params, Intern: intern}}, &player{Machine: interp.Machine{Core: new, Intern: intern}}
	for _, p := range new.Params {
		i := slices.IndexFunc(old.Params, func(o core.Param) bool { return o.Name == p.Name })
		if i < 0 {
			return "param " + p.Name + " is new"
		}
		b.Params = append(b.Params, params[i])
	}
	a.begin()
	b.begin()
	for range 15 {
		if a.text() != b.text() {
			return fmt.Sprintf("one does\n%s\nand the other\n%s", a.text(), b.text())
		}
		if a.failed || old.Terminal(a.at.State) {
			return ""
		}
		e := r.IntN(len(old.Events))
		event := &old.Events[e]
		if event.Eventless || event.Result && !slices.Contains(a.calls(), old.Calls[old.Caller(e)].Name) {
			continue
		}
		if event.Internal && !slices.ContainsFunc(a.timers(), func(text string) bool { return strings.HasSuffix(text, "."+event.Name) }) {
			continue
		}
		fields, answers := map[string]int64{}, map[string]int64{}
		for _, f := range event.Fields {
			switch f.Type.Kind {
			case expr.Int:
				fields[f.Name] = int64(r.IntN(6) - 1)
			case expr.Bool:
				fields[f.Name] = int64(r.IntN(2))
			case expr.Enumerated:
				fields[f.Name] = int64(r.IntN(len(f.Type.Enum.Values)))
			case expr.String:
				fields[f.Name] = int64(r.IntN(len(texts)))
			}
		}
		for _, ask := range old.Asks {
			answers[ask.Symbol.Name] = int64(r.IntN(2))
		}
		a.send(event.Name, fields, answers)
		b.send(event.Name, fields, answers)
	}
	return ""
}

func (p *player) say(format string, args ...any) { p.log = append(p.log, fmt.Sprintf(format, args...)) }

// text returns what the machine has done, where it is, and what runs.
func (p *player) text() string {
	m := p.Core
	out := append(slices.Clone(p.log), fmt.Sprintf("failed %t, in %s", p.failed, m.States[p.at.State].Name))
	if p.failed {
		return strings.Join(out, "\n")
	}
	var values []string
	for i, v := range m.Vars {
		if v.State >= 0 && v.State != p.at.State || v.Implied == core.Pending || v.Implied == core.Carried {
			continue
		}
		text := fmt.Sprint(p.at.Vars[i])
		if v.Type.Kind == expr.Enumerated {
			text = v.Type.Enum.Values[p.at.Vars[i]]
		}
		values = append(values, v.Name+" = "+text)
	}
	slices.Sort(values)
	calls := p.calls()
	slices.Sort(calls)
	return strings.Join(append(out, fmt.Sprint(values, p.timers(), calls)), "\n")
}

// active reports whether leaves of a region are active, or nil.
func (p *player) active(w *core.Within) bool {
	return w == nil || slices.Contains(w.Leaves, int(p.at.Vars[p.Core.States[p.at.State].Regions[w.Region].Var]))
}

func (p *player) timers() (list []string) {
	for i, t := range p.Core.Timers {
		if slices.Contains(t.States, p.at.State) && p.active(t.Within) {
			list = append(list, source.Delay(p.Core, &t)+" "+source.Timer(p.Core, i))
		}
	}
	slices.Sort(list)
	return list
}

func (p *player) calls() (list []string) {
	for _, i := range p.Core.Running(p.at.State) {
		if inv := &p.Core.Invocations[i]; p.active(inv.Within) {
			list = append(list, p.Core.Calls[inv.Call].Name)
		}
	}
	return list
}

func (p *player) begin() {
	at, err := p.Initial()
	if p.failed = err != nil; p.failed {
		return
	}
	p.at = at
	outputs, err := p.Opening(at)
	p.failed = err != nil
	p.emits(outputs)
	p.starts(p.Core.Invoked())
	p.settle()
}

func (p *player) emits(list []interp.Output) {
	for _, o := range list {
		var fields []string
		for i, f := range p.Core.Outputs[o.Output].Fields {
			fields = append(fields, fmt.Sprint(f.Name, " = ", o.Values[i]))
		}
		slices.Sort(fields)
		p.say("emits %s %v", p.Core.Outputs[o.Output].Name, fields)
	}
}

func (p *player) starts(list []int) {
	for _, i := range list {
		inv := &p.Core.Invocations[i]
		text := p.Core.Calls[inv.Call].Name
		for k, arg := range inv.Args {
			value, err := p.Eval(p.at, arg)
			text += fmt.Sprint(" ", p.Core.Calls[inv.Call].Args[k].Name, " = ", value, err != nil)
		}
		p.say("starts %s", text)
	}
}

// send sends an event by its name, and the names of its fields and of external guards.
func (p *player) send(name string, fields, answers map[string]int64) {
	m := p.Core
	e := slices.IndexFunc(m.Events, func(e core.Event) bool { return e.Name == name })
	if e < 0 {
		p.say("no event %s", name)
		return
	}
	in := interp.Input{Event: e}
	for _, f := range m.Events[e].Fields {
		in.Fields = append(in.Fields, fields[f.Name])
	}
	for _, ask := range m.Asks {
		in.Answers = append(in.Answers, answers[ask.Symbol.Name])
	}
	p.say("%s %v: %s", name, fields, p.step(in))
	p.settle()
}

// step makes a step, and says what becomes of the event.
func (p *player) step(in interp.Input) string {
	s, err := p.Step(p.at, in)
	if err != nil {
		p.failed = true
		return "error"
	}
	if s.Transition < 0 {
		return "refused"
	}
	t := &p.Core.Transitions[s.Transition]
	if t.Effect == core.Reject {
		return "refused"
	}
	p.at = s.Next
	p.emits(s.Outputs)
	var timers []string
	for _, i := range s.Starts {
		timers = append(timers, source.Timer(p.Core, i))
	}
	slices.Sort(timers)
	if len(timers) > 0 {
		p.say("starts the timers %v", timers)
	}
	p.starts(t.Invokes)
	return "accepted"
}

// settle takes the transitions without an event.
func (p *player) settle() {
	e := p.Core.Eventless()
	for range 60 {
		if e < 0 || p.failed || p.Core.Terminal(p.at.State) {
			return
		}
		in := interp.Input{Event: e, Answers: make([]int64, len(p.Core.Asks))}
		if i, err := p.Choose(p.at, in); err == nil && i < 0 {
			return
		}
		p.step(in)
	}
	p.failed = true // it may never rest
}

// TestPlayed plays versions that differ: each difference is seen in some run.
func TestPlayed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"region", "initial", "swapped"} {
		read := func(version string) *core.Machine {
			src, err := os.ReadFile("testdata/played/" + name + "-" + version + ".fsm.yaml")
			if err != nil {
				t.Fatal(err)
			}
			return opened(string(src))
		}
		found := false
		for range 50 {
			found = found || played(r, read("old"), read("new")) != ""
		}
		if !found {
			t.Errorf("%s: no run differs", name)
		}
	}
}
