package coq

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// needCoq ends a test that cannot run coqc: in CI with a failure.
func needCoq(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err == nil {
		return
	}
	const missing = "coqc is not installed: NO PROOF WAS CHECKED"
	if os.Getenv("CI") != "" {
		t.Fatal(missing)
	}
	t.Skip(missing)
}

// coqc runs coqc on a text in a folder, and returns what it prints, and whether it succeeds.
func coqc(t *testing.T, dir, name, text string) (out string, ok bool) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name+".v"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "coqc", "-q", name+".v")
	cmd.Dir = dir
	data, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal("coqc does not start")
	}
	return string(data), err == nil
}

// closed is what coqc prints if the theorems assume nothing.
const closed = "Closed under the global context\n"

// TestCoq runs the tests that compile many files. They share the library, which is compiled once.
func TestCoq(t *testing.T) {
	sample.Turn(t)
	needCoq(t)
	dir := t.TempDir()
	if out, ok := coqc(t, dir, "Library", library); !ok {
		t.Fatal(out)
	}
	for name, test := range map[string]func(*testing.T, string){
		"proved": proved, "random": random, "computed at the start": computedAtStart, "components": components, "payload": payload, "times": limits, "public": public,
		"wrong certificates": wrongCertificates, "wrong machine": wrongMachine,
	} {
		t.Run(name, func(t *testing.T) { test(t, dir) })
	}
}

// using is the text for the part of a file after the library.
func using(body string) string { return opening + "Require Import Library.\n" + body }

// compiles checks that coqc accepts the part of a file after the library.
func compiles(t *testing.T, dir, name, body string) {
	t.Helper()
	if out, ok := coqc(t, dir, name, using(body)); !ok || out != closed {
		t.Errorf("%s: coqc says:\n%.3000s", name, out)
	}
}

// TestShipped compiles the files of the shipped machines as they are.
func TestShipped(t *testing.T) {
	sample.Turn(t)
	needCoq(t)
	all := files(t, "../../../machines/*/*.fsm.yaml", "../../../machines/agentloop/toolcall/*.fsm.yaml")
	for _, file := range sample.Some(t, all, sample.Size(1, 1, len(all))) {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			t.Parallel()
			r := verify.Machine(t.Context(), load(t, file))
			head, body := write(t, r)
			w, err := newWriter(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			w.machine()
			if r.Bound.Worst != nil {
				body += witness(w, *r.Bound.Worst)
			}
			if out, ok := coqc(t, t.TempDir(), "Shipped", head+library+body); !ok || out != closed {
				t.Errorf("coqc says:\n%.3000s", out)
			}
			for _, theorem := range []string{"terminates", "bounded", "values_fit"} {
				if !strings.Contains(body, "Theorem "+theorem+" :") {
					t.Errorf("the file lacks theorem %s", theorem)
				}
			}
		})
	}
}

// proved compiles what is proved of other machines.
func proved(t *testing.T, dir string) {
	all := append(sample.Some(t, files(t, "testdata/*.fsm.yaml"), sample.Size(1, 1, 3)),
		sample.Some(t, files(t, "../../../verify/testdata/*.fsm.yaml", "../../../verify/testdata/*/*.fsm.yaml", "../../../examples/shop/order/*.fsm.yaml"), sample.Size(0, 2, 20))...)
	for i, file := range all {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			r := verify.Machine(t.Context(), load(t, file))
			if r.Termination != verify.Proved && !r.UnlessOverflow {
				if _, err := File(t.Context(), r); err == nil {
					t.Error("there is a file, but nothing is proved")
				}
				return
			}
			w, err := newWriter(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			body := w.machine()
			if worst := r.Bound.Worst; worst != nil && len(worst.Steps) <= 40 {
				body += witness(w, *worst)
			}
			compiles(t, dir, fmt.Sprintf("Proved%d", i), body)
			// What the report says of the bound is in the file.
			if bounded := strings.Contains(body, "Theorem bounded :"); r.Bound.Status == verify.Proved && !bounded {
				t.Errorf("the bound is proved, but not in the file")
			}
		})
	}
}

