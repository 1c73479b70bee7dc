package search

import "slices"

// ofState is the variable of the table of states.
const ofState = -1

// maxNumber limits the numbers in tables and the weights of norms.
const maxNumber = 1 << 16

// layerTable is a layer: a number for each value of an enum or a bool, or for each state. Where there is no such variable, the layer
// is 0.
type layerTable struct {
	*layering
	variable int
	numbers  []int64
}

// blank returns the table with no numbers.
func (t *layerTable) blank() *layerTable {
	return &layerTable{t.layering, t.variable, make([]int64, len(t.numbers))}
}

// move returns the values that are possible before and after a step. There are none before it if there is no such variable then, and
// none after it if there is none then. If the value stays, kept is true.
func (t *layerTable) move(step int) (before, after []int, kept bool) {
	m, s := t.machine, &t.steps[step]
	if t.variable == ofState {
		return []int{s.From}, []int{s.To}, s.From == s.To
	}
	var all []int
	for v := range t.numbers {
		all = append(all, v)
	}
	exists := m.Exists(t.variable, s.From)
	if exists {
		if before = s.certain[t.variable]; before == nil {
			before = all
		}
	}
	if m.Exists(t.variable, s.To) && !m.Terminal(s.To) {
		value, known := s.after(t.variable)
		switch {
		case known:
			after = []int{value}
		case value == unmoved && exists:
			return before, before, true
		default:
			after = all
		}
	}
	return before, after, len(before) == 1 && slices.Equal(before, after)
}

// edges lists the pairs of values between which a step may move.
func (t *layerTable) edges(step int) (list [][2]int) {
	before, after, kept := t.move(step)
	if kept {
		return nil
	}
	for _, from := range before {
		for _, to := range after {
			list = append(list, [2]int{from, to})
		}
	}
	return list
}

func (t *layerTable) pays(left []int) (out []int) {
	n := len(t.numbers)
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
		reach[i][i] = true
	}
	for _, s := range left {
		before, after, _ := t.move(s)
		if len(before) == 0 && len(after) > 0 {
			return nil // what enters it raises it
		}
		for _, e := range t.edges(s) {
			reach[e[0]][e[1]] = true
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	for _, s := range left {
		edges := t.edges(s)
		if len(edges) > 0 && !slices.ContainsFunc(edges, func(e [2]int) bool { return reach[e[1]][e[0]] }) {
			out = append(out, s)
		}
	}
	return out
}

func (t *layerTable) change(step int) (int64, bool) {
	before, after, kept := t.move(step)
	if kept {
		return 0, true
	}
	had, has := int64(maxNumber), int64(0)
	for _, v := range before {
		had = min(had, t.numbers[v])
	}
	for _, v := range after {
		has = max(has, t.numbers[v])
	}
	if len(before) == 0 {
		had = 0
	}
	return has - had, true
}

// weigh makes the numbers as low as they can be.
func (t *layerTable) weigh(left []int, needs map[int]int64) bool {
	for changed := true; changed; {
		changed = false
		for _, s := range left {
			for _, e := range t.edges(s) {
				if to := t.numbers[e[1]] + needs[s]; t.numbers[e[0]] < to {
					t.numbers[e[0]], changed = to, true
				}
				if t.numbers[e[0]] > maxNumber {
					return false
				}
			}
		}
	}
	return true
}
