package proptest

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// machine is a folder of testdata, with what the walk must say of it.
type machine struct {
	name            string
	shipped, golden bool // its spec is one of machines/, its tests are compared with a golden file
	says            []string
}

var machines = []machine{
	{"alarm", false, false, []string{"6 of 6 transitions taken, in 3 configurations"}},
	{"call", false, true, []string{"24 of 24 transitions taken"}},
	{"checkout", false, false, []string{"transitions taken"}},
	{"courier", false, true, []string{"transitions taken"}},
	{"delivery", false, false, []string{"transitions taken"}},
	{"dispatch", false, true, []string{"transitions taken"}},
	{"errand", false, true, []string{"31 of 31 transitions taken"}},
	{"escrow", false, false, []string{"transitions taken"}},
	{"everything", false, false, []string{"transitions taken"}},
	{"fallback", true, false, []string{"18 of 18 transitions taken", "the bound is reached with 10 of 10 parameters"}},
	{"gate", false, false, []string{"12 of 12 transitions taken"}},
	{"haggle", false, true, []string{"11 of 11 transitions taken"}},
	{"negotiation", true, false, []string{"10 of 10 transitions taken", "the bound is reached with 4 of 4 parameters"}},
	{"orchestration", true, false, []string{"of 64 transitions taken"}},
	{"parcel", false, false, []string{"5 of 5 transitions taken", "the bound is reached with 4 of 4 parameters"}},
	{"probe", false, false, []string{"24 of 27 transitions taken", "the bound is reached with 4 of 4 parameters"}},
	{"pump", false, false, []string{"7 of 7 transitions taken", "the bound is reached with 4 of 4 parameters"}},
	{"quota", false, false, []string{"8 of 8 transitions taken", "the bound is reached with 10 of 10 parameters"}},
	{"ration", false, false, []string{"transitions taken"}},
	{"refund", false, true, []string{"24 of 24 transitions taken"}},
	{"reservation", true, false, []string{"33 of 33 transitions taken", "the bound is reached with 12 of 19 parameters"}},
	{"toggle", false, false, []string{"3 of 3 transitions taken"}},
	{"trip", false, false, []string{"transitions taken"}},
	{"wait", false, true, []string{"transitions taken"}},
}

// TestGenerated runs what is generated, of small machines with -short, and only then compares
// it with the golden files.
func TestGenerated(t *testing.T) {
	s := newModule(t)
	tried := machines
	if testing.Short() && !sample.Long() {
		tried = slices.DeleteFunc(slices.Clone(machines), func(m machine) bool { return m.shipped || m.name == "everything" || m.name == "call" })
	}
	if golden.Update() {
		tried = slices.DeleteFunc(slices.Clone(machines), func(m machine) bool { return !m.golden })
	} else {
		tried = some(t, tried, 1)
	}
	for _, m := range tried {
		s.add(t, m.name, m.name, nil)
	}
	out, ok := s.run("", "test", "-vet=all", "-count=1", "-v", "./...")
	if !ok {
		t.Fatal(out)
	}
	for _, m := range tried {
		for _, want := range m.says {
			if part := section(out, m.name); !strings.Contains(part, want) {
				t.Errorf("the tests of %s do not say %q:\n%s", m.name, want, part)
			}
		}
	}
	for _, m := range machines {
		if m.golden {
			_, tests := generate(t, m.name, "", m.name)
			golden.File(t, filepath.Join("testdata", m.name, m.name+"_fsm_test.go"), tests)
		}
	}
}

func TestDeterministic(t *testing.T) {
	for _, m := range some(t, machines, 2) {
		_, first := generate(t, m.name, "", m.name)
		if _, again := generate(t, m.name, "", m.name); string(again) != string(first) {
			t.Errorf("%s: two outputs differ", m.name)
		}
	}
}

