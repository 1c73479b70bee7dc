package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// markedParts lists what is marked in a picture, and for arrows that are not marked only those of frames and of any state.
func markedParts(p *picture.Picture) []string {
	var list []string
	name := func(node int) string {
		if n := &p.Nodes[node]; n.Any && n.Block >= 0 {
			return n.Name + " of " + p.Blocks[n.Block].Name
		}
		return p.Nodes[node].Name
	}
	text := func(l picture.Label) string {
		return strings.Join(append([]string{l.Mark.Sign() + l.String()}, l.Was...), " | ")
	}
	for _, s := range p.Starts {
		if s.Mark != picture.Same {
			list = append(list, s.Mark.Sign()+"start "+p.Nodes[s.Node].Name)
		}
	}
	for _, b := range p.Blocks {
		if b.Mark != picture.Same {
			list = append(list, b.Mark.Sign()+"frame "+b.Name)
		}
	}
	for _, n := range p.Nodes {
		in := ""
		if n.Block >= 0 {
			in = " in " + p.Blocks[n.Block].Name
		}
		if n.Mark != picture.Same {
			list = append(list, strings.TrimSuffix(n.Mark.Sign()+n.Name+in+" was "+n.Was, " was "))
		}
		for _, l := range n.Stays {
			list = append(list, n.Name+": "+text(l))
		}
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		for _, l := range e.Labels {
			if l.Mark != picture.Same || p.Nodes[e.From].Any {
				list = append(list, name(e.From)+" > "+name(e.To)+": "+text(l))
			}
		}
	}
	return list
}

