package cpf

import (
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// node is an element of a certificate.
type node struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
	Nodes   []node `xml:",any"`
}

// at returns the element at a path, and all the elements of a name inside.
func (n *node) at(path ...string) *node {
	for _, name := range path {
		i := slices.IndexFunc(n.Nodes, func(c node) bool { return c.XMLName.Local == name })
		if i < 0 {
			return &node{}
		}
		n = &n.Nodes[i]
	}
	return n
}

func (n *node) text() string { return strings.TrimSpace(n.Text) }

// checker reads a certificate as the theory of CeTA does, and asks z3 about each implication. It knows nothing of machines.
type checker struct {
	lts, proof *node
	names      map[string]bool
}

// term writes a formula or an expression for z3. Variables are those before or, if after is set, after the step.
func (c *checker) term(n *node, after bool) string {
	var parts []string
	for i := range n.Nodes {
		parts = append(parts, c.term(&n.Nodes[i], after || n.XMLName.Local == "post"))
	}
	apply := func(f, empty string) string {
		if len(parts) == 0 {
			return empty
		}
		return "(" + f + " " + strings.Join(parts, " ") + ")"
	}
	switch n.XMLName.Local {
	case "conjunction":
		return apply("and", "true")
	case "disjunction":
		return apply("or", "false")
	case "leq":
		return apply("<=", "")
	case "eq":
		return apply("=", "")
	case "sum":
		return apply("+", "0")
	case "product":
		return apply("*", "1")
	case "constant":
		if text, negative := strings.CutPrefix(n.text(), "-"); negative {
			return "(- " + text + ")"
		}
		return n.text()
	case "variableId":
		name := "|" + n.text() + "|"
		if after {
			name = "|" + n.text() + "'|"
		}
		c.names[name] = true
		return name
	}
	return parts[0] // post, formula, invariant
}

// questions returns scripts that z3 must answer with unsat.
func (c *checker) questions(t *testing.T) (list []string) {
	invariants := map[string]*node{}
	for i := range c.proof.at("newInvariants", "invariants").Nodes {
		n := &c.proof.at("newInvariants", "invariants").Nodes[i]
		invariants[n.at("location", "locationId").text()] = n.at("formula")
	}
	inv := func(location string, after bool) string {
		if n := invariants[location]; n != nil {
			return c.term(n, after)
		}
		return "true"
	}
	ask := func(given []string, goal string) {
		list = append(list, "(assert (and "+strings.Join(given, " ")+"))\n(assert (not "+goal+"))\n")
	}
	if start := c.lts.at("initial", "locationId").text(); inv(start, false) != "true" {
		t.Errorf("the invariant of the start is %s", inv(start, false))
	}
	cooperation := c.proof.at("newInvariants", "switchToCooperationTermination")
	if len(cooperation.Nodes) == 0 {
		cooperation = c.proof.at("switchToCooperationTermination")
	}
	cut := map[string]bool{}
	for _, n := range cooperation.at("cutPoints").Nodes {
		cut[n.at("locationId").text()] = true
	}
	component, ranks, removed, bounds := map[string]int{}, map[string][]node{}, map[string]bool{}, []node{}
	for i, n := range cooperation.at("sccDecomposition").Nodes {
		for _, l := range n.at("scc").Nodes {
			component[l.text()] = i + 1
			if !cut[l.text()] {
				t.Errorf("%s is no cut point", l.text())
			}
		}
		removal := n.at("transitionRemoval")
		bounds = removal.at("bound").Nodes
		for _, f := range removal.at("rankingFunctions").Nodes {
			ranks[f.at("location", "locationDuplicate").text()] = f.at("expression").Nodes
		}
		for _, tr := range removal.at("remove").Nodes {
			removed[tr.text()] = true
		}
	}
	next := map[string][]string{}
	for i := range c.lts.Nodes {
		tr := &c.lts.Nodes[i]
		if tr.XMLName.Local != "transition" {
			continue
		}
		from, to, id := tr.at("source", "locationId").text(), tr.at("target", "locationId").text(), tr.at("transitionId").text()
		given := []string{inv(from, false), c.term(tr.at("formula"), false)}
		if inv(to, true) != "true" {
			ask(given, inv(to, true))
		}
		inside := component[from] != 0 && component[from] == component[to]
		if inside != removed[id] {
			t.Errorf("transition %s is in a component, or removed, but not both", id)
		}
		if !inside {
			next[from] = append(next[from], to)
			continue
		}
		lower := "false"
		for k := len(ranks[from]) - 1; k >= 0; k-- {
			before, after, bound := c.term(&ranks[from][k], false), c.term(&ranks[to][k], true), c.term(&bounds[k], false)
			lower = fmt.Sprintf("(or (and (> %s %s) (> %s %s)) (and (>= %s %s) %s))", before, after, before, bound, before, after, lower)
		}
		ask(given, lower)
	}
	// What is left has no cycle.
	var visit func(string, map[string]bool)
	visit = func(l string, path map[string]bool) {
		if path[l] {
			t.Fatalf("a cycle through %s is in no component", l)
		}
		path[l] = true
		for _, to := range next[l] {
			visit(to, path)
		}
		delete(path, l)
	}
	visit(c.lts.at("initial", "locationId").text(), map[string]bool{})
	return list
}

func parse(t *testing.T, data []byte) *checker {
	t.Helper()
	var root node
	if err := xml.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	return &checker{root.at("input", "lts"), root.at("proof", "ltsTerminationProof"), map[string]bool{}}
}

