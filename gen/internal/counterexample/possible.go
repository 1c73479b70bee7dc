package counterexample

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// walks is how often a test tries to reach a goal, and walkLength with how many events each time.
const (
	walks      = 100
	walkLength = 200
)

// random is the package of random numbers.
const random = "math/rand/v2"

// passed returns why no test can see that a goal is reached: the machine never rests there.
func passed(m *core.Machine, o *verify.Obligation) string {
	for s := range m.States {
		if m.Goals[o.Goal].Meets(s) && !m.Transient(s) {
			return ""
		}
	}
	return "the machine never waits at the goal, so a test does not see it there"
}

// possible writes the test of a goal that cannot be reached any more after a run: from there, it sends random events for long, and none
// leads to the goal.
func (f finding) possible() {
	f.walking = true
	f.imports[random] = true
	goal := &f.m.Goals[f.o.Goal]
	what := strings.ReplaceAll(goal.Target(), "`", "") + " can no longer be reached"
	at := f.prefix + "CounterexampleAt" + strconv.Itoa(f.tests+1)
	fmt.Fprintf(&f.body, "\n// %s reports whether the machine is where it can no longer be: in %s.\nfunc %s(m *%s) bool {\nswitch m.State() {\n%sdefault:\nreturn false\n}\n}\n",
		at, strings.ReplaceAll(goal.Target(), "`", ""), at, f.names.Machine, cases(f.writer, goal))
	again := "again, err := " + f.maker(f.o.Run) + "\nif err != nil {\nt.Fatal(err)\n}\n*m = *again // to which the steps refer\n"
	if f.names.Host != "" {
		again = "*host = " + f.prefix + "CounterexampleHost{}\n" + again
	}
	then := f.all()
	if f.names.GuardSet != "" {
		then += "host.answers, host.random = nil, random\n"
	}
	f.writer.test(f.name, what, f.o.Run, "random := rand.New(rand.NewPCG(1, 2))\n"+fmt.Sprintf("for walk := range %d {\nif walk > 0 {\n%s}\n%s", walks, again, then)+
		fmt.Sprintf("for range %d {\nif %s(m) {\nt.Logf(\"fixed: it is %%v\", m)\nreturn\n}\n%sCounterexampleEvent(%s)\n}\n}\n", walkLength, at, f.prefix, eventArguments(f.writer))+
		"t.Errorf("+strconv.Quote(strings.ReplaceAll(what, "%", "%%")+": the machine is %v")+", m)\n")
}

// cases writes a case for each state of a goal.
func cases(w *writer, goal *core.Goal) string {
	var all, b strings.Builder
	var sure []string
	for s := range w.m.States {
		switch {
		case goal.Met(s):
			sure = append(sure, w.names.States[s])
		case goal.Meets(s):
			fmt.Fprintf(&b, "case %s:\nreturn %s\n", w.names.States[s], w.code(goal.At[s]))
		}
	}
	if len(sure) > 0 {
		fmt.Fprintf(&all, "case %s:\nreturn true\n", strings.Join(sure, ", "))
	}
	return all.String() + b.String()
}

// eventArguments are the arguments of the function that sends a random event.
func eventArguments(w *writer) string {
	args := "random, m"
	if w.names.Context != "" {
		args = "t.Context(), " + args
	}
	if hasResults(w) {
		args += ", host"
	}
	return args
}

func hasResults(w *writer) bool { return len(w.m.Calls) > 0 }