// TestPicture checks what the picture of two versions marks.
func TestPicture(t *testing.T) {
	sample.Turn(t)
	const stop = "any state of Busy > Lost: Stop"
	for _, test := range []struct {
		name  string
		needs []string
		edits []string
		want  []string
	}{
		{"nothing", nil, nil, []string{stop}},
		{"frame target", nil, []string{"on: {Stop: Lost}", "on: {Stop: Done}", "  Done: {data: {result: string}}", "  Done: {}", "Close: {to: Done, set: {result: owner}}", "Close: Done"}, []string{
			"~ Done",
			"Done: − data result type: string",
			"any state of Busy > Done: ~ Stop | was: Lost",
			"Working > Done: ~ Close | no longer sets result: owner",
			"any state of Busy > Lost: − Stop | now: Done",
		}},
		{"frame arrow removed", nil, []string{"on: {Stop: Lost}", "on: {Close: Lost}", "          Close: {to: Done, set: {result: owner}}\n", "          Stop: {to: Done, set: {result: owner}}\n"}, []string{
			"Ready > Lost: − Stop",
			"any state of Busy > Lost: ~ Close | was: Done | no longer sets result: owner | new in Ready",
			"Working > Lost: − Stop | now: Done",
			"Working > Done: ~ Stop | was: Lost | now sets result: owner",
			"Working > Done: − Close | now: Lost",
		}},
		{"state leaves the frame's transition", nil, []string{"          Expire: Ready\n", "          Expire: Ready\n          Stop: Ready\n"}, []string{
			"any state of Busy > Lost: Stop",
			"Working > Lost: − Stop | now: Ready",
			"Working > Ready: ~ Stop | was: Lost",
		}},
		{"state returns to the frame's transition", []string{"          Expire: Ready\n", "          Expire: Ready\n          Stop: Ready\n"}, []string{"          Expire: Ready\n          Stop: Ready\n", "          Expire: Ready\n"}, []string{
			"any state of Busy > Lost: Stop",
			"Working > Lost: ~ Stop | was: Ready",
			"Working > Ready: − Stop | now: Lost",
		}},
		{"for all states", nil, []string{"    on: {Stop: Lost}\n", "", "      Stop: Lost\n", "", "initial: New\n", "on: {Stop: Lost}\ninitial: New\n"}, []string{
			"any state > Lost: Stop",
		}},
		{"frame dissolved", nil, []string{"    on: {Stop: Lost}\n", "", "  Busy:\n    states:\n", "", "      Ready:\n        after: {soon: Expire}\n        on:\n", "  Ready:\n    after: {soon: Expire}\n    on:\n          Stop: Lost\n",
			"      Working:\n        data: {owner: string}\n        entry: {Say: {text: owner, count: left}}\n        after: {later(left): Expire}\n        ignore: [Work]\n        on:\n",
			"  Working:\n    data: {owner: string}\n    entry: {Say: {text: owner, count: left}}\n    after: {later(left): Expire}\n    ignore: [Work]\n    on:\n          Stop: Lost\n"}, nil},
		{"ignored", nil, []string{"        ignore: [Work]\n", "        ignore: [Work, Close]\n", "          Close: {to: Done, set: {result: owner}}\n", "", "          Work:\n", "          Close: {to: Done, set: {result: last}}\n          Work:\n"}, []string{
			"Working: ~ Close / ignored | was: Done | no longer sets result: owner",
			"Ready > Done: + Close / result ← last",
			"any state of Busy > Lost: Stop",
			"Working > Done: − Close | now: (ignored)",
		}},
		{"no longer ignored", nil, []string{"        ignore: [Work]\n", ""}, []string{
			"Working: − Work / ignored",
			"any state of Busy > Lost: Stop",
		}},
		{"rejected", nil, []string{"{to: Lost, emit: {Say: {text: last, count: left + 1}}}", "{otherwise: reject}"}, []string{
			"Ready: ~ Work [otherwise] / rejected | was: Lost | no longer emits: Say",
			"Ready > Lost: − Work [otherwise] | now: (rejected)",
			"any state of Busy > Lost: Stop",
		}},
		{"timer", nil, []string{"soon: 30s", "soon: 40s"}, []string{
			"Ready > Lost: ~ after soon: Expire | timer: soon (30s) → soon (40s)",
			"any state of Busy > Lost: Stop",
		}},
		{"timer removed", nil, []string{"        after: {later(left): Expire}\n", "", "  later: {args: {count: int}}\n", ""}, []string{
			"any state of Busy > Lost: Stop",
			"Working > Ready: ~ Expire | no longer after later(left)",
		}},
		{"order", nil, []string{"            - {if: event.level == Urgent, to: Lost}\n            - {if: left > spare, to: Ready}\n", "            - {if: left > spare, to: Ready}\n            - {if: event.level == Urgent, to: Lost}\n"}, []string{
			"any state of Busy > Lost: Stop",
			"Working > Ready: ~ Fail [1: left > spare] | was number 2",
			"Working > Lost: ~ Fail [2: level = Urgent] | was number 1",
		}},
		{"entry of a frame", nil, []string{"    on: {Stop: Lost}\n", "    on: {Stop: Lost}\n    entry: Beep\n"}, []string{
			"~ frame Busy",
			"~ emits on entry: none → Beep in Busy",
			"any state of Busy > Lost: Stop",
		}},
		{"datum", nil, []string{"{result: string}", "{result: string, count: int}", "{result: owner}", "{result: owner, count: left}"}, []string{
			"~ Done",
			"Done: + data count type: int",
			"any state of Busy > Lost: Stop",
			"Working > Done: ~ Close | now sets count: left",
		}},
		{"new frame", nil, []string{"          Expire: Ready\n", "          Expire: Off\n", "  Lost: {}\n", "  Lost: {}\n  Out:\n    states:\n      Off: {on: {Close: Lost}}\n", "  New: 2*left", "  Off: 1\n  New: 2*left"}, []string{
			"+ frame Out",
			"+ Off in Out",
			"any state of Busy > Lost: Stop",
			"Working > Ready: − after later(left): Expire | now: Off",
			"Working > Off: ~ after later(left): Expire | was: Ready",
			"Off > Lost: + Close",
		}},
		{"loop", nil, []string{"          Expire: Ready\n", "          Expire: Working\n", "set: {left: left - 1, owner: last}", "set: {left: left - 1}", "        data: {owner: string}\n", "", "owner", "last"}, []string{
			"~ Working in Busy",
			"Working: − data owner type: string",
			"Working: ~ emits on entry: Say{text: owner, count: left} → Say{text: last, count: left}",
			"Working: ~ reenter after later(left): Expire | was: Ready",
			"Ready > Working: ~ Work [canTry] | no longer sets owner: last",
			"any state of Busy > Lost: Stop",
			"Working > Ready: − after later(left): Expire | now: Working",
			"Working > Done: ~ Close | sets result: owner → last",
		}},
		{"rule", nil, []string{"progress:\n", "limit: {transitions: 99, to: Lost}\nprogress:\n"}, []string{
			"any state > Lost: + limit [transitions ≥ 99]",
			"any state of Busy > Lost: Stop",
		}},
		{"rule moved", []string{"progress:\n", "limit: {transitions: 99, to: Lost}\nprogress:\n"}, []string{"limit: {transitions: 99, to: Lost}", "limit: {transitions: 98, to: Gone}", "bad: [Lost]", "bad: [Lost, Gone]", "  Lost: {}\n", "  Lost: {}\n  Gone: {}\n"}, []string{
			"+ Gone",
			"any state > Gone: ~ limit [transitions ≥ 98] | was at 99 | was leads to Lost",
			"any state of Busy > Lost: Stop",
			"any state > Lost: − limit [transitions ≥ 99] | now: Gone",
		}},
		{"rule removed", []string{"progress:\n", "limit: {transitions: 99, to: Lost}\nprogress:\n"}, []string{"limit: {transitions: 99, to: Lost}\n", ""}, []string{
			"any state of Busy > Lost: Stop",
			"any state > Lost: − limit [transitions ≥ 99]",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			old := edit(t, base(t, ""), test.needs)
			d := compared(t, load(t, "old.fsm.yaml", old, false), load(t, "new.fsm.yaml", edit(t, old, test.edits), false))
			if diff := cmp.Diff(test.want, markedParts(d.picture)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
