package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

// labelAt is a label with its place in a picture: the ends of an edge, or twice the node that lists it.
type labelAt struct {
	picture.Label
	from, to int
	stays    bool
}

// labelsOf lists the labels of a picture in order.
func labelsOf(p *picture.Picture) []labelAt {
	var list []labelAt
	for i := range p.Nodes {
		for _, l := range p.Nodes[i].Stays {
			list = append(list, labelAt{l, i, i, true})
		}
	}
	for _, e := range p.Edges {
		for _, l := range e.Labels {
			list = append(list, labelAt{l, e.From, e.To, false})
		}
	}
	return list
}

// fate is what has become of a transition.
type fate struct {
	mark picture.Mark
	was  []string
}

func (f fate) equal(g fate) bool { return f.mark == g.mark && slices.Equal(f.was, g.was) }

// newLabels adds the labels of the new version. A label for several states, of which not all have the same fate, is drawn
// at each state that has changed.
func (g *graph) newLabels() {
	fates := map[int]fate{}
	for _, p := range g.c.pairs {
		switch {
		case p.new < 0:
		case p.old < 0:
			fates[p.new] = fate{mark: picture.Added}
		default:
			fates[p.new] = g.changed(p)
		}
	}
	repeated(g.c.b, fates)
	for _, l := range labelsOf(g.new) {
		if len(l.Of) > 0 && g.c.b.Transitions[l.Of[0]].Rule != "" {
			g.newRule(l)
			continue
		}
		var groups []fate
		members := map[int][]int{}
		for _, j := range l.Of {
			f := fates[j]
			from, _, _ := picture.Ends(g.c.b, &g.c.b.Transitions[j])
			if f.mark == picture.Added && g.out.Nodes[from].Mark == picture.Added && len(l.Of) > 1 {
				continue // the state is new, and its block has the transition
			}
			k := slices.IndexFunc(groups, f.equal)
			if k < 0 {
				k = len(groups)
				groups = append(groups, f)
			}
			members[k] = append(members[k], j)
		}
		if len(groups) == 0 && len(l.Of) > 0 {
			groups = []fate{fates[l.Of[0]]}
		}
		if shared := len(groups) > 1 && !slices.ContainsFunc(groups, func(f fate) bool { return f.mark == picture.Same }); shared {
			g.add(l.from, l.to, l.stays, g.together(groups, members).label(l.Label))
			continue
		}
		for k, f := range groups {
			label := f.label(l.Label)
			if len(groups) == 1 || f.mark == picture.Same {
				g.add(l.from, l.to, l.stays, label)
				continue
			}
			for _, j := range members[k] {
				from, to, _ := picture.Ends(g.c.b, &g.c.b.Transitions[j])
				g.add(from, to, l.stays, label)
			}
		}
	}
}

// repeated gives transitions that the comparison leaves out, because they are the same as others for
// their author, the fate of these.
func repeated(m *core.Machine, fates map[int]fate) {
	for i := range m.Transitions {
		for j := i - m.Priority(i); j < i; j++ {
			if f, ok := fates[j]; ok && twins(m, j, i) {
				fates[i] = f
			}
		}
	}
}

// together returns the fate of a label whose transitions have all changed, in different ways.
func (g *graph) together(groups []fate, members map[int][]int) fate {
	all := fate{mark: picture.Changed}
	var new []string
	for k, f := range groups {
		for _, text := range f.was {
			if !slices.Contains(all.was, text) {
				all.was = append(all.was, text)
			}
		}
		if f.mark == picture.Added {
			for _, j := range members[k] {
				new = append(new, sourceOf(g.c.b, &g.c.b.Transitions[j]))
			}
		}
	}
	if len(new) > 0 {
		all.was = append(all.was, "new in "+strings.Join(new, ", "))
	}
	return all
}

// label marks a label. One that has changed or moved lists its changes in place of its actions.
func (f fate) label(l picture.Label) picture.Label {
	l.Mark, l.Was = f.mark, f.was
	if f.mark == picture.Changed || len(f.was) > 0 {
		l.Updates, l.Emits, l.Implied = nil, nil, nil
	}
	return l
}

// changed returns the fate of a matched transition.
func (g *graph) changed(p pair) fate {
	var was []string
	for _, t := range p.details {
		was = append(was, t.drawn())
		if t.What == "if" && t.New != condition(g.c.b, p.new) { // the label has the name of the guard
			was = append(was, "now ["+t.New+"]")
		}
	}
	was = append(was, g.retimed(p)...)
	if p.turned {
		was = append(was, "was number "+strconv.Itoa(p.number))
	}
	if len(was) == 0 {
		return fate{}
	}
	return fate{picture.Changed, was}
}

// oldLabels adds the labels of the old version that the new one lacks, and those that have moved.
func (g *graph) oldLabels() {
	fates := map[int]fate{}
	for _, p := range g.c.pairs {
		switch {
		case p.old < 0:
		case p.new < 0:
			fates[p.old] = fate{mark: picture.Removed}
		case p.moved:
			fates[p.old] = fate{picture.Removed, []string{"now: " + target(g.c.b, &g.c.b.Transitions[p.new])}}
		}
	}
	repeated(g.c.a, fates)
	for _, l := range labelsOf(g.old) {
		if len(l.Of) > 0 && g.c.a.Transitions[l.Of[0]].Rule != "" {
			g.oldRule(l)
			continue
		}
		gone := slices.DeleteFunc(slices.Clone(l.Of), func(i int) bool { return fates[i].mark != picture.Removed })
		if len(gone) == 0 {
			continue
		}
		f := fates[gone[0]]
		from, ok := g.node(l.from)
		if ok && len(gone) == len(l.Of) && !slices.ContainsFunc(gone, func(i int) bool { return !fates[i].equal(f) }) {
			g.add(from, g.nodes[l.to], l.stays, f.label(l.Label))
			continue
		}
		for _, i := range gone {
			from, to, _ := picture.Ends(g.c.a, &g.c.a.Transitions[i])
			if node := g.nodes[from]; g.out.Nodes[node].Mark != picture.Removed || !ok || len(gone) == len(l.Of) {
				g.add(node, g.nodes[to], l.stays, fates[i].label(l.Label))
			}
		}
	}
}

// silent adds rows for changed transitions that pictures do not show, or not one by one: events that are ignored or
// rejected.
func (g *graph) silent() {
	quiet := func(t *core.Transition) bool { return t.Effect != core.Take }
	shown := func(p *picture.Picture) map[int]bool {
		of := map[int]bool{}
		for _, l := range labelsOf(p) {
			for _, i := range l.Of {
				of[i] = true
			}
		}
		return of
	}
	inOld, inNew := shown(g.old), shown(g.new)
	row := func(node int, l picture.Label, f fate) {
		l.Mark, l.Was = f.mark, f.was
		g.add(node, node, true, l)
	}
	for _, p := range g.c.pairs {
		switch {
		case p.new >= 0 && quiet(&g.c.b.Transitions[p.new]) && (p.old < 0 || len(p.details) > 0) && !inNew[p.new]:
			f := fate{mark: picture.Added}
			if p.old >= 0 {
				f = g.changed(p)
			}
			from, _, _ := picture.Ends(g.c.b, &g.c.b.Transitions[p.new])
			row(from, picture.LabelOf(g.c.b, p.new), f)
		case p.new < 0 && quiet(&g.c.a.Transitions[p.old]) && !inOld[p.old]:
			from, _, _ := picture.Ends(g.c.a, &g.c.a.Transitions[p.old])
			row(g.nodes[from], picture.LabelOf(g.c.a, p.old), fate{mark: picture.Removed})
		}
	}
}
