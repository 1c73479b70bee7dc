package browsertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/picture"
	"github.com/fsmgen/fsmgen/gen/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
)

// TestHostile draws hostile texts in every place, and looks for them letter by
// letter.
func TestHostile(t *testing.T) {
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			for texts := range slices.Chunk(picturetest.HostileTexts(), 8) {
				m := picturetest.Torture(texts)
				t.Run(fmt.Sprintf("%q", texts[0]), func(t *testing.T) {
					full := picture.New(m)
					full.Annotate(m)
					p.same(t, full)
					p.same(t, full.At(picture.Events))
				})
			}
			p.quiet(t)
		})
	}
}

// TestForms draws a spec with every form of guard and name.
func TestForms(t *testing.T) {
	s, diags := spec.Load("forms.fsm.yaml", []byte(picturetest.Forms))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			for _, pic := range picturetest.Looks(s.Machine) {
				p.same(t, pic)
			}
			p.quiet(t)
		})
	}
}
