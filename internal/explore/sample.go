package explore

import (
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// maxSamples bounds the values tried for one int or string field.
	maxSamples = 24
	// maxVariable bounds the values of a variable that are tried for a field that is compared with it.
	maxVariable = 16
	// maxChoices bounds the payloads tried for one state and event.
	maxChoices = 4096
	// maxFolds bounds the payloads times the alternatives, because the guard of each
	// alternative is compiled for each payload.
	maxFolds = 1 << 17
)

// payload is one way in which an event can arrive: the values of its fields, and the
// answers of the external guards.
type payload struct{ fields, externals []int64 }

// sampler chooses payloads. It depends on the parameters, because their
// values are where guards change.
type sampler struct {
	m         *core.Machine
	params    []int64
	strings   int
	externals int
	// common are the ints worth trying everywhere, the likeliest first.
	common []int64
	// first are those that are tried before all others.
	first []int64
	// claims are the ranges of the variables, and matter whether steps depend on their values, once it is asked for.
	claims []claim
	matter []bool
	// most limits the payloads of each event in a state, unless it is 0.
	most int
}

func newSampler(m *core.Machine, params []int64, claims []claim, strings int) *sampler {
	s := &sampler{m: m, params: params, strings: strings, externals: len(m.Asks), claims: claims}
	var plain []int64
	for _, e := range evaluated(m) {
		plain = s.constants(plain, e)
	}
	for i, p := range m.Params {
		if p.Type.Kind == expr.Int {
			plain = append(plain, params[i])
		}
	}
	s.common = around(plain)
	for i, c := range claims {
		if m.Vars[i].Type.Kind != expr.Int {
			continue
		}
		if c.low {
			s.common = append(s.common, c.min)
		}
		if c.high {
			s.common = append(s.common, c.max)
		}
	}
	return s
}

// constants appends the ints that e mentions: the value of every part of it
// that is made of numbers and parameters only.
func (s *sampler) constants(list []int64, e expr.Expr) []int64 {
	expr.Walk(e, func(e expr.Expr) {
		varies := func(q *expr.Symbol) bool { return q.Scope != expr.Param }
		if e.Type().Kind != expr.Int || expr.Uses(e, varies) {
			return
		}
		if v, err := expr.Eval(e, &expr.Env{Params: s.params}); err == nil {
			list = append(list, v)
		}
	})
	return list
}

// around returns the values, then each of them plus and minus one.
func around(values []int64) []int64 {
	list := slices.Clone(values)
	for _, v := range values {
		if v < math.MaxInt64 {
			list = append(list, v+1)
		}
		if v > math.MinInt64 {
			list = append(list, v-1)
		}
	}
	return list
}

