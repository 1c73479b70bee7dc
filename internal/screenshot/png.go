package screenshot

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
)

// exact is how many of the most frequent colors stay as they are.
const exact = 48

// Compress writes a PNG with at most 256 colors: the most frequent ones, the most frequent others of 32 levels for each of red, green, and
// blue, and for the rest the nearest of those.
func Compress(in io.Reader) ([]byte, error) {
	img, err := png.Decode(in)
	if err != nil {
		return nil, err
	}
	area := img.Bounds()
	key := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	counted := func(at func(x, y int) color.RGBA) (list []color.RGBA) {
		count := make(map[color.RGBA]int)
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				count[at(x, y)]++
			}
		}
		for c := range count {
			list = append(list, c)
		}
		slices.SortFunc(list, func(a, b color.RGBA) int { return cmp.Or(count[b]-count[a], key(a)-key(b)) })
		return list
	}
	plain := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	frequent := counted(plain)
	kept := make(map[color.RGBA]bool)
	for _, c := range frequent[:min(len(frequent), exact)] {
		kept[c] = true
	}
	// Without the levels, shades of gray would leave no room for the few pixels of a color.
	level := func(c uint8) uint8 { return c&^7 | c>>5 }
	at := func(x, y int) color.RGBA {
		c := plain(x, y)
		if kept[c] {
			return c
		}
		return color.RGBA{level(c.R), level(c.G), level(c.B), c.A}
	}
	colours := counted(at)
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

// WithSource puts a text into a PNG, as a compressed text chunk.
func WithSource(data []byte, text string) []byte {
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

// Source returns the text that [WithSource] has put into a PNG.
func Source(data []byte) (string, error) {
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
