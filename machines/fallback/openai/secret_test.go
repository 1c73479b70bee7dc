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

// TestCleanReader reads texts in pieces of all sizes: the result is that of the whole text.
func TestCleanReader(t *testing.T) {
	s := newSecret(leakKey)
	for name, spelled := range spellings() {
		for _, text := range []string{spelled, "a" + spelled + "s", `{"x":"` + spelled + spelled + `"}`, spelled[:len(spelled)-1], `\\\` + spelled, "&amp" + spelled} {
			want := s.removeString(text)
			for _, reader := range []io.Reader{
				iotest.OneByteReader(strings.NewReader(text)), iotest.HalfReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text)),
			} {
				got, err := io.ReadAll(s.reader(reader))
				if err != nil || string(got) != want {
					t.Errorf("%s: %q is read as %q, %v, want %q", name, text, got, err, want)
				}
			}
		}
	}
}

// TestOtherTextStays removes nothing from texts without the key, and holds nothing of a complete event back.
func TestOtherTextStays(t *testing.T) {
	s := newSecret(leakKey)
	for _, text := range []string{"", "sk-", piece1 + done, `{"x":"sk-A\/b+c \\\\ %25 &amp; s"}` + "\n\n", leakKey[:len(leakKey)-1], leakKey[1:]} {
		if got := s.removeString(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
		if clean, rest := s.split([]byte(text), false); strings.HasSuffix(text, "\n\n") && (len(rest) > 0 || string(clean) != text) {
			t.Errorf("%q: %q is held back", text, rest)
		}
	}
	if got := newSecret(`\a\b\c\d\e`).removeString(`x\a\b\c\d\ey`); got != "x"+removed+"y" {
		t.Errorf("a key with backslashes: %q", got)
	}
	for _, key := range []string{"", "ollama", "1234567"} {
		if got := newSecret(key).removeString("ollama 1234567"); got != "ollama 1234567" {
			t.Errorf("with the key %q: %q", key, got)
		}
	}
}

// TestHostileTextIsLinear has texts that begin a spelling at each place.
func TestHostileTextIsLinear(t *testing.T) {
	s := newSecret("ssssssssssssssst")
	for _, unit := range []string{`\`, "s", "s ", `s\`, "%25", "%2573", "&", `\n`, `s\n`, `s\\\\\\\n`} {
		begin := time.Now()
		s.removeString(strings.Repeat(unit, 1<<16/len(unit)))
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%q: %v for 64 KB", unit, took)
		}
	}
}

// TestMixedSpellings writes each character of random keys in a random way, within other text, and reads it in random pieces.
func TestMixedSpellings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const characters = `abcABCnrtux0123/+-_=.&%"~`
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
		got, err := io.ReadAll(s.reader(&pieces{whole, random}))
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