// payloads returns the payloads to try for a state and event, given its
// alternatives, and whether these are all that could make a difference.
func (s *sampler) payloads(event int, alternatives []core.Transition) (list []payload, exact bool) {
	own, variable := []int64{0}, []int64(nil)
	fields, asked := map[int]bool{}, map[int]bool{}
	look := func(e expr.Expr) {
		own = s.constants(own, e)
		expr.Walk(e, func(e expr.Expr) {
			if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.Field {
				fields[r.Symbol.Index] = true
			} else if ok && r.Symbol.Scope == expr.External {
				asked[r.Symbol.Index] = true
			}
		})
	}
	for i := range alternatives {
		t := &alternatives[i]
		if t.Rule == core.Outside {
			continue // what it rejects is not tried
		}
		if t.Guard != nil {
			look(t.Guard)
			variable = append(variable, s.compared(t.Guard)...)
		}
		for _, u := range t.Updates {
			if s.m.Vars[u.Var].Type.Scalar() {
				look(u.Value)
			}
		}
		for _, e := range t.Emits {
			for _, value := range e.Arithmetic() {
				look(value)
			}
		}
	}
	declared := s.m.Events[event].Fields
	domains := make([][]int64, len(declared)+s.externals)
	exact = true
	for i := range domains {
		domains[i] = []int64{0}
		switch {
		case i >= len(declared) && asked[i-len(declared)]:
			domains[i] = []int64{0, 1}
		case i < len(declared) && declared[i].Outside() != nil:
			var all bool
			domains[i], all = s.inside(&declared[i], own)
			if exact = exact && (all || !fields[i]); !fields[i] {
				domains[i] = domains[i][:1]
			}
		case i < len(declared) && fields[i]:
			var all bool
			domains[i], all = s.domain(declared[i].Type, own, variable)
			exact = exact && all
		}
	}
	most := min(maxChoices, maxFolds/max(1, len(alternatives)))
	if few := s.most > 0 && combined(domains) > s.most; few || varied(domains) >= maxVaried && combined(domains) > most {
		for i := range declared {
			if s.copied(i, alternatives) {
				domains[i] = domains[i][:1]
			}
		}
		combinations := fewVaried(domains)
		if few {
			combinations = combinations[:min(len(combinations), s.most)]
		}
		for _, c := range combinations {
			list = append(list, payload{c[:len(declared):len(declared)], c[len(declared):]})
		}
		return list, false
	}
	if shrink(domains, declared, most) {
		exact = false
	}
	for combination := range product(domains) {
		if len(list) == most {
			return list, false
		}
		list = append(list, payload{combination[:len(declared):len(declared)], combination[len(declared):]})
	}
	return list, exact
}

// domain returns the values to try for a type and whether there are no others. Variable are what variables can have with which it is
// compared.
func (s *sampler) domain(t expr.Type, own, variable []int64) (values []int64, all bool) {
	switch t.Kind {
	case expr.Bool:
		return count(2), true
	case expr.Enumerated:
		return count(len(t.Enum.Values)), true
	case expr.String:
		values = count(min(s.strings, maxSamples))
		values[len(values)-1] = int64(s.strings - 1) // the string that no constant equals
		return values, false
	case expr.Int:
		for _, v := range slices.Concat(s.first, around(own), s.common) {
			if len(values) < maxSamples && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		for _, v := range variable {
			if len(values) < maxSamples+maxVariable && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		return values, false
	}
	return []int64{0}, true
}

func count(n int) []int64 {
	values := make([]int64, n)
	for i := range values {
		values[i] = int64(i)
	}
	return values
}

// shrink halves the largest sampled domains until the product of all is not above
// most, or no sample is left to halve, and sorts what remains. It reports whether it
// dropped any value.
func shrink(domains [][]int64, declared []core.Field, most int) bool {
	sampled := func(i int) bool {
		return i < len(declared) && (declared[i].Type.Kind == expr.Int || declared[i].Type.Kind == expr.String)
	}
	dropped := false
	for {
		total, largest := 1, -1
		for i, d := range domains {
			total = min(total*len(d), 2*most)
			if sampled(i) && len(d) > 2 && (largest < 0 || len(d) > len(domains[largest])) {
				largest = i
			}
		}
		if total <= most || largest < 0 {
			break
		}
		domains[largest] = domains[largest][:(len(domains[largest])+1)/2]
		dropped = true
	}
	for _, d := range domains {
		slices.Sort(d)
	}
	return dropped
}

// combined is the number of combinations of domains, or a large number.
func combined(domains [][]int64) int {
	n := 1
	for _, d := range domains {
		n = min(n*len(d), 1<<30)
	}
	return n
}

// product yields every combination of one value from each domain, the last
// domain changing fastest. Each combination is a new slice.
func product(domains [][]int64) func(func([]int64) bool) {
	return func(yield func([]int64) bool) {
		digits := make([]int, len(domains))
		for {
			combination := make([]int64, len(domains))
			for i, d := range digits {
				combination[i] = domains[i][d]
			}
			if !yield(combination) {
				return
			}
			i := len(digits) - 1
			for ; i >= 0; i-- {
				if digits[i]++; digits[i] < len(domains[i]) {
					break
				}
				digits[i] = 0
			}
			if i < 0 {
				return
			}
		}
	}
}
