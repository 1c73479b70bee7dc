package explore

import "github.com/fsmgen/fsmgen/spec/expr"

// folded caches folded expressions. There are many payloads and answers, but an
// expression depends on few of them.
type folded struct {
	inputs map[expr.Expr][]input
	nodes  map[foldedKey]*node
}

// input is a field of a payload or an answer, by its index.
type input struct {
	answer bool
	index  int
}

// maxInputs limits the inputs of an expression that is cached.
const maxInputs = 4

// foldedKey is an expression and the values of its inputs.
type foldedKey struct {
	e      expr.Expr
	values [maxInputs]int64
}

func newFolded() *folded {
	return &folded{map[expr.Expr][]input{}, map[foldedKey]*node{}}
}

// key returns the cache key of an expression in an environment. ok is false if the
// expression has too many inputs.
func (f *folded) key(e expr.Expr, env *expr.Env) (k foldedKey, ok bool) {
	list, known := f.inputs[e]
	if !known {
		list = inputs(e)
		f.inputs[e] = list
	}
	if len(list) > maxInputs {
		return foldedKey{}, false
	}
	k.e = e
	for i, in := range list {
		if in.answer {
			k.values[i] = env.Externals[in.index]
		} else {
			k.values[i] = env.Fields[in.index]
		}
	}
	return k, true
}

// inputs lists the inputs of an expression, each once.
func inputs(e expr.Expr) (out []input) {
	seen := map[input]bool{}
	expr.Walk(e, func(x expr.Expr) {
		ref, ok := x.(*expr.Ref)
		if !ok || ref.Symbol.Scope != expr.Field && ref.Symbol.Scope != expr.External {
			return
		}
		if in := (input{ref.Symbol.Scope == expr.External, ref.Symbol.Index}); !seen[in] {
			seen[in] = true
			out = append(out, in)
		}
	})
	return out
}
