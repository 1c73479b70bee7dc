package golang_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"math"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// addBounds adds a package of machines that differ in their bounds, with a test that
// Validate rejects parameters exactly if some part of the bound does not fit in an int of
// this platform, according to arbitrary-precision arithmetic.
func addBounds(t *testing.T, dir string, r *rand.Rand) {
	t.Helper()
	number := expr.Type{Kind: expr.Int}
	params := []core.Param{
		{Name: "a", Min: expr.Number(0)},
		{Name: "b", Min: expr.Number(1)},
		{Name: "c", Min: expr.Number(-3), Max: expr.Number(9)},
		{Name: "d"},
	}
	refs := make([]expr.Expr, len(params))
	for i := range params {
		params[i].Type = number
		params[i].Symbol = &expr.Symbol{Scope: expr.Param, Index: i, Name: params[i].Name, Type: number}
		refs[i] = &expr.Ref{Symbol: params[i].Symbol}
	}
	operators := []expr.Op{expr.Add, expr.Sub, expr.Mul, expr.Quo, expr.Rem}
	var code, list bytes.Buffer
	var rows []boundRow
	for i := range 60 {
		natural := i%3 > 0
		bound := randomBound(r, refs, natural, 4)
		for foldable(bound) {
			bound = randomBound(r, refs, natural, 4)
		}
		if i < len(operators) {
			// Each checked operator by itself, down to the smallest int.
			natural, bound = false, &expr.Binary{Op: operators[i], X: refs[3], Y: refs[2]}
		} else if i < 2*len(operators) {
			natural, bound = false, &expr.Binary{Op: operators[i-len(operators)], X: refs[2], Y: refs[3]}
		} else if i == 2*len(operators) {
			// In an int of 32 bits, the constant alone exceeds what the factor leaves.
			sum := &expr.Binary{Op: expr.Add, X: expr.Number(math.MaxInt32 - 5), Y: &expr.Binary{Op: expr.Mul, X: refs[0], Y: refs[1]}}
			natural, bound = true, &expr.Binary{Op: expr.Mul, X: expr.Number(7), Y: sum}
		}
		prefix := fmt.Sprintf("B%d", i)
		m := &core.Machine{Name: prefix, States: []core.State{{Name: "Only", Outcome: -1}}, Params: params, Bound: bound}
		code.Write(paramsOnly(t, generate(t, m, assign(t, m, prefix), "bounds")))
		fmt.Fprintf(&list, "\tfunc(v []int) error { return %sParams{v[0], v[1], v[2], v[3]}.Validate() },\n", prefix)
		for range 60 {
			v := randomParams(r, natural)
			for _, v := range [][4]int64{v, edge(bound, v), {v[0], v[1], v[2], math.MinInt}, {v[0], v[1], -1, math.MinInt + v[1]%2}} {
				_, fits := exact(bound, v)
				rows = append(rows, boundRow{i, v, fits})
			}
		}
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "bounds", "rows.json"), data)
	write(t, filepath.Join(dir, "bounds", "bounds.go"), append([]byte(boundsHead), code.Bytes()...))
	write(t, filepath.Join(dir, "bounds", "bounds_test.go"), []byte(strings.Replace(boundsTest, "LIST", list.String(), 1)))
}

// boundRow is one input of Validate and the expected result.
type boundRow struct {
	Machine int
	Params  [4]int64
	Fits    bool
}

const boundsHead = "package bounds\n\nimport (\n\t\"fmt\"\n\t\"math\"\n)\n\nconst _ = math.MaxInt\n\n"

const boundsTest = `package bounds

import (
	"encoding/json"
	"os"
	"testing"
)

var validate = []func(v []int) error{
LIST}

func TestValidate(t *testing.T) {
	data, err := os.ReadFile("rows.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Machine int
		Params  []int
		Fits    bool
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := validate[r.Machine](r.Params); (err == nil) != r.Fits {
			t.Errorf("machine %d, parameters %v: error %v, want fits = %t", r.Machine, r.Params, err, r.Fits)
		}
	}
}
`

// paramsOnly extracts the parameters and their validation from a generated file.
func paramsOnly(t *testing.T, src []byte) []byte {
	t.Helper()
	fset := token.NewFileSet()
	var out []byte
	for _, d := range parse(t, fset, src).Decls {
		keep := false
		switch d := d.(type) {
		case *ast.FuncDecl:
			keep = d.Name.Name == "Validate"
		case *ast.GenDecl:
			s, ok := d.Specs[0].(*ast.TypeSpec)
			keep = ok && strings.HasSuffix(s.Name.Name, "Params")
		}
		if keep {
			out = append(append(out, src[fset.Position(d.Pos()).Offset:fset.Position(d.End()).Offset]...), "\n\n"...)
		}
	}
	return out
}

