package browsertest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// compress writes a PNG with at most 256 colors: the most frequent ones of 32 levels
// for each of red, green, and blue, and for the others the nearest of those.
func compress(in io.Reader) ([]byte, error) {
	img, err := png.Decode(in)
	if err != nil {
		return nil, err
	}
	count := make(map[color.RGBA]int)
	area := img.Bounds()
	// Without the levels, shades of gray would leave no room for the few pixels of a color.
	level := func(c uint8) uint8 { return c&^7 | c>>5 }
	at := func(x, y int) color.RGBA {
		c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
		return color.RGBA{level(c.R), level(c.G), level(c.B), c.A}
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	var colours []color.RGBA
	for c := range count {
		colours = append(colours, c)
	}
	key := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return key(a) - key(b)
	})
	var palette color.Palette
	for _, c := range colours[:min(len(colours), 256)] {
		palette = append(palette, c)
	}
	index := make(map[color.RGBA]uint8)
	for _, c := range colours {
		index[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(area, palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			out.SetColorIndex(x, y, index[at(x, y)])
		}
	}
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	err = e.Encode(&b, out)
	return b.Bytes(), err
}

// keyword names the chunk that contains the source of a picture.
const keyword = "Source"

// headEnd is where the chunk behind the header begins: the signature has 8 bytes,
// the header 25.
const headEnd = 8 + 25

// withSource puts a text into a PNG, as a compressed text chunk.
func withSource(data []byte, text string) []byte {
	var packed bytes.Buffer
	// Writes to a buffer cannot fail.
	w := zlib.NewWriter(&packed)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	// iTXt: keyword, compressed, by zlib, no language, no translation.
	body := slices.Concat([]byte("iTXt"+keyword), []byte{0, 1, 0, 0, 0}, packed.Bytes())
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	chunk = append(chunk, body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body))
	return slices.Concat(data[:headEnd], chunk, data[headEnd:])
}

// source returns the text in a PNG.
func source(data []byte) (string, error) {
	if _, err := png.DecodeConfig(bytes.NewReader(data)); err != nil {
		return "", err
	}
	head := append([]byte("iTXt"+keyword), 0, 1, 0, 0, 0)
	if len(data) < headEnd+8 || !bytes.HasPrefix(data[headEnd+4:], head) {
		return "", errors.New("it does not say what it was drawn from")
	}
	r, err := zlib.NewReader(bytes.NewReader(data[headEnd+4+len(head):]))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
}

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
	data, err := compress(bytes.NewReader(plain.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source(data); err == nil {
		t.Error("a picture without a text has one")
	}
	const text = "stateDiagram-v2\n  A --> B : ünïcode\n"
	data = withSource(data, text)
	if got, err := source(data); got != text || err != nil {
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
