package svg

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// choosing returns a picture of states that choose without an event by guards with a word of some size, which is too wide with these.
func choosing(states, size int) *picture.Picture {
	p := &picture.Picture{Start: 0, Frame: -1}
	for i := range states + 1 {
		p.Nodes = append(p.Nodes, picture.Node{Name: fmt.Sprint("State", i), Block: -1, Outcome: -1})
	}
	for i := range states {
		guard := fmt.Sprintf("the_guard_of_a_choice_%d", i%3) + " ∧ " + strings.Repeat("x", size)
		join(p, 0, i+1, picture.Label{Event: "always", Guard: guard})
		join(p, i+1, 0, picture.Label{Event: "always", Otherwise: true})
	}
	return p
}

// TestNumberedGuards draws guards that do not fit: the labels have their numbers, and lines below the image their texts, once each.
func TestNumberedGuards(t *testing.T) {
	p := choosing(18, 72)
	part := Part{Title: "Choice", Picture: p}
	image, shown, err := Next(t.Context(), part, nil, true)
	if err != nil || shown.Detail != picture.Events {
		t.Fatalf("%v, %v: the picture is not wide enough for this test", err, shown.Detail)
	}
	for i := range 3 {
		number := fmt.Sprintf("[%c]", 'A'+i)
		guard := fmt.Sprintf("the_guard_of_a_choice_%d ∧", i)
		if text := string(image); strings.Count(text, number) != 18/3+1 || strings.Count(text, number+" "+guard) != 1 {
			t.Errorf("%s is not at six arrows and below the image with %s", number, guard)
		}
	}
	if !bytes.Contains(image, []byte("[otherwise]")) {
		t.Error("the arrows without a guard do not say so")
	}
	if again, _, _ := Next(t.Context(), part, Read(image), true); !bytes.Equal(again, image) {
		t.Error("the image is not the next one of itself")
	}
	// Too much text below an image would be worse than none.
	if image, _, _ = Next(t.Context(), Part{Title: "Choice", Picture: choosing(18, mostNumbered)}, nil, true); bytes.Contains(image, []byte("[A]")) {
		t.Error("the image has numbers for guards that are too long")
	}
}

// TestForkedGuards draws guards that tell the arrows of an event apart and do not fit: they have letters, and others do not.
func TestForkedGuards(t *testing.T) {
	p := choosing(18, 72)
	for i := range p.Edges {
		l := &p.Edges[i].Labels[0]
		if l.Event = "Go"; p.Edges[i].From == 1 {
			l.Event, l.Guard, l.Otherwise = "Back", "the_guard_of_one_arrow", false
		}
	}
	image, shown, err := Next(t.Context(), Part{Title: "Choice", Picture: p}, nil, true)
	if err != nil || shown.Detail != picture.Events {
		t.Fatalf("%v, %v: the picture is not wide enough for this test", err, shown.Detail)
	}
	text := string(image)
	for i := range 3 {
		if number := fmt.Sprintf("[%c]", 'A'+i); strings.Count(text, number) != 18/3+1 {
			t.Errorf("%s is not at six arrows and below the image", number)
		}
	}
	if strings.Contains(text, ">[D]") || strings.Contains(text, "[D] the_guard_of_one_arrow") {
		t.Error("a guard that tells no arrows apart has a letter")
	}
	if again, _, _ := Next(t.Context(), Part{Title: "Choice", Picture: p}, Read(image), true); !bytes.Equal(again, image) {
		t.Error("the image is not the next one of itself")
	}
}
