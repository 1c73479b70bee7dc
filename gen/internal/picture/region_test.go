package picture_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// parent has the level around each state of a random spec with regions, and first the leaf to which a target leads.
var (
	parent = map[string]string{
		"P1": "P", "P2": "P", "PC": "P", "P3": "PC", "P4": "PC",
		"Q1": "Q", "QC": "Q", "Q2": "QC", "Q3": "QC", "Open": "the machine",
	}
	first = map[string]string{"P": "P1", "PC": "P3", "Q": "Q1", "QC": "Q2"}
)

// said is what a level of a spec says about an event.
type said struct{ level, event string }

// draft makes a spec with regions, and what it says about each event.
func draft(r *rand.Rand) (text string, rules map[said][]alternative) {
	rules = map[said][]alternative{}
	on := map[string]string{}
	for _, level := range []string{"P", "P1", "P2", "PC", "P3", "P4", "Q", "Q1", "QC", "Q2", "Q3", "Open", "the machine"} {
		region, variable := level[:1], "w"
		targets := []string{"Open", "End", "P4", "Q3", "QC"}
		switch region {
		case "P":
			variable, targets = "a", []string{"P", "P1", "P2", "PC", "P4", "P3", "End"}
		case "Q":
			variable, targets = "b", []string{"Q", "Q1", "Q2", "QC", "Q3", "Q2", "End"}
		}
		var events []string
		for e := range 4 {
			event := fmt.Sprintf("E%d", e)
			targets := targets
			switch {
			case region+event == "PE2" || region+event == "QE3":
				continue
			case region+event == "PE3":
				targets = append(slices.Clone(targets), "Open", "Q1", "Q3") // only one region handles the event
			case region+event == "QE2":
				targets = append(slices.Clone(targets), "Open", "P1", "P2")
			}
			var list []string
			for i, n := 0, max(0, r.IntN(6)-3); i < n; i++ {
				a := alternative{}
				var parts []string
				if i < n-1 || r.IntN(2) == 0 {
					a.guard = fmt.Sprintf("%s > %d", variable, r.IntN(9))
					parts = append(parts, "if: "+a.guard)
				}
				to := ""
				if r.IntN(4) > 0 {
					to = targets[r.IntN(len(targets))]
					parts = append(parts, "to: "+to)
				}
				if value := r.IntN(9); to == "" || r.IntN(3) == 0 {
					a.actions = fmt.Sprintf("%s ← %d", variable, value)
					parts = append(parts, fmt.Sprintf("set: {%s: %d}", variable, value))
				}
				a.to = shownAt(region, to)
				rules[said{level, event}] = append(rules[said{level, event}], a)
				list = append(list, "{"+strings.Join(parts, ", ")+"}")
			}
			if list != nil {
				events = append(events, event+": ["+strings.Join(list, ", ")+"]")
			}
		}
		on[level] = "on: {" + strings.Join(events, ", ") + "}"
	}
	text = fmt.Sprintf(`machine: Random
vars: {a: {type: int, min: 0, max: 9}, b: {type: int, min: 0, max: 9}, w: {type: int, min: 0, max: 9}}
events: {E0: {}, E1: {}, E2: {}, E3: {}}
%s
initial: Open
terminal: {done: [End]}
states:
  Open:
    %s
    parallel:
      P: {%s, initial: P1, states: {P1: {%s}, P2: {%s}, PC: {%s, initial: P3, states: {P3: {%s}, P4: {%s}}}}}
      Q: {%s, initial: Q1, states: {Q1: {%s}, QC: {%s, initial: Q2, states: {Q2: {%s}, Q3: {%s}}}}}
  End: {}
`, on["the machine"], on["Open"], on["P"], on["P1"], on["P2"], on["PC"], on["P3"], on["P4"], on["Q"], on["Q1"], on["QC"], on["Q2"], on["Q3"])
	return text, rules
}

// shownAt returns where an arrow to a target ends: a region that begins as usual is entered with the whole state.
func shownAt(region, to string) string {
	leaf := to
	if first[to] != "" {
		leaf = first[to]
	}
	switch {
	case to == "Open", region != leaf[:min(1, len(leaf))] && (leaf == "P1" || leaf == "Q1"):
		return "all regions"
	}
	return leaf
}

