package card_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/verify"
)

// TestImage expects a card with an image to show that, and to fold the diagram. Its path has no effect as markup.
func TestImage(t *testing.T) {
	m := picturetest.Fallback()
	r := verify.Machine(t.Context(), m)
	for _, test := range []struct{ image, want string }{
		{"fallback.fsm.svg", "](fallback.fsm.svg)\n"},
		{"a b/x)[y](javascript:z).svg", "](a%20b/x%29%5By%5D%28javascript%3Az%29.svg)\n"},
	} {
		data, err := card.Card(m, r, "", test.image)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		image, fold, diagram := strings.Index(text, test.want), strings.Index(text, "<summary>The diagram as Mermaid text"), strings.Index(text, "```mermaid")
		if image < 0 || fold < image || diagram < fold || !strings.Contains(text, "\n!["+m.Name+test.want) {
			t.Errorf("%s: the image is at %d, the fold at %d, and the diagram at %d:\n%.1500s", test.image, image, fold, diagram, text)
		}
	}
	without, err := card.Card(m, r, "", "")
	if err != nil || strings.Contains(string(without), "as Mermaid text") || strings.Contains(string(without), "![") {
		t.Errorf("%v: a card without an image folds the diagram", err)
	}
}
