// Programs verifies a hundred programs of the Termination Problems Data Base, translated into specs:
//
//	git clone https://github.com/TermCOMP/TPDB
//	go run ./programs TPDB
//
// The file drawn.txt names them, with what is true of each. A C program has a state for the head of each loop, and an alternative for each
// path from one to the next. A rule of KoAT is an event. What the program does not decide is a payload, or a parameter at the start. Ints
// are those of Go, so most verdicts hold unless a value leaves them.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

//go:embed drawn.txt
var drawn string

func main() {
	out := flag.String("specs", "", "write the specs to this folder, and verify nothing")
	only := flag.String("only", "", "take the programs whose name contains this alone")
	high := flag.Bool("high", false, "search with high effort")
	flag.Parse()
	if err := run(os.Stdout, flag.Arg(0), *only, *out, *high); err != nil {
		fmt.Fprintln(os.Stderr, "programs:", err)
		os.Exit(1)
	}
}

// program is one of the hundred.
type program struct {
	// name is its path in the data base. truth is "ends", "endless", or "?", and degree that of its lowest bound, "none", or "?".
	name, truth, degree string
}

// programs lists the hundred.
func programs() (list []program) {
	for line := range strings.Lines(drawn) {
		if f := strings.Fields(line); len(f) == 3 && f[0] != "#" {
			list = append(list, program{f[0], f[1], f[2]})
		}
	}
	return list
}

// spec translates a program of the data base in a folder.
func (p *program) spec(base string) (string, error) {
	src, err := os.ReadFile(filepath.Join(base, filepath.FromSlash(p.name)))
	if err != nil {
		return "", err
	}
	translate := koat
	if strings.HasSuffix(p.name, ".c") {
		translate = c
	}
	m, err := translate("Program", string(src))
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.name, err)
	}
	return m.spec(), nil
}

// run verifies the programs, and prints a line for each and the totals.
func run(w io.Writer, base, only, out string, high bool) error {
	effort := verify.NormalEffort
	if high {
		effort = verify.HighEffort
	}
	var t totals
	for _, p := range programs() {
		if !strings.Contains(p.name, only) {
			continue
		}
		text, err := p.spec(base)
		if err != nil {
			return err
		}
		if out != "" {
			file := filepath.Join(out, strings.ReplaceAll(p.name, "/", "__")+".fsm.yaml")
			if err := os.WriteFile(file, []byte("# "+p.name+"\n"+text), 0o644); err != nil {
				return err
			}
			continue
		}
		s, diags := spec.Load(p.name, []byte(text))
		if s.Machine == nil {
			return fmt.Errorf("%s: %v", p.name, diags)
		}
		start := time.Now()
		r := result{verdict: "unknown", degree: "none"}
		report := verify.Within(context.Background(), s.Machine, verify.Limits{Effort: effort}, nil)
		r.read(report)
		fmt.Fprintf(w, "%s\t%s %s\t%s %s\t%.1f s\t%s\n", p.name, p.truth, p.degree, r.verdict, r.degree, time.Since(start).Seconds(), r.bound)
		t.add(p, r)
	}
	if out == "" {
		t.print(w)
	}
	return nil
}

// result is what was found of a program: "proved", "unless" a value leaves Go's int, "refuted", or "unknown".
type result struct{ verdict, degree, bound string }

func (r *result) read(report *verify.Report) {
	if r.verdict = string(report.Termination); report.UnlessOverflow {
		r.verdict = "unless"
	}
	if x := report.Bound.Expr; x != nil && report.Termination != verify.Refuted {
		r.degree, r.bound = strconv.Itoa(expr.Degree(x)), expr.Print(x, expr.Spec)
	}
}

// totals counts results.
type totals struct {
	ends, proved, endless, refuted, bounded, degrees, open int
	// wrong are the programs of which something was proved that is not true.
	wrong []string
}

func (t *totals) add(p program, r result) {
	proved, refuted := r.verdict == "proved" || r.verdict == "unless", r.verdict == "refuted"
	switch p.truth {
	case "ends":
		t.ends++
		if proved {
			t.proved++
		}
		if refuted {
			t.wrong = append(t.wrong, p.name)
		}
	case "endless":
		t.endless++
		if refuted {
			t.refuted++
		}
		if proved {
			t.wrong = append(t.wrong, p.name)
		}
	default:
		t.open++
	}
	if want, err := strconv.Atoi(p.degree); err == nil {
		t.bounded++
		switch got, err := strconv.Atoi(r.degree); {
		case err == nil && got == want:
			t.degrees++
		case err == nil && got < want:
			t.wrong = append(t.wrong, p.name)
		}
	}
}

func (t *totals) print(w io.Writer) {
	fmt.Fprintf(w, "proved, overflow aside: %d of %d; refuted: %d of %d; lowest degree: %d of %d; not known: %d; wrong: %d %v\n",
		t.proved, t.ends, t.refuted, t.endless, t.degrees, t.bounded, t.open, len(t.wrong), t.wrong)
}
