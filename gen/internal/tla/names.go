package tla

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/spec/core"
)

// own are the names that every module defines.
const own = `state vars States Terminal TypeOK Init Next System Finished Spec Rank Falls RankOK WithinBound Complete NoStutter
Terminates Settles Decreases Ints DefaultInts Strings DefaultStrings GoMin GoMax GoAbs GoQuo GoRem`

// reserved are the keywords of TLA+ and of TLC's configurations, and the names in the standard modules, so that a module
// can extend these as well.
const reserved = `ACTION ACTION_CONSTRAINT ACTION_CONSTRAINTS ALIAS ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHECK_DEADLOCK CHOOSE
CONSTANT CONSTANTS CONSTRAINT CONSTRAINTS COROLLARY DEF DEFINE DEFS DOMAIN ELSE ENABLED EXCEPT EXTENDS FALSE HAVE HIDE IF
IN INIT INSTANCE INVARIANT INVARIANTS LAMBDA LEMMA LET LOCAL MODULE NEW NEXT OBVIOUS OMITTED ONLY OTHER PICK
POSTCONDITION PROOF PROPERTIES PROPERTY PROPOSITION PROVE QED RECURSIVE SPECIFICATION STATE STRING SUBSET SUFFICES
SYMMETRY TAKE TEMPORAL THEN THEOREM TRUE TYPE TYPE_CONSTRAINT UNCHANGED UNION USE VARIABLE VARIABLES VIEW WITH WITNESS
Any Append Assert Cardinality Head Infinity Int IsFiniteSet JavaTime Len Nat Permutations Print PrintT RandomElement
Real SelectSeq Seq SortSeq SubSeq TLCEval TLCGet TLCSet Tail ToString`

// modules are the names of the standard modules.
const modules = `Apalache Bags FiniteSets Integers Json Naturals Randomization RealTime Reals Sequences TLAPS TLC TLCExt Variants`

// names holds the names of the parts of a machine. TLA+ has a single namespace, in which even bound names must be
// unique.
type names struct {
	module string

	params, vars, invariants, ranks, asks []string
	// actions has "" for an alternative that takes no transition.
	actions []string
	// enums and fields are indexed by the name in the spec.
	enums, fields map[string]string

	taken map[string]bool
}

func newNames(m *core.Machine) *names {
	n := &names{taken: map[string]bool{}, enums: map[string]string{}, fields: map[string]string{}}
	n.reserve(modules)
	n.module = n.choose(m.Name)
	n.taken = map[string]bool{}
	n.reserve(own + " " + reserved)
	for i := range m.Invariants {
		n.invariants = append(n.invariants, n.choose(fmt.Sprintf("Inv_%d", i+1)))
	}
	if m.Rank == 1 {
		n.ranks = []string{"Rank"}
	}
	for i := 0; m.Rank > 1 && i < m.Rank; i++ {
		n.ranks = append(n.ranks, n.choose(fmt.Sprintf("Rank_%d", i+1)))
	}
	for _, p := range m.Params {
		n.params = append(n.params, n.choose(p.Name))
	}
	for i, v := range m.Vars {
		name := v.Name
		alike := func(w core.Var) bool { return w.Name == v.Name && w.State != m.Vars[i].State }
		if v.State >= 0 && slices.ContainsFunc(m.Vars, alike) {
			name = m.States[v.State].Name + "_" + v.Name
		}
		n.vars = append(n.vars, n.choose(name))
	}
	for _, e := range m.Enums {
		n.enums[e.Name] = n.choose(e.Name)
	}
	for _, e := range m.Events {
		for _, f := range e.Fields {
			if n.fields[f.Name] == "" {
				n.fields[f.Name] = n.choose("event_" + f.Name)
			}
		}
	}
	for _, a := range m.Asks {
		n.asks = append(n.asks, n.choose("answer_"+m.Guards[a.Guard].Name))
	}
	for i, t := range m.Transitions {
		name := m.States[t.From].Name + "_" + m.Trigger(&t)
		if len(m.On(t.From, t.Event)) > 1 {
			name += fmt.Sprintf("_%d", m.Priority(i)+1)
		}
		if t.Effect != core.Take {
			n.actions = append(n.actions, "")
			continue
		}
		n.actions = append(n.actions, n.choose(name))
	}
	return n
}

func (n *names) reserve(words string) {
	for _, w := range strings.Fields(words) {
		n.taken[w] = true
	}
}

// choose returns the name, or a similar one if it is not available: TLA+ reads WF_ and SF_ as fairness operators.
func (n *names) choose(text string) string {
	name := name.Spell(text)
	if strings.HasPrefix(name, "WF_") || strings.HasPrefix(name, "SF_") {
		name = "the_" + name
	}
	free := name
	for i := 2; n.taken[free]; i++ {
		free = fmt.Sprintf("%s_%d", name, i)
	}
	n.taken[free] = true
	return free
}
