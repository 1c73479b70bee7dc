package certificate_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
	. "github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// problem has no solution, but has one without the hypothesis needed.
type problem struct {
	name       string
	hypotheses []Formula
	needed     int
}

func problems() []problem {
	v := Variable
	k := Constant
	twice := func(p Poly) Poly { return p.Add(p) }
	from := func(p Poly, low int64) Formula { return AtLeastZero(p.Sub(k(low))) }
	upTo := func(p Poly, high int64) Formula { return AtLeastZero(k(high).Sub(p)) }
	is := func(p Poly, n int64) Formula { return EqualZero(p.Sub(k(n))) }
	cost := func(rem Poly) Poly { return rem.Mul(twice(v(1)).Add(k(3))) }
	return []problem{
		{"retry", []Formula{
			// x0 is left of providers, x1 the most retries, x2 the retries.
			from(v(0), 0), from(v(1), 0), from(v(2), 0), AtLeastZero(v(1).Sub(v(2))),
			from(v(0), 1),
			AtLeastZero(cost(v(0).Sub(k(1))).Add(twice(v(1))).Add(k(3)).Sub(cost(v(0))).Sub(k(1))),
		}, 5},
		{"bounded", []Formula{
			from(v(0), 0), from(v(1), 0), from(v(2), 0), AtLeastZero(v(1).Sub(v(2))),
			upTo(cost(v(0)).Add(twice(v(1).Sub(v(2)))), -3),
		}, 0},
		{"bound", []Formula{
			from(v(0), 0), from(v(1), 0), And(AtLeastZero(v(2).Sub(v(0))), upTo(v(2), 3)),
			AtLeastZero(cost(v(0)).Sub(cost(v(2))).Sub(k(1))),
		}, 1},
		{"parity", []Formula{is(twice(v(0)).Sub(twice(v(1))), 1)}, 0},
		{"class", []Formula{
			from(v(0), 0), upTo(v(0), 2), Not(is(v(0), 0)), Not(is(v(0), 1)), Not(is(v(0), 2)),
		}, 3},
		{"branch", []Formula{
			from(v(0), -3), upTo(v(0), 3), from(v(1), -3), upTo(v(1), 3), is(k(3).Mul(v(0)).Add(k(5).Mul(v(1))), 22),
		}, 4},
		{"squeeze", []Formula{
			from(v(0), 3), upTo(v(0), 3), Not(EqualZero(v(0).Mul(v(1)).Sub(k(3).Mul(v(1))))),
		}, 1},
		{"definitions", []Formula{
			EqualZero(v(0).Sub(v(1)).Sub(k(1))), EqualZero(v(2).Sub(v(0)).Add(k(2))),
			AtLeastZero(v(1).Mul(v(0)).Sub(v(2).Mul(v(0)).Add(v(0))).Sub(k(1))),
		}, 1},
		{"pigeons", []Formula{
			from(v(0), 0), upTo(v(0), 1), from(v(1), 0), upTo(v(1), 1), from(v(2), 0), upTo(v(2), 1),
			Not(EqualZero(v(0).Sub(v(1)))), Not(EqualZero(v(1).Sub(v(2)))), Not(EqualZero(v(0).Sub(v(2)))),
		}, 7},
		{"minimum", []Formula{
			Or(And(EqualZero(v(0).Sub(v(1))), AtLeastZero(v(2).Sub(v(1)))), And(EqualZero(v(0).Sub(v(2))), AtLeastZero(v(1).Sub(v(2))))),
			from(v(1), 1), from(v(2), 1), upTo(v(0), 0),
		}, 2},
	}
}

// proof finds the proof of a problem.
func (p problem) proof(t testing.TB) *Proof {
	t.Helper()
	proof, outcome := solve.Refute(p.hypotheses, solve.DefaultLimit)
	if outcome != solve.Refuted {
		t.Fatalf("%s: Refute = %v", p.name, outcome)
	}
	return proof
}

// TestGolden pins the proofs byte for byte.
func TestGolden(t *testing.T) {
	for _, p := range problems() {
		t.Run(p.name, func(t *testing.T) {
			got, err := json.MarshalIndent(p.proof(t), "", "\t")
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, '\n')
			file := filepath.Join("testdata", p.name+".json")
			golden.File(t, file, got)
			proof := &Proof{}
			if err := json.Unmarshal(got, proof); err != nil {
				t.Fatal(err)
			}
			if err := Replay(p.hypotheses, proof); err != nil {
				t.Error(err)
			}
		})
	}
}

