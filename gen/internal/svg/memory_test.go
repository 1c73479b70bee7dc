package svg

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

// player returns a machine that returns to what it has played: one of several songs.
func player(t *testing.T, songs int, kind string) *core.Machine {
	t.Helper()
	var text strings.Builder
	text.WriteString("machine: Player\nevents: {Next: {environment: true}, Pause: {environment: true}, Resume: {environment: true}, Restart: {environment: true}}\ninitial: Song0\nignore: [Next, Pause, Resume, Restart]\n" +
		"states:\n  Playing:\n    initial: Song0\n    on: {Pause: Paused}\n    states:\n")
	for i := range songs {
		fmt.Fprintf(&text, "      Song%d: {on: {Next: Song%d}}\n", i, (i+1)%songs)
	}
	fmt.Fprintf(&text, "  Paused:\n    on:\n      Resume: {to: Playing, history: %s}\n      Restart: Song0\n", kind)
	return load(t, "player.fsm.yaml", []byte(text.String()))
}

// TestMemory draws a history of several states: one arrow leads to a box in the frame and says to which ones. What leads to one of them
// otherwise has an arrow of its own, and a history of few states has one for each.
func TestMemory(t *testing.T) {
	for kind, name := range map[string]string{"shallow": "history", "deep": "deep history"} {
		p := picture.New(player(t, 5, kind))
		image := nextOf(t, p, nil)
		text := string(image)
		if n := strings.Count(text, `<g class="memory"`); n != 1 || strings.Count(text, `data-key="Playing/`+name+`"`) != 1 {
			t.Errorf("%s: %d boxes with histories", kind, n)
		}
		for _, said := range []string{"<title>Paused → Song0, Song1, Song2, Song3, Song4: «env» Resume</title>", "<title>Paused → Song0: «env» Restart</title>", name + ": the "} {
			if strings.Count(text, said) != 1 {
				t.Errorf("%s: %q is not in the image once", kind, said)
			}
		}
		if n := strings.Count(text, ">Resume<"); n != 1 {
			t.Errorf("%s: Resume is at %d arrows", kind, n)
		}
		if frame, box := Read(image).frames["Playing"], Read(image).centers["Playing/"+name]; box.X < frame.Min.X || box.X > frame.Max.X || box.Y < frame.Min.Y || box.Y > frame.Max.Y {
			t.Errorf("%s: the box at %v is not in the frame %v", kind, box, frame)
		}
		if !bytes.Equal(nextOf(t, p, Read(image)), image) {
			t.Errorf("%s: the image is not the next one of itself", kind)
		}
		few := string(nextOf(t, picture.New(player(t, fewestRemembered-1, kind)), nil))
		if strings.Contains(few, `<g class="memory"`) || strings.Count(few, ">Resume<") != fewestRemembered-1 {
			t.Errorf("%s: a history of few states has no arrow for each", kind)
		}
	}
}

// TestMemoryOfParts draws what is special about an arrow to a history: changes and runs have arrows of their own, scripts find all of its edges,
// and a closed composite state has no history.
func TestMemoryOfParts(t *testing.T) {
	m := player(t, 6, "shallow")
	changed := picture.New(m)
	for i := range changed.Edges {
		if e := &changed.Edges[i]; changed.Nodes[e.From].Name == "Paused" && changed.Nodes[e.To].Name == "Song5" {
			e.Labels[0].Mark = picture.Added
		}
	}
	text := string(image(t, []Part{{Title: m.Name, Picture: changed}}))
	if strings.Count(text, `<g class="arrow added" data-key="Paused → Song5">`) != 1 || strings.Count(text, `<g class="memory same"`) != 1 {
		t.Error("the added arrow is not by itself")
	}
	resume := -1
	for i := range m.Transitions {
		if tr := &m.Transitions[i]; m.Events[tr.Event].Name == "Resume" && m.States[tr.To].Name == "Song5" {
			resume = i
		}
	}
	text = string(image(t, []Part{{Title: m.Name, Picture: picture.NewRun(m, picture.Run{Transitions: []int{resume}, Loop: -1})}}))
	if strings.Count(text, `<g class="arrow visited" data-key="Paused → Song5">`) != 1 || strings.Count(text, "Paused → Song0, Song1, Song2, Song3, Song4: «env» Resume") != 1 {
		t.Error("the step of the run is not by itself")
	}
	p := picture.New(m)
	text = string(image(t, []Part{{Title: m.Name, Picture: p, Keys: true}}))
	var edges []string
	for i, e := range p.Edges {
		if p.Nodes[e.From].Name == "Paused" {
			edges = append(edges, fmt.Sprint(i))
		}
	}
	if want := fmt.Sprintf(`data-edge="%s"`, strings.Join(edges, " ")); len(edges) != 6 || strings.Count(text, want) != 1 {
		t.Errorf("%s is not in the image once", want)
	}
	if text := string(nextOf(t, picture.New(m).Closed(1), nil)); strings.Contains(text, `class="memory`) {
		t.Error("a closed state has a history")
	}
}