// randomBound draws an expression. A natural one has no part that can be
// negative or divide by zero.
func randomBound(r *rand.Rand, params []expr.Expr, natural bool, depth int) expr.Expr {
	if depth == 0 || r.IntN(6) == 0 {
		switch r.IntN(3) {
		case 0:
			constants := []int64{1, 2, 3, 7, math.MaxInt>>32 + 1, math.MaxInt>>23 + 1, math.MaxInt - 5}
			return expr.Number(constants[r.IntN(len(constants))])
		case 1:
			if !natural {
				return params[r.IntN(len(params))]
			}
		}
		return params[r.IntN(2)]
	}
	sub := func() expr.Expr { return randomBound(r, params, natural, depth-1) }
	ops := []expr.Op{expr.Add, expr.Add, expr.Mul, expr.Mul, expr.Min, expr.Max, expr.Quo, expr.Rem, expr.Sub}
	n := len(ops)
	if natural {
		n--
	}
	switch op := ops[r.IntN(n)]; op {
	case expr.Min, expr.Max:
		return &expr.Call{Op: op, Args: []expr.Expr{sub(), sub()}}
	case expr.Quo, expr.Rem:
		if natural {
			return &expr.Binary{Op: op, X: sub(), Y: params[1]}
		}
		return &expr.Binary{Op: op, X: sub(), Y: params[r.IntN(len(params))]}
	case expr.Sub:
		return &expr.Binary{Op: op, X: &expr.Unary{Op: expr.Neg, X: sub()}, Y: sub()}
	default:
		return &expr.Binary{Op: op, X: sub(), Y: sub()}
	}
}

// foldable reports whether a part of e has only constants. The Go compiler evaluates such
// parts and rejects those that do not fit.
func foldable(e expr.Expr) bool {
	found := false
	expr.Walk(e, func(e expr.Expr) {
		_, literal := e.(*expr.Lit)
		found = found || !literal && !expr.Uses(e, func(*expr.Symbol) bool { return true })
	})
	return found
}

func randomParams(r *rand.Rand, natural bool) [4]int64 {
	large := func() int64 {
		root := new(big.Int).Sqrt(big.NewInt(math.MaxInt)).Int64()
		special := []int64{0, 1, 2, 3, math.MaxInt>>(strconv.IntSize/2) + 1, math.MaxInt >> (strconv.IntSize/2 - 1), root, root + 1, math.MaxInt / 3, math.MaxInt / 2, math.MaxInt - 1, math.MaxInt}
		if r.IntN(2) == 0 {
			return special[r.IntN(len(special))]
		}
		return r.Int64() >> (64 - strconv.IntSize) >> r.IntN(strconv.IntSize-1)
	}
	v := [4]int64{large(), max(1, large()), r.Int64N(13) - 3, large()}
	if !natural && r.IntN(2) == 0 {
		v[3] = -v[3] - r.Int64N(2)
	}
	return v
}

// edge returns v with the first parameter at the largest value that fits, or one above it.
func edge(e expr.Expr, v [4]int64) [4]int64 {
	low, high := int64(0), int64(math.MaxInt)
	for low < high {
		v[0] = low + (high-low)/2
		if _, fits := exact(e, v); fits {
			low = v[0] + 1
		} else {
			high = v[0]
		}
	}
	v[0] = low - v[1]%2
	v[0] = max(v[0], 0)
	return v
}

// exact computes e with arbitrary precision and reports whether all of its parts fit.
func exact(e expr.Expr, v [4]int64) (*big.Int, bool) {
	z := new(big.Int)
	fits := true
	switch e := e.(type) {
	case *expr.Lit:
		z.SetInt64(e.Value)
	case *expr.Ref:
		z.SetInt64(v[e.Symbol.Index])
	case *expr.Unary:
		x, ok := exact(e.X, v)
		z.Neg(x)
		fits = ok
	case *expr.Call:
		x, okX := exact(e.Args[0], v)
		y, okY := exact(e.Args[1], v)
		if (x.Cmp(y) < 0) == (e.Op == expr.Min) {
			z = x
		} else {
			z = y
		}
		fits = okX && okY
	case *expr.Binary:
		x, okX := exact(e.X, v)
		y, okY := exact(e.Y, v)
		fits = okX && okY
		switch e.Op {
		case expr.Add:
			z.Add(x, y)
		case expr.Sub:
			z.Sub(x, y)
		case expr.Mul:
			z.Mul(x, y)
		case expr.Quo, expr.Rem:
			if y.Sign() == 0 {
				return z, false
			}
			if e.Op == expr.Quo {
				z.Quo(x, y)
			} else {
				z.Rem(x, y)
			}
		}
	}
	return z, fits && z.IsInt64() && int64(int(z.Int64())) == z.Int64()
}