// TestTogether puts two machines into one package and gives a seed in each of
// the ways there are.
func TestTogether(t *testing.T) {
	turn(t)
	s := newModule(t)
	for _, name := range append([]string{"quota"}, some(t, []string{"toggle", "alarm", "gate"}, 1)...) {
		machine, tests := generate(t, name, ident.Export(name), "both")
		m, names := load(t, name, ident.Export(name))
		s.typed(t, "both", m, names, "both")
		s.write(t, "both/"+name+"_fsm.go", machine)
		s.write(t, "both/"+name+"_fsm_test.go", tests)
	}
	s.write(t, "both/types.go", []byte("package both\n\ntype Request struct{}\n\ntype Response struct{}\n"))
	if out, ok := s.run("", "test", "-c", "-vet=off", "-o", "both.exe", "./both"); !ok {
		t.Fatal(out)
	}
	for _, test := range []struct {
		env, flag string
		ok        bool
		says      string
	}{
		{"FSMGEN_SEED=77", "-test.v", true, "--- PASS: TestQuotaProperties"},
		{"", "-fsmgen.seed=99", true, "PASS"},
		{"FSMGEN_SEED=x", "-test.v", false, `strconv.ParseInt: parsing "x"`},
		{"FSMGEN_SEED=7", "-fsmgen.seed=y", false, `strconv.ParseInt: parsing "y"`},
	} {
		cmd := exec.Command(filepath.Join(s.dir, "both.exe"), "-test.run=Properties", test.flag)
		cmd.Env = append(os.Environ(), "FSMGEN_SEED=", test.env)
		out, err := cmd.CombinedOutput()
		if ok := err == nil; ok != test.ok || !strings.Contains(string(out), test.says) {
			t.Errorf("%s go test ./both %s: passes: %t; want %t and %q:\n%s", test.env, test.flag, ok, test.ok, test.says, out)
		}
	}
}

// TestReport reads what a failure tells: what is wrong, a shortest run that
// shows it, and how to see it again. The machine panics on the second retry, which Continue can
// send after a shorter run.
func TestReport(t *testing.T) {
	turn(t)
	s := newModule(t)
	machine, _ := generate(t, "fallback", "", "fallback")
	broken := strings.Replace(string(machine), "m.retries++", "m.retries++\nif m.retries == 2 { panic(\"second retry\") }", 1)
	s.add(t, "report", "fallback", []byte(broken))
	out, ok := s.run("FSMGEN_SEED=5", "test", "-vet=off", "-run=Properties", "./report")
	retry := "Failure(class: Transient) RetryReady"
	run := "RequestReceived Select with fits(remaining) Slow by timer RetryReady " + retry
	for _, want := range []string{
		`> Labels of failing property: RetryReady\s+in\s+Retrying{[^}]* retries:\s+1,[^}]*}:\s+panic:\s+second\s+retry`,
		`sequential=\[` + strings.ReplaceAll(regexp.QuoteMeta(run), " ", `\s+`) + `\]`,
		`replay: FSMGEN_SEED=5 go test -run '\^TestFallbackProperties\$'`,
		`Continue with \[RetryReady\]: panic: second retry`,
		`after \[` + regexp.QuoteMeta(strings.TrimSuffix(run, " RetryReady")) + `\]\n\s+with \{Providers:1 MaxRetries:2\}`,
	} {
		if ok || !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("passes: %t; the report does not match %s:\n%s", ok, want, out)
		}
	}
}

// TestHostReport reads what a failure tells of a host: what was told, and an
// event that carries no more answers than it takes.
func TestHostReport(t *testing.T) {
	turn(t)
	s := newModule(t)
	machine, _ := generate(t, "call", "", "call")
	broken := strings.Replace(string(machine), `m.host.Log("busy", m.retries+1)`, `m.host.Log("busy", m.retries+2)`, 1)
	s.add(t, "report", "call", []byte(broken))
	out, ok := s.run("FSMGEN_SEED=5", "test", "-vet=off", "-run=Properties", "./report")
	for _, want := range []string{
		`> Labels of failing property: Begin\(note: "x?"\) with ready with fits\(event\.request, 1\) in Idle\{limit: \d, retries: 0, note: "(new|ticked|x|)"\}: ` +
			`calls of the host are \[StopTimer\(Idle\.Expire, 1\) Log\("\w*", 0\) Bell\(\) Log\("busy", 2\) [^\n]*\], want \[[^\n]* Log\("busy", 1\) `,
		`sequential=\[Begin\(note: "x?"\) with ready with fits\(event\.request, 1\)\]`,
		`in Run: after the run, Continue with \[Begin\(note: "x?"\) with ready with fits\(event\.request, 1\)[^\]]*\]: calls of the host are [^\n]* after \[\]`,
	} {
		if ok || !regexp.MustCompile(want).MatchString(strings.Join(strings.Fields(out), " ")) {
			t.Errorf("passes: %t; the report does not match %s:\n%s", ok, want, out)
		}
	}
}