// large is the size of certificates that z3 cannot check in reasonable time, in bytes: those of the orchestration, whose bound is a
// product of degree 5.
const large = 500_000

// few returns at most 80 questions, from all parts of a list: z3 takes seconds for one about the products of a large machine.
func few(list []string) []string {
	const most = 80
	if len(list) <= most {
		return list
	}
	out := make([]string, most)
	for i := range out {
		out[i] = list[i*len(list)/most]
	}
	return out
}

// z3 returns the answers to scripts.
func z3(t *testing.T, c *checker, scripts []string) []string {
	t.Helper()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.names)) {
		b.WriteString("(declare-const " + name + " Int)\n")
	}
	for _, s := range scripts {
		b.WriteString("(push)\n" + s + "(check-sat)\n(pop)\n")
	}
	cmd := exec.CommandContext(t.Context(), "z3", "-in", "rlimit=500000")
	cmd.Stdin = strings.NewReader(b.String())
	out, _ := cmd.Output()
	answers := strings.Fields(string(out))
	if len(answers) != len(scripts) {
		t.Fatalf("z3 has %d answers to %d questions:\n%.2000s", len(answers), len(scripts), out)
	}
	return answers
}

func needSolver(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("z3"); err == nil {
		return
	}
	const missing = "z3 is not installed: NO CERTIFICATE WAS CHECKED"
	if os.Getenv("CI") != "" {
		t.Fatal(missing)
	}
	t.Skip(missing)
}

// TestCertificates checks what CeTA would check, with z3: invariants are inductive, and ranks decrease from positive values.
// A longest run of the machine must be a run of the transition system, too.
func TestCertificates(t *testing.T) {
	needSolver(t)
	files := append([]string{small}, sample.Some(t, machines(t), sample.Size(3, 8, 60))...)
	agreed, open := 0, 0
	for _, file := range files {
		m := loadable(t, file)
		if m == nil {
			continue
		}
		r := verify.Machine(t.Context(), m)
		data, _, err := File(t.Context(), r)
		if err != nil {
			continue
		}
		if len(data) > large {
			t.Logf("%s is NOT CHECKED: z3 takes too long for its products", filepath.Base(file))
			continue
		}
		c := parse(t, data)
		questions := few(c.questions(t))
		wrong := 0
		for i, answer := range z3(t, c, questions) {
			switch answer {
			case "unsat":
				agreed++
			case "sat":
				if wrong++; wrong == 1 {
					t.Errorf("%s: z3 refutes\n%s", filepath.Base(file), questions[i])
				}
			default:
				open++
			}
		}
		steps := c.steps(r)
		for i, answer := range z3(t, c, steps) {
			if answer == "unsat" {
				t.Errorf("%s: step %d of a run is none of the transition system:\n%s", filepath.Base(file), i, steps[i])
			}
		}
	}
	t.Logf("%d implications agreed, %d not decided", agreed, open)
	if agreed < 10*open {
		t.Error("too much was not decided for the test to mean anything")
	}
}

// steps returns scripts that are satisfiable if the steps of a longest run are steps of the transition system. Strings are
// left out: their numbers differ.
func (c *checker) steps(r *verify.Report) (list []string) {
	run := r.Bound.Worst
	if run == nil {
		return nil
	}
	m := r.Ranked()
	w := &writer{m: m}
	for _, s := range run.Steps[:min(len(run.Steps), 12)] {
		tr := &m.Transitions[s.Transition]
		var b strings.Builder
		pin := func(name string, t expr.Type, value int64) {
			if name = "|" + name + "|"; t.Scalar() && t.Kind != expr.String && c.names[name] {
				fmt.Fprintf(&b, "(assert (= %s (- %d %d)))\n", name, max(value, 0), max(-value, 0))
			}
		}
		for i, p := range m.Params {
			pin(w.param(i), p.Type, run.Params[i])
		}
		for i, v := range m.Vars {
			if m.Exists(i, tr.From) {
				pin(w.name(i), v.Type, s.Before[i])
			}
			if m.Exists(i, tr.To) {
				pin(w.name(i)+"'", v.Type, s.After[i])
			}
		}
		for i := range c.lts.Nodes {
			if n := &c.lts.Nodes[i]; n.at("transitionId").text() == fmt.Sprintf("t%d", s.Transition+1) {
				b.WriteString("(assert " + c.term(n.at("formula"), false) + ")\n")
			}
		}
		list = append(list, b.String())
	}
	return list
}

// TestWrongCertificate changes a certificate. Each change makes an implication wrong, and the check must find it.
func TestWrongCertificate(t *testing.T) {
	needSolver(t)
	data, _, err := File(t.Context(), verify.Machine(t.Context(), load(t, small)))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"<rankingFunction><location><locationDuplicate>Taking</locationDuplicate></location><expression><sum><constant>2</constant><variableId>var.left</variableId></sum>",
			"<rankingFunction><location><locationDuplicate>Taking</locationDuplicate></location><expression><sum><constant>2</constant></sum>"},
		{"<post><variableId>var.left</variableId></post>", "<variableId>var.left</variableId>"},
		{"<leq><constant>0</constant><sum><constant>-1</constant><variableId>var.left</variableId></sum></leq>", ""},
	} {
		text := strings.ReplaceAll(string(data), change[0], change[1])
		if text == string(data) {
			t.Fatalf("the certificate has no %s", change[0])
		}
		c := parse(t, []byte(text))
		if questions := c.questions(t); !slices.Contains(z3(t, c, questions), "sat") {
			t.Errorf("a certificate in which %s becomes %q is accepted", change[0], change[1])
		}
	}
}
