package openai

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// TestCleanLines reads texts in pieces of all sizes: the result is that of the whole text.
func TestCleanLines(t *testing.T) {
	s := newSecret(leakKey)
	for name, spelled := range spellings() {
		for _, text := range []string{spelled, "a" + spelled + "s", `{"x":"` + spelled + spelled + `"}`, spelled[:len(spelled)-1], `\\\` + spelled, "&amp" + spelled} {
			want := s.removeString(text)
			for _, reader := range []io.Reader{
				iotest.OneByteReader(strings.NewReader(text)), iotest.HalfReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text)),
			} {
				got, err := io.ReadAll(s.lines(reader))
				if err != nil || string(got) != want {
					t.Errorf("%s: %q is read as %q, %v, want %q", name, text, got, err, want)
				}
			}
		}
	}
}

// TestOtherTextStays removes nothing from texts without the key.
func TestOtherTextStays(t *testing.T) {
	s := newSecret(leakKey)
	for _, text := range []string{"", "sk-", piece1 + done, `{"x":"sk-A\/b+c \\\\ %25 &amp; s"}` + "\n\n", leakKey[:len(leakKey)-1], leakKey[1:]} {
		if got := s.removeString(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	if got := newSecret(`\a\b\c\d\e\f\g\h`).removeString(`x\a\b\c\d\e\f\g\hy`); got != "x"+removed+"y" {
		t.Errorf("a key with backslashes: %q", got)
	}
	for _, key := range []string{"", "ollama", "1234567", `1 2 3 \ 4 5 6 7`} {
		if got := newSecret(key).removeString("ollama 1234567"); got != "ollama 1234567" {
			t.Errorf("with the key %q: %q", key, got)
		}
	}
}

// TestLinesComeAtOnce reads an event whose server sends nothing more, and a line without end.
func TestLinesComeAtOnce(t *testing.T) {
	s := newSecret(leakKey)
	silent := readerFunc(func([]byte) (int, error) {
		t.Error("the event waits for what comes next")
		return 0, io.EOF
	})
	got := make([]byte, len(piece1))
	if _, err := io.ReadFull(s.lines(io.MultiReader(strings.NewReader(piece1), silent)), got); err != nil || string(got) != piece1 {
		t.Errorf("%q, %v", got, err)
	}
	endless := readerFunc(func(p []byte) (int, error) { return len(p), nil })
	if n, err := io.Copy(io.Discard, s.lines(endless)); n > 0 || err == nil || !strings.Contains(err.Error(), "larger than 16777216 bytes") {
		t.Errorf("a line without end: %d bytes, %v", n, err)
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestHostileTextIsLinear has texts that begin a spelling at each place.
func TestHostileTextIsLinear(t *testing.T) {
	s := newSecret("ssssssssssssssst")
	for _, unit := range []string{`\`, "s", "s ", `s\`, "%25", "%2573", "&", `\n`, `s\n`, `s\\\\\\\n`, "&amp;", "ssssssssssssssst"} {
		begin := time.Now()
		s.removeString(strings.Repeat(unit, 1<<20/len(unit)))
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%q: %v for 1 MB", unit, took)
		}
	}
}

// TestMixedSpellings writes each character of random keys in a random way, within other text, and reads it in random pieces.
func TestMixedSpellings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const characters = `abcABCnrtux0123/+-_=."~`
	for range 2_000 {
		key := []byte("k")
		for range minSecret + random.IntN(20) {
			key = append(key, characters[random.IntN(len(characters))])
		}
		key = append(key, 'z')
		var text bytes.Buffer
		for _, c := range key {
			if text.Len() > 0 && random.IntN(9) == 0 {
				text.WriteString([]string{" ", "  ", `\n`, `\\r\\n`}[random.IntN(4)])
			}
			slashes := strings.Repeat(`\`, 1+random.IntN(3))
			switch random.IntN(6) {
			case 0:
				fmt.Fprintf(&text, `%su%04x`, slashes, c)
			case 1:
				fmt.Fprintf(&text, "%%%02X", c)
			case 2:
				fmt.Fprintf(&text, "%%2525%02x", c)
			case 3:
				fmt.Fprintf(&text, "&#x%x;", c)
			case 4:
				quoted := strconv.Quote(string(c))
				text.WriteString(quoted[1 : len(quoted)-1])
			default:
				text.WriteByte(c)
			}
		}
		s := newSecret(string(key))
		whole := "before " + text.String() + " after"
		got, err := io.ReadAll(s.lines(&pieces{whole, random}))
		if want := "before " + removed + " after"; err != nil || string(got) != want || s.removeString(whole) != want {
			t.Fatalf("the key %q, spelled %q, becomes %q and %q, %v", key, whole, s.removeString(whole), got, err)
		}
	}
}

// pieces reads a text in random pieces.
type pieces struct {
	text   string
	random *rand.Rand
}

func (p *pieces) Read(into []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	n := copy(into[:min(len(into), 1+p.random.IntN(9))], p.text)
	p.text = p.text[n:]
	return n, nil
}