func TestNamesOfAnother(t *testing.T) {
	m, _ := load(t, "fallback", "")
	_, names := load(t, "toggle", "")
	if out, err := Generate(m, names, "fallback", nil, true); err == nil {
		t.Errorf("names of another machine give %d bytes", len(out))
	}
}

// TestHeader keeps the text of a file name out of the code.
func TestHeader(t *testing.T) {
	for file, want := range map[string]string{
		"a/b/c.fsm.yaml":    "Code generated by fsmgen from c.fsm.yaml; DO NOT EDIT.",
		`a\c.fsm.yaml`:      "Code generated by fsmgen from c.fsm.yaml; DO NOT EDIT.",
		"-":                 "Code generated by fsmgen; DO NOT EDIT.",
		"x\nfunc init() {}": "Code generated by fsmgen; DO NOT EDIT.",
	} {
		if got := Header(file); got != want {
			t.Errorf("Header(%q) is %q, want %q", file, got, want)
		}
	}
}

// TestSolve finds the payload at which a comparison changes its mind.
func TestSolve(t *testing.T) {
	number := expr.Type{Kind: expr.Int}
	x := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Field, Name: "x", Type: number}}
	v := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Var, Name: "v", Type: number}}
	three := expr.Number(3)
	binary := func(op expr.Op, x, y expr.Expr) expr.Expr { return &expr.Binary{Op: op, X: x, Y: y} }
	for _, test := range []struct {
		left, right expr.Expr
		want        string
	}{
		{x, v, "v"},
		{binary(expr.Add, x, v), three, "3 - v"},
		{binary(expr.Add, v, x), three, "3 - v"},
		{binary(expr.Sub, x, v), three, "3 + v"},
		{binary(expr.Sub, v, x), three, "v - 3"},
		{&expr.Unary{Op: expr.Neg, X: x}, v, "-v"},
		{binary(expr.Mul, x, v), three, ""},
		{v, three, ""},
		{x, x, ""},
	} {
		got := ""
		edge := solve(test.left, test.right, func(s *expr.Symbol) bool { return s.Scope == expr.Field })
		if edge != nil {
			got = expr.Print(edge, expr.Spec)
		}
		if left, right := expr.Print(test.left, expr.Spec), expr.Print(test.right, expr.Spec); got != test.want {
			t.Errorf("%s = %s is solved by %q, want %q", left, right, got, test.want)
		}
	}
}

