package card

import (
	"context"
	"github.com/fsmgen/fsmgen/gen/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
	"os"
	"testing"
)

func TestScratch(t *testing.T) {
	for n, m := range map[string]*core.Machine{"fallback": picturetest.Fallback(), "everything": picturetest.Everything()} {
		r := verify.Machine(context.Background(), m)
		d, err := Card(m, r)
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile("/tmp/mermaid-rig/"+n+".md", d, 0o644)
	}
}
