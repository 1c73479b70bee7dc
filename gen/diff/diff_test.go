package diff

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// load makes a side of a spec. Without reports, only the comparison itself runs proofs.
func load(t *testing.T, file, src string, reports bool) *Side {
	t.Helper()
	s, diags := spec.LoadWith(file, []byte(src), spec.OpenFile)
	if s.Machine == nil {
		t.Fatalf("%s: %v\n%s", file, diags, src)
	}
	side := &Side{Spec: s}
	if reports {
		side.Report = verify.Machine(context.Background(), s.Machine)
	}
	return side
}

// compared compares two versions.
func compared(t *testing.T, old, new *Side) *Diff {
	t.Helper()
	d, err := Compare(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	checkPlaces(t, d)
	return d
}

// checkPlaces checks that each breaking change has a place in the right spec.
func checkPlaces(t *testing.T, d *Diff) {
	t.Helper()
	for _, b := range d.Breaking {
		file := d.NewFile
		if b.Removed {
			file = d.OldFile
		}
		if b.Span.File != file || !b.Span.Start.IsValid() {
			t.Errorf("%s %s: the place is %q, in %q and %q", b.Code, b.Subject, b.Span, d.OldFile, d.NewFile)
		}
	}
}

// base is the spec that the edits change. Edits of rules and of internal transitions
// first add what they need. Edits for a code, such as "FSMB406 longer", change the old spec of its page.
func base(t *testing.T, name string) string {
	t.Helper()
	if code, _, _ := strings.Cut(name, " "); strings.HasPrefix(code, "FSMB") {
		page, err := os.ReadFile("../../internal/explain/breaking/" + code + ".md")
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(string(page), "```yaml\n")
		text, _, _ = strings.Cut(text, "```")
		return text
	}
	data, err := os.ReadFile("testdata/base.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return edit(t, string(data), needs(name))
}

// needs returns the edits that the edits with a name need, which make their base.
func needs(name string) []string {
	first, _, _ := strings.Cut(name, " ")
	if name == "limit added" {
		return nil
	}
	return map[string][]string{
		"limit": {"progress:\n", "limit: {transitions: 99, to: Lost}\nprogress:\n"},
		"stall": {
			"progress:\n", "stall: {limit: 4, to: Lost}\nprogress:\n", "New: 2*left + 3", "New: 20*left + 11",
			"Ready: 2*left + 2", "Ready: 20*left + 10", "Working: 2*left + 3", "Working: 20*left + 19 - stalls", "bound: 2*tries + 3", "bound: 20*tries + 11",
			"          Close: {to: Done", "          Nudge: {}\n          Close: {to: Done", "  Close: {}\n", "  Close: {}\n  Nudge: {}\n",
		},
		"call": {
			"outputs:\n", "calls:\n  fetch: {with: {name: string}, done: {size: int}}\noutputs:\n", "        after: {later(left): Expire}\n",
			"        after: {later(left): Expire}\n        invoke: {call: fetch, with: {name: owner}, on: {done: {to: Done, set: {result: owner}}, error: Ready}}\n",
		},
		"result": {"  Close: {}", "  closeDone: {}", "          Close: {to", "          closeDone: {to"},
		"stores": {"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}"},
		"lists": {
			"machine: Ticket\n", "machine: Ticket\nwas: Job\n", "guards:", "removed: cost\nguards:", "      Ready:\n", "      Ready:\n        was: Idle\n",
			"      Working:\n", "      Working:\n        removed: url\n", "  Expire: {}", "  Expire: {was: Timeout}", "default: 3}", "default: 3, was: n}",
			"  last: string\n", "  last: {type: string, was: [final, end]}\n", "{owner: string}", "{owner: {type: string, was: user}}",
		},
		"eventless": {
			"        after: {soon: Expire}\n", "        after: {soon: Expire}\n        always:\n          - {if: left < 1, to: Lost}\n          - {if: left < 2 && last == \"\", to: Done, set: {result: last}}\n",
		},
		"named": {"Close", "always"},
		"timed": {"  Busy:\n", "  Busy:\n    after: {10m: Stop}\n"},
		"enters": {
			"          Close: {to: Done", "          Nudge: {set: {last: owner}}\n          Close: {to: Done", "  Close: {}\n", "  Close: {}\n  Nudge: {environment: true}\n",
		},
	}[first]
}

// edit replaces texts of a spec, each of which must exist.
func edit(t *testing.T, src string, edits []string) string {
	t.Helper()
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(src, edits[i]) {
			t.Fatalf("the spec has no %q", edits[i])
		}
		src = strings.ReplaceAll(src, edits[i], edits[i+1])
	}
	return src
}

// lines writes the differences, one per line.
func lines(d *Diff) []string {
	var out []string
	for i := range d.Changes {
		ch := &d.Changes[i]
		head := signs[ch.Action] + " " + ch.Part + " " + ch.title()
		if len(ch.Details) == 0 {
			out = append(out, head)
		}
		for _, x := range ch.Details {
			out = append(out, head+" | "+x.What+": "+ch.say(x))
		}
	}
	for _, v := range d.Verdicts {
		out = append(out, "verdict "+v.What+": "+string(v.Old)+" → "+string(v.New))
	}
	if d.Bound != nil {
		out = append(out, "bound "+orNone(d.Bound.Old)+" → "+orNone(d.Bound.New))
	}
	for _, n := range d.Notes {
		out = append(out, "= "+n)
	}
	for _, u := range d.Unchecked {
		out = append(out, "unchecked: "+u)
	}
	last := Code("")
	for _, b := range d.Breaking {
		if b.Code != last {
			out = append(out, string(b.Code))
			last = b.Code
		}
	}
	return out
}

// TestEdits changes one part of a spec at a time, and checks that the diff reports
// exactly that change.
func TestEdits(t *testing.T) {
	seen := map[Code]bool{}
	some := sample.Some(t, edits, sample.Size(8, 15, len(edits)))
	for _, test := range some {
		t.Run(test.name, func(t *testing.T) {
			src := base(t, test.name)
			old := load(t, "base.fsm.yaml", src, true)
			new := load(t, "new.fsm.yaml", edit(t, src, test.edits), true)
			d := compared(t, old, new)
			got := lines(d)
			if strings.HasPrefix(test.name, "call ") || strings.HasPrefix(test.name, "result ") {
				got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "FSMB1") }) // the Go names of calls are tested with the generated code
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if changed := slices.ContainsFunc(test.want, func(line string) bool { return !strings.HasPrefix(line, "= ") }); d.Empty() == changed {
				t.Errorf("Empty is %v", d.Empty())
			}
			for _, b := range d.Breaking {
				seen[b.Code] = true
			}
		})
	}
	gone := compared(t, load(t, "base.fsm.yaml", base(t, ""), false), nil)
	for _, b := range gone.Breaking {
		seen[b.Code] = true
	}
	for _, r := range Codes() {
		if len(some) == len(edits) && !seen[r.Code] {
			t.Errorf("no edit gives %s (%s)", r.Code, r.Title)
		}
	}
}

// TestWithout compares versions without machines.
func TestWithout(t *testing.T) {
	bad := &Side{Spec: &spec.Spec{}}
	for _, sides := range [][2]*Side{{nil, nil}, {bad, nil}, {nil, bad}, {{}, nil}, {bad, bad}} {
		if d, err := Compare(t.Context(), sides[0], sides[1]); err == nil || d != nil {
			t.Errorf("%+v: %+v, %v", sides, d, err)
		}
	}
}