// payload compiles what is proved of a machine that carries payloads to later regions.
func payload(t *testing.T, dir string) {
	s, diags := spec.Load("oven.fsm.yaml", []byte(spectest.Payload))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	w, err := newWriter(t.Context(), verify.Machine(t.Context(), s.Machine))
	if err != nil {
		t.Fatal(err)
	}
	compiles(t, dir, "Payload", w.machine())
}

// random compiles what is proved of random machines, except of very large ones.
func random(t *testing.T, dir string) {
	random := sample.Rand(t)
	made, lacking := 0, 0
	for wanted := sample.Size(0, 1, 5); made < wanted; {
		text := spectest.Sound(random, spectest.All)
		s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		if s.Machine == nil {
			continue
		}
		r := verify.Machine(t.Context(), s.Machine)
		if r.Termination != verify.Proved && !r.UnlessOverflow {
			continue
		}
		w, err := newWriter(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		body := w.machine()
		if len(w.lacking) > 0 {
			lacking++ // the prover gives up on some products and quotients
			continue
		}
		if len(body) > 150_000 {
			continue
		}
		if worst := r.Bound.Worst; worst != nil && len(worst.Steps) <= 40 {
			body += witness(w, *worst)
		}
		name := fmt.Sprintf("Random%d", made)
		made++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if compiles(t, dir, name, body); t.Failed() {
				t.Log(text)
			}
		})
	}
	if lacking > 2+made/4 {
		t.Errorf("the prover gives up on %d machines, and not on %d", lacking, made)
	}
}

