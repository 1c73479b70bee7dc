package screenshot

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompress checks that a picture survives, with its text.
func TestCompress(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 30, 20))
	for i := range 600 {
		img.Set(i%30, i/30, color.RGBA{uint8(i/3)&^7 | uint8(i/3)>>5, 198, 0, 255})
	}
	var plain bytes.Buffer
	if err := png.Encode(&plain, img); err != nil {
		t.Fatal(err)
	}
	data, err := Compress(bytes.NewReader(plain.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Source(data); err == nil {
		t.Error("a picture without a text has one")
	}
	const text = "stateDiagram-v2\n  A --> B : ünïcode\n"
	data = WithSource(data, text)
	if got, err := Source(data); got != text || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	back, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var want, got []color.Color
	for i := range 600 {
		want, got = append(want, img.At(i%30, i/30)), append(got, color.RGBAModel.Convert(back.At(i%30, i/30)))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
