package broadcast

import (
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// turns are the transitions of the regions of a state for one event.
type turns struct {
	events *Events
	event  int
	parts  []Part
	values []turn
	// both are the numbers of regions around each part and the next one, and inner the parts inside each part.
	both  []int
	inner [][]int
	// known are the results of enabled and enabledIn.
	known   map[turn]expr.Expr
	knownIn map[turn]conditions
}

// turn is a value of the variable: the event is still to be handled by a part and those after it.
type turn struct {
	part int
	course
	value int64
}

// conditions are the conditions of the transitions of a part, and whether one of them always holds.
type conditions struct {
	any    []expr.Expr
	always bool
}

func newTurns(b *Events, event int, parts []Part) *turns {
	out := &turns{events: b, event: event, parts: parts, inner: make([][]int, len(parts)), known: map[turn]expr.Expr{}, knownIn: map[turn]conditions{}}
	for k := range parts {
		if k+1 < len(parts) {
			out.both = append(out.both, tree.Levels(parts[k].Region, parts[k+1].Region))
		}
		if around := parts[k].Region.Outer; around == nil {
			continue
		}
		for q := k + 1; q < len(parts); q++ {
			if tree.Common(parts[k].Region, parts[q].Region) == parts[q].Region {
				out.inner[q] = append(out.inner[q], k)
			}
		}
	}
	return out
}

// value returns the value of the variable for a part after the first.
func (b *turns) value(part int, c course) int64 {
	for _, v := range b.values {
		if v.part == part && v.course == c {
			return v.value
		}
	}
	enum := b.events.symbol.Type.Enum
	name := b.events.machine.Events[b.event].Name + strconv.Itoa(part)
	if c.taken > 0 {
		name += "In" + strconv.Itoa(c.taken)
	}
	switch {
	case c.left == 0:
		name += "Free"
	case c.left > 1:
		name += "Left" + strconv.Itoa(c.left-1)
	}
	v := turn{part, c, names.AddValue(enum, name)}
	b.values = append(b.values, v)
	return v.value
}

// guard returns the condition of transition i of part k and that none is enabled that has precedence over it but is preempted: one before
// it of the same leaf, or one inside that leaf.
func (b *turns) guard(k, i int, c course) expr.Expr {
	part := &b.parts[k]
	t := &part.List[i]
	guard := t.Guard
	not := func(u *core.Transition) { guard = expr.Both(guard, &expr.Unary{Op: expr.Not, X: u.Guard}) }
	for j := range part.List[:i] {
		if u := &part.List[j]; u.Move.From == t.Move.From && part.preempted(u, c) {
			not(u)
		}
	}
	for _, q := range b.inner[k] {
		inner := &b.parts[q]
		if part.Region.Index(part.Region.Around(inner.Region.Owner)) != t.Move.From {
			continue
		}
		for j := range inner.List {
			if u := &inner.List[j]; inner.preempted(u, c) {
				not(u)
			}
		}
	}
	return guard
}

// enabled returns the condition that one of the parts from one on takes a transition, or nil if none can.
func (b *turns) enabled(from int, c course) expr.Expr {
	key := turn{part: from, course: c}
	if known, ok := b.known[key]; ok {
		return known
	}
	var any []expr.Expr
	for k := from; k < len(b.parts); k++ {
		if b.goes(k, c) {
			here := b.enabledIn(k, c)
			if here.always {
				any = []expr.Expr{expr.Truth(true)}
				break
			}
			any = append(any, here.any...)
		}
		if k+1 < len(b.parts) {
			c = b.step(k, c)
		}
	}
	b.known[key] = nil
	if len(any) > 0 {
		b.known[key] = expr.AnyOf(any...)
	}
	return b.known[key]
}

// enabledIn returns the conditions of the transitions of a part. If one of them always holds, the event reaches no later part
// before the part takes it.
func (b *turns) enabledIn(k int, c course) (out conditions) {
	key := turn{part: k, course: c}
	if known, ok := b.knownIn[key]; ok {
		return known
	}
	leaves := map[*expr.Symbol][]int64{} // those with a transition that is always taken
	for i := range b.parts[k].List {
		if t := &b.parts[k].List[i]; b.parts[k].preempted(t, c) {
			continue
		}
		guard := b.guard(k, i, c)
		if guard == nil || covers(guard, leaves) {
			out = conditions{always: true}
			break
		}
		out.any = append(out.any, guard)
	}
	b.knownIn[key] = out
	return out
}

// covers notes the value of a guard that compares an enum, as the one of a leaf without another
// condition does. It reports whether all values of the enum have been noted.
func covers(guard expr.Expr, known map[*expr.Symbol][]int64) bool {
	e, ok := guard.(*expr.Binary)
	if !ok || e.Op != expr.Eq {
		return false
	}
	ref, isRef := e.X.(*expr.Ref)
	value, isValue := e.Y.(*expr.Lit)
	if !isRef || !isValue || ref.Symbol.Type.Kind != expr.Enumerated {
		return false
	}
	if !slices.Contains(known[ref.Symbol], value.Value) {
		known[ref.Symbol] = append(known[ref.Symbol], value.Value)
	}
	return len(known[ref.Symbol]) == len(ref.Symbol.Type.Enum.Values)
}