// mutants returns every proof that differs from proof in one number, one
// element of a list that is left out or doubled, or two neighbours that are
// exchanged.
func mutants(t testing.TB, proof *Proof) (mutants []*Proof, names []string) {
	t.Helper()
	data, err := json.Marshal(proof)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	add := func(name string) {
		changed, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		m := &Proof{}
		if err := json.Unmarshal(changed, m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		mutants, names = append(mutants, m), append(names, name)
	}
	// visit changes v in all ways; set puts a value in its place.
	var visit func(v any, set func(any), path string)
	visit = func(v any, set func(any), path string) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				visit(v[key], func(x any) { v[key] = x }, path+"."+key)
			}
		case []any:
			for i := range v {
				set(slices.Delete(slices.Clone(v), i, i+1))
				add(fmt.Sprintf("%s: without %d", path, i))
				set(slices.Insert(slices.Clone(v), i, v[i]))
				add(fmt.Sprintf("%s: twice %d", path, i))
				if i > 0 {
					swapped := slices.Clone(v)
					swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
					set(swapped)
					add(fmt.Sprintf("%s: %d exchanged", path, i))
				}
				set(v)
				visit(v[i], func(x any) { v[i] = x }, fmt.Sprintf("%s[%d]", path, i))
			}
		case float64:
			for _, x := range []float64{v + 1, v - 1, 0, -v - 1, v + 1000} {
				if x != v {
					set(x)
					add(fmt.Sprintf("%s: %v becomes %v", path, v, x))
				}
			}
			set(v)
		case string:
			n, err := strconv.ParseInt(v, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range []int64{n + 1, n - 1, 0, -n, 2 * n, n + 1000} {
				if x != n {
					set(strconv.FormatInt(x, 10))
					add(fmt.Sprintf("%s: %v becomes %v", path, n, x))
				}
			}
			set(v)
		}
	}
	visit(tree, func(x any) { tree = x }, "proof")
	return mutants, names
}

// satisfiable looks for a solution with x0, x1 and x2 between -6 and 6.
func satisfiable(hypotheses []Formula) bool {
	var values [3]*big.Int
	value := func(s Symbol) *big.Int { return values[s] }
	for i := range 13 * 13 * 13 {
		for j, n := range []int{i % 13, i / 13 % 13, i / 169} {
			values[j] = big.NewInt(int64(n - 6))
		}
		if And(hypotheses...).Holds(value) {
			return true
		}
	}
	return false
}

// TestMutants changes real proofs in every place. Most mutants prove nothing.
// Some are proofs by luck, where the change concerns only how strongly a fact
// is used; they are harmless because the hypotheses have no solution, and are
// counted. Of the same mutants none may prove anything from hypotheses that
// have a solution: those that lack a needed one, and its negation in place of
// it.
func TestMutants(t *testing.T) {
	total, accepted := 0, 0
	for _, p := range problems() {
		proof := p.proof(t)
		if satisfiable(p.hypotheses) {
			t.Fatalf("%s has a solution", p.name)
		}
		without := slices.Clone(p.hypotheses)
		without[p.needed] = And()
		negated := slices.Clone(p.hypotheses)
		negated[p.needed] = Not(p.hypotheses[p.needed])
		shorter := slices.Delete(slices.Clone(p.hypotheses), p.needed, p.needed+1)
		weaker := [][]Formula{without, negated, shorter}
		for _, w := range weaker {
			if !satisfiable(w) {
				t.Fatalf("%s without hypothesis %d has no solution", p.name, p.needed)
			}
		}
		all, names := mutants(t, proof)
		lucky := 0
		for i, m := range all {
			if Replay(p.hypotheses, m) == nil {
				lucky++
			}
			for _, w := range weaker {
				if Replay(w, m) == nil {
					t.Errorf("%s: %s is accepted from hypotheses that have a solution", p.name, names[i])
				}
			}
		}
		t.Logf("%s: %d of %d mutants are proofs too", p.name, lucky, len(all))
		total, accepted = total+len(all), accepted+lucky
	}
	if accepted*10 > total {
		t.Errorf("%d of %d mutants are accepted, want at most a tenth", accepted, total)
	}
}

// TestMutantsOfMutants applies several changes, all but the last at random,
// and replays the results from hypotheses that have a solution.
func TestMutantsOfMutants(t *testing.T) {
	sample.Turn(t)
	rng := rand.New(rand.NewSource(int64(sample.Seed(t))))
	replayed := 0
	for _, p := range problems() {
		weaker := slices.Clone(p.hypotheses)
		weaker[p.needed] = And()
		for changes := range 5 {
			proof := p.proof(t)
			for range changes {
				if all, _ := mutants(t, proof); len(all) > 0 {
					proof = all[rng.Intn(len(all))]
				}
			}
			all, names := mutants(t, proof)
			for i, m := range all {
				if Replay(weaker, m) == nil {
					t.Errorf("%s: %s is accepted after %d other changes", p.name, names[i], changes)
				}
			}
			replayed += len(all)
		}
	}
	if replayed < 5000 {
		t.Errorf("only %d mutants", replayed)
	}
}
