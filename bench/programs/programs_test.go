package main

import (
	"context"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestTranslate verifies small programs whose verdict and degree are known.
func TestTranslate(t *testing.T) {
	for _, tt := range []struct {
		name      string
		translate func(name, src string) (*machine, error)
		src, want string
	}{
		{"nested loops", c, `extern int __VERIFIER_nondet_int(void);
int main() {
    int i, j, n = __VERIFIER_nondet_int();
    for (i = 0; i < n; i++) { /* each */
        j = 0;
        while (j < n) { j += 1; }
    }
    return 0;
}`, "proved 2"},
		{"a choice, and a jump out of the loop", c, `int main() {
    int x = nondet();
    do {
        x--;
        if (nondet()) continue;
        if (x == 3 || x < 0) break;
    } while (x > 0);
    return 0;
}`, "unless 1"},
		{"no end", c, `int main() {
    int x = nondet(), y = 1;
    while (x != 0) { if (!(x < 0)) x = -x - y; else x = -x + y; }
}`, "refuted none"},
		{"rules", koat, `(GOAL COMPLEXITY)
(STARTTERM (FUNCTIONSYMBOLS start))
(VAR A B C)
(RULES
  start(A,B) -> Com_1(f(A,0))
  f(A,B) -> Com_1(f(A - 1,B + A)) :|: A > 0 && C = 1
  f(A,B) -> Com_1(g(A,B)) :|: A <= 0
  g(A,B) -> Com_1(g(A,B - C)) :|: B >= 0 && C >= 1
)`, "unless 2"},
		{"powers, and rules without Com", koat, `(GOAL COMPLEXITY)
(STARTTERM (FUNCTIONSYMBOLS start))
(VAR A B)
(RULES
  start(A,B) -> f(B^2,B)
  f(A,B) -> f(A - 1,B) :|: A > 0
)`, "unless 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := tt.translate("Program", tt.src)
			if err != nil {
				t.Fatal(err)
			}
			s, diags := spec.Load("program.fsm.yaml", []byte(m.spec()))
			if s.Machine == nil {
				t.Fatalf("%v\n%s", diags, m.spec())
			}
			var r result
			r.degree = "none"
			report := verify.Within(context.Background(), s.Machine, verify.Limits{}, nil)
			r.read(report)
			if got := r.verdict + " " + r.degree; got != tt.want {
				t.Errorf("%s, want %s\n%s\n%s", got, tt.want, m.spec(), report.Summary())
			}
		})
	}
}

// TestNotTranslated has programs that the translation does not read.
func TestNotTranslated(t *testing.T) {
	for _, src := range []string{
		"int f(int x) { return x; } int main() { return 0; }",
		"int main() { int x = g(3); return 0; }",
		"int main() { while (1) {",
		"int main() { x[0] = 1; }",
		"/* no end",
		"",
	} {
		if m, err := c("Program", src); err == nil {
			t.Errorf("%q is translated to\n%s", src, m.spec())
		}
	}
	for _, src := range []string{
		"(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(A) -> Com_2(f(A),f(A)))",
		"(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(A + 1) -> f(A))",
		"(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(A) -> f(A",
		"(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(A) -> f(A ^ 99))",
		"(RULES",
	} {
		if m, err := koat("Program", src); err == nil {
			t.Errorf("%q is translated to\n%s", src, m.spec())
		}
	}
}

// TestDrawn counts the hundred.
func TestDrawn(t *testing.T) {
	count := map[string]int{}
	for _, p := range programs() {
		count[p.truth]++
	}
	if n := len(programs()); n != 100 || count["ends"] != 66 || count["endless"] != 30 {
		t.Errorf("%d programs: %v", n, count)
	}
}
