package synthesis

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// rowWork is the work to copy a row.
const rowWork = 5

// perGraph is the approximate number of configurations that are used from one graph.
const perGraph = 1 << 12

// table holds the longest runs from the configurations of one state.
type table struct {
	symbols []*expr.Symbol
	rows    []row
	// merged says that configurations with different longest runs are one row.
	merged bool
	// work is what is left.
	work *int
}

// row is a configuration: the values of the symbols, and how many transitions
// the longest run from there takes.
type row struct {
	values    []int64
	remaining int64
}

// collect makes a table for each state, or returns nil when there is none to
// learn from.
func collect(m *core.Machine, graphs []*explore.Graph, work *int) []table {
	tables := make([]table, len(m.States))
	seen := make([]map[string]int, len(m.States))
	inputs := relevant(m)
	for s := range m.States {
		seen[s] = map[string]int{}
		tables[s].work = work
		tables[s].symbols = slices.DeleteFunc(slices.Clone(inputs), func(y *expr.Symbol) bool {
			return y.Scope == expr.Var && !m.Exists(y.Index, s)
		})
	}
	for _, g := range graphs {
		if _, endless := g.Steps(); endless {
			return nil
		}
		if !g.Complete {
			continue
		}
		stride := 1 + g.Configs()/perGraph
		for c := range g.All() {
			if c.ID%stride == 0 && !m.Terminal(c.State) {
				tables[c.State].put(seen[c.State], g.Params, c)
			}
		}
	}
	if len(tables[m.Initial].rows) == 0 {
		return nil
	}
	for s := range tables {
		tables[s] = tables[s].varied()
	}
	return tables
}

// put adds a configuration. Configurations with the same values, which differ only in what
// an int expression cannot read, share a row with the longest of their runs.
func (t *table) put(seen map[string]int, params []int64, c explore.Config) {
	r := row{make([]int64, len(t.symbols)), int64(c.Remaining)}
	var key []byte
	for i, s := range t.symbols {
		if s.Scope == expr.Param {
			r.values[i] = params[s.Index]
		} else {
			r.values[i] = c.Vars[s.Index]
		}
		key = append(strconv.AppendInt(key, r.values[i], 36), ' ')
	}
	if i, ok := seen[string(key)]; ok {
		t.merged = t.merged || t.rows[i].remaining != r.remaining
		t.rows[i].remaining = max(t.rows[i].remaining, r.remaining)
		return
	}
	seen[string(key)] = len(t.rows)
	t.rows = append(t.rows, r)
}

// varied omits the symbols that have the same value in all rows.
func (t table) varied() table {
	var keep []int
	for i := range t.symbols {
		if slices.ContainsFunc(t.rows, func(r row) bool { return r.values[i] != t.rows[0].values[i] }) {
			keep = append(keep, i)
		}
	}
	return t.only(keep)
}

// only keeps the symbols at the indices.
func (t table) only(keep []int) table {
	out := table{rows: make([]row, len(t.rows)), merged: t.merged, work: t.work}
	*t.work -= len(t.rows) * (rowWork + len(keep))
	for _, i := range keep {
		out.symbols = append(out.symbols, t.symbols[i])
	}
	for i, r := range t.rows {
		out.rows[i] = row{make([]int64, len(keep)), r.remaining}
		for j, k := range keep {
			out.rows[i].values[j] = r.values[k]
		}
	}
	return out
}

// least is the shortest of the longest runs.
func (t table) least() int64 {
	return slices.MinFunc(t.rows, func(a, b row) int { return cmp.Compare(a.remaining, b.remaining) }).remaining
}