// walk writes the functions that send random events, if a test needs them.
func walk(w *writer) string {
	if !w.walking {
		return ""
	}
	params := "random *rand.Rand, m *" + w.names.Machine
	if w.names.Context != "" {
		w.imports["context"] = true
		params = "ctx context.Context, " + params
	}
	if hasResults(w) {
		params += ", host *" + w.prefix + "CounterexampleHost"
	}
	var cases []string
	for e := range w.m.Events {
		event := &w.m.Events[e]
		timed := slices.ContainsFunc(w.m.Timers, func(t core.Timer) bool { return t.Event == e })
		if event.Eventless || event.Internal && !timed {
			continue
		}
		var args []string
		if w.names.Context != "" {
			args = append(args, "ctx")
		}
		if event.Result {
			args = append(args, "host.calls["+w.names.Calls[w.m.Caller(e)].Const+"]")
		}
		for _, f := range event.Fields {
			args = append(args, anyOf(w, f.Type))
		}
		cases = append(cases, fmt.Sprintf("case %d:\n_ = m.%s(%s)\n", len(cases), w.names.Events[e].Method, strings.Join(args, ", ")))
	}
	out := fmt.Sprintf("\n// %[1]sCounterexampleEvent sends a random event, which the machine may refuse.\nfunc %[1]sCounterexampleEvent(%[2]s) {\nswitch random.IntN(%[3]d) {\n%[4]s}\n}\n",
		w.prefix, params, len(cases), strings.Join(cases, ""))
	if strings.Contains(out, "CounterexampleInt(") {
		out += ints(w)
	}
	return out
}

// anyOf writes a random value of a type.
func anyOf(w *writer, t expr.Type) string {
	switch t.Kind {
	case expr.Int:
		if t.Duration {
			return w.typeName(t) + "(" + w.prefix + "CounterexampleInt(random, m))"
		}
		return w.prefix + "CounterexampleInt(random, m)"
	case expr.Bool:
		return "random.IntN(2) == 1"
	case expr.Enumerated:
		return fmt.Sprintf("%s(random.IntN(%d))", w.enum(t.Enum).Type, len(t.Enum.Values))
	case expr.String:
		texts := []string{`""`, `"another"`}
		w.m.Evaluated(func(e expr.Expr) {
			expr.Walk(e, func(e expr.Expr) {
				if text, ok := e.(*expr.Text); ok && !slices.Contains(texts, strconv.Quote(text.Value)) {
					texts = append(texts, strconv.Quote(text.Value))
				}
			})
		})
		return fmt.Sprintf("[]string{%s}[random.IntN(%d)]", strings.Join(texts, ", "), len(texts))
	}
	return w.zero(t)
}

// number writes a value of a type that is a number as an int.
func number(t expr.Type, value string) string {
	if t.Duration {
		return "int(" + value + ")"
	}
	return value
}

// ints writes the function that returns a random int: a number of the spec, a value of the machine, or a sum or difference of two.
func ints(w *writer) string {
	values := []string{"0", "1", "2"}
	add := func(text string) {
		if !slices.Contains(values, text) {
			values = append(values, text)
		}
	}
	w.m.Evaluated(func(e expr.Expr) {
		expr.Walk(e, func(e expr.Expr) {
			if lit, ok := e.(*expr.Lit); ok && lit.T.Kind == expr.Int && lit.Value == int64(int32(lit.Value)) {
				add(strconv.FormatInt(lit.Value, 10))
			}
		})
	})
	for i := range w.m.Params {
		if w.m.Params[i].Type.Kind == expr.Int {
			add(number(w.m.Params[i].Type, "m.Params()."+w.names.Fields[i]))
		}
	}
	for i := range w.m.Vars {
		if w.m.Vars[i].Type.Kind == expr.Int {
			add(number(w.m.Vars[i].Type, "m."+w.names.Vars[i].Field))
		}
	}
	return fmt.Sprintf(`
// %[1]sCounterexampleInt returns a random number that the machine may compare with others.
func %[1]sCounterexampleInt(random *rand.Rand, m *%[2]s) int {
	values := []int{%[3]s}
	v, w := values[random.IntN(len(values))], values[random.IntN(len(values))]
	return []int{v, v + 1, v - 1, v + w, v - w}[random.IntN(5)]
}
`, w.prefix, w.names.Machine, strings.Join(values, ", "))
}
