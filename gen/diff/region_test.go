package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestRegions compares machines with regions, and looks at what the picture marks.
func TestRegions(t *testing.T) {
	sample.Turn(t)
	for name, x := range map[string]struct {
		edit          []string
		changes, want []string
	}{
		"nothing": {},
		"another leaf": {
			[]string{"Pick: Chosen", "Pick: Again"},
			[]string{"changed transition Hotel --Pick--> Again; leads to: Chosen → Again", "FSMB307 transition Hotel --Pick--> Again"},
			[]string{"Hotel > Chosen: − Pick | now: Again", "Hotel > Again: ~ Pick | was: Chosen"},
		},
		"the whole state": {
			[]string{"Resume: Hotel", "Resume: Open"},
			[]string{"changed transition Idle --Resume--> Open; leads to: Hotel → Open", "FSMB307 transition Idle --Resume--> Open"},
			[]string{"Idle > all regions: ~ Resume | was: Hotel", "Idle > Hotel: − Resume | now: Open"},
		},
		"a leaf is added": {
			[]string{"Tick: Slow}", "Tick: Wait}", "Slow: {always", "Wait: {on: {Tick: Slow}}\n          Slow: {always", "  Slow: 1", "  Slow: 1\n  Wait: 1"},
			[]string{"changed transition Paying --Tick--> Wait; leads to: Slow → Wait", "added transition Wait --Tick--> Slow", "FSMB307 transition Paying --Tick--> Wait"},
			[]string{
				"+ Wait in Money", "Paying > Wait: ~ Tick | was: Slow", "Wait > Slow: + Tick", "Paying > Slow: − Tick | now: Wait",
			},
		},
		"done": {
			[]string{"done: Booked", "done: Failed", "Cancel: Failed", "Cancel: Booked"},
			[]string{
				"changed transition Open --Cancel--> Booked; leads to: Failed → Booked", "changed transition Open --done--> Failed; leads to: Booked → Failed",
				"FSMB307 transition Open --Cancel--> Booked", "FSMB307 transition Open --done--> Failed",
			},
			[]string{
				"all regions > Failed: ~ done | was: Booked", "all regions > Failed: − Cancel | now: Booked",
				"all regions > Booked: ~ Cancel | was: Failed", "all regions > Booked: − done | now: Failed",
			},
		},
		"in a region inside another one": {
			[]string{"done: Rung", "done: Clear", "Full: Rung", "Full: Dark"},
			[]string{
				"changed transition Lit --Full--> Dark; leads to: Rung → Dark", "changed transition Ringing --done--> Clear; leads to: Rung → Clear",
				"FSMB307 transition Lit --Full--> Dark", "FSMB307 transition Ringing --done--> Clear",
			},
			[]string{
				"all regions > Rung: − done | now: Clear", "Lit > Dark: ~ Full | was: Rung",
				"all regions > Clear: ~ done | was: Rung", "Lit > Rung: − Full | now: Dark",
			},
		},
		"the whole state is renamed": {
			[]string{"Open", "Order", "outputs: {Asked: {}, Order", "outputs: {Asked: {}, Open", "entry: Order", "entry: Open"},
			nil,
			[]string{"~ all regions in Order was Open"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.NewReplacer(x.edit...).Replace(picturetest.Regions)
			if len(x.edit) > 0 && text == picturetest.Regions {
				t.Fatal("no edit")
			}
			d := compared(t, load(t, "old.fsm.yaml", picturetest.Regions, false), load(t, "new.fsm.yaml", text, false))
			var got []string
			for _, text := range changesOf(d) {
				if strings.Contains(text, "transition ") {
					got = append(got, text)
				}
			}
			if diff := cmp.Diff(x.changes, got); diff != "" {
				t.Errorf("changes, -want +got:\n%s", diff)
			}
			got = nil
			for _, text := range markedParts(d.picture) {
				if strings.Contains(text, "+ ") || strings.Contains(text, "− ") || strings.Contains(text, "~ ") {
					got = append(got, text)
				}
			}
			if diff := cmp.Diff(x.want, got); diff != "" {
				t.Errorf("picture, -want +got:\n%s", diff)
			}
			if len(d.Mermaid()) == 0 {
				t.Error("no picture")
			}
		})
	}
}

// TestRegionsInPictures compares a machine with one that has no regions, in both directions: the leaves are new and gone.
func TestRegionsInPictures(t *testing.T) {
	plain := `
machine: Trip
events: {Start: {}, Tick: {}}
initial: Idle
terminal: {done: [Booked]}
states:
  Idle: {on: {Start: Open}}
  Open: {on: {Tick: Booked}}
  Booked: {}
`
	marks := func(old, new string) string {
		d := compared(t, load(t, "old.fsm.yaml", old, false), load(t, "new.fsm.yaml", new, false))
		var out []string
		for i := range d.picture.Nodes {
			if n := &d.picture.Nodes[i]; n.Name == "Hotel" || n.Name == "Paid" {
				out = append(out, n.Mark.Sign()+n.Name)
			}
		}
		return fmt.Sprint(out)
	}
	added, removed := picture.Added.Sign(), picture.Removed.Sign()
	if got, want := marks(plain, picturetest.Regions), fmt.Sprint([]string{added + "Hotel", added + "Paid"}); got != want {
		t.Errorf("regions are added: %s, want %s", got, want)
	}
	if got, want := marks(picturetest.Regions, plain), fmt.Sprint([]string{removed + "Hotel", removed + "Paid"}); got != want {
		t.Errorf("regions are removed: %s, want %s", got, want)
	}
}