// TestOdd runs the tests of machines at the limits: an enum and states that
// fill their types, no events, and no way to end.
func TestOdd(t *testing.T) {
	turn(t)
	var values, states strings.Builder
	for i := range 256 {
		fmt.Fprintf(&values, "V%d, ", i)
		switch {
		case i < 127: // a tree, so that runs are short
			fmt.Fprintf(&states, "  S%d: {on: {Next: S%d, Other: S%d}}\n", i, 2*i+1, 2*i+2)
		case i < 255:
			fmt.Fprintf(&states, "  S%d: {on: {Pick: {to: End, set: {last: event.value}}}}\n", i)
		}
	}
	specs := map[string]string{
		"wide": "machine: Wide\nenums: {Value: [" + values.String() + "]}\nvars: {last: {type: Value, init: V0}}\n" +
			"events: {Next: {}, Other: {}, Pick: {value: Value}}\ninitial: S0\nterminal: {end: [End]}\nstates:\n" + states.String() + "  End: {}\n",
		"herald": "machine: Herald\noutputs: {Tell: {n: int}}\nparams: {n: int}\nevents: {}\ninitial: End\nterminal: {end: [End]}\n" +
			"states: {End: {entry: {Tell: {n: n}}}}\n",
		"mute": "machine: Mute\nguards: {open: {args: {n: int}}}\noutputs: {Tell: {n: int}}\ndelays: {nap: {args: {n: int}}}\n" +
			"events: {Go: {}}\ninitial: A\nterminal: {end: [B]}\nstates: {A: {on: {Go: B}}, B: {}}\n",
		"nap": "machine: Nap\ndelays: {nap: {}, doze: {args: {n: int}}}\nevents: {Wake: {environment: true}, Turn: {}}\ninitial: A\n" +
			"states: {A: {after: {nap: Wake}, on: {Wake: A, Turn: A}}}\n",
		"round": "machine: Round\nevents: {Wake: {environment: true}, Turn: {}}\ninitial: A\nprogress: {A: [1, 0], B: [0, 1]}\n" +
			"states: {A: {on: {Turn: B, Wake: A}}, B: {on: {Wake: A}}}\n",
		"still": "machine: Still\nevents: {}\ninitial: End\nterminal: {end: [End]}\nstates: {End: {}}\n",
		"lines": "machine: Lines\ntests: table\nevents: {Go: {n: int}}\ninitial: A\nterminal: {end: [B]}\nstates: {A: {on: {Go: {if: event.n > 3, to: B}}}, B: {}}\n",
		"luck":  "machine: Luck\ntests: [table, fuzz]\nguards: {lucky: {}}\nevents: {Go: {}}\ninitial: A\nterminal: {end: [B]}\nstates: {A: {on: {Go: {if: lucky, to: B}}}, B: {}}\n",
		"chime": "machine: Chime\nevents: {Late: {internal: true}, Go: {}}\ninitial: P\nterminal: {done: [Z]}\nvars: {n: {type: int, min: 0, max: 3}}\n" +
			"states:\n  Z: {}\n  P:\n    done: Z\n    parallel:\n" +
			"      R: {initial: A, states: {A: {on: {Late: B, Go: B}}, B: {final: true}}}\n" +
			"      Q: {initial: C, states: {C: {after: {90m: Late}, on: {Late: [{if: n < 2, set: {n: n + 1}}, D], Go: D}}, D: {final: true}}}\n",
		"swing": "machine: Swing\nevents: {Late: {internal: true}, Go: {}}\ninitial: S\nterminal: {done: [Z]}\nvars: {n: {type: int, min: 0, max: 2, init: 2}}\n" +
			"states:\n  S: {on: {Go: P}}\n  Z: {}\n  P:\n    done: Z\n    parallel:\n" +
			"      R: {initial: A, states: {A: {always: {if: n > 0, to: R, set: {n: n - 1}}, on: {Go: B}}, B: {final: true}}}\n" +
			"      Q: {initial: C, states: {C: {after: {90m: Late}, on: {Late: D}}, D: {final: true}}}\n",
		"endless": "machine: Go\nevents: {Run: {}}\ninitial: A\nterminal: {}\nstates: {A: {on: {Run: B}}, B: {on: {Run: A}}}\n",
	}
	s := newModule(t)
	for _, name := range some(t, slices.Sorted(maps.Keys(specs)), 2) {
		text := specs[name]
		if name != "wide" && name != "endless" { // whose tests are about names
			s.share(t, "shared", ident.Export(name), []byte(text))
			continue
		}
		m, names := parse(t, name+".fsm.yaml", []byte(text), "")
		machine, tests := emit(t, m, names, name)
		s.typed(t, name, m, names, name)
		s.write(t, name+"/"+name+"_fsm.go", machine)
		s.write(t, name+"/"+name+"_fsm_test.go", tests)
	}
	if out, ok := s.run("", "test", "./..."); !ok {
		t.Error(out)
	}
}