// computedAtStart compiles the file of a machine with two computations at the start. Nothing is known where they
// happen, so their cases have no names, and Coq reads two bars side by side as one token.
func computedAtStart(t *testing.T, dir string) {
	const text = `
machine: Computed
params: {n: {type: int, min: 0, max: 100}}
vars: {up: {type: int, min: 1, max: n + 1, init: n + 1}, left: {type: int, min: 2, max: n + 2, init: n + 2}}
events: {Go: {}}
initial: Busy
terminal: {done: [Done]}
states:
  Busy:
    on:
      Go: [{if: left > 2 && up > 0, set: {left: left - 1}}, Done]
  Done: {}
`
	s, diags := spec.Load("computed.fsm.yaml", []byte(text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	_, body := write(t, verify.Machine(t.Context(), s.Machine))
	if !strings.Contains(body, "destruct D as [ |  | ") {
		t.Error("the file lacks cases without names")
	}
	compiles(t, dir, "Computed", body)
}

// numbers matches the number of a multiple in a certificate.
var numbers = regexp.MustCompile(`\((-?[0-9]+), \[[0-9; ]+\]%nat, \[`)

// wrongCertificates changes one number of each certificate of a machine. Coq rejects most of these; the others are
// correct, too, because more of a fact without variables, or of one that is 0, does no harm.
func wrongCertificates(t *testing.T, dir string) {
	_, body := write(t, verify.Machine(t.Context(), load(t, "testdata/small.fsm.yaml")))
	proofs := regexp.MustCompile(`\(proved \((env_\w+)[^()]*\) (\[.*?\]) (\(.*?) checked`).FindAllStringSubmatch(body, -1)
	certificate := regexp.MustCompile(`^(.*) (\((?:Absurd|Cut|Equate|Squeeze|Left|Right|Split|Branch) .*)$`)
	definitions, _, ok := strings.Cut(body, "(* The proofs")
	if !ok || len(proofs) < 10 {
		t.Fatalf("there are %d certificates", len(proofs))
	}
	text := using(definitions) + "Import Certificate.\n"
	for _, p := range proofs {
		parts := certificate.FindStringSubmatch(p[3])
		if parts == nil {
			t.Fatalf("this has no certificate: %s", p[3])
		}
		at := numbers.FindStringSubmatchIndex(parts[2])
		claim := func(certificate string) string {
			return fmt.Sprintf("Compute (refutes %s %s %s).\n", p[2], parts[1], certificate)
		}
		text += claim(parts[2])
		if at != nil {
			text += claim(parts[2][:at[2]] + "(-7)" + parts[2][at[3]:])
		}
	}
	out, ok := coqc(t, dir, "Wrong", text)
	if !ok {
		t.Fatal(out)
	}
	right, wrong := strings.Count(out, "= true"), strings.Count(out, "= false")
	if right < len(proofs) || wrong < len(proofs)*3/4 {
		t.Errorf("of %d certificates and as many wrong ones, Coq accepts %d and rejects %d", len(proofs), right, wrong)
	}
}

// wrongMachine joins the proofs of a machine with the definitions of another one, in which something differs. The
// proofs are no proofs of that machine, and Coq must say so.
func wrongMachine(t *testing.T, dir string) {
	r := verify.Machine(t.Context(), load(t, "../../../bench/fallback/fallback.fsm.yaml"))
	_, body := write(t, r)
	const mark = "(* The proofs"
	_, proofs, _ := strings.Cut(body, mark)
	compiles(t, dir, "Right", body)
	take := func(m *core.Machine, label string) *core.Transition {
		for i := range m.Transitions {
			if m.Label(i) == label {
				return &m.Transitions[i]
			}
		}
		t.Fatalf("no transition %s", label)
		return nil
	}
	tests := []struct {
		name   string
		change func(r *verify.Report)
	}{
		{"the bound is lower", func(r *verify.Report) {
			r.Bound.Expr = &expr.Binary{Op: expr.Sub, X: r.Bound.Expr, Y: expr.Number(1)}
		}},
		{"an update is left out", func(r *verify.Report) {
			u := take(r.Machine, "Selecting --Select[remaining > 0]--> Attempting")
			u.Updates = u.Updates[1:]
		}},
		{"a guard is weaker", func(r *verify.Report) {
			u := take(r.Machine, "Selecting --Select[remaining > 0]--> Attempting")
			g := u.Guard.(*expr.Binary)
			u.Guard = &expr.Binary{Op: expr.Ge, X: g.X, Y: g.Y}
		}},
		{"a transition leads elsewhere", func(r *verify.Report) {
			u := take(r.Machine, "Retrying --RetryReady[otherwise]--> Selecting")
			u.To = u.From
		}},
		{"progress is higher in one state", func(r *verify.Report) {
			s := &r.Machine.States[take(r.Machine, "Retrying --RetryReady[otherwise]--> Selecting").From]
			s.Progress = []expr.Expr{&expr.Binary{Op: expr.Add, X: s.Progress[0], Y: expr.Number(1)}}
		}},
		{"a variable starts with another value", func(r *verify.Report) { r.Machine.Vars[0].Init = expr.Number(7) }},
		{"a parameter may be negative", func(r *verify.Report) { r.Machine.Params[0].Min = expr.Number(-1) }},
	}
	for i, test := range sample.Some(t, tests, sample.Size(0, 2, len(tests))) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := *r.Machine
			m.Params, m.Vars, m.States = append([]core.Param(nil), m.Params...), append([]core.Var(nil), m.Vars...), append([]core.State(nil), m.States...)
			m.Transitions = append([]core.Transition(nil), m.Transitions...)
			changed := *r
			changed.Machine = &m
			test.change(&changed)
			w, err := newWriter(t.Context(), &changed)
			if err != nil {
				t.Fatal(err)
			}
			definitions, _, _ := strings.Cut(w.machine(), mark)
			if out, ok := coqc(t, dir, fmt.Sprintf("Changed%d", i), using(definitions+mark+proofs)); ok || !strings.Contains(out, "Error") {
				t.Errorf("coqc accepts the proofs of another machine:\n%s", out)
			}
		})
	}
}