// TestRegionsNothingLost reads pictures of random machines with regions back, and compares them with the specs.
func TestRegionsNothingLost(t *testing.T) {
	seed := sample.Seed(t)
	drawn := 0
	for i := range uint64(400) {
		text, rules := draft(rand.New(rand.NewPCG(seed+i, 2)))
		s, _ := spec.Load("random.fsm.yaml", []byte(text))
		if s.Machine == nil {
			continue // regions clash, or a state cannot be reached
		}
		drawn++
		p := picture.New(s.Machine)
		for n := range p.Nodes {
			node := &p.Nodes[n]
			if node.Any || node.Outcome >= 0 {
				continue
			}
			level := node.Name
			if node.Whole {
				level = "Open"
			}
			for e := range s.Machine.Events {
				event := s.Machine.Events[e].Name
				var want []alternative
				for at := level; at != ""; at = parent[at] {
					list := rules[said{at, event}]
					want = append(want, list...)
					if len(list) > 0 && list[len(list)-1].guard == "" {
						break
					}
				}
				got, _ := read(p, n, event)
				if d := cmp.Diff(sorted(want), sorted(got), cmp.AllowUnexported(alternative{})); d != "" {
					t.Fatalf("%s on %s (-spec +picture): %s\n%s\n%s", level, event, d, text, strings.Join(edges(p), "\n"))
				}
			}
		}
	}
	if drawn < 50 {
		t.Errorf("only %d specs have no errors: the test draws too few", drawn)
	}
}

// hidden are the names of variables that the loader adds for regions.
func hidden(m *core.Machine) (names []string) {
	for _, v := range m.Vars {
		if v.Implied != core.Declared {
			names = append(names, v.Name)
		}
	}
	return names
}

// TestRegions looks for all that the spec has inside regions, and for nothing that the loader has added.
func TestRegions(t *testing.T) {
	s, diags := spec.Load("trip.fsm.yaml", []byte(picturetest.Regions))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	m := s.Machine
	p := picture.New(m)
	p.Annotate(m)
	var got []string
	for i := range p.Nodes {
		n := &p.Nodes[i]
		where := n.Name
		if n.Block >= 0 {
			where = p.Blocks[n.Block].Name + "." + n.Name
		}
		rows := strings.Join(slices.Concat(n.Rows(0, plain), n.Notes), "; ")
		marks := ""
		if n.Initial {
			marks += " initial"
		}
		if n.Final {
			marks += " final"
		}
		got = append(got, where+marks+": "+rows)
	}
	want := []string{
		"Idle: progress 60 + 6·tries",
		"Open.all regions: reenter Page [paged < 1] / paged ← 1; progress 31 - 30·paged",
		"Booked: ",
		"Failed: ",
		"Choosing.Flight initial: entry / Asked; adds to progress 4 + 3·tries - 3·failed",
		"Choosing.Hotel: entry / Asked; ignores Start; adds to progress 3 + 3·tries - 3·failed",
		"Rooms.Again: adds to progress 5 + 3·tries - 3·failed",
		"Rooms.Chosen final: adds to progress 0",
		"Money.Paying initial: invoke / pay(n: failed); adds to progress 2",
		"Money.Slow: adds to progress 1",
		"Money.Paid final: adds to progress 0",
		"Clock.Clear initial: adds to progress 1",
		"Ringing.all regions: adds to progress 1",
		"Clock.Rung final: adds to progress 0",
		"Bell.Loud initial: adds to progress 1",
		"Bell.Mute final: adds to progress 0",
		"Lamp.Lit initial: adds to progress 1",
		"Lamp.Dark final: adds to progress 0",
		"Rooms.any state: ",
		"Choosing.any state: ",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got) %s", d)
	}
	want = []string{
		"Idle -> all regions: Start",
		"Idle -> Hotel: Resume",
		"Paying -> Slow: Tick",
		"Slow -> Paid: Tick",
		"Slow -> Paid: always [failed > 1]",
		"all regions -> Booked: done",
		"Hotel -> Chosen: Tick",
		"Hotel -> Chosen: Pick",
		"Again -> Flight: Tick",
		"Flight -> Hotel: Pick",
		"any state -> Failed: Full",
		"Clear -> all regions: Page [paged < 1] / paged ← 1",
		"all regions -> Rung: after 2s in Choosing or 3s: Late",
		"all regions -> Rung: done",
		"Loud -> Mute: Tick",
		"Lit -> Dark: Pick",
		"Lit -> Rung: Full",
		"any state -> Again: after 2s or 3s in Ringing: Late [failed < tries] / failed += 1",
		"any state -> Failed: after 2s or 3s in Ringing: Late [otherwise]",
		"all regions -> Failed: after 1h: Hold",
		"all regions -> Failed: Cancel",
		"Paying -> Paid: payDone",
		"Paying -> Failed: payError",
	}
	got = nil
	for i := range p.Edges {
		e := &p.Edges[i]
		for _, l := range e.Labels {
			got = append(got, p.Nodes[e.From].Name+" -> "+p.Nodes[e.To].Name+": "+l.String())
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got) %s", d)
	}
	all := fmt.Sprintf("%+v", p)
	for _, name := range hidden(m) {
		if strings.Contains(all, name) {
			t.Errorf("the picture has the variable %s, which no author wrote", name)
		}
	}
	if names := p.Names(); slices.Contains(names, "all regions") || !slices.Contains(names, "Hotel") || !slices.Contains(names, "Rooms") || !slices.Contains(names, "Open") {
		t.Errorf("names of states: %q", names)
	}
}
